//! Ends that can be seen without looking ahead: who captures λ with the next move, and whose escape
//! nobody can stop.
//!
//! λ wins when its turn begins with an open path. So with the objects to move, one open path is a
//! threat that they must close at once, and two are a win: no single move closes both.

use super::reach::{Reach, squares_of};
use crate::engine::Side;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::capture::{CROSS, moved};
use crate::games::tafl::lookup::{BIT, ENTRIES, NEIGHBOURS, PATHS};

/// What a position comes to within three plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The objects, whose turn it is, capture λ.
    Captured,
    /// λ gets away whatever the objects do.
    Escaped,
    /// Nothing of that kind can be seen.
    Open,
}

/// How many paths to an edge λ would have on a square, if it stood there.
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
    let hunters = around & board.objects;
    if hunters == 0 {
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
    (opposite(hunters, 1) | opposite(hunters, 9)) & free & ALL_SQUARES
}

/// What the position comes to with the objects to move: right whatever it says, and complete for
/// wins in one and losses in two plies.
pub(super) fn before_objects(board: &Board) -> Verdict {
    let occupied = board.occupied();
    let lambda = usize::from(board.lambda);
    let deadly = deadly_squares(board);
    let open = open_paths(occupied, lambda);
    if deadly == 0 && open != 1 {
        return if open == 0 {
            Verdict::Open
        } else {
            Verdict::Escaped
        };
    }
    let reached = Reach::around(occupied).of_any(board.objects);
    if deadly & reached != 0 {
        return Verdict::Captured;
    }
    let closes = |path: &u128| occupied & path != 0 || reached & path != 0;
    if open >= 2 || !PATHS[lambda % ENTRIES].iter().all(closes) {
        return Verdict::Escaped;
    }
    Verdict::Open
}

/// What the position comes to with λ's side to move, as far as λ's own moves go.
pub(super) fn before_lambdas(board: &Board, reached_by_lambda: u128) -> Verdict {
    let lambda = usize::from(board.lambda);
    let others = board.occupied() & !BIT[lambda % ENTRIES];
    for to in squares_of(reached_by_lambda) {
        if open_paths(others, to) > 0 {
            let after = moved(board, Side::Second, lambda, to);
            if before_objects(&after) == Verdict::Escaped {
                return Verdict::Escaped;
            }
        }
    }
    Verdict::Open
}
