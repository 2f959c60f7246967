//! Threats found without search: captures, λ captured by the next move, an unstoppable escape.
//!
//! λ wins when its turn begins with an open path. So with the objects to move, one open path is a
//! threat that they must close at once, and two are a win: no single move closes both.

use super::board::{
    ALL_SQUARES, Board, CENTRE, FIRST_FILE, LAST_FILE, Piece, beside, down, left, right,
    squares_of, up,
};
use super::capture::{CROSS, after_move};
use super::lookup::{BIT, ENTRIES, PATHS};
use super::moves::{Lines, Move};
use super::square::{Square, WIDTH};
use crate::engine::Side;

/// The forced end of a position within three plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    /// The objects, to move, capture λ.
    Capture,
    /// λ escapes against every defence.
    Escape,
    /// No forced end was found.
    Nothing,
}

/// Counts the open paths from a square to an edge.
#[inline]
pub(super) fn open_paths(occupied: u128, square: usize) -> u32 {
    PATHS[square % ENTRIES]
        .iter()
        .map(|path| u32::from(occupied & path == 0))
        .sum()
}

/// Returns the squares behind the victims, seen from partners beside them.
#[inline]
fn beyond(victims: u128, partners: u128) -> u128 {
    left(victims & left(partners))
        | right(victims & right(partners))
        | up(victims & up(partners))
        | down(victims & down(partners))
}

/// Returns the squares on which one more object would capture λ.
#[inline]
pub(super) fn deadly_squares(board: &Board) -> u128 {
    let square = BIT[board.lambda_index()];
    let free = ALL_SQUARES & !board.occupied() & !CENTRE;
    if square & CROSS == 0 {
        return beyond(square, board.objects) & free;
    }
    let missing = beside(square) & !CENTRE & !board.objects;
    if missing.is_power_of_two() {
        missing & free
    } else {
        0
    }
}

/// Returns the forced end with the objects to move: sound, and complete for wins in one ply and
/// losses in two.
pub(super) fn with_objects_to_move(board: &Board) -> Forced {
    let occupied = board.occupied();
    let lambda = usize::from(board.lambda);
    let deadly = deadly_squares(board);
    let open = open_paths(occupied, lambda);
    if deadly == 0 && open == 0 {
        return Forced::Nothing;
    }
    let reached = Lines::of(occupied).reach_of_any(board.objects);
    let closes = |path: &u128| (occupied | reached) & path != 0;
    if deadly & reached != 0 {
        Forced::Capture
    } else if open >= 2 || !PATHS[lambda % ENTRIES].iter().all(closes) {
        Forced::Escape
    } else {
        Forced::Nothing
    }
}

/// Returns the forced end with λ's side to move; tries only moves of λ itself.
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

/// Appends the moves of a side that capture a guard or an object. [`deadly_squares`] finds captures
/// of λ.
pub(super) fn capturing_moves(board: &Board, side: Side, into: &mut Vec<Move>) {
    let occupied = board.occupied();
    let (victims, partners) = match side {
        Side::First => (
            board.all_of(Piece::Guard),
            board.objects | CENTRE & !occupied,
        ),
        Side::Second => (board.objects, board.defenders | CENTRE),
    };
    let targets = beyond(victims, partners) & ALL_SQUARES & !occupied & !CENTRE;
    if targets == 0 {
        return;
    }
    let lines = Lines::of(occupied);
    for from in squares_of(board.of(side)) {
        for to in squares_of(lines.reach(from) & targets) {
            if let (Some(from), Some(to)) = (Square::new(from), Square::new(to)) {
                into.push(Move::new(from, to));
            }
        }
    }
}

/// The squares of row 1.
const FIRST_RANK: u128 = (1 << WIDTH) - 1;

/// The squares of row 9.
const LAST_RANK: u128 = FIRST_RANK << (8 * WIDTH);

/// The squares of the four edges.
pub(super) const EDGES: u128 = FIRST_RANK | LAST_RANK | FIRST_FILE | LAST_FILE;

/// Empty squares by the number of edges with a clear path from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeView {
    /// At least one.
    pub(super) one: u128,
    /// At least two: the objects cannot stop a λ there by closing a path.
    pub(super) two: u128,
}

impl EdgeView {
    /// Computes the view for these occupied squares. Leave λ out of them to include its own square.
    pub(super) fn over(occupied: u128) -> EdgeView {
        let empty = ALL_SQUARES & !occupied;
        let (mut one, mut two) = (0, 0);
        for view in [
            spread(FIRST_RANK, empty, up),
            spread(LAST_RANK, empty, down),
            spread(FIRST_FILE, empty, right),
            spread(LAST_FILE, empty, left),
        ] {
            two |= one & view;
            one |= view;
        }
        EdgeView { one, two }
    }
}

/// Returns the empty squares reached from an edge in steps over empty squares.
#[inline]
fn spread(edge: u128, empty: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut view = edge & empty;
    for _ in 1..WIDTH {
        view |= step(view) & empty;
    }
    view
}

/// Returns a set and the squares reached from it step by step over free squares.
pub(super) fn flood(from: u128, free: u128) -> u128 {
    let free = free & ALL_SQUARES;
    let mut region = from;
    loop {
        let wider = beside(region) & free | region;
        if wider == region {
            return region;
        }
        region = wider;
    }
}
