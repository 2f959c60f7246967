//! The lower bounds proved so far, as a text file that grows.
//!
//! A line for each proof: the first guess, the bound, and `=` if there is a strategy with exactly
//! that total. Lines that begin with `#` are comments; blank lines are ignored. A first guess may come
//! again with a higher bound.
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
use crate::decimal;
use crate::games::battleship::feedback::Nearness;
use crate::games::battleship::partition::Partition;
use crate::games::battleship::placement::Placement;

/// What has been proved about first guesses, with the comments of the file. Only one of each four
/// that mirrors make of each other has an entry; see [`Placement::representative`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BoundLog {
    bounds: BTreeMap<Placement, Bound>,
    /// Comments above the first proof.
    header: Vec<String>,
    /// Comments above a later proof: they stay with it.
    comments: BTreeMap<Placement, Vec<String>>,
    /// Comments below the last proof.
    footer: Vec<String>,
}

/// One of several equal parts of the work, so that several programs can share it: every N-th of the
/// 1,240 first guesses in the order of their difficulty, whatever has been proved already. So the
/// parts of one N never overlap, even if one of them is interrupted and continued.
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

    fn includes(self, position: usize) -> bool {
        position % self.of == self.number
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

/// Two proofs that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` contradicts `{}`", .added.line(*.first), .known.line(*.first))]
pub struct Contradiction {
    /// The first guess, or its representative.
    pub first: Placement,
    /// What was known.
    pub known: Bound,
    /// What came later.
    pub added: Bound,
}

/// Why a text is no log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadLog {
    /// A line is no proof.
    #[error("line {line}: `{text}` is not a first guess with a bound")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A line contradicts an earlier one.
    #[error("line {line}: {reason}")]
    Contradiction {
        /// Counted from 1.
        line: usize,
        /// The two proofs.
        reason: Contradiction,
    },
}

impl BoundLog {
    /// What is known about a first guess or, which is the same, its mirror images.
    #[must_use]
    pub fn get(&self, first: Placement) -> Option<Bound> {
        self.bounds.get(&first.representative()).copied()
    }

    /// Adds a proof. Of two about one guess the higher bound stays, and an exact one always.
    ///
    /// # Errors
    /// If one of the two is exact and the other is another exact total or a higher bound.
    pub fn record(&mut self, first: Placement, bound: Bound) -> Result<(), Contradiction> {
        let first = first.representative();
        let known = *self.bounds.entry(first).or_insert(bound);
        let both = known.and(bound).ok_or(Contradiction {
            first,
            known,
            added: bound,
        })?;
        self.bounds.insert(first, both);
        Ok(())
    }

    /// Adds the proofs and comments of another log. Comments that are here already are left out.
    ///
    /// # Errors
    /// If the two contradict each other.
    pub fn merge(&mut self, other: BoundLog) -> Result<(), Contradiction> {
        for (first, bound) in other.bounds {
            self.record(first, bound)?;
        }
        add_new(&mut self.header, other.header);
        for (first, comments) in other.comments {
            add_new(self.comments.entry(first).or_default(), comments);
        }
        add_new(&mut self.footer, other.footer);
        self.lift_comments();
        Ok(())
    }

    /// What stands above the first line of all cannot be told from the header.
    fn lift_comments(&mut self) {
        let top = self.bounds.keys().next();
        let comments = top.and_then(|first| self.comments.remove(first));
        self.header.extend(comments.unwrap_or_default());
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

    /// The first guesses for which `goal` is still to be proved and that belong to a part of the
    /// work, the hardest ones first.
    #[must_use]
    pub fn remaining(&self, goal: u32, part: Part) -> Vec<Placement> {
        let settled = |bound: Bound| bound.exact || bound.total >= goal;
        let hardest_first = hardest_first().into_iter().enumerate();
        hardest_first
            .filter(|&(position, _)| part.includes(position))
            .map(|(_, first)| first)
            .filter(|&first| !self.get(first).is_some_and(settled))
            .collect()
    }
}

/// All 1,240 first guesses; those that divide the targets most evenly come first.
fn hardest_first() -> Vec<Placement> {
    let targets = Nearness::new(Placement::all());
    let mut firsts: Vec<Placement> = Placement::representatives().collect();
    firsts.sort_by_cached_key(|&first| Partition::with(&targets, first).sum_of_squares());
    firsts
}

fn add_new(comments: &mut Vec<String>, others: Vec<String>) {
    for comment in others {
        if !comments.contains(&comment) {
            comments.push(comment);
        }
    }
}

impl fmt::Display for BoundLog {
    /// One line for each first guess, in order, and the comments.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |f: &mut fmt::Formatter<'_>, comments: &[String]| {
            comments.iter().try_for_each(|line| writeln!(f, "{line}"))
        };
        lines(f, &self.header)?;
        for (&first, bound) in &self.bounds {
            lines(f, self.comments.get(&first).map_or(&[], Vec::as_slice))?;
            writeln!(f, "{}", bound.line(first))?;
        }
        lines(f, &self.footer)
    }
}

