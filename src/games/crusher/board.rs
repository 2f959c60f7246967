//! Boards: the pieces and the history of the game, and hashes that include the history.
//!
//! No board may be repeated, so the future depends on the board, the side to move and the set of
//! earlier boards that could be repeated: those since the last capture. Their order does not matter.
//!
//! In a search of a few plies fewer boards matter. A side that has made one move has displaced one
//! piece; after more moves, at most that many. An earlier board with more displaced pieces is out of
//! reach. So transpositions near the leaves of a search, where most positions are, mostly have the
//! same hash.
//!
//! At the horizon the side to move must still have a legal move, so boards one ply further away matter
//! too, but only if it has so few moves that earlier boards could forbid them all.

use super::hex::{Cell, Hex, Word};
use super::moves::slide_targets;
use crate::engine::rng::mix;
use crate::engine::{Side, State};
use std::fmt;
use std::iter::successors;
use std::sync::{Arc, OnceLock};

/// The pieces on the board: a string of the course text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    pieces: [u128; 2],
}

impl Layout {
    pub(super) const fn new(pieces: [u128; 2]) -> Self {
        Layout { pieces }
    }

    /// Returns the set of a side's pieces.
    #[inline]
    pub(super) const fn of(&self, side: Side) -> u128 {
        self.pieces[side.index()]
    }

    /// Counts the pieces of a side.
    #[must_use]
    #[inline]
    pub const fn count(&self, side: Side) -> usize {
        self.of(side).count_ones() as usize
    }

    /// Returns the side whose piece stands on a cell.
    #[must_use]
    pub fn at(&self, hex: &Hex, cell: Cell) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.of(side) & hex.bit(cell) != 0)
    }

    /// Returns the layout after a move from one cell to another.
    #[inline]
    pub(super) const fn moved(&self, side: Side, from: u128, to: u128) -> Layout {
        let own = self.of(side) ^ (from | to);
        let enemy = self.of(side.other()) & !to;
        Layout::new(match side {
            Side::First => [own, enemy],
            Side::Second => [enemy, own],
        })
    }

    /// Whether a game can lead from `other` to this layout, judging by the numbers of pieces.
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

/// A linked list of the earlier boards of a game. Lines of a search share their common boards.
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
        while let Some(mut only) = next.and_then(Arc::into_inner) {
            next = only.earlier.take();
        }
    }
}

/// A board and all earlier boards of the game, which must not be repeated.
#[derive(Clone)]
pub struct Board {
    layout: Layout,
    /// The number of pieces of each side.
    counts: [u8; 2],
    past: Option<Arc<Past>>,
    /// This board as the past of those that follow it. It is created with the first of them, so the
    /// leaves of a search cost no allocation.
    link: OnceLock<Arc<Past>>,
    /// The number of earlier boards, the newest first, that can be repeated. In a game these are the
    /// boards since the last capture.
    pub(super) open: u32,
    /// Whether one of these has other numbers of pieces than this one. That happens only in an
    /// invented history, in which a capture closes nothing.
    pub(super) made_up: bool,
}

impl Board {
    /// Creates a board without a past.
    pub(crate) fn new(layout: Layout) -> Self {
        Board::of(layout, Side::BOTH.map(|side| layout.count(side) as u8))
    }

    #[inline]
    const fn of(layout: Layout, counts: [u8; 2]) -> Self {
        Board {
            layout,
            counts,
            past: None,
            link: OnceLock::new(),
            open: 0,
            made_up: false,
        }
    }

    /// Creates a board with a past. `history` begins with the oldest board and ends with this one.
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
        let open = oldest_open.map_or(&[][..], |oldest| &earlier[oldest..]);
        board.open = open.len() as u32;
        let in_a_game = |old: &Layout| old.may_follow(&layout) && layout.may_follow(old);
        board.made_up = !open.iter().all(in_a_game);
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

    /// Returns the board after a move without its past, for when that no longer matters.
    #[inline]
    pub(super) fn followed_for_good(&self, layout: Layout, captured: Option<Side>) -> Self {
        let mut counts = self.counts;
        if let Some(side) = captured {
            counts[side.index()] -= 1;
        }
        Board::of(layout, counts)
    }

    /// Returns the boards that could still be repeated after a move, the newest first.
    #[inline]
    pub(super) fn open_after(
        &self,
        captured: Option<Side>,
    ) -> impl Iterator<Item = Layout> + Clone {
        self.history()
            .take(self.open_count_after(captured) as usize)
    }

