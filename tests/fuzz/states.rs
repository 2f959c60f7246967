//! Saved games: a damaged one is refused, or it is another saved game.

use game::engine::StateOf;
use game::games::countdown::CountDown;
use game::games::crusher::Crusher;
use game::games::tafl::Tafl;
use game::games::tictactoe::TicTacToe;
use game::play::PromptGame;

use crate::mutate::Mutator;
use crate::rules::{self, Lawful};
use crate::{corpus, rounds};

/// Saved games of all stages, made by playing at random.
fn played<T: PromptGame>(games: &[T], seed: u64) -> Vec<Vec<u8>> {
    let mut mutator = Mutator::new(seed, vec![Vec::new()]);
    let mut saved = Vec::new();
    for game in games {
        for _ in 0..4 {
            let mut state = game.start();
            for _ in 0..mutator.rng.below(30) {
                let moves = game.move_list(&state);
                if moves.is_empty() {
                    break;
                }
                state = game.play(&state, moves[mutator.rng.below(moves.len())]);
            }
            saved.push(game.write(&state).into_bytes());
        }
    }
    saved
}

/// Reads damaged files; `same` says whether a file that was read is the one that would be written.
fn hold<T: Lawful>(seed: u64, count: u64, games: &[T], same: fn(&[u8], &[u8]) -> bool)
where
    StateOf<T>: PartialEq,
{
    let mut corpus = corpus::states();
    // The game's own files count for more than those of others.
    corpus.extend(std::iter::repeat_n(played(games, seed), 8).flatten());
    let mut mutator = Mutator::new(seed, corpus);
    let mut read = 0;
    for _ in rounds(count) {
        let bytes = mutator.damaged();
        let (game, state) = match T::read(&bytes) {
            Ok(sound) => sound,
            Err(reason) => {
                assert!(!reason.is_empty());
                continue;
            }
        };
        read += 1;
        let text = game.write(&state);
        let told = String::from_utf8_lossy(&bytes).into_owned();
        assert!(
            text.len() <= T::LONGEST_FILE && same(&bytes, text.as_bytes()),
            "{told}"
        );
        let (game_again, state_again) = T::read(text.as_bytes()).expect("just written");
        assert!(state_again == state, "{told}");
        assert_eq!(game_again.label(), game.label(), "{told}");
        rules::hold(&game, &state);
        let moves = game.move_list(&state);
        if let Some(&mv) = moves.get(mutator.rng.below(moves.len() + 1)) {
            rules::hold(&game, &game.play(&state, mv));
        }
    }
    assert!(read > 20, "only {read} files were sound");
}

/// Files far longer than any game: nothing is read twice, and no game comes out by accident.
fn refuse_what_is_too_long<T: PromptGame>(games: &[T]) {
    for piece in corpus::states().into_iter().chain(played(games, 15)) {
        let times = (1 << 20) / piece.len().max(1);
        assert!(T::read(&piece.repeat(times + 1)).is_err());
    }
}

#[test]
fn too_long() {
    refuse_what_is_too_long(&[Tafl]);
    refuse_what_is_too_long(&[Crusher::default()]);
    refuse_what_is_too_long(&[CountDown::default()]);
    refuse_what_is_too_long(&[TicTacToe::default()]);
}

fn to_the_byte(read: &[u8], written: &[u8]) -> bool {
    read == written
}

/// The text prints `0` for `O` in places, so that is read too.
fn but_for_digits(read: &[u8], written: &[u8]) -> bool {
    let letter = |&byte: &u8| if byte == b'0' { b'O' } else { byte };
    read.iter().map(letter).eq(written.iter().copied())
}

#[test]
fn tafl() {
    hold(10, 60_000, &[Tafl], but_for_digits);
}

#[test]
fn crusher() {
    let games = [3, 4, 5, 6].map(|size| Crusher::new(size).expect("a size"));
    hold(11, 20_000, &games, to_the_byte);
}

/// Every board of a history is the last one of a shorter game, and it is then the right side's turn.
#[test]
fn crusher_taken_back() {
    for file in played(&[Crusher::default()], 14) {
        let text = String::from_utf8(file).expect("text");
        let boards: Vec<&str> = text.lines().skip(1).collect();
        for gone in 0..boards.len() {
            let history = boards[gone..].join("\n");
            let right = (boards.len() - gone) % 2 == 1;
            for (turn, sound) in [("W", right), ("B", !right)] {
                let bytes = format!("{turn} to play\n{history}\n").into_bytes();
                assert_eq!(Crusher::read(&bytes).is_ok(), sound, "{turn} {history}");
            }
        }
    }
}

#[test]
fn countdown() {
    let games = [1, 7, 21, u64::MAX].map(CountDown::new);
    hold(12, 60_000, &games, to_the_byte);
}

#[test]
fn tictactoe() {
    let games = [3, 4, 7, 10].map(|size| TicTacToe::new(size).expect("a size"));
    hold(13, 60_000, &games, to_the_byte);
}
