//! How good a strategy is: every target, every guess.

use std::num::NonZeroUsize;

use super::feedback::{Answer, answer};
use super::placement::{PLACEMENTS, Placement};
use super::strategy::Strategy;
use crate::parallel;

/// How many targets a thread takes at a time.
const SHARE: usize = 62;

/// How many guesses a strategy needs for all targets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Evaluation {
    /// How many targets are found with 1, 2, 3 … guesses.
    counts: Vec<u32>,
    /// How many targets it does not find.
    missed: u32,
}

impl Evaluation {
    /// Plays a strategy against all 4960 targets.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Evaluation {
        Self::on_threads(strategy, NonZeroUsize::MIN)
    }

    /// The same on so many threads.
    #[must_use]
    pub fn on_threads(strategy: &Strategy, threads: NonZeroUsize) -> Evaluation {
        let targets: Vec<Placement> = Placement::all().collect();
        let counts = parallel::map(threads, targets.chunks(SHARE), |targets| {
            let counts = targets.iter().map(|&target| guesses(strategy, target));
            counts.collect::<Vec<_>>()
        });
        let mut evaluation = Evaluation::default();
        for guesses in counts.into_iter().flatten() {
            evaluation.add(guesses);
        }
        evaluation
    }

    /// Adds a target that was found with so many guesses, or not at all.
    pub fn add(&mut self, guesses: Option<usize>) {
        let Some(at) = guesses.and_then(|guesses| guesses.checked_sub(1)) else {
            self.missed += 1;
            return;
        };
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
    }

    /// How many targets are found with 1, 2, 3 … guesses.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// How many targets are not found at all.
    #[must_use]
    pub const fn missed(&self) -> u32 {
        self.missed
    }

    /// The guesses for all targets together.
    #[must_use]
    pub fn total(&self) -> u32 {
        (1..)
            .zip(&self.counts)
            .map(|(guesses, count)| guesses * count)
            .sum()
    }

    /// The guesses for a target on the average; 0 if none is found.
    #[must_use]
    pub fn average(&self) -> f64 {
        match self.counts.iter().sum::<u32>() {
            0 => 0.0,
            found => f64::from(self.total()) / f64::from(found),
        }
    }

    /// The most guesses that a target takes.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.counts.len()
    }
}

/// How many guesses a strategy needs for a target; `None` if it does not find it.
#[must_use]
pub fn guesses(strategy: &Strategy, target: Placement) -> Option<usize> {
    let mut step = strategy.start();
    for guesses in 1..=PLACEMENTS {
        match answer(target, strategy.guess(step)) {
            Answer::FOUND => return Some(guesses),
            other => step = strategy.after(step, other)?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_strategy_finds_every_target() {
        let evaluation = Evaluation::of(Strategy::built_in());
        assert_eq!(evaluation.missed(), 0);
        assert_eq!(evaluation.total(), 22_856);
        assert_eq!(evaluation.worst(), 7);
        assert_eq!(evaluation.counts(), [1, 4, 89, 2081, 2469, 301, 15]);
        assert_eq!(evaluation.counts().iter().sum::<u32>(), 4960);
        assert_eq!(format!("{:.4}", evaluation.average()), "4.6081");
    }

    #[test]
    fn figures_of_a_few_targets() {
        let mut evaluation = Evaluation::default();
        assert_eq!((evaluation.total(), evaluation.worst()), (0, 0));
        assert!(evaluation.average().abs() < 1e-12);
        for guesses in [Some(2), Some(5), None, Some(2), Some(0)] {
            evaluation.add(guesses);
        }
        assert_eq!(evaluation.counts(), [0, 2, 0, 0, 1]);
        assert_eq!(evaluation.missed(), 2);
        assert_eq!(evaluation.total(), 9);
        assert!((evaluation.average() - 3.0).abs() < 1e-12);
        assert_eq!(evaluation.worst(), 5);
    }

    #[test]
    fn a_strategy_that_gives_up_misses() {
        let only = "A1 A2 A3".parse().expect("a placement");
        let plan = super::super::Plan {
            guess: only,
            next: Vec::new(),
        };
        let evaluation = Evaluation::of(&Strategy::new(&plan));
        assert_eq!(evaluation.counts(), [1]);
        assert_eq!(evaluation.missed(), 4959);
    }
}
