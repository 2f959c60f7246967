//! Squares that pieces can reach, as bitboards.

use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::lookup::{LINES, SLIDES};
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE, Lines};
use crate::games::tafl::square::{Square, WIDTH};

/// The rows and columns of a board, for looking up where a piece can slide to.
pub(super) struct Reach {
    lines: Lines,
}

/// For nine bits, the squares of column `a` in those rows.
static COLUMNS: [u128; LINES] = {
    let mut table = [0; LINES];
    let mut places = 0;
    while places < LINES {
        let mut rank = 0;
        while rank < WIDTH as usize {
            if places >> rank & 1 == 1 {
                table[places] |= 1 << (rank * WIDTH as usize);
            }
            rank += 1;
        }
        places += 1;
    }
    table
};

impl Reach {
    /// Of a board.
    pub(super) fn of(board: &Board) -> Reach {
        Reach::around(board.occupied())
    }

    /// Of any set of squares on which something stands.
    pub(super) fn around(occupied: u128) -> Reach {
        Reach {
            lines: Lines::of(occupied),
        }
    }

    /// The squares that a piece on this square can go to; none from nowhere.
    #[inline]
    pub(super) fn from(&self, square: usize) -> u128 {
        if square >= Square::COUNT {
            return 0;
        }
        let (rank, file) = (square / WIDTH as usize, square % WIDTH as usize);
        let row = SLIDES[file][usize::from(self.lines.rows[rank]) % LINES];
        let column = SLIDES[rank][usize::from(self.lines.columns[file]) % LINES];
        let squares =
            u128::from(row) << (square - file) | COLUMNS[usize::from(column) % LINES] << file;
        squares & !CENTRE
    }

    /// The squares that any of these pieces can go to.
    pub(super) fn of_any(&self, pieces: u128) -> u128 {
        squares_of(pieces).fold(0, |reached, square| reached | self.from(square))
    }
}

/// The numbers of the squares of a set.
pub(super) fn squares_of(set: u128) -> impl Iterator<Item = usize> + use<> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            square
        })
    })
}

/// The squares that can be reached from a set step by step over free squares, the set included.
pub(super) fn flood(from: u128, free: u128) -> u128 {
    let free = free & ALL_SQUARES;
    let mut region = from;
    loop {
        let wider = region
            | region << WIDTH
            | region >> WIDTH
            | (region & !LAST_FILE) << 1
            | (region & !FIRST_FILE) >> 1;
        let wider = (wider & free) | from;
        if wider == region {
            return region;
        }
        region = wider;
    }
}
