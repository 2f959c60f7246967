//! A complete strategy for the searcher: a guess for every possible sequence of answers.
//!
//! No strategy needs fewer guesses than the built-in one ([`bound`](super::bound));
//! [`optimise`](super::solve::optimise) computes equally good ones.
//!
//! It is stored as its guesses in preorder, a line each: a guess, then the strategies after each
//! possible answer, in order. Which answers are possible follows from the targets.

use std::fmt;
use std::iter;
use std::sync::LazyLock;

use super::feedback::{Answer, answer, not_found};
use super::placement::Placement;

/// A strategy for all targets, or for those that are left after some answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The guess.
    pub guess: Placement,
    /// The strategies after the possible answers, in order.
    pub next: Vec<(Answer, Strategy)>,
}

impl Strategy {
    /// Returns the built-in strategy.
    #[must_use]
    pub fn built_in() -> &'static Strategy {
        static BUILT_IN: LazyLock<Strategy> = LazyLock::new(|| {
            let lines = include_str!("strategy.txt").lines();
            let targets: Vec<Placement> = Placement::all().collect();
            let strategy = Strategy::read(&mut lines.map_while(|line| line.parse().ok()), &targets);
            strategy.expect("a test reads the stored strategy")
        });
        &BUILT_IN
    }

    /// Reads a strategy for these targets from its guesses in preorder.
    fn read(
        guesses: &mut impl Iterator<Item = Placement>,
        targets: &[Placement],
    ) -> Option<Strategy> {
        let guess = guesses.next()?;
        let mut next = Vec::new();
        for (answer, class) in not_found(guess, targets) {
            next.push((answer, Strategy::read(guesses, &class)?));
        }
        Some(Strategy { guess, next })
    }

    /// Returns the strategy after an answer; `None` if the answer is impossible or ends the game.
    #[must_use]
    pub fn after(&self, answer: Answer) -> Option<&Strategy> {
        let mut next = self.next.iter();
        next.find_map(|(said, next)| (*said == answer).then_some(next))
    }
}

/// The stored form.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.guess)?;
        self.next.iter().try_for_each(|(_, next)| next.fmt(f))
    }
}

/// The guesses that a strategy needs for all targets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Evaluation {
    /// The number of targets found with 1, 2, 3 … guesses.
    pub counts: Vec<u32>,
}

impl Evaluation {
    /// Plays a strategy against all 4960 targets.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for target in Placement::all() {
            let path = iter::successors(Some(strategy), |&step| {
                step.after(answer(target, step.guess))
            });
            evaluation.add(path.count());
        }
        evaluation
    }

    /// Counts a target found with this many guesses, at least one.
    pub(super) fn add(&mut self, guesses: usize) {
        self.counts.resize(self.counts.len().max(guesses), 0);
        self.counts[guesses - 1] += 1;
    }

    /// Formats a line with a bar for each number of guesses.
    pub(super) fn histogram(&self) -> String {
        const EIGHTHS: u32 = 8 * 50;
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        let mut text = String::new();
        for (guesses, &targets) in (1..).zip(&self.counts) {
            let eighths = (targets * EIGHTHS / most) as usize;
            let bar = "█".repeat(eighths / 8) + PARTS[eighths % 8];
            text += format!("{guesses:>3} {targets:>6}  {bar}").trim_end();
            text += "\n";
        }
        text
    }

    /// Returns the total of guesses for all targets.
    #[must_use]
    pub fn total(&self) -> u32 {
        let guesses = (1..).zip(&self.counts);
        guesses.map(|(guesses, count)| guesses * count).sum()
    }

    /// Returns the average number of guesses per target.
    #[must_use]
    pub fn average(&self) -> f64 {
        f64::from(self.total()) / f64::from(self.counts.iter().sum::<u32>())
    }

    /// Returns the number of guesses for the hardest target.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.counts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_strategy_finds_every_target() {
        let strategy = Strategy::built_in();
        assert!(strategy.to_string() == include_str!("strategy.txt"));
        let evaluation = Evaluation::of(strategy);
        assert_eq!(evaluation.counts, [1, 4, 89, 2081, 2469, 301, 15]);
        assert_eq!(evaluation.counts.iter().sum::<u32>(), 4960);
        assert_eq!((evaluation.total(), evaluation.worst()), (22_856, 7));
        assert_eq!(format!("{:.4}", evaluation.average()), "4.6081");
    }
}
