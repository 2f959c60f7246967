//! The squares from which λ would have a clear path to an edge.

use crate::games::tafl::board::ALL_SQUARES;
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::WIDTH;

/// The squares of row 1.
const FIRST_RANK: u128 = (1 << WIDTH) - 1;

/// The squares of the four edges.
pub(super) const EDGES: u128 = FIRST_RANK | FIRST_RANK << (8 * WIDTH) | FIRST_FILE | LAST_FILE;

/// Empty squares by the number of edges with a clear path from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeView {
    /// One at least.
    pub(super) one: u128,
    /// Two at least: λ there cannot be stopped by closing a path.
    pub(super) two: u128,
}

impl EdgeView {
    /// Of a board with these squares occupied. Leave λ out of them to include its own square.
    pub(super) fn over(occupied: u128) -> EdgeView {
        let empty = ALL_SQUARES & !occupied;
        let mut seen = EdgeView { one: 0, two: 0 };
        // Flood inwards from each edge over empty squares.
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
