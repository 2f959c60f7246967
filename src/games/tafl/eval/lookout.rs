//! The squares from which λ would see an edge.

use crate::games::tafl::board::ALL_SQUARES;
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::WIDTH;

/// The squares of row 1.
const FIRST_RANK: u128 = (1 << WIDTH) - 1;

/// The squares of the four edges.
pub(super) const EDGES: u128 = FIRST_RANK | FIRST_RANK << (8 * WIDTH) | FIRST_FILE | LAST_FILE;

/// Squares by the number of edges that can be seen from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lookout {
    /// One at least.
    pub(super) one: u128,
    /// Two at least: λ there cannot be stopped by closing a path.
    pub(super) two: u128,
}

impl Lookout {
    /// Over a board on which something stands on these squares. Only empty squares are looked at:
    /// leave λ out to learn about its own.
    pub(super) fn over(occupied: u128) -> Lookout {
        let empty = ALL_SQUARES & !occupied;
        let mut seen = Lookout { one: 0, two: 0 };
        // Each edge's view spreads inwards over empty squares until something stands in its way.
        let to_the_right = empty & !FIRST_FILE;
        let to_the_left = empty & !LAST_FILE;
        seen.add(spread(empty & FIRST_RANK, empty, |set| set << WIDTH));
        seen.add(spread(empty & FIRST_RANK << (8 * WIDTH), empty, |set| {
            set >> WIDTH
        }));
        seen.add(spread(empty & FIRST_FILE, to_the_right, |set| set << 1));
        seen.add(spread(empty & LAST_FILE, to_the_left, |set| set >> 1));
        seen
    }

    fn add(&mut self, view: u128) {
        self.two |= self.one & view;
        self.one |= view;
    }
}

/// The squares reached from an edge in steps over free squares.
#[inline]
fn spread(edge: u128, free: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut view = edge;
    for _ in 1..WIDTH {
        view |= step(view) & free;
    }
    view
}
