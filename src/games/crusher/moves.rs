//! The moves: slides to an empty neighbour, leaps over an own neighbour.

use super::board::{Board, Layout};
use super::hex::{Cell, Hex};
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
    let own = layout.of(side);
    let empty = hex.all() & !(own | layout.of(side.other()));
    for &direction in hex.directions() {
        let next = hex.step(own, direction);
        let mut slides = next & empty;
        while slides != 0 {
            let place = slides.trailing_zeros();
            slides &= slides - 1;
            into.push(Move {
                from: hex.cell_at(direction.origin(place, 1)),
                to: hex.cell_at(place),
            });
        }
        let mut leaps = hex.step(next & own, direction) & !own;
        while leaps != 0 {
            let place = leaps.trailing_zeros();
            leaps &= leaps - 1;
            into.push(Move {
                from: hex.cell_at(direction.origin(place, 2)),
                to: hex.cell_at(place),
            });
        }
    }
}

/// Whether a side has a legal move.
#[inline]
pub(super) fn any(hex: &Hex, board: &Board, side: Side) -> bool {
    let slides = slides(hex, board.layout(), side);
    // Each earlier board forbids one move at most.
    slides > board.open_count() || slides > forbidden(hex, board, side).count() as u32 || {
        let mut list = Vec::new();
        generate(hex, board, side, &mut list);
        !list.is_empty()
    }
}

/// How many slides a side has, whatever the past.
#[inline]
pub(super) fn slides(hex: &Hex, layout: &Layout, side: Side) -> u32 {
    let own = layout.of(side);
    let empty = hex.all() & !(own | layout.of(side.other()));
    hex.directions()
        .iter()
        .map(|&direction| (hex.step(own, direction) & empty).count_ones())
        .sum()
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
