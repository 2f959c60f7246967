//! A board small enough to be solved, as 19 bits at most: one for each cell in reading order, none
//! left out, so that boards can be numbered without gaps.

use crate::games::crusher::hex::Hex;

/// The most cells of a board that can be solved.
pub(super) const MOST_CELLS: usize = 19;

/// The ways of a piece: its neighbours, and where it can leap.
#[derive(Clone, Debug, Default)]
struct Ways {
    near: u32,
    /// The neighbour to leap over and the cell to land on.
    leaps: Vec<(u32, u32)>,
}

/// The shape of a small board.
#[derive(Clone, Debug)]
pub(super) struct Small {
    pub(super) cells: u32,
    ways: Vec<Ways>,
}

impl Small {
    /// The shape of a hexagon, if it is small enough.
    pub(super) fn new(hex: &Hex) -> Option<Self> {
        if hex.cells() > MOST_CELLS {
            return None;
        }
        let ways = hex.members(hex.all()).map(|cell| {
            let here = hex.bit(cell);
            let mut leaps = Vec::new();
            for &direction in hex.directions() {
                let over = hex.step(here, direction);
                let to = hex.step(over, direction);
                if to != 0 {
                    leaps.push((narrow(hex, over), narrow(hex, to)));
                }
            }
            Ways {
                near: narrow(hex, hex.around(here)),
                leaps,
            }
        });
        Some(Small {
            cells: hex.cells() as u32,
            ways: ways.collect(),
        })
    }

    /// All cells.
    pub(super) const fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    /// Names the pieces of a side after each of its moves to an empty cell. Such a move can be
    /// taken back by another one, so these are also the pieces as they may have stood before.
    #[inline]
    pub(super) fn quiet(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32)) {
        let empty = self.all() & !(own | enemy);
        let mut pieces = own;
        while pieces != 0 {
            let from = pieces & pieces.wrapping_neg();
            pieces ^= from;
            let ways = &self.ways[from.trailing_zeros() as usize];
            let mut slides = ways.near & empty;
            while slides != 0 {
                let to = slides & slides.wrapping_neg();
                slides ^= to;
                visit(own ^ from ^ to);
            }
            for &(over, to) in &ways.leaps {
                if over & own != 0 && to & empty != 0 {
                    visit(own ^ from ^ to);
                }
            }
        }
    }

    /// Names the pieces of both sides after each capture of the first.
    #[inline]
    pub(super) fn captures(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32, u32)) {
        let mut pieces = own;
        while pieces != 0 {
            let from = pieces & pieces.wrapping_neg();
            pieces ^= from;
            for &(over, to) in &self.ways[from.trailing_zeros() as usize].leaps {
                if over & own != 0 && to & enemy != 0 {
                    visit(own ^ from ^ to, enemy ^ to);
                }
            }
        }
    }
}

/// A set of cells in the numbering without gaps.
pub(super) fn narrow(hex: &Hex, set: u128) -> u32 {
    hex.members(set)
        .fold(0, |bits, cell| bits | 1 << cell.index())
}