    /// Counts these boards.
    #[inline]
    pub(super) fn open_count_after(&self, captured: Option<Side>) -> u32 {
        if captured.is_some() && !self.made_up {
            0
        } else {
            self.open + 1
        }
    }

    /// Returns where the pieces stand.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Counts the pieces of a side.
    #[inline]
    pub(super) const fn count(&self, side: Side) -> usize {
        self.counts[side.index()] as usize
    }

    /// Returns all boards of the game, this one included, the newest first as in the course text.
    pub fn history(&self) -> impl Iterator<Item = Layout> + Clone {
        std::iter::once(self.layout).chain(self.earlier().map(|earlier| earlier.layout))
    }

    /// Returns the earlier boards that could be repeated, the newest first.
    #[inline]
    pub(super) fn open_past(&self) -> impl Iterator<Item = &Past> + Clone {
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

/// Returns the hash of everything that the future depends on.
pub(super) fn hash(state: &State<Board>) -> u64 {
    join(state, state.board.open_past())
}

/// Returns the hash of everything that the legal moves of the next plies depend on: the earlier boards
/// that are at most so many plies away.
pub(super) fn hash_in_reach(state: &State<Board>, plies: u32) -> u64 {
    let in_reach = |earlier: &&Past| plies_between::<u128>(state, earlier) <= plies;
    join(state, state.board.open_past().filter(in_reach))
}

/// Returns the hash of everything that the next `depth` plies and the status after them depend on.
#[inline]
pub(super) fn hash_within(hex: &Hex, state: &State<Board>, depth: u32) -> u64 {
    // In a made-up history pieces can be missing rather than elsewhere, so distances say nothing.
    if state.board.made_up {
        hash(state)
    } else if hex.fits_u64() {
        hash_within_in::<u64>(hex, state, depth)
    } else {
        hash_within_in::<u128>(hex, state, depth)
    }
}

#[inline]
fn hash_within_in<W: Word>(hex: &Hex, state: &State<Board>, depth: u32) -> u64 {
    let (mut near, mut beyond, mut beyond_count) = (0u64, 0u64, 0);
    for earlier in state.board.open_past() {
        let plies = plies_between::<W>(state, earlier);
        // Branches would be unpredictable here.
        near = near.wrapping_add(if plies <= depth { earlier.key } else { 0 });
        beyond = beyond.wrapping_add(if plies == depth + 1 { earlier.key } else { 0 });
        beyond_count += u32::from(plies == depth + 1);
    }
    if beyond_count > 0 && may_be_stuck(hex, state, depth, beyond_count) {
        near = near.wrapping_add(beyond);
    }
    join_key(state, near)
}

/// Returns the hash of the board and the side to move, without the history.
#[inline]
pub(super) fn board_hash(state: &State<Board>) -> u64 {
    join_key(state, 0)
}

/// Returns the hash of the board, the side to move and a set of earlier boards.
fn join<'a>(state: &State<Board>, past: impl Iterator<Item = &'a Past>) -> u64 {
    let keys = past.map(|earlier| earlier.key);
    join_key(state, keys.fold(0, u64::wrapping_add))
}

fn join_key(state: &State<Board>, past: u64) -> u64 {
    mix(past ^ 0x1319_8a2e_0370_7344) ^ state.board.layout.key() ^ (state.to_move.index() as u64)
}

/// Returns the minimum number of plies to reach an earlier board, by its displaced pieces.
#[inline]
fn plies_between<W: Word>(state: &State<Board>, earlier: &Past) -> u32 {
    let [own, other] = [state.to_move, state.to_move.other()].map(|side| {
        let (now, then) = (state.board.layout.of(side), earlier.layout.of(side));
        (W::narrow(now) & !W::narrow(then)).count().min(15) as usize
    });
    u32::from(PLIES[own][other])
}

/// The minimum number of plies, by the numbers of displaced pieces of the side to move and of the
/// other. In a game there are at most eleven; larger numbers, in an invented history, count as
/// fifteen.
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
/// boards that are one ply further away. Only after one ply is the answer often no: a capture leaves
/// nothing forbidden, and any other move fills only one of the cells that could be slid to.
#[inline]
fn may_be_stuck(hex: &Hex, state: &State<Board>, depth: u32, count: u32) -> bool {
    depth != 1 || slide_targets(hex, state.board.layout(), state.to_move.other()) <= count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_the_minimum_to_displace_that_many_pieces() {
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
