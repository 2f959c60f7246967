//! Forced ends that are found without search: λ captured by the next move, or an escape that cannot
//! be stopped.
//!
//! λ wins when its turn begins with an open path. So with the objects to move, one open path is a
//! threat that they must close at once, and two are a win: no single move closes both.

use super::reach::{Reach, squares_of};
use crate::engine::Side;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::capture::{CROSS, after_move};
use crate::games::tafl::lookup::{BIT, ENTRIES, NEIGHBOURS, PATHS};

/// The end that a position is forced to within three plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    /// The objects, whose turn it is, capture λ.
    Capture,
    /// λ escapes whatever the objects do.
    Escape,
    /// No forced end is found.
    Nothing,
}

/// The number of open paths to an edge from a square.
#[inline]
pub(super) fn open_paths(occupied: u128, square: usize) -> u32 {
    PATHS[square % ENTRIES]
        .iter()
        .map(|path| u32::from(occupied & path == 0))
        .sum()
}

/// The squares on which one more object would capture λ.
#[inline]
pub(super) fn deadly_squares(board: &Board) -> u128 {
    let lambda = usize::from(board.lambda) % ENTRIES;
    let square = BIT[lambda];
    let around = NEIGHBOURS[lambda];
    let adjacent_objects = around & board.objects;
    if adjacent_objects == 0 {
        return 0;
    }
    let free = around & !board.occupied() & !CENTRE;
    if square & CROSS != 0 {
        let missing = around & !CENTRE & !board.objects;
        return if missing.is_power_of_two() {
            missing & free
        } else {
            0
        };
    }
    // Whoever stands on one side of λ makes the opposite side deadly. Steps off the board's side
    // edges end in the next row, which is not beside λ.
    let opposite = |from: u128, apart: u32| -> u128 {
        (from & square << apart) >> (2 * apart) | (from & square >> apart) << (2 * apart)
    };
    (opposite(adjacent_objects, 1) | opposite(adjacent_objects, 9)) & free & ALL_SQUARES
}

/// The forced end with the objects to move. Sound, and complete for wins in one ply and losses in
/// two.
pub(super) fn with_objects_to_move(board: &Board) -> Forced {
    let occupied = board.occupied();
    let lambda = usize::from(board.lambda);
    let deadly = deadly_squares(board);
    let open = open_paths(occupied, lambda);
    if deadly == 0 && open != 1 {
        return if open == 0 {
            Forced::Nothing
        } else {
            Forced::Escape
        };
    }
    let reached = Reach::around(occupied).of_any(board.objects);
    if deadly & reached != 0 {
        return Forced::Capture;
    }
    let closes = |path: &u128| occupied & path != 0 || reached & path != 0;
    if open >= 2 || !PATHS[lambda % ENTRIES].iter().all(closes) {
        return Forced::Escape;
    }
    Forced::Nothing
}

/// The forced end with λ's side to move; only moves of λ itself are tried.
pub(super) fn with_lambda_to_move(board: &Board, reached_by_lambda: u128) -> Forced {
    let lambda = usize::from(board.lambda);
    let others = board.occupied() & !BIT[lambda % ENTRIES];
    for to in squares_of(reached_by_lambda) {
        if open_paths(others, to) > 0 {
            let after = after_move(board, Side::Second, lambda, to);
            if with_objects_to_move(&after) == Forced::Escape {
                return Forced::Escape;
            }
        }
    }
    Forced::Nothing
}
