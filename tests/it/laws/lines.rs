//! Random input: lines as people type them, typos, damaged bytes.

use game::games::NAMES;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::driver::tame;
use crate::modes::{after, tours};

/// Words that some mode knows, and some that are nearly right.
#[rustfmt::skip]
const WORDS: [&str; 34] = [
    "a1", "d1", "d4", "e5", "j1", "d10", "A1", "B2", "H1", "h4", "I1", "0", "3", "5", "10", "19", "21", "-1", "+1", "01",
    "1.5", "18446744073709551615", "18446744073709551616", "W", "WB", "X", "O", "L", "none", "chances", "[]", "\u{a0}",
    "start.csv", "a",
];

/// One step of a session.
#[derive(Clone, Debug)]
pub enum Step {
    /// Types a line.
    Type(String),
    /// Makes a legal move.
    Play(Index),
}

/// A meaningful word, or noise.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(&WORDS[..]).prop_map(str::to_owned),
        3 => "[a-i][1-9]",
        3 => "[A-H][1-4]",
        3 => "[0-9]{1,2}",
        1 => "\\PC{1,6}",
    ]
}

/// A line for this mode: a command, a line of its tours, a typo, or noise.
pub fn line(mode: &str) -> BoxedStrategy<String> {
    let commands = after(mode, &[""; 0]).commands();
    let names: Vec<&str> = commands.iter().map(|row| row.name).collect();
    let usual = tours(mode).concat();
    let command = (select(names), vec(word(), 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    let sensible = prop_oneof![3 => command, 3 => select(usual), 1 => word()].boxed();
    let slip = (sensible.clone(), damages(1)).prop_map(|(line, damages)| {
        let bytes = damaged(line.as_bytes(), &damages);
        String::from_utf8_lossy(&bytes).replace('\n', " ")
    });
    prop_oneof![8 => sensible, 3 => slip, 1 => any::<String>(), 1 => "[ \t\r\x0c]{0,3}"]
        .prop_map(|line| tame(&line))
        .boxed()
}

/// A session with lines of all kinds.
pub fn steps(mode: &str, max: usize) -> BoxedStrategy<Vec<Step>> {
    let step = prop_oneof![
        line(mode).prop_map(Step::Type),
        any::<Index>().prop_map(Step::Play)
    ];
    vec(step, 0..max).boxed()
}

/// A game without typos: moves, some of them undone and redone.
pub fn moves(max: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<Index>().prop_map(Step::Play),
        1 => Just(Step::Type(":undo".to_owned())),
        1 => Just(Step::Type(":redo".to_owned())),
    ];
    vec(step, 0..max)
}

/// A mode and a session of it.
pub fn any_session(max: usize) -> impl Strategy<Value = (&'static str, Vec<Step>)> {
    select(&NAMES[..]).prop_flat_map(move |mode| (Just(mode), steps(mode, max)))
}

/// A change to a file: its kind, two places, and a byte.
type Damage = (u8, Index, Index, u8);

/// Up to `max` damages.
pub fn damages(max: usize) -> impl Strategy<Value = Vec<Damage>> {
    let byte = prop_oneof![select(&b"\0\n\r ,:-019OGLXWBSH\"\x1b\xff"[..]), any::<u8>()];
    vec((0..6u8, any::<Index>(), any::<Index>(), byte), 1..=max)
}

/// Damages bytes as disks, editors and people do.
pub fn damaged(bytes: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (kind, at, to, byte) in damages {
        if bytes.is_empty() {
            return bytes;
        }
        let (at, to) = (at.index(bytes.len()), to.index(bytes.len()));
        match kind {
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            2 => bytes.swap(at, to),
            3 => drop(bytes.drain(at.min(to)..at.max(to))),
            4 => bytes.extend_from_within(at.min(to)..at.max(to)),
            _ => bytes.truncate(at),
        }
    }
    bytes
}
