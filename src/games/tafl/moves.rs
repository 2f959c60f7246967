//! Moves and move generation.
//!
//! A search spends much of its time here, so there is no branch per square. [`Lines`] holds the rows
//! and columns as nine bits each, [`SLIDES`] gives the places a piece can slide to, and [`PLACES`] the
//! same places as a list of eight, which is copied whole and truncated.

use std::fmt;

use super::board::{ALL_SQUARES, Board, CENTRE, beside, squares_of};
use super::lookup::{COLUMNS, LINES, PLACES, SLIDES};
use super::square::{Square, WIDTH};
use crate::engine::Side;

/// A move from one square to another, written `e2 e5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// Creates a move from one square to another, legal or not.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.0 as u16) << 8 | to.0 as u16)
    }

    /// Returns the square it leaves.
    #[must_use]
    pub const fn from(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// Returns the square it goes to.
    #[must_use]
    pub const fn to(self) -> Square {
        Square(self.0 as u8)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The nine rows and the nine columns of a set of squares, nine bits each.
pub(super) struct Lines {
    rows: [u16; WIDTH as usize],
    columns: [u16; WIDTH as usize],
}

impl Lines {
    pub(super) fn of(squares: u128) -> Lines {
        let row = |rank| (squares >> (9 * rank)) as u16 & (LINES as u16 - 1);
        Lines {
            rows: std::array::from_fn(row),
            columns: std::array::from_fn(|file| column(squares, file)),
        }
    }

    /// Returns the squares that a piece on this square can move to; none for a captured λ.
    #[inline]
    pub(super) fn reach(&self, square: usize) -> u128 {
        if square >= Square::COUNT {
            return 0;
        }
        let (rank, file) = (square / WIDTH as usize, square % WIDTH as usize);
        let row = SLIDES[file][usize::from(self.rows[rank]) % LINES];
        let column = SLIDES[rank][usize::from(self.columns[file]) % LINES];
        let squares =
            u128::from(row) << (square - file) | COLUMNS[usize::from(column) % LINES] << file;
        squares & !CENTRE
    }

    /// Returns the squares that any of these pieces can move to.
    pub(super) fn reach_of_any(&self, pieces: u128) -> u128 {
        squares_of(pieces).fold(0, |reached, square| reached | self.reach(square))
    }
}

/// Returns a column as nine bits.
fn column(squares: u128, file: usize) -> u16 {
    /// Every ninth bit.
    const LOWER_EIGHT: u64 = 0x8040_2010_0804_0201;
    /// Moves bit 9n to bit 56 + n for n from 0 to 7; all other products end up below or overflow.
    const GATHER: u64 = 0x0101_0101_0101_0101;
    let shifted = squares >> file;
    let lower = (shifted as u64 & LOWER_EIGHT).wrapping_mul(GATHER) >> 56;
    let ninth = (shifted >> 72) as u64 & 1;
    (lower | ninth << 8) as u16
}

/// Appends every move of a side, even if the game is over.
pub(super) fn generate(board: &Board, side: Side, into: &mut Vec<Move>) {
    let lines = Lines::of(board.occupied());
    let pieces = board.of(side);
    // The lowest bit of a 64-bit word takes one instruction.
    for (mut word, base) in [(pieces as u64, 0), ((pieces >> 64) as u64, 64)] {
        while word != 0 {
            from_square(&lines, base + word.trailing_zeros() as usize, into);
            word &= word - 1;
        }
    }
}

/// Appends the moves of a piece.
fn from_square(lines: &Lines, from: usize, into: &mut Vec<Move>) {
    const MIDDLE: usize = WIDTH as usize / 2;
    let (rank, file) = (from / WIDTH as usize, from % WIDTH as usize);
    let along_row = SLIDES[file][usize::from(lines.rows[rank]) % LINES];
    let along_column = SLIDES[rank][usize::from(lines.columns[file]) % LINES];
    // A piece can cross the centre but not stop there.
    let barred = |line: usize| u16::from(line == MIDDLE) << MIDDLE;
    let row_start = (from - file) as u16;
    let column_start = file as u16;
    let from = (from as u16) << 8;
    append(into, along_row & !barred(rank), from | row_start, 1);
    append(
        into,
        along_column & !barred(file),
        from | column_start,
        u16::from(WIDTH),
    );
}

/// Appends a move for each place of a row or column. `first` is the move to its first square, and
/// its squares lie `apart` numbers apart.
fn append(into: &mut Vec<Move>, places: u16, first: u16, apart: u16) {
    let places = &PLACES[usize::from(places) % LINES];
    let kept = into.len() + places.count;
    into.extend_from_slice(&places.list.map(|place| Move(first + place * apart)));
    into.truncate(kept);
}

/// Whether a side has a move.
#[inline]
pub(super) fn any(board: &Board, side: Side) -> bool {
    let free = !(board.occupied() | CENTRE);
    // Nearly always a piece in the lower rows can move one square up, which 64 bits are enough to
    // show.
    board.of(side) as u64 & (free as u64 >> WIDTH) != 0 || any_at_all(board, side)
}

#[cold]
fn any_at_all(board: &Board, side: Side) -> bool {
    let free = ALL_SQUARES & !(board.occupied() | CENTRE);
    beside(board.of(side)) & free != 0 || {
        // Only moves across the empty centre remain.
        let mut list = Vec::new();
        generate(board, side, &mut list);
        !list.is_empty()
    }
}
