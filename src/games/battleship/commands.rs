//! The commands of the guessing game, a row each.

use super::mode::{View, answer_to, solve};
use super::{Answer, Battleship, NotAPlacement, Placement};
use crate::repl::{Row, WrongWords, always, load_row, playing, record_row, save_row};

/// Three locations as a person typed them, or why they are none.
pub(super) type Typed = Result<Placement, NotAPlacement>;

/// Three words as locations; at the prompt in either case.
fn typed(words: &[&str]) -> Typed {
    words.join(" ").to_ascii_uppercase().parse()
}

/// Three numbers as an answer.
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

fn view(words: &[&str]) -> Result<View, WrongWords> {
    match words {
        [] => Ok(View::Guesses),
        ["chances"] => Ok(View::Chances),
        _ => Err("the only word here is chances".to_owned()),
    }
}

/// The names of all locations.
#[rustfmt::skip]
const LOCATIONS: [&str; 32] = [
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "D2", "D3", "D4",
    "E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4", "G1", "G2", "G3", "G4", "H1", "H2", "H3", "H4",
];

/// Completes a location, which is none of the others of its placement.
fn locations(_: &Battleship, given: &[&str]) -> Vec<String> {
    let others = &given[given.len() / 3 * 3..];
    let same = |old: &str, name: &str| old.trim_end_matches(',').eq_ignore_ascii_case(name);
    let left = |name: &&&str| !others.iter().any(|old| same(old, name));
    let left = LOCATIONS.iter().filter(left);
    left.map(ToString::to_string).collect()
}

/// The rows of the mode.
pub(super) fn rows() -> Vec<Row<Battleship>> {
    [turn_rows(), record_rows(), text_rows()]
        .into_iter()
        .flatten()
        .collect()
}

/// What is done in a game.
fn turn_rows() -> Vec<Row<Battleship>> {
    vec![
        Row::with_args(
            ":start",
            "[L1 L2 L3]",
            "You search for three ships, at these places if named",
            Battleship::may_start,
            |words| Ok((!words.is_empty()).then(|| typed(words))),
            Battleship::start,
        )
        .completing_words(locations)
        .taking_commas(),
        Row::with_args(
            ":guess",
            "L1 L2 L3",
            "Guess where the ships are",
            Battleship::may_guess,
            |words| Ok(typed(words)),
            Battleship::make_guess,
        )
        .completing_words(locations)
        .taking_commas(),
        Row::new(
            ":search",
            "You hide: the computer searches",
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

/// What looks at a game or goes back in it.
fn record_rows() -> Vec<Row<Battleship>> {
    vec![
        Row::with_args(
            ":board",
            "[chances]",
            "Show the grid: the guesses, or how likely ships are",
            Battleship::may_look,
            view,
            Battleship::board,
        )
        .completing(|_| vec!["chances".to_owned()]),
        Row::new(
            ":undo",
            "Take the last guess or answer back",
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
            "List the turns so far, as they can be typed",
            Battleship::may_look,
            Battleship::history,
        ),
        Row::new(
            ":review",
            "Judge the guesses, and show better ones",
            Battleship::may_look,
            Battleship::review,
        ),
        record_row(Battleship::may_look),
        Row::new(":stop", "End the game", always, Battleship::stop),
    ]
}

/// The functions of the course text, and files.
fn text_rows() -> Vec<Row<Battleship>> {
    vec![
        Row::with_args(
            ":feedback",
            "T1 T2 T3 G1 G2 G3",
            "Answer guess G if the ships are at T",
            always,
            |words| {
                let (target, guess) = words.split_at_checked(3).ok_or("")?;
                Ok((typed(target), typed(guess)))
            },
            |_, words, _| answer_to(&words),
        )
        .completing_words(locations)
        .taking_commas(),
        Row::with_args(
            ":solve",
            "T1 T2 T3",
            "Let the computer search for ships at T",
            always,
            |words| Ok(typed(words)),
            |_, target, _| solve(&target),
        )
        .completing_words(locations)
        .taking_commas(),
        save_row(),
        load_row(),
    ]
}
