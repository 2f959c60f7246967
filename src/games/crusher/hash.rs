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

use super::board::Board;
use super::hex::{Hex, Word};
use super::moves::slide_targets;
use crate::engine::State;
use crate::engine::rng::mix;

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
    // In a made-up history pieces can be missing rather than elsewhere, so distances say nothing.
    if state.board.is_made_up() {
        return hash(state);
    }
    if hex.fits_u64() {
        hash_within_in::<u64>(hex, state, depth)
    } else {
        hash_within_in::<u128>(hex, state, depth)
    }
}

#[inline]
fn hash_within_in<W: Word>(hex: &Hex, state: &State<Board>, depth: u32) -> u64 {
    let now = state.board.layout();
    let sides = [state.to_move, state.to_move.other()];
    let mut near = 0u64;
    let mut beyond = 0u64;
    let mut beyond_count = 0;
    for earlier in state.board.open() {
        let [own, other] = sides.map(|side| {
            let (now, then) = (now.of(side), earlier.layout.of(side));
            (W::narrow(now) & !W::narrow(then)).count()
        });
        let plies = fewest_plies(own, other);
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

/// Whether the side to move after `depth` plies may have no legal move because of `count` earlier
/// boards that are one ply further away. Only after one ply is it excluded often enough to be worth
/// a look: the history forbids nothing after a capture, and any other move fills only one cell that
/// could be slid to.
#[inline]
fn may_be_stuck(hex: &Hex, state: &State<Board>, depth: u32, count: u32) -> bool {
    depth != 1 || slide_targets(hex, state.board.layout(), state.to_move.other()) <= count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

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
