//! A board of at most 19 cells as one bit for each cell, in reading order and without gaps, so that
//! positions can be numbered without gaps.

use crate::engine::Side;
use crate::games::crusher::board::Layout;
use crate::games::crusher::hex::Hex;

/// The most cells of a board that can be solved.
pub(super) const MOST_CELLS: usize = 19;

/// Where a piece can go from a cell.
#[derive(Clone, Debug, Default)]
struct Ways {
    neighbours: u32,
    /// The neighbour to leap over and the cell to land on.
    leaps: Vec<(u32, u32)>,
}

/// The pieces of the side to move and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pieces {
    pub(super) own: u32,
    pub(super) enemy: u32,
}

impl Pieces {
    /// The pieces as the other side sees them.
    #[inline]
    pub(super) const fn swapped(self) -> Self {
        Pieces {
            own: self.enemy,
            enemy: self.own,
        }
    }

    /// The pieces of a [board](Self::board_key) as the side to move sees them.
    #[inline]
    pub(super) const fn of_board(key: u64, to_move: Side) -> Self {
        let [first, second] = [key as u32, (key >> 32) as u32];
        match to_move {
            Side::First => Pieces {
                own: first,
                enemy: second,
            },
            Side::Second => Pieces {
                own: second,
                enemy: first,
            },
        }
    }

    /// One number for where the pieces of both sides stand, whoever is to move: the board that may
    /// not come again.
    #[inline]
    pub(super) const fn board_key(self, to_move: Side) -> u64 {
        let [first, second] = match to_move {
            Side::First => [self.own, self.enemy],
            Side::Second => [self.enemy, self.own],
        };
        first as u64 | (second as u64) << 32
    }
}

/// The shape of a small board.
#[derive(Clone, Debug)]
pub(super) struct SmallBoard {
    pub(super) cells: u32,
    ways: Vec<Ways>,
}

impl SmallBoard {
    /// The shape of a hexagon, if it is small enough.
    pub(super) fn new(hex: &Hex) -> Option<Self> {
        if hex.cells() > MOST_CELLS {
            return None;
        }
        let ways = hex.members(hex.all()).map(|cell| {
            let here = hex.bit(cell);
            let mut leaps = Vec::new();
            for (way, over) in hex.steps(here).into_iter().enumerate() {
                let to = hex.steps(over)[way];
                if to != 0 {
                    leaps.push((narrow(hex, over), narrow(hex, to)));
                }
            }
            Ways {
                neighbours: narrow(hex, hex.around(here)),
                leaps,
            }
        });
        Some(SmallBoard {
            cells: hex.cells() as u32,
            ways: ways.collect(),
        })
    }

    /// All cells.
    pub(super) const fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    /// Visits the pieces of a side after each of its moves to an empty cell. Such a move can be
    /// taken back by another one, so these are also the pieces as they may have stood before.
    #[inline]
    pub(super) fn quiet(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32)) {
        let empty = self.all() & !(own | enemy);
        let mut pieces = own;
        while pieces != 0 {
            let from = pieces & pieces.wrapping_neg();
            pieces ^= from;
            let ways = &self.ways[from.trailing_zeros() as usize];
            let mut slides = ways.neighbours & empty;
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

    /// Visits the pieces of both sides after each capture of the first.
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

/// The pieces of a layout, as the side to move sees them.
pub(super) fn pieces(hex: &Hex, layout: &Layout, to_move: Side) -> Pieces {
    Pieces {
        own: narrow(hex, layout.of(to_move)),
        enemy: narrow(hex, layout.of(to_move.other())),
    }
}

/// A set of cells as bits without gaps.
fn narrow(hex: &Hex, set: u128) -> u32 {
    hex.members(set)
        .fold(0, |bits, cell| bits | 1 << cell.index())
}
