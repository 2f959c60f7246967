//! Move generation: slides to an empty neighbour, leaps over a neighbour of the same side.

use super::board::Layout;
use super::hex::{Cell, Hex, Word};
use crate::engine::Side;
use std::fmt;

/// A move: the piece on one cell goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

/// The numbers of the two cells.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.to)
    }
}

/// Appends the legal moves of a side: the slides and leaps that bring no earlier board back.
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

/// Appends the slides and leaps of a side, whatever the past.
#[inline]
pub(super) fn generate_freely(hex: &Hex, layout: &Layout, side: Side, into: &mut Vec<Move>) {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    if hex.fits_u64() {
        generate_in(hex, own as u64, enemy as u64, into);
    } else {
        generate_in(hex, own, enemy, into);
    }
}

/// Appends the leaps of a side that take a piece.
#[inline]
pub(super) fn generate_captures(hex: &Hex, layout: &Layout, side: Side, into: &mut Vec<Move>) {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    if hex.fits_u64() {
        generate_captures_in(hex, own as u64, enemy as u64, into);
    } else {
        generate_captures_in(hex, own, enemy, into);
    }
}

/// Appends a move to each of these places, from so far away in the word, modulo 2^32.
#[inline]
fn push_moves<W: Word>(hex: &Hex, mut targets: W, way: u32, into: &mut Vec<Move>) {
    while let Some(place) = targets.pop() {
        into.push(Move {
            from: hex.cell_at(place.wrapping_sub(way)),
            to: hex.cell_at(place),
        });
    }
}

#[inline]
fn generate_captures_in<W: Word>(hex: &Hex, own: W, enemy: W, into: &mut Vec<Move>) {
    let mut push = |targets, way| push_moves(hex, targets, way, into);
    for by in hex.strides() {
        push((((own << by) & own) << by) & enemy, 2 * by);
        push((((own >> by) & own) >> by) & enemy, (2 * by).wrapping_neg());
    }
}

#[inline]
fn generate_in<W: Word>(hex: &Hex, own: W, enemy: W, into: &mut Vec<Move>) {
    let all = W::narrow(hex.all());
    let empty = all & !(own | enemy);
    let mut push = |targets, way| push_moves(hex, targets, way, into);
    for by in hex.strides() {
        let (ahead, behind) = (own << by, own >> by);
        push(ahead & empty, by);
        push(behind & empty, by.wrapping_neg());
        let free = all & !own;
        push(((ahead & own) << by) & free, 2 * by);
        push(((behind & own) >> by) & free, (2 * by).wrapping_neg());
    }
}

/// Whether a side has a legal move. There are `most` earlier boards at most, and each forbids one
/// move at most: seldom need any of them be looked at.
#[inline]
pub(super) fn any(
    hex: &Hex,
    layout: &Layout,
    side: Side,
    earlier: impl Iterator<Item = Layout> + Clone,
    most: u32,
) -> bool {
    let slides = slide_targets(hex, layout, side);
    slides > most || slides > forbidden(hex, layout, side, earlier.clone()).count() as u32 || {
        let mut list = Vec::new();
        generate(hex, layout, side, earlier, &mut list);
        !list.is_empty()
    }
}

/// Counts the empty cells next to a side's pieces: it has at least as many slides.
#[inline]
pub(super) fn slide_targets(hex: &Hex, layout: &Layout, side: Side) -> u32 {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    if hex.fits_u64() {
        count_slide_targets(hex, own as u64, enemy as u64)
    } else {
        count_slide_targets(hex, own, enemy)
    }
}

#[inline]
fn count_slide_targets<W: Word>(hex: &Hex, own: W, enemy: W) -> u32 {
    let near = hex
        .strides()
        .into_iter()
        .fold(W::NONE, |near, by| near | (own << by) | (own >> by));
    (near & W::narrow(hex.all()) & !(own | enemy)).count()
}

/// The displacements of one of the side's pieces that would bring an earlier board back, legal moves
/// or not.
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
        // One move can take an enemy's piece away, but not move one: this settles most boards.
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
