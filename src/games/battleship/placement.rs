//! Squares of the 4×8 grid, and placements: three different squares that a hider hides or a searcher
//! guesses.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

/// Columns of the grid, `A` to `H`.
pub const COLUMNS: u8 = 8;
/// Rows of the grid, `1` to `4`.
pub const ROWS: u8 = 4;
/// Squares of the grid.
pub const SQUARES: usize = (COLUMNS * ROWS) as usize;
/// How many placements there are: 32 squares, three at a time.
pub const PLACEMENTS: usize = 4960;

/// A square of the grid. Squares are ordered as their names are: `A1 A2 A3 A4 B1 … H4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(u8);

impl Location {
    /// The square in a column and a row, both counted from 0; `None` off the grid.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Location> {
        (column < COLUMNS && row < ROWS).then(|| Location(column * ROWS + row))
    }

    /// Every square, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Location> + ExactSizeIterator {
        (0..SQUARES as u8).map(Location)
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
    pub fn distance(self, other: Location) -> u8 {
        let across = self.column().abs_diff(other.column());
        across.max(self.row().abs_diff(other.row()))
    }
}

/// Parses the name of a square: exactly two characters, `A` to `H` and then `1` to `4`.
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

/// The two-character name of a square: the inverse of [`to_location`].
#[must_use]
pub fn from_location(location: Location) -> String {
    location.to_string()
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.column());
        write!(f, "{letter}{}", self.row() + 1)
    }
}

/// Three different squares; their order does not matter.
///
/// ```
/// use game::games::battleship::Placement;
///
/// let placement: Placement = "H1 B2 D3".parse().expect("three different squares");
/// assert_eq!(placement.to_string(), "B2 D3 H1");
/// assert_eq!(Placement::from_index(placement.index()), Some(placement));
/// assert!("H1 B2 H1".parse::<Placement>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// In ascending order.
    ships: [Location; 3],
}

/// Every placement, in order.
static ALL: LazyLock<Vec<Placement>> = LazyLock::new(|| {
    let pairs = Location::all().flat_map(|a| Location::all().map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| Location::all().map(move |c| [a, b, c]));
    let ascending = triples.filter(|ships| ships.is_sorted_by(|a, b| a < b));
    ascending.map(|ships| Placement { ships }).collect()
});

impl Placement {
    /// Three squares as a placement; `None` unless they are different.
    #[must_use]
    pub fn new(mut ships: [Location; 3]) -> Option<Placement> {
        ships.sort_unstable();
        (ships[0] < ships[1] && ships[1] < ships[2]).then_some(Placement { ships })
    }

    /// Every placement, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Placement> + ExactSizeIterator + Clone {
        ALL.iter().copied()
    }

    /// The placement with this number; `None` from [`PLACEMENTS`] on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Placement> {
        ALL.get(index).copied()
    }

    /// The place in the order of placements, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        let [a, b, c] = self.ships;
        // How many come after it: those with a later first square, those with the same first
        // square and a later second one, and those that differ in the last only.
        let (a, b, c) = (31 - a.index(), 31 - b.index(), 31 - c.index());
        let after = a * a.saturating_sub(1) * a.saturating_sub(2) / 6 + b * b.saturating_sub(1) / 2;
        PLACEMENTS - 1 - after - c
    }

    /// The three squares, in ascending order.
    #[must_use]
    pub const fn locations(self) -> [Location; 3] {
        self.ships
    }

    /// Whether a ship lies on this square.
    #[must_use]
    pub fn contains(self, location: Location) -> bool {
        self.ships.contains(&location)
    }

    /// The same placement seen in a mirror.
    #[must_use]
    pub fn mirrored(self, mirror: Mirror) -> Placement {
        // Different squares have different images.
        let mut ships = self.ships.map(|ship| mirror.image(ship));
        ships.sort_unstable();
        Placement { ships }
    }

    /// The first of the four placements that mirrors make of this one: what holds for it as a
    /// first guess holds for the other three.
    #[must_use]
    pub fn representative(self) -> Placement {
        let images = Mirror::ALL.map(|mirror| self.mirrored(mirror));
        images.into_iter().min().unwrap_or(self)
    }

    /// Every placement that is its own representative: 1,240, because no placement of three is its
    /// own mirror image (a mirror swaps the squares in pairs, and three is odd).
    pub fn representatives() -> impl Iterator<Item = Placement> {
        Self::all().filter(|&placement| placement.representative() == placement)
    }
}

