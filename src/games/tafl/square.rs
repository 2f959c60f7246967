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
pub struct Square(u8);

/// The number of rows, and of columns.
pub const WIDTH: u8 = 9;

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The middle of the board, `e5`.
    pub const CENTRE: Square = Square(40);

    /// The square with this number, counted from `a1` (0) along the rows to `i9` (80).
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < Square::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square in a column (0 for `a` to 8 for `i`) and a row (0 for `1` to 8 for `9`).
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < WIDTH && rank < WIDTH {
            Some(Square(rank * WIDTH + file))
        } else {
            None
        }
    }

    /// Its number, counted from `a1` (0) along the rows to `i9` (80).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column: 0 for `a` to 8 for `i`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % WIDTH
    }

    /// Its row: 0 for `1` to 8 for `9`.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / WIDTH
    }

    /// Whether it lies on the rim of the board.
    #[must_use]
    pub const fn is_edge(self) -> bool {
        let (file, rank) = (self.file(), self.rank());
        file == 0 || rank == 0 || file == WIDTH - 1 || rank == WIDTH - 1
    }

    /// The square so many columns to the right and rows up, if the board goes that far.
    #[must_use]
    pub fn offset(self, right: i8, up: i8) -> Option<Square> {
        let file = self.file().checked_add_signed(right)?;
        let rank = self.rank().checked_add_signed(up)?;
        Square::at(file, rank)
    }

    /// All squares, from `a1` along the rows to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The number as it is kept in a byte, for packing squares into moves.
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// The square whose number was taken by [`byte`](Square::byte).
    pub(super) const fn of_byte(byte: u8) -> Square {
        debug_assert!((byte as usize) < Square::COUNT);
        Square(byte)
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

/// Why a word names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASquare {
    /// It is not two characters long.
    #[error("a square is a letter and a digit, such as e5")]
    Length,
    /// The first character is a capital letter.
    #[error("columns are written in small letters: {0} instead of {1}")]
    Capital(char, char),
    /// The first character is no column.
    #[error("there is no column {}: columns go from a to i", .0.escape_debug())]
    File(char),
    /// The second character is no row.
    #[error("there is no row {}: rows go from 1 to 9", .0.escape_debug())]
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
            ('A'..='I', _) => Err(NotASquare::Capital(file.to_ascii_lowercase(), file)),
            _ => Err(NotASquare::File(file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(names.len(), 81);
        assert_eq!(
            (&*names[0], &*names[8], &*names[72], &*names[80]),
            ("a1", "i1", "a9", "i9")
        );
        for (index, name) in names.iter().enumerate() {
            let square: Square = name.parse().unwrap();
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(index), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::new(81), None);
        assert_eq!(Square::at(9, 0), None);
        assert_eq!(Square::at(0, 9), None);
    }

    #[test]
    fn only_those_names_are_squares() {
        let read = |text: &str| text.parse::<Square>().unwrap_err();
        for text in ["", "a", "a10", "d10", " a1", "a1 ", "λ", "e5e5"] {
            assert_eq!(read(text), NotASquare::Length, "{text:?}");
        }
        assert_eq!(read("A4"), NotASquare::Capital('a', 'A'));
        assert_eq!(read("j1"), NotASquare::File('j'));
        assert_eq!(read("J1"), NotASquare::File('J'));
        assert_eq!(read("11"), NotASquare::File('1'));
        assert_eq!(read("λ1"), NotASquare::File('λ'));
        assert_eq!(read("a0"), NotASquare::Rank('0'));
        assert_eq!(read("a٣"), NotASquare::Rank('٣'));
    }

    #[test]
    fn every_pair_of_ascii_characters_is_a_square_or_not() {
        let mut squares = 0;
        for first in 0..=127u8 {
            for second in 0..=127u8 {
                let text = String::from_utf8(vec![first, second]).unwrap();
                let named = (b'a'..=b'i').contains(&first) && (b'1'..=b'9').contains(&second);
                assert_eq!(text.parse::<Square>().is_ok(), named, "{text:?}");
                squares += usize::from(named);
            }
        }
        assert_eq!(squares, Square::COUNT);
    }

    #[test]
    fn the_rim_has_32_squares() {
        assert_eq!(Square::all().filter(|square| square.is_edge()).count(), 32);
        assert!(!Square::CENTRE.is_edge());
        assert!("a5".parse::<Square>().unwrap().is_edge());
        assert!("h9".parse::<Square>().unwrap().is_edge());
        assert!(!"h8".parse::<Square>().unwrap().is_edge());
    }

    #[test]
    fn offsets_end_at_the_rim() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(square("e5").offset(2, -3), Some(square("g2")));
        assert_eq!(square("a1").offset(8, 8), Some(square("i9")));
        assert_eq!(square("a1").offset(-1, 0), None);
        assert_eq!(square("a1").offset(0, -1), None);
        assert_eq!(square("i9").offset(1, 0), None);
        assert_eq!(square("i9").offset(0, i8::MAX), None);
    }

    #[test]
    fn reasons_are_sentences() {
        let why = |text: &str| text.parse::<Square>().unwrap_err().to_string();
        assert_eq!(why("d10"), "a square is a letter and a digit, such as e5");
        assert_eq!(why("j1"), "there is no column j: columns go from a to i");
        assert_eq!(
            why("\u{7}1"),
            "there is no column \\u{7}: columns go from a to i"
        );
        assert_eq!(why("a0"), "there is no row 0: rows go from 1 to 9");
        assert_eq!(
            why("A4"),
            "columns are written in small letters: a instead of A"
        );
    }
}
