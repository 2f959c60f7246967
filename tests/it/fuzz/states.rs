//! Saved games of all board games of the registry: a damaged one is refused, or it is another saved
//! game.

use game::games::BoardGame;
use game::games::crusher::Crusher;
use game::play::PromptGame;

use super::mutate::Mutator;
use super::rules::{self, board_games, starts};
use super::{corpus, rng, rounds};

/// Saved games of all stages, made by playing at random.
fn played(mode: &str, board: &BoardGame, seed: u64) -> Vec<Vec<u8>> {
    let mut rng = rng(seed);
    let mut saved = Vec::new();
    for _ in 0..4 {
        for mut position in starts(mode, board) {
            for _ in 0..rng.below(30) {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[rng.below(moves.len())];
                position = position.play(mv).expect("a move of the list");
            }
            saved.push(position.save().into_bytes());
        }
    }
    saved
}

/// Whether a file that was read is the one that would be written.
fn same(mode: &str, read: &[u8], written: &[u8]) -> bool {
    // The text prints `0` for `O` in places, so that is read too.
    let letter = |&byte: &u8| match byte {
        b'0' if mode == "tafl" => b'O',
        other => other,
    };
    read.iter().map(letter).eq(written.iter().copied())
}

#[test]
fn damaged_games_are_refused_or_are_other_games() {
    for (mode, board) in board_games() {
        let mut corpus = corpus::states();
        // The game's own files count for more than those of others.
        corpus.extend(std::iter::repeat_n(played(mode, board, 10), 8).flatten());
        let mut mutator = Mutator::new(11, corpus);
        let mut read = 0;
        for _ in rounds(40_000) {
            let bytes = mutator.damaged();
            let position = match (board.read)(&bytes) {
                Ok(position) => position,
                Err(reason) => {
                    assert!(!reason.is_empty(), "{mode} refuses a file without a reason");
                    continue;
                }
            };
            read += 1;
            let text = position.save();
            let told = String::from_utf8_lossy(&bytes);
            assert!(
                same(mode, &bytes, text.as_bytes()),
                "{mode}: {told:?}: {text:?}"
            );
            // What follows from it takes longer to look at.
            if read % 4 == 0 {
                rules::hold(mode, board, position.as_ref());
            }
        }
        assert!(read > 20, "{mode}: only {read} files were sound");
    }
}

/// Files far longer than any game: nothing is read twice, and no game comes out by accident.
#[test]
fn what_is_too_long_is_refused() {
    for (mode, board) in board_games() {
        for piece in corpus::states().into_iter().chain(played(mode, board, 15)) {
            let times = (1 << 20) / piece.len().max(1);
            assert!((board.read)(&piece.repeat(times + 1)).is_err(), "{mode}");
        }
    }
}

/// Every board of a history is the last one of a shorter game, and it is then the right side's turn.
#[test]
fn crusher_taken_back() {
    let games = board_games();
    let (mode, board) = games
        .into_iter()
        .find(|(mode, _)| *mode == Crusher::NAME)
        .expect("crusher");
    for file in played(mode, board, 14) {
        let text = String::from_utf8(file).expect("text");
        let boards: Vec<&str> = text.lines().skip(1).collect();
        for gone in 0..boards.len() {
            let history = boards[gone..].join("\n");
            let right = (boards.len() - gone) % 2 == 1;
            for (turn, sound) in [("W", right), ("B", !right)] {
                let bytes = format!("{turn} to play\n{history}\n").into_bytes();
                assert_eq!((board.read)(&bytes).is_ok(), sound, "{turn} {history}");
            }
        }
    }
}
