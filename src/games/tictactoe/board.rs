//! The board as a bitboard for each side.

use crate::engine::Side;

/// A cell of the board, counted from 0 in reading order. People count from 1: see
/// [`number`](Cell::number).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What a person types for this cell: its place in reading order, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The cell's bit in a word of marks.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// The marks on the board.
///
/// The winner and the key follow from the marks, but are kept: a move updates them at little cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) marks: [u128; 2],
    pub(super) key: u64,
    pub(super) winner: Option<Side>,
}

impl Board {
    /// A board without marks.
    pub(super) const EMPTY: Board = Board {
        marks: [0, 0],
        key: 0,
        winner: None,
    };

    /// The cells that bear a side's mark: bit 0 is the first cell in reading order.
    #[must_use]
    pub const fn marks(&self, side: Side) -> u128 {
        self.marks[side.index()]
    }

    /// The cells that bear any mark.
    #[must_use]
    pub const fn occupied(&self) -> u128 {
        self.marks[0] | self.marks[1]
    }

    /// Whose mark a cell bears.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side) & cell.bit() != 0)
    }

    /// The side that has a full line.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }
}
