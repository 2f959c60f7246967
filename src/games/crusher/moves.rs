//! The moves: slides to an empty neighbour, leaps over an own neighbour.

use super::board::{Board, Layout};
use super::hex::{Cell, Hex};
use super::word::{Word, in_narrowest};
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
pub(super) fn generate(hex: &Hex, board: &Board, side: Side, into: &mut Vec<Move>) {
    let first = into.len();
    generate_freely(hex, board.layout(), side, into);
    for forbidden in forbidden(hex, board, side) {
        if let Some(place) = into[first..].iter().position(|&mv| mv == forbidden) {
            into.remove(first + place);
        }
    }
}

/// Appends the slides and leaps of a side, whatever the past.
#[inline]
pub(super) fn generate_freely(hex: &Hex, layout: &Layout, side: Side, into: &mut Vec<Move>) {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    in_narrowest!(hex, W => generate_in(hex, own as W, enemy as W, into));
}

#[inline]
fn generate_in<W: Word>(hex: &Hex, own: W, enemy: W, into: &mut Vec<Move>) {
    let all = W::narrow(hex.all());
    let empty = all & !(own | enemy);
    // How far away in the word a piece comes from, modulo 2^32.
    let mut push = |mut targets: W, way: u32| {
        while let Some(place) = targets.pop() {
            into.push(Move {
                from: hex.cell_at(place.wrapping_sub(way)),
                to: hex.cell_at(place),
            });
        }
    };
    for by in hex.strides() {
        let (ahead, behind) = (own << by, own >> by);
        push(ahead & empty, by);
        push(behind & empty, by.wrapping_neg());
        let free = all & !own;
        push(((ahead & own) << by) & free, 2 * by);
        push(((behind & own) >> by) & free, (2 * by).wrapping_neg());
    }
}

/// Whether a side has a legal move.
#[inline]
pub(super) fn any(hex: &Hex, board: &Board, side: Side) -> bool {
    // Each earlier board forbids one move at most.
    more_slides_than(hex, board.layout(), side, board.open_count())
        || more_slides_than(
            hex,
            board.layout(),
            side,
            forbidden(hex, board, side).count() as u32,
        )
        || {
            let mut list = Vec::new();
            generate(hex, board, side, &mut list);
            !list.is_empty()
        }
}

/// Whether a side has more slides than `number`, whatever the past.
#[inline]
pub(super) fn more_slides_than(hex: &Hex, layout: &Layout, side: Side, number: u32) -> bool {
    let (own, enemy) = (layout.of(side), layout.of(side.other()));
    in_narrowest!(hex, W => count_slides(hex, own as W, enemy as W, number))
}

#[inline]
fn count_slides<W: Word>(hex: &Hex, own: W, enemy: W, number: u32) -> bool {
    let empty = W::narrow(hex.all()) & !(own | enemy);
    // No fewer slides than cells that they lead to: that is enough to know nearly always.
    let near = hex
        .strides()
        .into_iter()
        .fold(W::NONE, |near, by| near | (own << by) | (own >> by));
    if (near & empty).count() > number {
        return true;
    }
    let mut slides = 0;
    for by in hex.strides() {
        for targets in [(own << by) & empty, (own >> by) & empty] {
            slides += targets.count();
            if slides > number {
                return true;
            }
        }
    }
    false
}

/// The changes of one own piece that would bring an earlier board back, be they moves or not.
#[inline]
fn forbidden(hex: &Hex, board: &Board, side: Side) -> impl Iterator<Item = Move> {
    let own = board.layout().of(side);
    let enemy = board.layout().of(side.other());
    board.open().filter_map(move |earlier| {
        let before = earlier.layout.of(side);
        let (from, to) = (own & !before, before & !own);
        (from.is_power_of_two()
            && to.is_power_of_two()
            && earlier.layout.of(side.other()) == enemy & !to)
            .then(|| Move {
                from: hex.cell_at(from.trailing_zeros()),
                to: hex.cell_at(to.trailing_zeros()),
            })
    })
}
