//! Three different squares: what a hider hides and what a searcher guesses.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::location::{COLUMNS, Location, NotALocation, ROWS, SQUARES};

/// How many placements there are: 32 squares, three at a time.
pub const PLACEMENTS: usize = 4960;

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
static ALL: [Placement; PLACEMENTS] = list();

const fn list() -> [Placement; PLACEMENTS] {
    let first = Location::from_index(0);
    let mut all = [Placement { ships: [first; 3] }; PLACEMENTS];
    let (mut filled, mut a) = (0, 0);
    while a < SQUARES as u8 {
        let mut b = a + 1;
        while b < SQUARES as u8 {
            let mut c = b + 1;
            while c < SQUARES as u8 {
                all[filled].ships = [
                    Location::from_index(a),
                    Location::from_index(b),
                    Location::from_index(c),
                ];
                filled += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    all
}

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

    /// The squares, a bit for each.
    pub(super) const fn bits(self) -> u32 {
        let [a, b, c] = self.ships;
        1 << a.index() | 1 << b.index() | 1 << c.index()
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
pub enum Mirror {
    /// Everything stays.
    Nothing,
    /// `A` and `H` change places.
    LeftRight,
    /// `1` and `4` change places.
    UpDown,
    /// Both at once: half a turn.
    Both,
}

impl Mirror {
    /// The four symmetries of the grid.
    pub const ALL: [Mirror; 4] = [
        Mirror::Nothing,
        Mirror::LeftRight,
        Mirror::UpDown,
        Mirror::Both,
    ];

    /// Where a square goes.
    #[must_use]
    pub fn image(self, square: Location) -> Location {
        let (mut column, mut row) = (square.column(), square.row());
        if matches!(self, Mirror::LeftRight | Mirror::Both) {
            column = COLUMNS - 1 - column;
        }
        if matches!(self, Mirror::UpDown | Mirror::Both) {
            row = ROWS - 1 - row;
        }
        Location::from_index(column * ROWS + row)
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
    #[error(transparent)]
    Location(#[from] NotALocation),
    /// There are too few or too many words.
    #[error("a placement has three locations, not {0}")]
    Words(usize),
    /// A square comes twice.
    #[error("the three locations must be different")]
    Repeated,
}

impl FromStr for Placement {
    type Err = NotAPlacement;

    /// Reads three names of squares with blanks between them, in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ships = text
            .split_ascii_whitespace()
            .map(str::parse)
            .collect::<Result<Vec<Location>, _>>()?;
        let ships = <[Location; 3]>::try_from(ships).map_err(|s| NotAPlacement::Words(s.len()))?;
        Placement::new(ships).ok_or(NotAPlacement::Repeated)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_and_placements_are_one_to_one() {
        assert_eq!(Placement::all().len(), PLACEMENTS);
        assert!(ALL.is_sorted());
        for (index, placement) in Placement::all().enumerate() {
            assert_eq!(placement.index(), index);
            assert_eq!(Placement::from_index(index), Some(placement));
            assert_eq!(Placement::new(placement.locations()), Some(placement));
        }
        assert_eq!(Placement::from_index(PLACEMENTS), None);
    }

    #[test]
    fn order_of_the_words_does_not_matter() {
        let one: Placement = "A3 D1 H1".parse().expect("a placement");
        let two: Placement = "H1  A3 D1".parse().expect("a placement");
        assert_eq!(one, two);
        assert_eq!([format!("{two}"), format!("{two:?}")], ["A3 D1 H1"; 2]);
    }

    #[test]
    fn what_is_not_a_placement() {
        let told = |text: &str| {
            let error = text.parse::<Placement>().expect_err("no placement");
            error.to_string()
        };
        assert_eq!(told("A1 A2"), "a placement has three locations, not 2");
        assert_eq!(told(""), "a placement has three locations, not 0");
        assert_eq!(
            told("A1 A2 A3 A4"),
            "a placement has three locations, not 4"
        );
        assert_eq!(told("A1 A2 A1"), "the three locations must be different");
        assert!(told("A1 A2 A9").starts_with("`A9` is not"));
    }

    #[test]
    fn bits_are_the_squares() {
        for placement in Placement::all() {
            for square in Location::all() {
                let bit = placement.bits() >> square.index() & 1 == 1;
                assert_eq!(bit, placement.contains(square));
            }
        }
    }

    #[test]
    fn mirrors_make_families_of_four() {
        assert_eq!(Placement::representatives().count(), 1240);
        let mut seen = HashSet::new();
        for placement in Placement::representatives() {
            for mirror in Mirror::ALL {
                let image = placement.mirrored(mirror);
                assert_eq!(image.mirrored(mirror), placement);
                assert_eq!(image.representative(), placement);
                assert!(seen.insert(image), "{image} belongs to two families");
            }
        }
        assert_eq!(seen.len(), PLACEMENTS);
    }

    #[test]
    fn mirrors_keep_distances() {
        for mirror in Mirror::ALL {
            for a in Location::all() {
                for b in Location::all() {
                    assert_eq!(mirror.image(a).distance(mirror.image(b)), a.distance(b));
                }
            }
        }
    }
}
