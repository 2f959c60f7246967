//! Boards: where the pieces stand, and the history of the game.

use super::hex::{Cell, Hex};
use crate::engine::Side;
use crate::engine::rng::mix;
use std::fmt;
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
struct Past {
    layout: Layout,
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

/// An earlier board: its layout and the hash of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    pub(super) layout: Layout,
    pub(super) key: u64,
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
    /// How many of the earlier boards, the newest first, can still come again as far as their
    /// numbers of pieces go. In a game these are the boards since the last capture.
    open: u32,
    /// Whether one of these has other numbers of pieces than this one. That is so in no game, but
    /// in a history that somebody made up; then a capture closes nothing.
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

    /// The board after a move, with this one in its past.
    #[inline]
    pub(super) fn followed_by(&self, layout: Layout, captured: Option<Side>) -> Self {
        let link = self.link.get_or_init(|| {
            Arc::new(Past {
                layout: self.layout,
                key: self.key(),
                earlier: self.past.clone(),
            })
        });
        Board {
            layout,
            counts: self.counts_after(captured),
            past: Some(Arc::clone(link)),
            link: OnceLock::new(),
            open: self.open_count_after(captured),
            made_up: self.made_up,
        }
    }

    /// The board after a move as one without a past, for when that no longer matters.
    #[inline]
    pub(super) fn followed_for_good(&self, layout: Layout, captured: Option<Side>) -> Self {
        Board {
            layout,
            counts: self.counts_after(captured),
            past: None,
            link: OnceLock::new(),
            open: 0,
            made_up: false,
        }
    }

    #[inline]
    fn counts_after(&self, captured: Option<Side>) -> [u8; 2] {
        let mut counts = self.counts;
        if let Some(side) = captured {
            counts[side.index()] -= 1;
        }
        counts
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

    /// A key for where the pieces stand, without the past.
    pub(super) fn key(&self) -> u64 {
        self.layout.key()
    }

    /// All boards of the game, the newest first, this one included: the order of the course text.
    pub fn history(&self) -> impl Iterator<Item = Layout> + Clone {
        std::iter::once(self.layout).chain(self.earlier().map(|earlier| earlier.layout))
    }

    /// How many earlier boards can still come again, as far as their numbers of pieces go.
    pub(super) const fn open_count(&self) -> u32 {
        self.open
    }

    /// Whether the numbers of pieces of those boards differ, which they do in no game.
    pub(super) const fn is_made_up(&self) -> bool {
        self.made_up
    }

    /// Those boards, the newest first.
    #[inline]
    pub(super) fn open(&self) -> impl Iterator<Item = Earlier> + Clone {
        self.earlier().take(self.open as usize)
    }

    #[inline]
    fn earlier(&self) -> impl Iterator<Item = Earlier> + Clone {
        let mut next = self.past.as_deref();
        std::iter::from_fn(move || {
            let past = next?;
            next = past.earlier.as_deref();
            Some(Earlier {
                layout: past.layout,
                key: past.key,
            })
        })
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
