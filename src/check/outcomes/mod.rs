//! What came of a check, and the ways to tell it.

mod human;
mod json;
mod junit;
mod list;

use std::time::Duration;

pub use human::Look;
pub use list::list;

use super::difference::{Difference, Trouble};
use super::options::Format;

/// The section of random sessions.
pub(super) const RANDOM: &str = "random";

/// What came of one transcript or one random session.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its name: the path of a transcript, or the number of a random session.
    pub name: String,
    /// Under which heading it is counted.
    pub section: String,
    /// The sentence that it shows, or how the session was shrunk.
    pub about: String,
    /// How long it took.
    pub time: Duration,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
    /// What the program wrote to standard error, if it did.
    pub grumble: Option<Trouble>,
    /// The transcript of a random session that differs.
    pub transcript: Option<String>,
}

impl Outcome {
    /// Whether all was as it should be.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.difference.is_none()
    }
}

/// How many of how many hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// So many hold.
    pub hold: usize,
    /// So many there are.
    pub total: usize,
}

impl Score {
    fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        outcomes.fold(Score::default(), |score, outcome| Score {
            hold: score.hold + usize::from(outcome.holds()),
            total: score.total + 1,
        })
    }
}

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program as it was named.
    pub program: String,
    /// What was asked for.
    pub suites: Vec<String>,
    /// The seed of the random sessions.
    pub seed: u64,
    /// Transcripts first, then random sessions.
    pub outcomes: Vec<Outcome>,
    /// How many transcripts and random sessions were asked for.
    pub asked: usize,
    /// Whether a signal came before all of them were tried.
    pub interrupted: bool,
}

impl Report {
    /// Whether everything holds. What has not been tried does not.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.interrupted && self.outcomes.iter().all(Outcome::holds)
    }

    /// How far the check came.
    #[must_use]
    pub fn progress(&self) -> String {
        let (tried, asked) = (self.outcomes.len(), self.asked);
        format!("{tried} of {asked} transcripts and random sessions")
    }

    /// How many transcripts hold.
    #[must_use]
    pub fn transcripts(&self) -> Score {
        Score::of(self.outcomes.iter().filter(|one| one.section != RANDOM))
    }

    /// How many random sessions agree.
    #[must_use]
    pub fn random(&self) -> Score {
        Score::of(self.outcomes.iter().filter(|one| one.section == RANDOM))
    }

    /// The score of each section, in the order of the report.
    #[must_use]
    pub fn sections(&self) -> Vec<(&str, Score)> {
        let mut sections: Vec<(&str, Score)> = Vec::new();
        for outcome in &self.outcomes {
            let score = Score::of(std::iter::once(outcome));
            match sections
                .iter_mut()
                .find(|(name, _)| *name == outcome.section)
            {
                Some((_, sum)) => {
                    sum.hold += score.hold;
                    sum.total += score.total;
                }
                None => sections.push((&outcome.section, score)),
            }
        }
        sections
    }

    /// The text of the report.
    #[must_use]
    pub fn text(&self, format: Format, look: Look) -> String {
        match format {
            Format::Human => human::text(self, look),
            Format::Json => json::text(self),
            Format::Junit => junit::text(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diff::{Line, Mark};
    use super::*;

    /// A report with one transcript that holds and one that does not, and a random session.
    pub(super) fn sample() -> Report {
        let outcome = |name: &str, section: &str, about: &str| Outcome {
            name: name.to_owned(),
            section: section.to_owned(),
            about: about.to_owned(),
            time: Duration::from_millis(2),
            difference: None,
            grumble: None,
            transcript: None,
        };
        let difference = Difference {
            lines: vec![
                Line::new(Mark::Both, "$ game --test"),
                Line::new(Mark::Both, "toy> <&>"),
                Line::new(Mark::Expected, "yes"),
                Line::new(Mark::Actual, "no\u{1b}[2J"),
            ],
            troubles: vec![Trouble::Status(3)],
        };
        Report {
            program: "./mine".to_owned(),
            suites: vec!["toy/course".to_owned()],
            seed: 1,
            outcomes: vec![
                outcome("toy/course/moving/good", "moving", "Text: \"It moves.\""),
                Outcome {
                    difference: Some(difference.clone()),
                    ..outcome("toy/course/ending/bad", "ending", "Text: \"It ends.\"")
                },
                outcome("random session 1", RANDOM, ""),
                Outcome {
                    difference: Some(difference),
                    transcript: Some("$ game --test\ntoy> <&>\nyes\n".to_owned()),
                    ..outcome("random session 2", RANDOM, "shrunk from 9 lines to 1")
                },
            ],
            asked: 4,
            interrupted: false,
        }
    }

    /// A report of two that hold, of nine that were asked for.
    pub(super) fn interrupted() -> Report {
        let mut report = sample();
        report.outcomes.retain(Outcome::holds);
        Report {
            asked: 9,
            interrupted: true,
            ..report
        }
    }

    #[test]
    fn what_was_not_tried_does_not_hold() {
        let report = interrupted();
        assert!(!report.holds());
        assert_eq!(report.progress(), "2 of 9 transcripts and random sessions");
    }

    #[test]
    fn sections_are_counted_in_order() {
        let report = sample();
        let score = |hold, total| Score { hold, total };
        assert_eq!(
            report.sections(),
            [
                ("moving", score(1, 1)),
                ("ending", score(0, 1)),
                (RANDOM, score(1, 2))
            ]
        );
        assert_eq!(report.transcripts(), score(1, 2));
        assert_eq!(report.random(), score(1, 2));
        assert!(!report.holds());
    }
}
