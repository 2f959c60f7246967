//! Boards: where the pieces stand, and the history of the game; and hashes of positions in a game
//! whose history matters.
//!
//! No board may come again, so what can follow depends on the board, the side to move and the set
//! of the earlier boards that can come again: those since the last capture, as captures cannot be
//! undone. In what order they came does not matter.
//!
//! Looking only some plies ahead, even fewer boards matter. A side that has made one move has one
//! piece elsewhere; after more moves it has at most that many pieces elsewhere. So an earlier board
//! in which too many pieces stand elsewhere is out of reach. This is why different ways to the same
//! position mostly have the same hash near the leaves of a search, where most positions are.
//!
//! At the end of the look-ahead the side to move must still have a legal move, so boards one ply
//! further away matter too, but only if it has so few moves that earlier boards could forbid them all.

use super::hex::{Cell, Hex, Word};
use super::moves::slide_targets;
use crate::engine::rng::mix;
use crate::engine::{Side, State};
use std::fmt;
use std::iter::successors;
use std::sync::{Arc, OnceLock};

/// Where the pieces stand: what the course text writes as one string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    pieces: [u128; 2],
}

impl Layout {
    pub(super) const fn new(pieces: [u128; 2]) -> Self {
        Layout { pieces }
    }

    /// The pieces of a side as a set of bits.
    #[inline]
    pub(super) const fn of(&self, side: Side) -> u128 {
        self.pieces[side.index()]
    }

    /// How many pieces a side has.
    #[must_use]
    #[inline]
    pub const fn count(&self, side: Side) -> usize {
        self.of(side).count_ones() as usize
    }

    /// Whose piece stands on a cell of this board.
    #[must_use]
    pub fn at(&self, hex: &Hex, cell: Cell) -> Option<Side> {
        let bit = hex.bit(cell);
        Side::BOTH
            .into_iter()
            .find(|&side| self.of(side) & bit != 0)
    }

    /// The layout after a move from one cell to another.
    #[inline]
    pub(super) const fn moved(&self, side: Side, from: u128, to: u128) -> Layout {
        let own = self.of(side) ^ (from | to);
        let enemy = self.of(side.other()) & !to;
        Layout {
            pieces: match side {
                Side::First => [own, enemy],
                Side::Second => [enemy, own],
            },
        }
    }

    /// Whether this layout can still come about in a game that has come to `other`: pieces are
    /// taken and never put back.
    pub(super) const fn may_follow(&self, other: &Layout) -> bool {
        self.count(Side::First) <= other.count(Side::First)
            && self.count(Side::Second) <= other.count(Side::Second)
    }

    fn key(&self) -> u64 {
        let fold = |word: u128, salt: u64| {
            let product = u128::from(word as u64 ^ salt)
                * u128::from((word >> 64) as u64 ^ salt.rotate_left(29));
            product as u64 ^ (product >> 64) as u64
        };
        let [first, second] = self.pieces;
        let first = fold(first, 0x243f_6a88_85a3_08d3);
        let second = fold(second, 0xa409_3822_299f_31d0);
        mix(first ^ second.rotate_left(32))
    }
}

/// A linked list of the earlier boards of a game. Lines of a search share the boards they have in
/// common.
pub(super) struct Past {
    pub(super) layout: Layout,
    /// The hash of the layout.
    key: u64,
    earlier: Option<Arc<Past>>,
}

/// Drops the boards in a loop: the default would recurse once for each board and could overflow the
/// stack.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(past) = next {
            next = match Arc::into_inner(past) {
                Some(mut only) => only.earlier.take(),
                None => None,
            };
        }
    }
}

/// A board together with all boards the game has passed through, because none of them may come
/// again.
#[derive(Clone)]
pub struct Board {
    layout: Layout,
    /// How many pieces each side has.
    counts: [u8; 2],
    past: Option<Arc<Past>>,
    /// This board as the past of those that follow it: made with the first of them and shared by
    /// all, so that most positions of a search, which nothing follows, cost no allocation.
    link: OnceLock<Arc<Past>>,
    /// How many of the earlier boards, the newest first, have few enough pieces to come again. In a
    /// game these are the boards since the last capture.
    open: u32,
    /// Whether one of these has other numbers of pieces than this one. That happens in no game, only
    /// in an invented history; then a capture closes nothing.
    made_up: bool,
}

