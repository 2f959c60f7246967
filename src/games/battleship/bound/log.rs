//! The lower bounds proved so far, as a text file that grows.
//!
//! A line for each proof: the first guess, the bound, and `=` if there is a strategy with exactly
//! that total. Blank lines and lines that begin with `#` are notes. A first guess may come again with
//! a higher bound, so a program that proves needs only to append.
//!
//! ```text
//! # first guess and a total that no strategy beginning with it can beat
//! A1 A2 A3 22400
//! A1 A3 H1 22856 =
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::prove::Bound;
use crate::games::battleship::feedback::Nearness;
use crate::games::battleship::partition::Partition;
use crate::games::battleship::placement::Placement;

/// What has been proved about first guesses. Only one of each four that mirrors make of each other
/// has an entry; see [`Placement::representative`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoundLog {
    bounds: BTreeMap<Placement, Bound>,
}

/// A line that is no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: `{text}` is not a first guess with a bound")]
pub struct BadLog {
    /// Counted from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl BoundLog {
    /// What is known about a first guess or, which is the same, its mirror images.
    #[must_use]
    pub fn get(&self, first: Placement) -> Option<Bound> {
        self.bounds.get(&first.representative()).copied()
    }

    /// Adds a proof. Of two about one guess the higher bound stays, and an exact one always.
    pub fn record(&mut self, first: Placement, bound: Bound) {
        let known = self.bounds.entry(first.representative()).or_insert(bound);
        *known = (*known).max(bound);
    }

    /// How many of the 1,240 first guesses have a proof.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether nothing has been proved yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// How many first guesses are proved to have at least this total.
    #[must_use]
    pub fn at_least(&self, total: u32) -> usize {
        self.bounds
            .values()
            .filter(|bound| bound.total >= total)
            .count()
    }

    /// The total that no strategy at all can beat; `None` unless every first guess has a proof.
    #[must_use]
    pub fn lowest(&self) -> Option<u32> {
        Placement::representatives()
            .map(|first| self.get(first).map(|bound| bound.total))
            .min()?
    }

    /// The first guesses for which `goal` is still to be proved, the hardest ones first: those that
    /// divide the targets most evenly.
    #[must_use]
    pub fn remaining(&self, goal: u32) -> Vec<Placement> {
        let settled = |bound: Bound| bound.exact || bound.total >= goal;
        let targets = Nearness::new(Placement::all());
        let mut open: Vec<(u64, Placement)> = Placement::representatives()
            .filter(|&first| !self.get(first).is_some_and(settled))
            .map(|first| (Partition::with(&targets, first).sum_of_squares(), first))
            .collect();
        open.sort_unstable();
        open.into_iter().map(|(_, first)| first).collect()
    }
}

impl fmt::Display for BoundLog {
    /// One line for each first guess, in order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bounds
            .iter()
            .try_for_each(|(&first, bound)| writeln!(f, "{}", bound.line(first)))
    }
}

impl Bound {
    /// The line of the log for this bound, without a line break.
    #[must_use]
    pub fn line(self, first: Placement) -> String {
        let exact = if self.exact { " =" } else { "" };
        format!("{first} {}{exact}", self.total)
    }
}

impl FromStr for BoundLog {
    type Err = BadLog;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut log = BoundLog::default();
        for (number, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let (first, bound) = read_line(text).ok_or_else(|| BadLog {
                line: number,
                text: text.to_owned(),
            })?;
            log.record(first, bound);
        }
        Ok(log)
    }
}

fn read_line(text: &str) -> Option<(Placement, Bound)> {
    let (text, exact) = match text.strip_suffix(" =") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (first, total) = text.rsplit_once(' ')?;
    let first: Placement = first.parse().ok()?;
    let total = total.parse().ok()?;
    Some((first, Bound { total, exact }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
    }

    #[test]
    fn print_then_read_is_the_same() {
        let text = "A1 A2 A3 22400\nA1 A3 H1 22856 =\n";
        let log: BoundLog = text.parse().expect("a log");
        assert_eq!(log.to_string(), text);
        assert_eq!(log.len(), 2);
        assert!(!log.is_empty() && BoundLog::default().is_empty());
        let at_least = [22_400, 22_401, 22_856, 22_857].map(|total| log.at_least(total));
        assert_eq!(at_least, [2, 1, 1, 0]);
        assert_eq!(log.lowest(), None, "1,238 are missing");
    }

    #[test]
    fn the_higher_bound_stays_and_mirror_images_count() {
        let log: BoundLog = "# a note\n\nA1 A2 A3 7\nH2 H4 H3 9\nA1 A2 A3 8\n"
            .parse()
            .expect("a log");
        let expected = Bound {
            total: 9,
            exact: false,
        };
        assert_eq!(log.get(placement("A1 A2 A3")), Some(expected));
        assert_eq!(log.get(placement("A2 A3 A4")), Some(expected));
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn bad_lines_are_told() {
        for text in [
            "A1 A2 A3",
            "A1 A2 7",
            "A1 A2 A3 -7",
            "A1 A2 A3 7=",
            "A1 A1 A3 7",
            "7",
            "=",
        ] {
            let bad = format!("A1 A2 A3 7\n{text}\n")
                .parse::<BoundLog>()
                .expect_err(text);
            assert_eq!((bad.line, bad.text.as_str()), (2, text));
        }
    }

    #[test]
    fn what_remains_is_what_is_not_proved() {
        let mut log = BoundLog::default();
        assert_eq!(log.remaining(10).len(), 1240);
        log.record(
            placement("A1 A2 A3"),
            Bound {
                total: 10,
                exact: false,
            },
        );
        log.record(
            placement("A1 A2 A4"),
            Bound {
                total: 9,
                exact: false,
            },
        );
        log.record(
            placement("A1 A2 B1"),
            Bound {
                total: 9,
                exact: true,
            },
        );
        let remaining = log.remaining(10);
        assert_eq!(remaining.len(), 1238);
        assert!(remaining.contains(&placement("A1 A2 A4")));
        assert!(!remaining.contains(&placement("A1 A2 A3")));
    }
}
