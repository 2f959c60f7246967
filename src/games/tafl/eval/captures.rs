//! The moves that capture, found without trying all moves.

use super::reach::{Reach, squares_of};
use crate::engine::Side;
use crate::games::tafl::Move;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::lookup::{BIT, ENTRIES};
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::{Square, WIDTH};

/// Appends the moves of a side that capture a guard or an object. Moves that capture λ end the game,
/// which [`forced`](super::forced) sees.
pub(super) fn capturing_moves(board: &Board, side: Side, into: &mut Vec<Move>) {
    let occupied = board.occupied();
    let (victims, partners) = match side {
        Side::First => (
            board.defenders & !BIT[usize::from(board.lambda) % ENTRIES],
            board.objects | CENTRE & !occupied,
        ),
        Side::Second => (board.objects, board.defenders | CENTRE),
    };
    let targets = beyond(victims, partners) & ALL_SQUARES & !occupied & !CENTRE;
    if targets == 0 {
        return;
    }
    let reach = Reach::around(occupied);
    for from in squares_of(board.of(side)) {
        for to in squares_of(reach.from(from) & targets) {
            if let (Some(from), Some(to)) = (Square::new(from), Square::new(to)) {
                into.push(Move::new(from, to));
            }
        }
    }
}

/// The squares beside victims that have a partner on their other side.
fn beyond(victims: u128, partners: u128) -> u128 {
    let left = |set: u128| (set & !FIRST_FILE) >> 1;
    let right = |set: u128| (set & !LAST_FILE) << 1;
    let up = |set: u128| set << WIDTH;
    let down = |set: u128| set >> WIDTH;
    left(victims & left(partners))
        | right(victims & right(partners))
        | up(victims & up(partners))
        | down(victims & down(partners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::engine::rng::Rng;
    use crate::games::tafl::{Tafl, captures_of};

    #[test]
    fn they_are_those_of_all_moves_that_capture() {
        let mut rng = Rng::new(5);
        let mut found = 0;
        for _ in 0..200 {
            let mut state = Tafl.start();
            for _ in 0..60 {
                let moves = Tafl.move_list(&state);
                if moves.is_empty() {
                    break;
                }
                let lambda = state.board.lambda();
                let mut expected: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| captures_of(&state, mv).iter().any(|&at| Some(at) != lambda))
                    .collect();
                let mut actual = Vec::new();
                capturing_moves(&state.board, state.to_move, &mut actual);
                expected.sort_unstable();
                actual.sort_unstable();
                assert_eq!(actual, expected, "{state:?}");
                found += actual.len();
                state = Tafl.play(&state, moves[rng.below(moves.len())]);
            }
        }
        assert!(found > 1000, "{found}");
    }
}
