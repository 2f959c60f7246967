//! A square of the 4×8 grid and its two-character name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Columns of the grid, `A` to `H`.
pub const COLUMNS: u8 = 8;
/// Rows of the grid, `1` to `4`.
pub const ROWS: u8 = 4;
/// Squares of the grid.
pub const SQUARES: usize = (COLUMNS * ROWS) as usize;

/// A square of the grid. Squares are ordered as their names are: `A1 A2 A3 A4 B1 … H4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(u8);

impl Location {
    /// The square in a column and a row, both counted from 0; `None` off the grid.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Location> {
        if column < COLUMNS && row < ROWS {
            Some(Location(column * ROWS + row))
        } else {
            None
        }
    }

    /// Every square, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Location> + ExactSizeIterator {
        (0..SQUARES as u8).map(Location)
    }

    /// The square with this number, which must be below [`SQUARES`].
    pub(super) const fn from_index(index: u8) -> Location {
        debug_assert!((index as usize) < SQUARES);
        Location(index)
    }

    /// The place in the order of squares, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 for `A`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / ROWS
    }

    /// The row, from 0 for `1`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % ROWS
    }

    /// How many king's steps lie between two squares.
    #[must_use]
    pub const fn distance(self, other: Location) -> u8 {
        let across = self.column().abs_diff(other.column());
        let down = self.row().abs_diff(other.row());
        if across > down { across } else { down }
    }

    /// The set of squares at most `reach` steps away, a bit for each square.
    pub(super) const fn within(self, reach: u8) -> u32 {
        let mut set = 0;
        let mut index = 0;
        while index < SQUARES as u8 {
            if self.distance(Location(index)) <= reach {
                set |= 1 << index;
            }
            index += 1;
        }
        set
    }
}

/// The square that a name means: exactly two characters, `A` to `H` and then `1` to `4`.
///
/// ```
/// use game::games::battleship::{from_location, to_location};
///
/// let corner = to_location("H4").expect("a square");
/// assert_eq!(from_location(corner), "H4");
/// assert_eq!(to_location("h4"), None);
/// assert_eq!(to_location("A5"), None);
/// ```
#[must_use]
pub fn to_location(name: &str) -> Option<Location> {
    let &[letter, digit] = name.as_bytes() else {
        return None;
    };
    Location::new(letter.checked_sub(b'A')?, digit.checked_sub(b'1')?)
}

/// The two-character name of a square: [`to_location`] takes it back.
#[must_use]
pub fn from_location(location: Location) -> String {
    location.to_string()
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.column());
        let digit = char::from(b'1' + self.row());
        write!(f, "{letter}{digit}")
    }
}

/// A word that names no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a location: a letter A to H and a digit 1 to 4")]
pub struct NotALocation(String);

impl FromStr for Location {
    type Err = NotALocation;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        to_location(name).ok_or_else(|| NotALocation(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back() {
        let names: Vec<String> = Location::all().map(from_location).collect();
        assert_eq!(names.len(), 32);
        assert!(names.is_sorted(), "{names:?}");
        for (name, location) in names.iter().zip(Location::all()) {
            assert_eq!(to_location(name), Some(location));
        }
    }

    #[test]
    fn what_is_not_a_name() {
        for word in [
            "", "A", "1", "A0", "A5", "I1", "@1", "a1", "1A", "A11", " A1", "A1 ", "Ä1", "é", "A/",
        ] {
            assert_eq!(to_location(word), None, "{word:?}");
        }
        let told = "b2".parse::<Location>().expect_err("lower case");
        assert_eq!(
            told.to_string(),
            "`b2` is not a location: a letter A to H and a digit 1 to 4"
        );
    }

    #[test]
    fn the_diagram_of_distances_in_the_course_text() {
        let diagram = [
            [2, 2, 2, 2, 2],
            [2, 1, 1, 1, 2],
            [2, 1, 0, 1, 2],
            [2, 1, 1, 1, 2],
        ];
        let centre = to_location("D3").expect("a square");
        for (row, line) in (0..).zip(diagram) {
            for (column, distance) in (1..).zip(line) {
                let square = Location::new(column, row).expect("on the grid");
                assert_eq!(centre.distance(square), distance, "{square}");
            }
        }
    }

    #[test]
    fn within_is_a_set_of_near_squares() {
        for here in Location::all() {
            for reach in 0..8 {
                let set = here.within(reach);
                for there in Location::all() {
                    let near = here.distance(there) <= reach;
                    assert_eq!(set >> there.index() & 1 == 1, near);
                }
            }
        }
    }
}