impl Board {
    /// A board without a past.
    pub(crate) fn new(layout: Layout) -> Self {
        Board {
            layout,
            counts: Side::BOTH.map(|side| layout.count(side) as u8),
            past: None,
            link: OnceLock::new(),
            open: 0,
            made_up: false,
        }
    }

    /// A board with a past: `history` begins with the oldest board and ends with the present one.
    pub(super) fn with_history(history: &[Layout]) -> Option<Self> {
        let (&layout, earlier) = history.split_last()?;
        let mut board = Board::new(layout);
        for &layout in earlier {
            board.past = Some(Arc::new(Past {
                layout,
                key: layout.key(),
                earlier: board.past.take(),
            }));
        }
        let oldest_open = earlier.iter().position(|old| old.may_follow(&layout));
        board.open = oldest_open.map_or(0, |index| (earlier.len() - index) as u32);
        let open = &earlier[earlier.len() - board.open as usize..];
        board.made_up = !open
            .iter()
            .all(|old| old.may_follow(&layout) && layout.may_follow(old));
        Some(board)
    }

    /// Returns the board after a move, with this one in its past.
    #[inline]
    pub(super) fn followed_by(&self, layout: Layout, captured: Option<Side>) -> Self {
        let link = self.link.get_or_init(|| {
            Arc::new(Past {
                layout: self.layout,
                key: self.layout.key(),
                earlier: self.past.clone(),
            })
        });
        Board {
            past: Some(Arc::clone(link)),
            open: self.open_count_after(captured),
            made_up: self.made_up,
            ..self.followed_for_good(layout, captured)
        }
    }

    /// Returns the board after a move without a past, for when that no longer matters.
    #[inline]
    pub(super) fn followed_for_good(&self, layout: Layout, captured: Option<Side>) -> Self {
        let mut counts = self.counts;
        if let Some(side) = captured {
            counts[side.index()] -= 1;
        }
        Board {
            layout,
            counts,
            past: None,
            link: OnceLock::new(),
            open: 0,
            made_up: false,
        }
    }

    /// The boards that can still come again after a move, the newest first.
    #[inline]
    pub(super) fn open_after(
        &self,
        captured: Option<Side>,
    ) -> impl Iterator<Item = Layout> + Clone {
        self.history()
            .take(self.open_count_after(captured) as usize)
    }

    /// How many these are.
    #[inline]
    pub(super) fn open_count_after(&self, captured: Option<Side>) -> u32 {
        if captured.is_some() && !self.made_up {
            0
        } else {
            self.open + 1
        }
    }

    /// Where the pieces stand.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many pieces a side has.
    #[inline]
    pub(super) const fn count(&self, side: Side) -> usize {
        self.counts[side.index()] as usize
    }

    /// All boards of the game, the newest first, this one included: the order of the course text.
    pub fn history(&self) -> impl Iterator<Item = Layout> + Clone {
        std::iter::once(self.layout).chain(self.earlier().map(|earlier| earlier.layout))
    }

    /// How many earlier boards have few enough pieces to come again.
    pub(super) const fn open_count(&self) -> u32 {
        self.open
    }

    /// Whether the numbers of pieces of those boards differ, which they do in no game.
    pub(super) const fn is_made_up(&self) -> bool {
        self.made_up
    }

    /// Returns those boards, the newest first.
    #[inline]
    pub(super) fn open(&self) -> impl Iterator<Item = &Past> + Clone {
        self.earlier().take(self.open as usize)
    }

    #[inline]
    fn earlier(&self) -> impl Iterator<Item = &Past> + Clone {
        successors(self.past.as_deref(), |past| past.earlier.as_deref())
    }
}

/// Boards are equal when their whole history is.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.history().eq(other.history())
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.history()).finish()
    }
}

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
        // Branches would be unpredictable here.
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
    mix(past ^ 0x1319_8a2e_0370_7344) ^ state.board.layout.key() ^ (state.to_move.index() as u64)
}

/// The fewest plies after which these numbers of pieces of the side to move and of the other can stand
/// elsewhere, none taken.
#[inline]
pub(super) fn fewest_plies(own: u32, other: u32) -> u32 {
    u32::from(PLIES[own.min(15) as usize][other.min(15) as usize])
}

/// [`fewest_plies`] by how many pieces of the side to move and of the other stand elsewhere. In a game
/// there are at most eleven; larger numbers, in an invented history,
/// count as fifteen, which takes no longer.
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