impl Bound {
    /// The line of the log for this bound, without a line break.
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

impl FromStr for BoundLog {
    type Err = BadLog;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut log = BoundLog::default();
        let mut comments = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.starts_with('#') {
                comments.push(text.trim_end().to_owned());
            } else if !text.trim().is_empty() {
                let (first, bound) = read_line(text).ok_or_else(|| BadLog::Line {
                    line,
                    text: text.to_owned(),
                })?;
                if log.is_empty() {
                    log.header.append(&mut comments);
                } else if !comments.is_empty() {
                    let place = log.comments.entry(first.representative()).or_default();
                    place.append(&mut comments);
                }
                log.record(first, bound)
                    .map_err(|reason| BadLog::Contradiction { line, reason })?;
            }
        }
        let rest = if log.is_empty() {
            &mut log.header
        } else {
            &mut log.footer
        };
        rest.append(&mut comments);
        log.lift_comments();
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
    let total = decimal::parse(total)?;
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
    fn comments_stay_with_what_they_are_about() {
        let text = "# head\n\nB1 B2 B3 8\n# about A\n# twice\nA1 A2 A3 7\n# foot\n";
        let log: BoundLog = text.parse().expect("a log");
        let sorted = "# head\n# about A\n# twice\nA1 A2 A3 7\nB1 B2 B3 8\n# foot\n";
        assert_eq!(log.to_string(), sorted);
        let again: BoundLog = sorted.parse().expect("a log");
        // What was in the middle is now at the top; nothing is lost, and it stays so.
        assert_eq!(again.to_string(), sorted);
        let alone: BoundLog = "# only\n".parse().expect("a log");
        assert_eq!(alone.to_string(), "# only\n");
    }

    #[test]
    fn merging_raises_bounds_and_keeps_comments() {
        let read = |text: &str| text.parse::<BoundLog>().expect("a log");
        let mut log = read("# head\nA1 A2 A3 7\nA1 A2 B1 9\n# foot\n");
        let other = read("# head\n# more\nA1 A2 A3 8\nA1 A2 B1 5\n# c\nA1 A2 B2 3 =\n");
        log.merge(other.clone()).expect("no contradiction");
        let both = "# head\n# more\nA1 A2 A3 8\nA1 A2 B1 9\n# c\nA1 A2 B2 3 =\n# foot\n";
        assert_eq!(log.to_string(), both);
        log.merge(other).expect("no contradiction");
        assert_eq!(log.to_string(), both, "once more changes nothing");
    }

    #[test]
    fn contradictions_are_found() {
        let pairs = [
            ("7 =", "8 =", false),
            ("7 =", "8", false),
            ("7 =", "7", true),
            ("7 =", "6", true),
            ("7 =", "7 =", true),
            ("7", "8", true),
        ];
        for (one, other, fine) in pairs {
            for (one, other) in [(one, other), (other, one)] {
                let [a, b] = [one, other].map(|bound| format!("A1 A2 A3 {bound}\n"));
                let read = |text: &str| text.parse::<BoundLog>().expect("a log");
                let mut log = read(&a);
                let merged = log.merge(read(&b));
                assert_eq!(merged.is_ok(), fine, "{one} and {other}");
                assert_eq!(format!("{a}{b}").parse::<BoundLog>().is_ok(), fine);
                match merged {
                    Ok(()) if one.contains('=') || other.contains('=') => {
                        assert_eq!(log.to_string(), "A1 A2 A3 7 =\n");
                    }
                    Ok(()) => assert_eq!(log.to_string(), "A1 A2 A3 8\n"),
                    Err(error) => {
                        let told = format!("`A1 A2 A3 {other}` contradicts `A1 A2 A3 {one}`");
                        assert_eq!(error.to_string(), told);
                    }
                }
            }
        }
    }

    #[test]
    fn parts_share_the_work() {
        let log = BoundLog::default();
        let all = log.remaining(10, Part::WHOLE);
        assert_eq!(all.len(), 1240);
        for n in [1, 2, 7, 1240] {
            let mut together = Vec::new();
            for k in 1..=n {
                let part = format!("{k}/{n}").parse().expect("a part");
                let firsts = log.remaining(10, part);
                assert!((1240 / n..=1240 / n + 1).contains(&firsts.len()));
                together.extend(firsts);
            }
            together.sort_unstable();
            let mut all = all.clone();
            all.sort_unstable();
            assert_eq!(together, all, "{n} parts");
        }
        for text in [
            "", "/", "1", "0/1", "3/2", "1/0", "1/1241", "+1/2", "01/2", "1/2/3", " 1/2",
        ] {
            assert_eq!(text.parse::<Part>(), Err(NotAPart), "{text}");
        }
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
            "A1 A2 A3 07",
            "A1 A2 A3 +7",
            "A1 A1 A3 7",
            "7",
            "=",
        ] {
            let bad = format!("A1 A2 A3 7\n{text}\n")
                .parse::<BoundLog>()
                .expect_err(text);
            let text = text.to_owned();
            assert_eq!(bad, BadLog::Line { line: 2, text });
        }
    }

    #[test]
    fn what_remains_is_what_is_not_proved() {
        let log: BoundLog = "A1 A2 A3 10\nA1 A2 A4 9\nA1 A2 B1 9 =\n"
            .parse()
            .expect("a log");
        let remaining = log.remaining(10, Part::WHOLE);
        assert_eq!(remaining.len(), 1238);
        assert!(remaining.contains(&placement("A1 A2 A4")));
        assert!(!remaining.contains(&placement("A1 A2 A3")));
    }
}
