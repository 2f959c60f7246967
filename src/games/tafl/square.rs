//! The 81 squares by their names: `a1` at the bottom left to `i9` at the top right.

use std::fmt;
use std::str::FromStr;

/// A square of the 9×9 board.
///
/// ```
/// use game::games::tafl::Square;
///
/// let square: Square = "e5".parse()?;
/// assert_eq!(square, Square::CENTRE);
/// assert_eq!((square.file(), square.rank()), (4, 4));
/// assert_eq!(square.to_string(), "e5");
/// # Ok::<(), game::games::tafl::NotASquare>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

/// The number of rows, and of columns.
pub const WIDTH: u8 = 9;

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// The middle of the board, `e5`.
    pub const CENTRE: Square = Square(40);

    /// Returns the square with this number, counted from `a1` (0) along the rows to `i9` (80).
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < Square::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// Returns the square in a column (0 for `a` to 8 for `i`) and a row (0 for `1` to 8 for `9`).
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < WIDTH && rank < WIDTH {
            Some(Square(rank * WIDTH + file))
        } else {
            None
        }
    }

    /// Returns its number, counted from `a1` (0) along the rows to `i9` (80).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns its column: 0 for `a` to 8 for `i`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % WIDTH
    }

    /// Returns its row: 0 for `1` to 8 for `9`.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / WIDTH
    }

    /// Whether it is on an edge of the board.
    #[must_use]
    pub const fn is_edge(self) -> bool {
        let (file, rank) = (self.file(), self.rank());
        file == 0 || rank == 0 || file == WIDTH - 1 || rank == WIDTH - 1
    }

    /// Returns the square this many columns to the right and rows up, if it is on the board.
    #[must_use]
    pub fn offset(self, right: i8, up: i8) -> Option<Square> {
        let file = self.file().checked_add_signed(right)?;
        let rank = self.rank().checked_add_signed(up)?;
        Square::at(file, rank)
    }

    /// Iterates over all squares, from `a1` along the rows to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file(), b'1' + self.rank()];
        f.pad(std::str::from_utf8(&name).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a word is not a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASquare {
    /// It is not two characters long.
    #[error("a square is a letter and a digit, such as e5")]
    Length,
    /// The first character is not a column.
    #[error("columns are a to i, not {}", .0.escape_debug())]
    File(char),
    /// The second character is not a row.
    #[error("rows are 1 to 9, not {}", .0.escape_debug())]
    Rank(char),
}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let mut chars = text.chars();
        let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(NotASquare::Length);
        };
        match (file, rank) {
            ('a'..='i', '1'..='9') => Ok(Square((rank as u8 - b'1') * WIDTH + (file as u8 - b'a'))),
            ('a'..='i', _) => Err(NotASquare::Rank(rank)),
            _ => Err(NotASquare::File(file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(index), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(
                Square::CENTRE.offset(square.file() as i8 - 4, square.rank() as i8 - 4),
                Some(square)
            );
        }
        assert_eq!(
            [Square::new(81), Square::at(9, 0), Square::at(0, 9)],
            [None; 3]
        );
        assert_eq!(Square::CENTRE.offset(0, i8::MAX), None);
    }

    #[test]
    fn other_words_are_rejected_with_a_reason() {
        for (word, reason) in [
            ("d10", "a square is a letter and a digit, such as e5"),
            ("λ", "a square is a letter and a digit, such as e5"),
            ("j1", "columns are a to i, not j"),
            ("\u{7}1", "columns are a to i, not \\u{7}"),
            ("a0", "rows are 1 to 9, not 0"),
            ("a٣", "rows are 1 to 9, not ٣"),
            ("A4", "columns are a to i, not A"),
        ] {
            let why = word.parse::<Square>().unwrap_err();
            assert_eq!(why.to_string(), reason, "{word:?}");
        }
    }
}
