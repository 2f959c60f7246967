//! Keys of positions in a game whose past matters.
//!
//! No board may come again, so what can follow depends on the board, the side to move and the set
//! of the earlier boards that can come again: those since the last capture, as captures cannot be
//! undone. In what order they came does not matter.
//!
//! Looking only some plies ahead, even fewer boards matter. A side that has made one move has one
//! piece elsewhere; after more moves it has at most so many pieces elsewhere. So an earlier board
//! in which too many pieces stand elsewhere is out of reach. This is why different ways to the same
//! position mostly have the same key near the leaves of a search, where most positions are.
//!
//! At the end of the look-ahead it is still asked whether the side to move has a legal move at all,
//! so boards count that are one ply further away; but only if it can have so few moves that earlier
//! boards could forbid them all.

use super::board::{Board, Layout};
use super::hex::Hex;
use super::moves::more_slides_than;
use super::word::{Word, in_narrowest};
use crate::engine::rng::mix;
use crate::engine::{Side, State};

/// A key for everything that the future depends on.
pub(super) fn key(state: &State<Board>) -> u64 {
    let past = state
        .board
        .open()
        .map(|earlier| earlier.key)
        .fold(0, u64::wrapping_add);
    join(state, past)
}

/// A key for everything that the next `depth` plies and the status after them depend on.
#[inline]
pub(super) fn key_within(hex: &Hex, state: &State<Board>, depth: u32) -> u64 {
    let now = state.board.layout();
    if state.board.is_made_up() {
        return sum_within(hex, state, depth, |then| {
            plies_in_fiction(now, then, state.to_move)
        });
    }
    in_narrowest!(hex, W => sum_within(hex, state, depth, |then| {
        Some(plies_to::<W>(now, then, state.to_move))
    }))
}

#[inline]
fn sum_within(
    hex: &Hex,
    state: &State<Board>,
    depth: u32,
    plies_to: impl Fn(&Layout) -> Option<u32>,
) -> u64 {
    let mut near = 0u64;
    let mut beyond = 0u64;
    let mut beyond_count = 0;
    for earlier in state.board.open() {
        match plies_to(&earlier.layout) {
            Some(plies) if plies <= depth => near = near.wrapping_add(earlier.key),
            Some(plies) if plies == depth + 1 => {
                beyond = beyond.wrapping_add(earlier.key);
                beyond_count += 1;
            }
            _ => {}
        }
    }
    if beyond_count > 0 && may_be_stuck(hex, state, depth, beyond_count) {
        near = near.wrapping_add(beyond);
    }
    join(state, near)
}

/// A key for the board and the side to move, whatever the past.
#[inline]
pub(super) fn key_of_looks(state: &State<Board>) -> u64 {
    join(state, 0)
}

/// The key of the board, the side to move and a set of earlier boards.
fn join(state: &State<Board>, past: u64) -> u64 {
    mix(past ^ 0x1319_8a2e_0370_7344) ^ state.board.key() ^ (state.to_move.index() as u64)
}

/// At least how many plies it takes from one layout to another with as many pieces.
#[inline]
fn plies_to<W: Word>(now: &Layout, then: &Layout, to_move: Side) -> u32 {
    let elsewhere = |side| (W::narrow(now.of(side)) & !W::narrow(then.of(side))).count();
    match (elsewhere(to_move), elsewhere(to_move.other())) {
        (1, 0) => 1,
        (1, 1) => 2,
        (0 | 2, 1) => 3,
        (own, other) => (2 * own).saturating_sub(1).max(2 * other).max(4),
    }
}

/// The same for layouts of a made-up history, if there is a way at all.
fn plies_in_fiction(now: &Layout, then: &Layout, to_move: Side) -> Option<u32> {
    let same = |side| now.count(side) == then.count(side);
    then.may_follow(now).then(|| {
        if same(to_move) && same(to_move.other()) {
            plies_to::<u128>(now, then, to_move)
        } else {
            // Pieces may be missing rather than elsewhere.
            1
        }
    })
}

/// Whether it cannot be excluded that the side to move after `depth` plies has no legal move, but
/// would have one if not for some of `count` earlier boards.
fn may_be_stuck(hex: &Hex, state: &State<Board>, depth: u32, count: u32) -> bool {
    let (stuck, moves_of_stuck) = if depth.is_multiple_of(2) {
        (state.to_move, depth / 2)
    } else {
        (state.to_move.other(), depth / 2)
    };
    let moves_of_other = depth - moves_of_stuck;
    // A piece that comes to a cell ends the slides of its six neighbours to it, and a piece that
    // leaves a cell or is taken there had six slides itself at most.
    let lost = 12 * moves_of_stuck + 6 * moves_of_other;
    // Boards on the way forbid moves, too.
    !more_slides_than(hex, state.board.layout(), stuck, lost + count + depth)
}
