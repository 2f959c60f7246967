//! The computer varies its games by the seed at the named levels, and nowhere else.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use game::engine::player::Player;
use game::engine::{Side, StateOf};
use game::games::crusher::Crusher;
use game::games::tafl::Tafl;
use game::games::{self, board_games};
use game::play::{Level, Options, PlayerRequest, PromptGame, Purpose};
use game::repl::Context;

/// Types lines into a mode with a seed, and returns the answers to the last with what the computer
/// does after it.
fn played(mode: &str, seed: u64, lines: &[&str]) -> String {
    let options = Options {
        seed,
        ..Options::default()
    };
    let mut session = (games::find(mode).expect("a mode").open)(options, Context::default());
    let replies = lines.iter().map(|line| session.play_out(line).scripted());
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

/// Plays two moves of `side` at the level `easy`, and the answers of a player that takes what it can.
/// Returns the boards before and after.
fn two_easy_moves<T: PromptGame>(game: &T, side: Side, seed: u64) -> [String; 2] {
    let options = Options {
        seed,
        ..Options::default()
    };
    let never = AtomicBool::new(false);
    let player = |level| -> Box<dyn Player<T>> {
        game.player(&PlayerRequest {
            level: Some(level),
            purpose: Purpose::Opponent { from_start: true },
            options: &options,
            cancel: &never,
        })
    };
    let mut players = [player(Level::Depth(1)), player(Level::Easy)];
    let mut state: StateOf<T> = game.start();
    let start = game.show_board(&state.board);
    for _ in 0..4 + side.index() {
        let easy = state.to_move == side;
        let mv = players[usize::from(easy)].choose(game, &state, &never);
        state = game.play(&state, mv.expect("a move"));
    }
    [start, game.show_board(&state.board)]
}

#[test]
fn the_first_two_moves_of_easy_give_no_piece_away() {
    fn check<T: PromptGame>(game: &T, letters: [char; 2]) {
        for (side, letter) in Side::BOTH.into_iter().zip(letters) {
            for seed in 1..=8 {
                let boards = two_easy_moves(game, side, seed);
                let [before, after] = boards.map(|board| board.matches(letter).count());
                assert_eq!(before, after, "{} {letter}, seed {seed}", T::NAME);
            }
        }
    }
    check(&Tafl, ['O', 'G']);
    check(&Crusher::new(4).expect("a size"), ['W', 'B']);
}
