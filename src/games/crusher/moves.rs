//! Move generation: slides to an empty neighbour, leaps over a neighbour of the same side.

use super::board::Layout;
use super::hex::{Cell, Hex, Word, around};
use crate::engine::Side;
use std::fmt;

/// A move: the piece on one cell goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell of the piece.
    pub from: Cell,
    /// The cell it moves to.
    pub to: Cell,
}

/// The numbers of the two cells.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.to)
    }
}

/// Visits the moves of the pieces `own` that slide to one of `slides` or leap to one of `leaps`: the
/// bit of the word each leaves and the one it reaches.
#[inline]
pub(super) fn visit<W: Word>(
    strides: [u32; 3],
    own: W,
    slides: W,
    leaps: W,
    mut visit: impl FnMut(u32, u32),
) {
    let mut each = |mut targets: W, distance: u32| {
        while let Some(to) = targets.pop() {
            visit(to.wrapping_sub(distance), to);
        }
    };
    for by in strides {
        let (ahead, behind) = (own << by, own >> by);
        each(ahead & slides, by);
        each(behind & slides, by.wrapping_neg());
        each(((ahead & own) << by) & leaps, 2 * by);
        each(((behind & own) >> by) & leaps, (2 * by).wrapping_neg());
    }
}

/// Appends the legal moves of a side: the slides and leaps that repeat no earlier board.
#[inline]
pub(super) fn generate(
    hex: &Hex,
    layout: &Layout,
    side: Side,
    earlier: impl Iterator<Item = Layout>,
    into: &mut Vec<Move>,
) {
    let first = into.len();
    generate_freely(hex, layout, side, into);
    for forbidden in forbidden(hex, layout, side, earlier) {
        if let Some(place) = into[first..].iter().position(|&mv| mv == forbidden) {
            into.remove(first + place);
        }
    }
}

/// Appends the slides and leaps of a side, ignoring the history.
#[inline]
pub(super) fn generate_freely(hex: &Hex, layout: &Layout, side: Side, into: &mut Vec<Move>) {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    let free = hex.all & !own;
    push(hex, [own, free & !enemy, free], into);
}

/// Appends the leaps of a side that capture.
#[inline]
pub(super) fn generate_captures(hex: &Hex, layout: &Layout, side: Side, into: &mut Vec<Move>) {
    push(hex, [layout.of(side), 0, layout.of(side.other())], into);
}

#[inline]
fn push(hex: &Hex, [own, slides, leaps]: [u128; 3], into: &mut Vec<Move>) {
    let push = |from, to| {
        into.push(Move {
            from: hex.cell_at(from),
            to: hex.cell_at(to),
        });
    };
    if hex.fits_u64() {
        visit(hex.strides, own as u64, slides as u64, leaps as u64, push);
    } else {
        visit(hex.strides, own, slides, leaps, push);
    }
}

/// Whether a side has a legal move. There are at most `max` earlier boards, and each forbids at
/// most one move, so they are seldom checked.
#[inline]
pub(super) fn any(
    hex: &Hex,
    layout: &Layout,
    side: Side,
    earlier: impl Iterator<Item = Layout> + Clone,
    max: u32,
) -> bool {
    let slides = slide_targets(hex, layout, side);
    slides > max || slides > forbidden(hex, layout, side, earlier.clone()).count() as u32 || {
        let mut list = Vec::new();
        generate(hex, layout, side, earlier, &mut list);
        !list.is_empty()
    }
}

/// Counts the empty cells next to a side's pieces: it has at least as many slides.
#[inline]
pub(super) fn slide_targets(hex: &Hex, layout: &Layout, side: Side) -> u32 {
    let own = layout.of(side);
    let empty = hex.all & !(own | layout.of(side.other()));
    if hex.fits_u64() {
        (around(hex.strides, own as u64) & empty as u64).count()
    } else {
        (around(hex.strides, own) & empty).count()
    }
}

/// Returns the displacements of one of the side's pieces that would repeat an earlier board, legal
/// moves or not.
#[inline]
fn forbidden(
    hex: &Hex,
    layout: &Layout,
    side: Side,
    earlier: impl Iterator<Item = Layout>,
) -> impl Iterator<Item = Move> {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    earlier.filter_map(move |earlier| {
        let (before, enemy_before) = (earlier.of(side), earlier.of(side.other()));
        // A move can capture an enemy, but not move one: this settles most boards.
        if enemy_before & !enemy != 0 {
            return None;
        }
        let (from, to) = (own & !before, before & !own);
        (from.is_power_of_two() && to.is_power_of_two() && enemy_before == enemy & !to).then(|| {
            Move {
                from: hex.cell_at(from.trailing_zeros()),
                to: hex.cell_at(to.trailing_zeros()),
            }
        })
    })
}
