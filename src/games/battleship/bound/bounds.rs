//! The lines that `prove` prints, read back: the first guess, the bound, and `=` if there is a
//! strategy with exactly that total.
//!
//! ```text
//! A1 A2 A3 22856
//! A1 A3 H1 22856 =
//! ```

use std::collections::BTreeMap;
use std::str::FromStr;

use thiserror::Error;

use super::PROVED;
use super::prove::Bound;
use crate::decimal;
use crate::games::battleship::feedback::Nearness;
use crate::games::battleship::partition::Partition;
use crate::games::battleship::placement::Placement;

/// The first guess of the stored strategy, whose total is [`PROVED`].
const STORED_FIRST: &str = "A1 A3 H1";

/// Bounds by first guess. Of the four first guesses that mirrors make of each other only
/// [one](Placement::representative) has an entry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds(BTreeMap<Placement, Bound>);

/// Why a line is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadLine {
    /// It has another form.
    #[error("`{0}` is not a first guess with a bound")]
    Form(String),
    /// Another first guess stands for this one.
    #[error("`{0}` is a mirror image: {1} stands for it")]
    Mirror(String, Placement),
    /// The stored strategy needs fewer guesses, or another line says something else.
    #[error("`{0}` contradicts `{1}`")]
    Contradiction(String, String),
}

impl Bounds {
    /// Adds a line. Of two bounds for one first guess the higher one stays.
    ///
    /// # Errors
    /// When the line is malformed, about a mirror image, or contradicts what is known.
    pub fn add(&mut self, line: &str) -> Result<(), BadLine> {
        let (first, bound) = parse(line).ok_or_else(|| BadLine::Form(line.to_owned()))?;
        if first != first.representative() {
            return Err(BadLine::Mirror(line.to_owned(), first.representative()));
        }
        let stored = Bound {
            total: PROVED,
            exact: true,
        };
        let known = self.0.get(&first).copied();
        let mut known = known.into_iter().collect::<Vec<_>>();
        known.extend((first.to_string() == STORED_FIRST).then_some(stored));
        let mut all = bound;
        for known in known {
            all = all
                .and(known)
                .ok_or_else(|| BadLine::Contradiction(line.to_owned(), known.line(first)))?;
        }
        self.0.insert(first, all);
        Ok(())
    }

    /// How many of the 1,240 first guesses have a bound.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no bound at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least bound.
    #[must_use]
    pub fn least(&self) -> Option<u32> {
        self.0.values().map(|bound| bound.total).min()
    }
}

fn parse(line: &str) -> Option<(Placement, Bound)> {
    let (text, exact) = match line.strip_suffix(" =") {
        Some(text) => (text, true),
        None => (line, false),
    };
    let (first, total) = text.rsplit_once(' ')?;
    let first: Placement = first.parse().ok()?;
    let total = decimal::parse(total)?;
    Some((first, Bound { total, exact }))
}

impl Bound {
    /// The line for this bound, without a line break.
    #[must_use]
    pub fn line(self, first: Placement) -> String {
        let exact = if self.exact { " =" } else { "" };
        format!("{first} {}{exact}", self.total)
    }

    /// What two bounds of one first guess say together; `None` if they contradict each other.
    fn and(self, other: Bound) -> Option<Bound> {
        let (low, high) = (self.min(other), self.max(other));
        (!low.exact || low.total == high.total).then_some(Bound {
            total: high.total,
            exact: low.exact || high.exact,
        })
    }
}

/// One of several equal parts of the work, so that several programs can share it: every N-th of the
/// 1,240 first guesses in the order of their difficulty.
///
/// ```
/// use game::games::battleship::bound::Part;
///
/// assert!("2/8".parse::<Part>().is_ok());
/// assert!("0/8".parse::<Part>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    number: usize,
    of: usize,
}

impl Part {
    /// All of the work.
    pub const WHOLE: Part = Part { number: 0, of: 1 };

    /// The first guesses of this part; those that divide the targets most evenly come first.
    #[must_use]
    pub fn first_guesses(self) -> Vec<Placement> {
        let targets = Nearness::new(Placement::all());
        let mut firsts: Vec<Placement> = Placement::representatives().collect();
        firsts.sort_by_cached_key(|&first| Partition::with(&targets, first).sum_of_squares());
        firsts
            .into_iter()
            .skip(self.number)
            .step_by(self.of)
            .collect()
    }
}

/// A text is not a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a part is K/N with 1 ≤ K ≤ N ≤ 1240, as in 2/8")]
pub struct NotAPart;

impl FromStr for Part {
    type Err = NotAPart;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (k, n) = text.split_once('/').ok_or(NotAPart)?;
        match (decimal::parse::<usize>(k), decimal::parse(n)) {
            (Some(k), Some(n)) if (1..=n).contains(&k) && n <= 1240 => Ok(Part {
                number: k - 1,
                of: n,
            }),
            _ => Err(NotAPart),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Bounds, BadLine> {
        let mut bounds = Bounds::default();
        text.lines().try_for_each(|line| bounds.add(line))?;
        Ok(bounds)
    }

    #[test]
    fn the_higher_of_two_bounds_stays() {
        let bounds = read("A1 A2 A3 7\nA1 A2 A3 9\nA1 A2 A3 8\nA1 A2 B1 10\n").unwrap();
        assert_eq!((bounds.len(), bounds.least()), (2, Some(9)));
    }

    #[test]
    fn malformed_lines_mirror_images_and_contradictions_are_rejected() {
        for text in [
            "A1 A2 A3",
            "A1 A2 7",
            "A1 A2 A3 -7",
            "A1 A2 A3 7=",
            "A1 A2 A3 07",
            "A1 A1 A3 7",
            "# x",
            "",
        ] {
            let mut bounds = Bounds::default();
            assert_eq!(bounds.add(text), Err(BadLine::Form(text.to_owned())));
        }
        for (text, told) in [
            (
                "H1 H2 H3 7",
                "`H1 H2 H3 7` is a mirror image: A1 A2 A3 stands for it",
            ),
            (
                "A1 A3 H1 22857",
                "`A1 A3 H1 22857` contradicts `A1 A3 H1 22856 =`",
            ),
            (
                "A1 A3 H1 22855 =",
                "`A1 A3 H1 22855 =` contradicts `A1 A3 H1 22856 =`",
            ),
            (
                "A1 A2 A3 7 =\nA1 A2 A3 8",
                "`A1 A2 A3 8` contradicts `A1 A2 A3 7 =`",
            ),
            (
                "A1 A2 A3 8\nA1 A2 A3 7 =",
                "`A1 A2 A3 7 =` contradicts `A1 A2 A3 8`",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), told);
        }
        assert!(read("A1 A3 H1 22856 =\nA1 A3 H1 22000\n").is_ok());
    }

    #[test]
    fn parts_share_the_work() {
        let mut all = Part::WHOLE.first_guesses();
        all.sort_unstable();
        assert_eq!(all.len(), 1240);
        for n in [2, 7, 1240] {
            let parts = (1..=n).map(|k| format!("{k}/{n}").parse::<Part>().unwrap());
            let mut together: Vec<Placement> = parts.flat_map(Part::first_guesses).collect();
            together.sort_unstable();
            assert_eq!(together, all, "{n} parts");
        }
        for text in ["", "1", "0/1", "3/2", "1/1241", "+1/2", "01/2", "1/2/3"] {
            assert_eq!(text.parse::<Part>(), Err(NotAPart), "{text}");
        }
    }
}
