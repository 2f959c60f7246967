//! A good guess, one step ahead: for sets of targets that the stored strategy does not know.

use std::cmp::Reverse;

use super::feedback::{ANSWERS, Answer, Nearness, answer};
use super::partition::Partition;
use super::placement::Placement;
use super::strategy::Plan;

/// What makes one guess better than another. More is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number of different answers; among equals the least expected size.
    Classes,
    /// The least expected number of remaining targets, as the course text proposes.
    ExpectedSize,
    /// The most information.
    Entropy,
}

/// Which guesses are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// All 4960.
    All,
    /// Only those that can be the target, as the course text proposes.
    Targets,
}

/// The guess that this measure finds best for `targets`; `None` if there are no targets. Among
/// equals a guess that can be the target is better, then an earlier one.
#[must_use]
pub fn greedy_guess(targets: &[Placement], measure: Measure, among: Among) -> Option<Placement> {
    // With one or two targets to go nothing beats a try.
    if targets.len() <= 2 {
        return targets.first().copied();
    }
    let nearness = Nearness::new(targets.iter().copied());
    let value = |guess: Placement| {
        let partition = Partition::with(&nearness, guess);
        let squares = Reverse(partition.sum_of_squares());
        let hits = partition.count(Answer::FOUND);
        let (first, second) = match measure {
            Measure::Classes => (partition.classes() as u64, squares),
            Measure::ExpectedSize => (0, squares),
            // In units of 2⁻³², so that guesses can be compared exactly.
            Measure::Entropy => ((partition.entropy() * 2f64.powi(32)) as u64, squares),
        };
        (first, second, hits, Reverse(guess))
    };
    match among {
        Among::All => Placement::all().max_by_key(|&guess| value(guess)),
        Among::Targets => targets.iter().copied().max_by_key(|&guess| value(guess)),
    }
}

/// The plan of a searcher who always makes the [`greedy_guess`], from `first` on: what the stored
/// strategy is compared with.
#[must_use]
pub fn greedy_plan(first: Placement, measure: Measure, among: Among) -> Plan {
    plan(first, &Placement::all().collect::<Vec<_>>(), measure, among)
}

fn plan(guess: Placement, targets: &[Placement], measure: Measure, among: Among) -> Plan {
    let mut classes: [Vec<Placement>; ANSWERS] = Default::default();
    for &target in targets {
        classes[answer(target, guess).index()].push(target);
    }
    let going_on = Answer::all()
        .zip(&classes)
        .filter(|&(answer, _)| answer != Answer::FOUND);
    let next = going_on.filter_map(|(answer, class)| {
        let guess = greedy_guess(class, measure, among)?;
        Some((answer, plan(guess, class, measure, among)))
    });
    Plan {
        guess,
        next: next.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::{Evaluation, Strategy};

    #[test]
    fn nothing_one_and_two() {
        let [a, b] = [10, 20].map(|index| Placement::from_index(index).expect("a placement"));
        for measure in [Measure::Classes, Measure::ExpectedSize, Measure::Entropy] {
            assert_eq!(greedy_guess(&[], measure, Among::All), None);
            assert_eq!(greedy_guess(&[a], measure, Among::All), Some(a));
            assert_eq!(greedy_guess(&[a, b], measure, Among::Targets), Some(a));
        }
    }

    #[test]
    fn no_guess_has_a_better_measure() {
        let targets: Vec<Placement> = Placement::all().step_by(61).collect();
        let best = |measure| {
            let guess = greedy_guess(&targets, measure, Among::All).expect("a guess");
            Partition::new(&targets, guess)
        };
        let (classes, size, entropy) = (
            best(Measure::Classes),
            best(Measure::ExpectedSize),
            best(Measure::Entropy),
        );
        for guess in Placement::all() {
            let other = Partition::new(&targets, guess);
            assert!(other.classes() <= classes.classes());
            assert!(other.sum_of_squares() >= size.sum_of_squares());
            assert!(other.entropy() <= entropy.entropy() + 1e-9);
        }
    }

    #[test]
    fn among_the_targets_means_among_the_targets() {
        let targets: Vec<Placement> = Placement::all().step_by(61).collect();
        let guess = greedy_guess(&targets, Measure::Entropy, Among::Targets).expect("a guess");
        assert!(targets.contains(&guess));
    }

    #[test]
    fn a_greedy_plan_finds_every_target() {
        let first = "A1 A3 H1".parse().expect("a placement");
        let plan = greedy_plan(first, Measure::Entropy, Among::Targets);
        let evaluation = Evaluation::of(&Strategy::new(&plan));
        assert_eq!(evaluation.missed(), 0);
        assert!((4.9..5.0).contains(&evaluation.average()), "{evaluation:?}");
    }
}
