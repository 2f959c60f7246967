//! The shape of the board: a hexagon with N cells to a side, as bits of one word.
//!
//! Cells are numbered from 1 in reading order. In the word every row takes the same number of bits,
//! one of them unused, so a step in a direction is a shift by a fixed number, and a step over the
//! edge lands on a bit without a cell.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, RangeInclusive, Shl, Shr};

/// A set of cells as the bits of a number: a `u128`, a `u64` if the board [fits](Hex::fits_u64),
/// which is faster, or a `u32` if N is at most 3.
pub(super) trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns the set as this word. Cells beyond its width are lost.
    fn narrow(set: u128) -> Self;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Removes and returns the place of the lowest cell.
    fn pop(&mut self) -> Option<u32>;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn narrow(set: u128) -> Self {
                set as Self
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn pop(&mut self) -> Option<u32> {
                let place = self.trailing_zeros();
                *self &= self.checked_sub(1)?;
                Some(place)
            }
        }
    };
}

word!(u32);
word!(u64);
word!(u128);

/// A cell, by its index in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

/// The number of the cell.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The shape of a hexagonal board.
///
/// ```
/// use game::games::crusher::Hex;
///
/// let hex = Hex::new(3).ok_or("no such board")?;
/// assert_eq!(hex.cells(), 19);
/// assert_eq!(hex.rows().map(|row| row.len()).collect::<Vec<_>>(), [3, 4, 5, 4, 3]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    size: usize,
    cells: usize,
    /// The set of all cells.
    pub(super) all: u128,
    /// The distances between neighbours in the word, along each of the three axes.
    pub(super) strides: [u32; 3],
    /// The cells at least 1, 2, … steps away from the centre: a cell is in as many of these sets as
    /// it is steps away.
    pub(super) rings: Vec<u128>,
    bit_of: [u128; 128],
    cell_at: [Cell; 128],
}

impl Hex {
    /// The sizes N that a board can have; the largest has 91 cells.
    pub const SIZES: RangeInclusive<usize> = 2..=6;

    /// Returns the board with `size` cells to a side, if it is one of [`SIZES`](Self::SIZES).
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        if !Self::SIZES.contains(&size) {
            return None;
        }
        // Slanted columns: a cell and the one below and to the right of it have the same column.
        let width = 2 * size - 1;
        let stride = width + 1;
        let mut cells = 0;
        let mut bit_of = [0; 128];
        let mut cell_at = [Cell(0); 128];
        for row in 0..width {
            for column in 0..width {
                if (size - 1..=3 * size - 3).contains(&(row + column)) {
                    let place = row * stride + column - (size - 1);
                    cell_at[place] = Cell(cells as u8);
                    bit_of[cells] = 1 << place;
                    cells += 1;
                }
            }
        }
        let mut hex = Hex {
            size,
            cells,
            all: bit_of.iter().sum(),
            strides: [1, stride as u32, stride as u32 - 1],
            rings: Vec::new(),
            bit_of,
            cell_at,
        };
        let mut inside = hex.bit_of[hex.cells() / 2];
        while inside != hex.all {
            hex.rings.push(hex.all & !inside);
            inside |= hex.around(inside);
        }
        Some(hex)
    }

    /// N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the cells of each row, from the top.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        let longest = self.longest_row();
        let mut cells = (0..self.cells as u8).map(Cell);
        (0..longest).map(move |row| {
            let length = longest - row.abs_diff(longest / 2);
            cells.by_ref().take(length).collect()
        })
    }

    pub(super) const fn longest_row(&self) -> usize {
        2 * self.size - 1
    }

    /// Returns the cell with this index.
    #[must_use]
    pub fn cell(&self, index: usize) -> Option<Cell> {
        (index < self.cells).then_some(Cell(index as u8))
    }

    /// Whether the board fits into 64 bits.
    #[inline]
    pub(super) const fn fits_u64(&self) -> bool {
        self.size <= 4
    }

    /// Returns the set of one cell.
    #[inline]
    pub(super) const fn bit(&self, cell: Cell) -> u128 {
        self.bit_of[cell.index() & 127]
    }

    /// Returns the cell at a bit of the word.
    #[inline]
    pub(super) const fn cell_at(&self, place: u32) -> Cell {
        self.cell_at[place as usize & 127]
    }

    /// Returns the cells of a set.
    pub(super) fn members(&self, mut set: u128) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || set.pop().map(|place| self.cell_at(place)))
    }

    /// Returns the cells next to any of a set.
    pub(super) fn around(&self, set: u128) -> u128 {
        around(self.strides, set) & self.all
    }
}

/// Returns the bits one step away from those of a set, on the board or off it.
#[inline]
pub(super) fn around<W: Word>(strides: [u32; 3], set: W) -> W {
    let [a, b, c] = strides.map(|by| set << by | set >> by);
    a | b | c
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(size: usize, number: usize) -> Vec<usize> {
        let hex = Hex::new(size).unwrap();
        let near = hex.around(hex.bit(hex.cell(number - 1).unwrap()));
        hex.members(near).map(Cell::number).collect()
    }

    #[test]
    fn sizes() {
        for (size, cells) in [(2, 7), (3, 19), (4, 37), (5, 61), (6, 91)] {
            let hex = Hex::new(size).unwrap();
            assert_eq!(hex.cells(), cells);
            let rows: Vec<Cell> = hex.rows().flatten().collect();
            assert_eq!(rows, hex.members(hex.all).collect::<Vec<_>>());
            assert!((0..cells).all(|index| rows[index].index() == index));
            assert_eq!(hex.rings.len(), size - 1);
            assert_eq!(hex.fits_u64(), hex.all <= u128::from(u64::MAX));
        }
        assert!(Hex::new(1).is_none() && Hex::new(7).is_none() && Hex::new(usize::MAX).is_none());
    }

    #[test]
    fn neighbours() {
        assert_eq!(around(2, 4), [1, 2, 3, 5, 6, 7]);
        assert_eq!(around(3, 1), [2, 4, 5]);
        assert_eq!(around(3, 8), [4, 9, 13]);
        assert_eq!(around(3, 12), [7, 11, 16]);
        assert_eq!(around(6, 91), [84, 85, 90]);
    }
}
