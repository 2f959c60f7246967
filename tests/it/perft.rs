//! Compares perft with the counts in `fixtures/perft`, a file per game.
//!
//! Each line is a position, a depth and a count. The position is `start`, `size N` for the start of
//! another size, or a file of `fixtures/states`. Lines that begin with `#` are comments.

use crate::tafl_oracle as oracle;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use game::engine::{State, perft};
use game::games::tafl::csv;
use game::games::{board_games, find};
use game::parallel;
use game::play::Opening;

/// A line of a file.
#[derive(Debug)]
struct Count {
    size: Option<u64>,
    state: Option<PathBuf>,
    depth: u32,
    leaves: u64,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn read(line: &str) -> Option<Count> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, [depth, leaves]) = words.split_last_chunk()?;
    let (size, state) = match position {
        ["start"] => (None, None),
        ["size", size] => (Some(size.parse().ok()?), None),
        [file] => (None, Some(fixtures().join("states").join(file))),
        _ => return None,
    };
    Some(Count {
        size,
        state,
        depth: depth.parse().ok()?,
        leaves: leaves.parse().ok()?,
    })
}

/// The counts of all games, each with the name of its mode.
fn counts() -> Vec<(String, Vec<Count>)> {
    let mut all = Vec::new();
    let folder = fs::read_dir(fixtures().join("perft")).expect("the folder is there");
    for path in folder.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let mode = stem.expect("named after its mode").to_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let counts = lines
            .map(|line| read(line).unwrap_or_else(|| panic!("{mode}: {line:?} is no count")))
            .collect();
        all.push((mode, counts));
    }
    all
}

#[test]
fn every_count_is_right() {
    for (mode, counts) in counts() {
        let board = find(&mode).and_then(|entry| entry.board.as_ref());
        let board = board.unwrap_or_else(|| panic!("there is no board game {mode}"));
        for expected in counts {
            let opening = Opening {
                size: expected.size,
                state: expected.state.as_deref(),
            };
            let divided = (board.divide)(
                expected.depth,
                opening,
                parallel::all_cores(),
                &AtomicBool::new(false),
            );
            let divided = divided.unwrap_or_else(|why| panic!("{mode}: {expected:?}: {why}"));
            let found: u64 = divided.iter().filter_map(|(_, leaves)| *leaves).sum();
            assert_eq!(found, expected.leaves, "{mode}: {expected:?}");
        }
    }
}

#[test]
fn every_board_game_is_counted() {
    let counted = counts();
    for name in board_games() {
        let found = counted.iter().find(|(mode, _)| mode == name);
        let (_, counts) = found.unwrap_or_else(|| {
            panic!("add fixtures/perft/{name}.txt, with lines like `start 1 12`")
        });
        assert!(!counts.is_empty(), "{name}");
    }
}

/// Repeats the small counts of *Protect the λ* with the reference rules.
#[test]
fn the_reference_counts_the_same() {
    let (_, counts) = counts()
        .into_iter()
        .find(|(mode, _)| mode == "tafl")
        .unwrap();
    for expected in counts.iter().filter(|expected| expected.leaves < 10_000) {
        let state = match &expected.state {
            None => game::engine::Game::start(&oracle::Reference),
            Some(file) => {
                let state = csv::read(&fs::read(file).unwrap()).unwrap();
                State::new(oracle::Cells::from(&state.board), state.to_move)
            }
        };
        let found = perft(&oracle::Reference, &state, expected.depth);
        assert_eq!(found, expected.leaves, "{expected:?}");
    }
}
