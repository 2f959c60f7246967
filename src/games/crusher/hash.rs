//! Hashes of positions in a game whose history matters.
//!
//! No board may come again, so what can follow depends on the board, the side to move and the set
//! of the earlier boards that can come again: those since the last capture, as captures cannot be
//! undone. In what order they came does not matter.
//!
//! Looking only some plies ahead, even fewer boards matter. A side that has made one move has one
//! piece elsewhere; after more moves it has at most so many pieces elsewhere. So an earlier board
//! in which too many pieces stand elsewhere is out of reach. This is why different ways to the same
//! position mostly have the same hash near the leaves of a search, where most positions are.
//!
//! At the end of the look-ahead it is still asked whether the side to move has a legal move at all,
//! so boards matter that are one ply further away; but only if it can have so few moves that earlier
//! boards could forbid them all.

use super::bitset::{Pair, Two, in_narrowest_pair};
use super::board::{Board, Layout};
use super::hex::Hex;
use super::moves::slides;
use crate::engine::rng::mix;
use crate::engine::{Side, State};

/// More plies than any search looks ahead.
const NEVER: u32 = u32::MAX;

/// The hash of everything that the future depends on.
pub(super) fn hash(state: &State<Board>) -> u64 {
    let past = state
        .board
        .open()
        .map(|earlier| earlier.key)
        .fold(0, u64::wrapping_add);
    join(state, past)
}

/// The hash of everything that the next `depth` plies and the status after them depend on.
#[inline]
pub(super) fn hash_within(hex: &Hex, state: &State<Board>, depth: u32) -> u64 {
    let now = state.board.layout();
    if state.board.is_made_up() {
        return sum_within(hex, state, depth, |then| {
            plies_in_made_up_history(now, then, state.to_move)
        });
    }
    in_narrowest_pair!(hex, P => sum_within(hex, state, depth, |then| {
        plies_to::<P>(now, then, state.to_move)
    }))
}

#[inline]
fn sum_within(
    hex: &Hex,
    state: &State<Board>,
    depth: u32,
    plies_to: impl Fn(&Layout) -> u32,
) -> u64 {
    let mut near = 0u64;
    let mut beyond = 0u64;
    let mut beyond_count = 0;
    for earlier in state.board.open() {
        let plies = plies_to(&earlier.layout);
        // Nobody could guess which of these it is, so there is nothing to branch on.
        near = near.wrapping_add(if plies <= depth { earlier.key } else { 0 });
        beyond = beyond.wrapping_add(if plies == depth + 1 { earlier.key } else { 0 });
        beyond_count += u32::from(plies == depth + 1);
    }
    if beyond_count > 0 && may_be_stuck(hex, state, depth, beyond_count) {
        near = near.wrapping_add(beyond);
    }
    join(state, near)
}

/// The hash of the board and the side to move, whatever the past.
#[inline]
pub(super) fn board_hash(state: &State<Board>) -> u64 {
    join(state, 0)
}

/// The hash of the board, the side to move and a set of earlier boards.
fn join(state: &State<Board>, past: u64) -> u64 {
    mix(past ^ 0x1319_8a2e_0370_7344) ^ state.board.key() ^ (state.to_move.index() as u64)
}

/// A lower bound on the plies from one layout to another with as many pieces.
#[inline]
fn plies_to<P: Pair>(now: &Layout, then: &Layout, to_move: Side) -> u32 {
    let [now, then] =
        [now, then].map(|layout| P::new(layout.of(to_move), layout.of(to_move.other())));
    let [own, other] = (now & !then).counts();
    fewest_plies(own, other)
}

/// The fewest plies after which so many pieces of the side to move and of the other can stand
/// elsewhere, none taken.
#[inline]
pub(super) fn fewest_plies(own: u32, other: u32) -> u32 {
    u32::from(PLIES[own.min(15) as usize][other.min(15) as usize])
}

/// [`fewest_plies`] by how many pieces of the side to move and of the other stand elsewhere. In a game
/// there are at most eleven; of more, in a history that somebody made up, fifteen are counted, and
/// it takes at least so long as for these.
const PLIES: [[u8; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut own = 0;
    while own < 16 {
        let mut other = 0;
        while other < 16 {
            table[own][other] = match (own, other) {
                (1, 0) => 1,
                (1, 1) => 2,
                (0 | 2, 1) => 3,
                (0..3, 0..3) => 4,
                // The side to move moves first and last, or second to last.
                _ if own > other => 2 * own as u8 - 1,
                _ => 2 * other as u8,
            };
            other += 1;
        }
        own += 1;
    }
    table
};

/// The same for layouts of a made-up history; [`NEVER`] if there is no way at all.
fn plies_in_made_up_history(now: &Layout, then: &Layout, to_move: Side) -> u32 {
    let same = |side| now.count(side) == then.count(side);
    if !then.may_follow(now) {
        NEVER
    } else if same(to_move) && same(to_move.other()) {
        plies_to::<Two<u128>>(now, then, to_move)
    } else {
        // Pieces may be missing rather than elsewhere.
        1
    }
}

/// Whether it cannot be excluded that the side to move after `depth` plies has no legal move, but
/// would have one if not for some of `count` earlier boards. Only after one ply is it excluded
/// often enough to be worth a look.
#[inline]
fn may_be_stuck(hex: &Hex, state: &State<Board>, depth: u32, count: u32) -> bool {
    // A piece that comes to a cell ends the slides of its six neighbours to it, and a piece that is
    // taken there had six slides itself at most.
    const MOST_LOST: u32 = 6;
    // The board before the move forbids one, too.
    depth != 1 || slides(hex, state.board.layout(), state.to_move.other()) <= MOST_LOST + count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_made_up_history_pieces_may_be_missing() {
        let plies = |now: [u128; 2], then: [u128; 2]| {
            let [now, then] = [now, then].map(Layout::new);
            plies_in_made_up_history(&now, &then, Side::First)
        };
        let now = [0b11, 0b11_0000];
        assert_eq!(plies(now, [0b101, 0b11_0000]), 1, "one moved");
        assert_eq!(plies(now, [0b101, 0b101_0000]), 2, "one of each side moved");
        assert_eq!(plies(now, [0b11, 0b10_0000]), 1, "one was taken");
        assert_eq!(
            plies(now, [0b10, 0b101_0000]),
            1,
            "one was taken, one moved"
        );
        assert_eq!(plies(now, [0b111, 0b11_0000]), NEVER, "one more");
        assert_eq!(
            plies(now, [0b1, 0b111_0000]),
            NEVER,
            "one more, though one less"
        );
    }

    #[test]
    fn plies_are_the_fewest_in_which_both_sides_can_have_moved_so_many_pieces() {
        // One move puts one piece elsewhere; after two or more it can be any number up to theirs.
        let possible = |elsewhere: usize, moves: usize| match moves {
            0 | 1 => elsewhere == moves,
            _ => elsewhere <= moves,
        };
        for (own, row) in PLIES.iter().enumerate() {
            for (other, &plies) in row.iter().enumerate() {
                let fewest = (1..=32).find(|plies: &usize| {
                    possible(own, plies.div_ceil(2)) && possible(other, plies / 2)
                });
                assert_eq!(fewest, Some(usize::from(plies)), "{own} {other}");
            }
        }
    }
}
