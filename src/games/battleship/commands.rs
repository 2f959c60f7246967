//! The commands of the guessing game.

use super::{Answer, NotAPlacement, Placement};
use crate::repl::{Arg, Kind, Row, When};

/// Three locations as a person typed them, or why they are none.
pub(super) type Typed = Result<Placement, NotAPlacement>;

/// A typed command.
#[derive(Clone, Debug)]
pub enum Command {
    /// The computer hides: here, or where it likes.
    Start(Option<Typed>),
    /// A person hides, the computer searches.
    Search,
    /// A searching person's guess.
    Guess(Typed),
    /// A hiding person's answer; nothing if no hider could say it.
    Answer(Option<Answer>),
    /// Suggest a guess.
    Hint,
    /// Tell how many placements are possible.
    Left,
    /// The answer to a guess: target, guess.
    Feedback(Typed, Typed),
    /// Let the computer search for this.
    Solve(Typed),
    /// Show the grid.
    Board,
    /// Take the last guess or answer back.
    Undo,
    /// End the game.
    Stop,
    /// Write the game to a file.
    Save(String),
    /// Read a game from a file.
    Load(String),
}

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

/// The names of all locations.
#[rustfmt::skip]
const LOCATIONS: [&str; 32] = [
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "D2", "D3", "D4",
    "E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4", "G1", "G2", "G3", "G4", "H1", "H2", "H3", "H4",
];

/// A location that is none of the other two of a placement.
const LOCATION: Kind = Kind::Distinct {
    words: &LOCATIONS,
    group: 3,
};

fn needed(names: &[&'static str], kind: Kind) -> Vec<Arg> {
    names.iter().map(|name| Arg::needed(name, kind)).collect()
}

/// The table of the mode.
pub(super) fn rows() -> Vec<Row<Command>> {
    let row = |name, args, when, summary, example, parse: fn(&[&str]) -> Option<Command>| Row {
        name,
        args,
        summary,
        when,
        example,
        parse: Box::new(parse),
    };
    let file = vec![Arg::needed("FILE", Kind::File)];
    vec![
        row(
            ":start",
            ["L1", "L2", "L3"]
                .map(|name| Arg::optional(name, LOCATION))
                .to_vec(),
            When::Always,
            "You search: the computer hides three ships, at these locations if you name them",
            ":start H1 B2 D3",
            |words| match words.len() {
                0 => Some(Command::Start(None)),
                3 => Some(Command::Start(Some(typed(words)))),
                _ => None,
            },
        ),
        row(
            ":guess",
            needed(&["L1", "L2", "L3"], LOCATION),
            When::Playing,
            "Guess where the ships are",
            ":guess A1 A3 H1",
            |words| Some(Command::Guess(typed(words))),
        ),
        Row::bare(
            ":search",
            When::Always,
            "You hide: the computer searches",
            Command::Search,
        ),
        row(
            ":answer",
            needed(&["EXACT", "ONE", "TWO"], Kind::Offered),
            When::Playing,
            "Answer a guess: how many are exact, one away, two away",
            ":answer 0 2 1",
            |words| Some(Command::Answer(told(words))),
        ),
        Row::bare(":hint", When::Playing, "Suggest a guess", Command::Hint),
        Row::bare(
            ":left",
            When::Playing,
            "Tell how many placements are possible",
            Command::Left,
        ),
        Row::bare(":board", When::Playing, "Show the grid", Command::Board),
        Row::bare(
            ":undo",
            When::Playing,
            "Take the last guess or answer back",
            Command::Undo,
        ),
        Row::bare(":stop", When::Always, "End the game", Command::Stop),
        row(
            ":feedback",
            needed(&["T1", "T2", "T3", "G1", "G2", "G3"], LOCATION),
            When::Always,
            "Tell the answer to guess G if the ships are at T",
            ":feedback H1 B2 D3 B3 C3 H3",
            |words| {
                let (target, guess) = words.split_at_checked(3)?;
                Some(Command::Feedback(typed(target), typed(guess)))
            },
        ),
        row(
            ":solve",
            needed(&["T1", "T2", "T3"], LOCATION),
            When::Always,
            "Let the computer search for ships at T",
            ":solve H1 B2 D3",
            |words| Some(Command::Solve(typed(words))),
        ),
        row(
            ":save",
            file.clone(),
            When::Playing,
            "Save the game in a file",
            ":save game.txt",
            |words| Some(Command::Save(words.join(" "))),
        ),
        row(
            ":load",
            file,
            When::Always,
            "Load a game from a file and go on with it",
            ":load game.txt",
            |words| Some(Command::Load(words.join(" "))),
        ),
    ]
}
