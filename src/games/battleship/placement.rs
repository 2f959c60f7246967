//! Locations of the 4×8 grid, and placements: three different locations to hide or to guess.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// Columns of the grid, `A` to `H`.
pub const COLUMNS: u8 = 8;
/// Rows of the grid, `1` to `4`.
pub const ROWS: u8 = 4;
/// The number of placements: 32 locations, three at a time.
pub const PLACEMENTS: usize = 4960;

/// A location of the grid. Locations are ordered by name: `A1 A2 A3 A4 B1 … H4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(u8);

impl Location {
    /// Returns the location in a column and a row, both from 0; `None` off the grid.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Location> {
        (column < COLUMNS && row < ROWS).then(|| Location(column * ROWS + row))
    }

    /// Iterates over all locations, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Location> + ExactSizeIterator {
        (0..COLUMNS * ROWS).map(Location)
    }

    /// Returns the index in the order of locations, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, 0 for `A`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / ROWS
    }

    /// Returns the row, 0 for `1`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % ROWS
    }

    /// Returns the number of steps between two locations; a diagonal step counts as one.
    #[must_use]
    pub fn distance(self, other: Location) -> u8 {
        let across = self.column().abs_diff(other.column());
        across.max(self.row().abs_diff(other.row()))
    }
}

/// Parses the name of a location: exactly two characters, `A` to `H` and then `1` to `4`.
///
/// ```
/// use game::games::battleship::{from_location, to_location};
///
/// let corner = to_location("H4").expect("a location");
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

/// Returns the two-character name of a location: the inverse of [`to_location`].
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

/// Three different locations; their order does not matter.
///
/// ```
/// use game::games::battleship::Placement;
///
/// let placement: Placement = "H1 B2 D3".parse().expect("three different locations");
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
    /// Creates a placement; `None` unless the locations are different.
    #[must_use]
    pub fn new(mut ships: [Location; 3]) -> Option<Placement> {
        ships.sort_unstable();
        (ships[0] < ships[1] && ships[1] < ships[2]).then_some(Placement { ships })
    }

    /// Iterates over all placements, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Placement> + ExactSizeIterator + Clone {
        ALL.iter().copied()
    }

    /// Returns the placement with this index; `None` from [`PLACEMENTS`] on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Placement> {
        ALL.get(index).copied()
    }

    /// Returns the index in the order of placements, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        let [a, b, c] = self.ships;
        // Count the placements after it: those with a later first location, those with the same
        // first and a later second location, and those with a later third location alone.
        let (a, b, c) = (31 - a.index(), 31 - b.index(), 31 - c.index());
        let after = a * a.saturating_sub(1) * a.saturating_sub(2) / 6 + b * b.saturating_sub(1) / 2;
        PLACEMENTS - 1 - after - c
    }

    /// Returns the three locations, in ascending order.
    #[must_use]
    pub const fn locations(self) -> [Location; 3] {
        self.ships
    }

    /// Whether a ship lies on this location.
    #[must_use]
    pub fn contains(self, location: Location) -> bool {
        self.ships.contains(&location)
    }

    /// Returns the images under the four symmetries of the grid: itself, mirrored left to right, top to
    /// bottom, and both. Mirrors keep all distances and so all answers.
    #[must_use]
    pub fn images(self) -> [Placement; 4] {
        // The low two bits of a location are its row, the other three its column.
        [0, 0b11100, 0b00011, 0b11111].map(|mirrored| {
            let mut ships = self.ships.map(|Location(at)| Location(at ^ mirrored));
            ships.sort_unstable();
            Placement { ships }
        })
    }

    /// Returns the first of the four images. Results for it as a first guess hold for all four.
    #[must_use]
    pub fn representative(self) -> Placement {
        self.images().into_iter().min().unwrap_or(self)
    }

    /// Iterates over the placements that are their own representatives: 1,240, because no placement of
    /// three is its own mirror image (mirrors swap locations in pairs, and three is odd).
    pub fn representatives() -> impl Iterator<Item = Placement> {
        Self::all().filter(|&placement| placement.representative() == placement)
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

impl FromStr for Placement {
    /// Why the text is not a placement.
    type Err = String;

    /// Parses three names of locations with blanks between them, in any order.
    fn from_str(text: &str) -> Result<Self, String> {
        let location = |name: &str| {
            to_location(name).ok_or_else(|| {
                format!("`{name}` is not a location: a letter A to H and a digit 1 to 4")
            })
        };
        let words = text.split_ascii_whitespace().map(location);
        let ships: Vec<Location> = words.collect::<Result<_, _>>()?;
        let ships = <[Location; 3]>::try_from(ships)
            .map_err(|ships| format!("a placement has three locations, not {}", ships.len()))?;
        Placement::new(ships).ok_or_else(|| "the three locations must be different".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::battleship::feedback;

    #[test]
    fn only_the_32_names_are_locations() {
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
        let centre = to_location("D3").expect("a location");
        for (row, line) in (0..).zip(diagram) {
            for (column, distance) in (1..).zip(line) {
                let location = Location::new(column, row).expect("on the grid");
                assert_eq!(centre.distance(location), distance, "{location}");
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
    fn a_placement_is_three_different_locations_in_any_order() {
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
            assert_eq!(error, why);
        }
    }

    #[test]
    fn mirror_images_have_equal_answers_and_come_in_fours() {
        let guess: Placement = "A1 C4 D2".parse().expect("a placement");
        assert_eq!(
            guess.images().map(|image| image.to_string()),
            ["A1 C4 D2", "E2 F4 H1", "A4 C1 D3", "E3 F1 H4"]
        );
        for target in Placement::all().step_by(7) {
            for (target_image, image) in target.images().into_iter().zip(guess.images()) {
                assert_eq!(feedback(target_image, image), feedback(target, guess));
            }
        }
        assert_eq!(Placement::representatives().count(), 1240);
        let images = Placement::representatives().flat_map(|one| {
            assert!(one.images().map(Placement::representative) == [one; 4]);
            one.images()
        });
        assert_eq!(images.collect::<HashSet<_>>().len(), PLACEMENTS);
    }
}
