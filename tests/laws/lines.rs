//! Lines that somebody might type: commands, slips of the finger, and noise.

use game::games;
use game::play::Options;
use game::repl::Context;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Names of files: saved games of every mode, damaged ones, and names that are free.
pub const FILES: [&str; 12] = [
    "start.csv",
    "lambda-is-free.csv",
    "almost-shut-in.csv",
    "walled-in.csv",
    "shut-in.csv",
    "tictactoe-4.csv",
    "tictactoe-won.csv",
    "crusher-no-move.txt",
    "wrong-answer.txt",
    "a",
    "b",
    "λ",
];

/// Words that mean something somewhere, and some that look so.
#[rustfmt::skip]
const WORDS: [&str; 62] = [
    "a1", "a4", "d1", "d4", "e5", "e9", "i9", "j1", "d10", "A4", "A1", "A3", "B2", "C3", "D3", "H1", "H3", "h4", "I1",
    "0", "1", "2", "3", "4", "5", "6", "7", "9", "10", "14", "15", "19", "20", "21", "-1", "+1", "01", "1.5", "100",
    "18446744073709551615", "18446744073709551616", "W", "B", "WB", "X", "O", "L", "G", "none", "perfect", "500ms",
    "1s", "tafl", "crusher", "countdown", "battleship", "tictactoe", "[]", "[\"WWW-WW-------BB-BBB\"]", "\u{a0}",
    "５", "\0",
];

/// What can be done in a driver.
#[derive(Clone, Debug)]
pub enum Step {
    /// Type this.
    Type(String),
    /// Make one of the legal moves.
    Play(Index),
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(&WORDS[..]).prop_map(str::to_owned),
        3 => "[a-i][1-9]",
        3 => "[A-H][1-4]",
        3 => "[0-9]{1,2}",
        3 => select(&FILES[..]).prop_map(str::to_owned),
        1 => "\\PC{1,6}",
    ]
}

/// A line for this mode.
pub fn line(mode: &'static str) -> BoxedStrategy<String> {
    let entry = games::find(mode).expect("a mode");
    let session = (entry.open)(Options::default(), Context::default());
    let names: Vec<&str> = session
        .menu()
        .entries
        .iter()
        .map(|entry| entry.name)
        .collect();
    let command = (select(names), vec(word(), 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    let example = select(session.examples());
    let sensible = prop_oneof![3 => command, 2 => example, 2 => word()].boxed();
    let slip = (sensible.clone(), any::<Index>(), any::<char>(), 0..5)
        .prop_map(|(line, at, symbol, kind)| mistyped(&line, at, symbol, kind));
    prop_oneof![
        12 => sensible,
        4 => slip,
        1 => any::<String>(),
        1 => "[ \t\r\x0c]{0,3}",
        1 => ":\\PC{0,12}",
        1 => "[ :a-z0-9\u{a0}\u{2003}\u{85}]{0,12}",
    ]
    .boxed()
}

/// The line with one slip of the finger.
fn mistyped(line: &str, at: Index, symbol: char, kind: i32) -> String {
    let mut symbols: Vec<char> = line.chars().collect();
    if symbols.is_empty() {
        return symbol.to_string();
    }
    let at = at.index(symbols.len());
    match kind {
        0 => {
            symbols.remove(at);
        }
        1 => symbols.insert(at, symbol),
        2 => symbols[at] = symbol,
        3 => symbols.insert(at, symbols[at]),
        _ => symbols.insert(at, '\u{a0}'),
    }
    symbols.into_iter().collect()
}

/// A driver of up to so many steps.
pub fn steps(mode: &'static str, most: usize) -> BoxedStrategy<Vec<Step>> {
    let step = prop_oneof![
        3 => line(mode).prop_map(Step::Type),
        3 => any::<Index>().prop_map(Step::Play),
        1 => select(&[":start", ":undo", ":redo", ":save a", ":load a", ":search", ":start 3 WB", ":move", ":stop"][..])
            .prop_map(|line| Step::Type(line.to_owned())),
    ];
    vec(step, 0..most).boxed()
}

/// A game without slips: moves, some of them taken back and made again.
pub fn moves(most: usize) -> BoxedStrategy<Vec<Step>> {
    let step = prop_oneof![
        8 => any::<Index>().prop_map(Step::Play),
        1 => Just(Step::Type(":undo".to_owned())),
        1 => Just(Step::Type(":redo".to_owned())),
    ];
    vec(step, 0..most).boxed()
}

/// Bytes that come through a pipe: lines of this mode, and lines that are no text.
pub fn bytes(mode: &'static str) -> BoxedStrategy<Vec<u8>> {
    let noise = vec(any::<u8>(), 0..30);
    let piece = prop_oneof![
        8 => line(mode).prop_map(String::into_bytes),
        1 => noise,
    ];
    let end = select(&["\n", "\r\n", "\n\n"][..]);
    vec((piece, end), 0..25)
        .prop_map(|lines| {
            let mut all = Vec::new();
            for (line, end) in lines {
                all.extend(line);
                all.extend(end.as_bytes());
            }
            all
        })
        .boxed()
}
