//! The seed varies the computer's games at the named levels only.

use std::collections::BTreeSet;

use game::games::{self, board_games};
use game::play::Options;
use game::repl::Context;

use crate::modes::play_out;

/// Runs lines in a mode with a seed. Returns the answer to the last one and the computer's moves after
/// it.
fn played(mode: &str, seed: u64, lines: &[&str]) -> String {
    let options = Options {
        seed,
        ..Options::default()
    };
    let mut session = (games::find(mode).expect("a mode").open)(options, Context::default());
    let replies = lines
        .iter()
        .map(|line| play_out(&mut *session, line).scripted());
    replies.last().unwrap_or_default()
}

/// The moves of the computer against itself at a level.
fn game_alone(mode: &str, size: &str, seed: u64, level: &str) -> String {
    let [one, two] = match mode {
        "tafl" => ["O", "L"],
        "crusher" => ["W", "B"],
        _ => ["X", "O"],
    };
    let players = [one, two].map(|side| format!(":computer {side} {level}"));
    let start = format!(":start {size}");
    played(
        mode,
        seed,
        &[
            ":computer none",
            &start,
            &players[0],
            &players[1],
            ":history",
        ],
    )
}

#[test]
fn eight_seeds_give_at_least_five_games_and_equal_seeds_equal_ones() {
    for (mode, size) in [("tafl", ""), ("crusher", "4 WB"), ("tictactoe", "4")] {
        for level in ["easy", "medium"] {
            let game = |seed| game_alone(mode, size, seed, level);
            let games: BTreeSet<String> = (1..=8).map(game).collect();
            assert!(games.len() >= 5, "{mode} {level}: {}", games.len());
            assert!(games.contains(&game(8)), "{mode} {level}");
        }
    }
}

#[test]
fn depths_and_hints_never_vary() {
    for mode in board_games() {
        let start = if mode == "crusher" {
            ":start 3 WB"
        } else {
            ":start"
        };
        for last in [":hint", ":computer DEPTH"] {
            let side = if mode == "crusher" { "W" } else { "X" };
            let side = if mode == "tafl" { "O" } else { side };
            let last = last.replace("DEPTH", &format!("{side} 2"));
            let answer = |seed| played(mode, seed, &[":computer none", start, &last]);
            assert!(
                (1..=2).all(|seed| answer(seed) == answer(0)),
                "{mode} {last}"
            );
        }
    }
}
