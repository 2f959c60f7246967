//! Draws the grid with the guesses so far, or with the chance of a ship on each location.

use super::review::{Better, Judged};
use super::{Answer, COLUMNS, Location, Log, Placement, ROWS};
use crate::repl::{DrawStyle, Line, Text, Tone};

/// Draws the grid with the number of the latest guess that used each location, or a star where a ship
/// was found.
pub(super) fn draw(log: &Log, waiting: Option<Placement>, style: DrawStyle) -> Text {
    grid(log, waiting, |location| {
        let named = |(guess, _): &(Placement, Answer)| guess.contains(location);
        match log.turns().iter().rposition(named) {
            Some(turn) if log.turns()[turn].1 == Answer::FOUND => (Tone::Royal, "*".to_owned()),
            Some(turn @ ..99) => (Tone::Plain, (turn + 1).to_string()),
            // There is only room for two digits.
            Some(_) => (Tone::Plain, "+".to_owned()),
            None => (Tone::Faint, dot(style).to_owned()),
        }
    })
}

/// Draws the grid with the chance of a ship on each location in percent.
pub(super) fn draw_chances(log: &Log, waiting: Option<Placement>, style: DrawStyle) -> Text {
    let possible = log.possible();
    grid(log, waiting, |location| chance(&possible, location, style))
}

/// Draws the grid with a symbol on each location, and all guesses with their answers below. The guess
/// that waits for an answer, or else the last one, is in brackets.
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
        for location in (0..COLUMNS).filter_map(|column| Location::new(column, row)) {
            let (tone, symbol) = symbol(location);
            let guessed = last.is_some_and(|guess| guess.contains(location));
            // A closing bracket replaces the blank before the next location.
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

/// The legend of the grid with guesses.
pub(super) const GUESSES: &str = "numbers: latest guess using that cell; [ ]: last guess";

/// The legend of the grid with chances.
pub(super) const CHANCES: &str =
    "numbers: chance of a ship in percent; dot: no ship; *: a ship; [ ]: last guess";

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

/// Draws the chance of a ship on a location.
fn chance(possible: &[Placement], location: Location, style: DrawStyle) -> (Tone, String) {
    let with_ship = possible
        .iter()
        .filter(|placement| placement.contains(location))
        .count();
    if with_ship == 0 {
        return (Tone::Faint, dot(style).to_owned());
    }
    if with_ship == possible.len() {
        return (Tone::Royal, "*".to_owned());
    }
    // Rounded, but never to impossible or certain.
    let percent = ((200 * with_ship / possible.len()).div_ceil(2)).clamp(1, 99);
    // Few chances exceed one half, so the scale ends there.
    let heat = (percent / 6).clamp(1, 9) as u8;
    (Tone::Heat(heat), percent.to_string())
}
