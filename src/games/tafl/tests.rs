//! The fast rules against the reference.

use super::oracle::{Cells, Reference};
use super::*;
use crate::engine::rng::Rng;
use crate::engine::{Game, State, perft, perft_made};

#[test]
fn the_known_counts() {
    let counts = [1, 2, 3, 4].map(|depth| perft(&Tafl, &Tafl.start(), depth));
    assert_eq!(counts, [80, 4400, 353_200, 19_913_864]);
    assert_eq!(perft_made(&Tafl, &Tafl.start(), 4).total(), 19_913_864);
    assert_eq!(perft(&Reference, &Reference.start(), 2), 4400);
}

fn slow(state: &State<Board>) -> State<Cells> {
    State::new(Cells::from(&state.board), state.to_move)
}

/// Everything the two say of a position and of all that can follow it.
fn agree(state: &State<Board>) {
    let reference = slow(state);
    assert_eq!(
        Tafl.status(state),
        Reference.status(&reference),
        "{state:?}"
    );
    let mut moves = Tafl.move_list(state);
    moves.sort_unstable();
    assert_eq!(moves, Reference.move_list(&reference), "{state:?}");
    for mv in moves {
        let after = Tafl.play(state, mv);
        assert_eq!(
            slow(&after),
            Reference.play(&reference, mv),
            "{mv} in {state:?}"
        );
    }
}

#[test]
fn random_games_agree() {
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        let mut state = Tafl.start();
        for _ in 0..200 {
            agree(&state);
            let moves = Tafl.move_list(&state);
            if moves.is_empty() {
                break;
            }
            state = Tafl.play(&state, moves[rng.below(moves.len())]);
        }
    }
}
