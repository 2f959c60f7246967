//! Draws the grid: the guesses so far, or the chance of a ship on each cell.

use super::mode::View;
use super::review::{Better, Judged};
use super::{Answer, COLUMNS, Location, Log, Placement, ROWS};
use crate::repl::{DrawStyle, Line, Text, Tone};

/// Draws the grid with the guesses: each cell has the number of the latest guess that used it, or a
/// star where a ship was found.
pub(super) fn draw(log: &Log, waiting: Option<Placement>, style: DrawStyle) -> Text {
    grid(log, waiting, |square| {
        let named = |(guess, _): &(Placement, Answer)| guess.contains(square);
        match log.turns().iter().rposition(named) {
            Some(turn) if log.turns()[turn].1 == Answer::FOUND => (Tone::Royal, "*".to_owned()),
            Some(turn @ ..99) => (Tone::Plain, (turn + 1).to_string()),
            // There is room for two digits.
            Some(_) => (Tone::Plain, "+".to_owned()),
            None => (Tone::Faint, dot(style).to_owned()),
        }
    })
}

/// Draws the grid with the chance of a ship on each cell in per cent, a dot for none and a star for
/// certain.
pub(super) fn draw_chances(log: &Log, waiting: Option<Placement>, style: DrawStyle) -> Text {
    let possible = log.possible();
    grid(log, waiting, |square| chance(&possible, square, style))
}

/// Draws the grid with a symbol on each cell, and all guesses with their answers below. The guess that
/// waits for an answer is in brackets, or else the last one.
fn grid(
    log: &Log,
    waiting: Option<Placement>,
    symbol: impl Fn(Location) -> (Tone, String),
) -> Text {
    let mut lines = vec![letters()];
    let last = log.turns().last().map(|(guess, _)| *guess);
    let last = waiting.or(last);
    for row in 0..ROWS {
        let mut line = Line::new().with(Tone::Faint, &format!("  {}", row + 1));
        let mut before = " ";
        for square in (0..COLUMNS).filter_map(|column| Location::new(column, row)) {
            let (tone, symbol) = symbol(square);
            let guessed = last.is_some_and(|guess| guess.contains(square));
            // A closing bracket takes the place of the blank before the next square.
            line.push(Tone::Trace, before);
            line.push(Tone::Trace, if guessed { "[" } else { " " });
            line.push(tone, &format!("{symbol:>2}"));
            before = if guessed { "]" } else { " " };
        }
        line.push(Tone::Trace, before.trim_end());
        lines.push(line);
    }
    for (number, (guess, told)) in (1..).zip(log.turns()) {
        let text = format!("  {number:>2}. {guess}: {told}");
        lines.push(Line::from(text.as_str()));
    }
    Text(lines)
}

/// What the signs of the grid mean.
pub(super) fn legend(view: View, style: DrawStyle) -> String {
    match view {
        View::Guesses => "numbers: latest guess using that cell; [ ]: last guess".to_owned(),
        View::Chances => format!(
            "numbers: chance of a ship in per cent; {}: no ship; *: a ship; [ ]: last guess",
            dot(style)
        ),
    }
}

/// Draws a line for each guess of a review, with the better guess beside it, or below in a narrow
/// window.
pub(super) fn draw_review(judged: &[Judged], style: DrawStyle) -> Text {
    let arrow = if style.ascii { "->" } else { "→" };
    let heading = "   #  guess     answer        left";
    let mut lines = vec![Line::new().with(Tone::Faint, heading)];
    for (number, one) in (1..).zip(judged) {
        let (guess, told) = one.turn;
        let mut line = Line::from(&*format!("  {number:>2}. {guess}: {told} "));
        let (tone, mark) = one.better.map_or((Tone::Plain, ""), Better::mark);
        line.push(tone, &format!("{mark:2}"));
        line.push(
            Tone::Plain,
            &format!("  {:>4} {arrow} {:<4}", one.before, one.after),
        );
        let Some(better) = one.better else {
            lines.push(line.trimmed());
            continue;
        };
        let other = format!(
            "better: {} ({:.2}, played {:.2})",
            better.guess, better.needs, better.instead_of
        );
        if style.fits(line.plain().chars().count() + 2 + other.len()) {
            lines.push(line.with(Tone::Plain, &format!("  {other}")));
        } else {
            lines.extend([line.trimmed(), Line::from(&*format!("      {other}"))]);
        }
    }
    Text(lines)
}

const fn dot(style: DrawStyle) -> &'static str {
    if style.ascii { "." } else { "·" }
}

fn letters() -> Line {
    let mut line = Line::new().with(Tone::Faint, "   ");
    for letter in ('A'..).take(usize::from(COLUMNS)) {
        line.push(Tone::Faint, &format!("   {letter}"));
    }
    line
}

/// How likely a ship is on a square, as a symbol and as warmth.
fn chance(possible: &[Placement], square: Location, style: DrawStyle) -> (Tone, String) {
    let with_ship = possible
        .iter()
        .filter(|placement| placement.contains(square))
        .count();
    if with_ship == 0 {
        return (Tone::Faint, dot(style).to_owned());
    }
    if with_ship == possible.len() {
        return (Tone::Royal, "*".to_owned());
    }
    // Rounded, but never to what is impossible or certain.
    let percent = ((200 * with_ship / possible.len()).div_ceil(2)).clamp(1, 99);
    // Few squares get beyond a half: warmth is spread over what occurs.
    let heat = (percent / 6).clamp(1, 9) as u8;
    (Tone::Heat(heat), percent.to_string())
}