/// A symmetry of the grid: it keeps all distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// `A` and `H` change places.
    left_right: bool,
    /// `1` and `4` change places.
    up_down: bool,
}

impl Mirror {
    /// Everything stays.
    pub const NONE: Mirror = Mirror::new(false, false);

    /// The four symmetries of the grid.
    pub const ALL: [Mirror; 4] = [
        Mirror::NONE,
        Mirror::new(true, false),
        Mirror::new(false, true),
        Mirror::new(true, true),
    ];

    const fn new(left_right: bool, up_down: bool) -> Mirror {
        Mirror {
            left_right,
            up_down,
        }
    }

    /// Where a square goes.
    #[must_use]
    pub fn image(self, square: Location) -> Location {
        let flip = |flipped, at, count| if flipped { count - 1 - at } else { at };
        let column = flip(self.left_right, square.column(), COLUMNS);
        Location(column * ROWS + flip(self.up_down, square.row(), ROWS))
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.ships;
        write!(f, "{a} {b} {c}")
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why a text is not a placement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAPlacement {
    /// One of the words names no square.
    #[error("`{0}` is not a location: a letter A to H and a digit 1 to 4")]
    Location(String),
    /// There are too few or too many words.
    #[error("a placement has three locations, not {0}")]
    Words(usize),
    /// A square comes twice.
    #[error("the three locations must be different")]
    Repeated,
}

impl FromStr for Placement {
    type Err = NotAPlacement;

    /// Parses three names of squares with blanks between them, in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ship =
            |name: &str| to_location(name).ok_or_else(|| NotAPlacement::Location(name.to_owned()));
        let ships = text.split_ascii_whitespace().map(ship);
        let ships: Vec<Location> = ships.collect::<Result<_, _>>()?;
        let ships = <[Location; 3]>::try_from(ships).map_err(|s| NotAPlacement::Words(s.len()))?;
        Placement::new(ships).ok_or(NotAPlacement::Repeated)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_square_has_a_name_and_nothing_else_is_one() {
        let names: Vec<String> = Location::all().map(from_location).collect();
        assert_eq!(names.len(), 32);
        assert!(names.is_sorted(), "{names:?}");
        for (name, location) in names.iter().zip(Location::all()) {
            assert_eq!(to_location(name), Some(location));
        }
        for word in [
            "", "A", "1", "A0", "A5", "I1", "@1", "a1", "1A", "A11", " A1", "A1 ", "Ä1", "é", "A/",
        ] {
            assert_eq!(to_location(word), None, "{word:?}");
        }
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
    fn numbers_and_placements_are_one_to_one() {
        assert_eq!(Placement::all().len(), PLACEMENTS);
        assert!(ALL.is_sorted());
        for (index, placement) in Placement::all().enumerate() {
            assert_eq!(placement.index(), index);
            assert_eq!(Placement::from_index(index), Some(placement));
        }
        assert_eq!(Placement::from_index(PLACEMENTS), None);
    }

    #[test]
    fn a_placement_is_three_different_squares_in_any_order() {
        let one: Placement = "A3 D1 H1".parse().expect("a placement");
        assert_eq!("H1  A3 D1".parse(), Ok(one));
        assert_eq!([format!("{one}"), format!("{one:?}")], ["A3 D1 H1"; 2]);
        for (text, why) in [
            ("A1 A2", "a placement has three locations, not 2"),
            ("A1 A2 A3 A4", "a placement has three locations, not 4"),
            ("A1 A2 A1", "the three locations must be different"),
            (
                "A1 A2 b2",
                "`b2` is not a location: a letter A to H and a digit 1 to 4",
            ),
        ] {
            let error = text.parse::<Placement>().expect_err("no placement");
            assert_eq!(error.to_string(), why);
        }
    }

    #[test]
    fn mirrors_keep_distances_and_make_families_of_four() {
        for mirror in Mirror::ALL {
            for a in Location::all() {
                for b in Location::all() {
                    assert_eq!(mirror.image(a).distance(mirror.image(b)), a.distance(b));
                }
            }
        }
        assert_eq!(Placement::representatives().count(), 1240);
        let mut seen = HashSet::new();
        for placement in Placement::representatives() {
            for mirror in Mirror::ALL {
                let image = placement.mirrored(mirror);
                assert_eq!(image.representative(), placement);
                assert!(seen.insert(image), "{image} belongs to two families");
            }
        }
        assert_eq!(seen.len(), PLACEMENTS);
    }
}
