//! What can be seen on a board: the numbers that the evaluation weighs.

use super::board::Layout;
use super::hex::{Direction, Hex};
use crate::engine::Side;

/// How many numbers describe a side.
pub const COUNT: usize = 16;

/// The numbers of both sides, first those of the side to move.
pub type Features = [[i32; COUNT]; 2];

/// What the numbers of a side stand for, in their order.
pub const NAMES: [&str; COUNT] = [
    "pieces",
    "last life",
    "two lives",
    "capturable",
    "capturable but defended",
    "any capturable",
    "any capturable with the last life",
    "pairs",
    "lines of three",
    "triangles",
    "alone",
    "defended",
    "cells controlled",
    "distance from the centre",
    "on the edge",
    "slides",
];

/// A side seen along the six directions.
#[derive(Clone, Copy, Default)]
struct View {
    pieces: u128,
    /// Cells that a leap can land on, empty or not.
    controlled: u128,
    /// Pieces that have an own piece beside them.
    together: u128,
    pairs: u32,
    triples: u32,
    triangles: u32,
    slides: u32,
}

impl View {
    #[inline]
    fn new(hex: &Hex, pieces: u128, empty: u128) -> Self {
        let mut view = View {
            pieces,
            ..View::default()
        };
        let [left, right, up, down, above, below] = *hex.directions();
        for (one, other) in [(left, right), (up, down), (above, below)] {
            view.look(hex, one, empty);
            view.look(hex, other, empty);
            let ahead = hex.step(pieces, one) & pieces;
            view.pairs += ahead.count_ones();
            view.triples += (hex.step(ahead, one) & pieces).count_ones();
        }
        // A triangle stands on a pair and has its tip above or below.
        let base = hex.step(pieces, right) & pieces;
        view.triangles = (hex.step(base, above) & pieces).count_ones()
            + (hex.step(base, below) & pieces).count_ones();
        view
    }

    #[inline]
    fn look(&mut self, hex: &Hex, direction: Direction, empty: u128) {
        let next = hex.step(self.pieces, direction);
        self.together |= next & self.pieces;
        self.slides += (next & empty).count_ones();
        self.controlled |= hex.step(next & self.pieces, direction);
    }
}

/// What can be seen on a board.
#[must_use]
#[inline]
pub fn features(hex: &Hex, layout: &Layout, to_move: Side) -> Features {
    let empty = hex.all() & !(layout.of(to_move) | layout.of(to_move.other()));
    let own = View::new(hex, layout.of(to_move), empty);
    let other = View::new(hex, layout.of(to_move.other()), empty);
    [count(hex, &own, &other), count(hex, &other, &own)]
}

#[inline]
fn count(hex: &Hex, own: &View, enemy: &View) -> [i32; COUNT] {
    let size = hex.size() as i32;
    let number = |set: u128| set.count_ones() as i32;
    let pieces = number(own.pieces);
    let last_life = i32::from(pieces == size);
    let hit = own.pieces & enemy.controlled;
    let any_hit = i32::from(hit != 0);
    let distance: i32 = hex
        .rings()
        .iter()
        .map(|&ring| number(own.pieces & ring))
        .sum();
    [
        pieces,
        last_life,
        i32::from(pieces == size + 1),
        number(hit),
        number(hit & own.controlled),
        any_hit,
        any_hit * last_life,
        own.pairs as i32,
        own.triples as i32,
        own.triangles as i32,
        number(own.pieces & !own.together),
        number(own.pieces & own.controlled),
        number(own.controlled & !own.pieces),
        distance,
        number(own.pieces & hex.edge()),
        own.slides as i32,
    ]
}
