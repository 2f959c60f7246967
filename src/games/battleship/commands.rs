//! The commands of the guessing game, a row each.

use super::mode::solution;
use super::{Answer, Battleship, Location, Placement, answer, from_location};
use crate::repl::{Context, Reply, Row, When, always, load_row, playing, record_row, save_row};

/// Parses three words as locations, in either case.
fn typed(words: &[&str]) -> Result<Placement, String> {
    words.join(" ").to_ascii_uppercase().parse()
}

/// Creates a row whose words are locations; `parse` gives the reason if they are not.
fn located<T: 'static, R: Into<Reply> + 'static>(
    name: &'static str,
    args: &'static str,
    summary: &'static str,
    when: When<Battleship>,
    parse: fn(&[&str]) -> Result<T, String>,
    run: fn(&mut Battleship, T, &Context) -> R,
) -> Row<Battleship> {
    let run = move |mode: &mut Battleship, parsed, context: &Context| match parsed {
        Ok(located) => run(mode, located, context).into(),
        Err(reason) => Reply::fail("Invalid Guess!").and_advise(reason),
    };
    Row::with_args(
        name,
        args,
        summary,
        when,
        move |words| Ok(parse(words)),
        run,
    )
    .completing_words(locations)
    .taking_commas()
}

/// Parses three numbers as an answer.
fn told(words: &[&str]) -> Option<Answer> {
    let number = |word: &str| match word.as_bytes() {
        [digit @ b'0'..=b'3'] => Some(digit - b'0'),
        _ => None,
    };
    let [exact, one, two] = words else {
        return None;
    };
    Answer::new((number(exact)?, number(one)?, number(two)?))
}

/// Completes a location that differs from the others of its placement.
fn locations(_: &Battleship, given: &[&str]) -> Vec<String> {
    let others = &given[given.len() / 3 * 3..];
    let same = |old: &str, name: &str| old.trim_end_matches(',').eq_ignore_ascii_case(name);
    let left = |name: &String| !others.iter().any(|old| same(old, name));
    Location::all().map(from_location).filter(left).collect()
}

/// Returns the rows of the mode.
pub(super) fn rows() -> Vec<Row<Battleship>> {
    [turn_rows(), record_rows(), text_rows()]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the commands that play.
fn turn_rows() -> Vec<Row<Battleship>> {
    vec![
        located(
            ":start",
            "[L1 L2 L3]",
            "Search for three ships, hidden at L1 L2 L3 if given",
            Battleship::may_start,
            |words| match words {
                [] => Ok(None),
                _ => typed(words).map(Some),
            },
            Battleship::start,
        ),
        located(
            ":guess",
            "L1 L2 L3",
            "Guess where the ships are",
            Battleship::may_guess,
            typed,
            Battleship::make_guess,
        ),
        Row::new(
            ":search",
            "Hide three ships; the computer searches",
            Battleship::may_start,
            Battleship::search,
        ),
        Row::with_args(
            ":answer",
            "EXACT ONE TWO",
            "Answer: how many are exact, one away, two away",
            Battleship::may_answer,
            |words| Ok(told(words)),
            Battleship::take_answer,
        )
        .completing(Battleship::possible_answers)
        .taking_commas(),
        Row::new(
            ":hint",
            "Suggest a guess",
            Battleship::may_guess,
            Battleship::hint,
        ),
        Row::new(
            ":left",
            "Count the possible placements",
            playing,
            Battleship::left,
        ),
    ]
}

/// Returns the commands that show the game or go back in it.
fn record_rows() -> Vec<Row<Battleship>> {
    vec![
        Row::with_args(
            ":board",
            "[chances]",
            "Show the grid: the guesses, or how likely ships are",
            Battleship::has_game,
            |words| match words {
                [] => Ok(false),
                ["chances"] => Ok(true),
                _ => Err("expected `chances`".to_owned()),
            },
            Battleship::board,
        )
        .completing(|_| vec!["chances".to_owned()]),
        Row::new(
            ":undo",
            "Take back the last guess or answer",
            Battleship::may_undo,
            Battleship::undo,
        ),
        Row::new(
            ":redo",
            "Redo a guess or answer",
            Battleship::may_redo,
            Battleship::redo,
        ),
        Row::new(
            ":history",
            "List the turns so far, ready to be typed again",
            Battleship::has_game,
            Battleship::history,
        ),
        Row::new(
            ":review",
            "Judge the guesses, and show better ones",
            Battleship::has_game,
            Battleship::review,
        ),
        record_row(Battleship::has_game),
        Row::new(":stop", "End the game", always, Battleship::stop),
    ]
}

/// Returns the functions of the course text, and saved games.
fn text_rows() -> Vec<Row<Battleship>> {
    vec![
        located(
            ":feedback",
            "T1 T2 T3 G1 G2 G3",
            "Score guess G for ships at T",
            always,
            |words| {
                let (target, guess) = words.split_at_checked(3).unwrap_or((words, &[]));
                Ok((typed(target)?, typed(guess)?))
            },
            |_, (target, guess), _| Reply::say(answer(target, guess)),
        ),
        located(
            ":solve",
            "T1 T2 T3",
            "Show the computer's search for ships at T",
            always,
            typed,
            |_, target, _| {
                solution(target)
                    .into_iter()
                    .fold(Reply::new(), Reply::and_say)
            },
        ),
        save_row(),
        load_row(),
    ]
}
