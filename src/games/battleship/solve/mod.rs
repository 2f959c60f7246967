//! Exact search: the least total of a set of targets, and the strategy that has it.
//!
//! The *total* of a set is the number of guesses that a searcher needs for all its targets together.
//! A guess costs one for each target of the set and divides it into classes with the same answer. So
//! the least total of a set is its size plus the least totals of the classes, for the best guess.
//!
//! Most guesses are ruled out without searching their classes:
//!
//! - by *counting* (`candidate_set`): at most 19 answers, often fewer, do not end the game, which limits
//!   the number of targets that can be found early;
//! - by *scores* (`bit_planes`, for 512 guesses at once): how many answers the best guess gets from each
//!   class; *strict* scores count only classes that one of their own members splits completely;
//! - because another guess partitions the set in the same way, as most guesses do once a set has only
//!   a few dozen targets.
//!
//! Results are remembered by the hash of the set.

mod bit_planes;
mod candidate_set;
mod search;
#[cfg(test)]
pub(super) mod tests;

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::feedback::{Answer, classes};
use super::placement::Placement;
use super::strategy::Strategy;
use crate::parallel;

pub(super) use candidate_set::{CandidateSet, Classes, FOUND};
pub(super) use search::Search;

/// Larger than any total.
const NO_LIMIT: u32 = u32::MAX / 2;

/// Computes a strategy with the least total of all that begin with `first`, by an exact search. The
/// result does not depend on the number of threads. Takes minutes; calls `progress` with the number of
/// targets done. `None` if cancelled.
pub fn optimise(
    first: Placement,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    progress: impl FnMut(usize),
) -> Option<Strategy> {
    let next = best_strategies(classes_of(first), threads, cancel, progress)?;
    Some(Strategy { guess: first, next })
}

/// Computes the best strategy for each class of targets.
fn best_strategies(
    mut classes: Vec<(Answer, Vec<u16>)>,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut progress: impl FnMut(usize),
) -> Option<Vec<(Answer, Strategy)>> {
    // Large classes first, so that no thread is left alone with one at the end.
    classes.sort_by_key(|(_, class)| Reverse(class.len()));
    let (mut strategies, mut done) = (Vec::new(), 0);
    let work = |(answer, class): &(Answer, Vec<u16>)| {
        let candidates = CandidateSet::new(class);
        let strategy = best_strategy(&mut Search::new(cancel), &candidates, &candidates.all())?;
        Some((class.len(), (*answer, strategy)))
    };
    parallel::for_each(
        threads,
        &classes,
        || work,
        |_, (targets, strategy)| {
            strategies.push(strategy);
            done += targets;
            progress(done);
        },
    );
    strategies.sort_by_key(|(answer, _)| *answer);
    (!cancel.load(Ordering::Relaxed)).then_some(strategies)
}

/// Divides the targets that a guess does not find by their answers to it.
pub(super) fn classes_of(guess: Placement) -> Vec<(Answer, Vec<u16>)> {
    let targets: Vec<Placement> = Placement::all().collect();
    let classes = classes(guess, &targets).filter(|(answer, _)| *answer != Answer::FOUND);
    classes
        .map(|(answer, class)| (answer, numbers(&class)))
        .collect()
}

fn numbers(targets: &[Placement]) -> Vec<u16> {
    targets.iter().map(|target| target.index() as u16).collect()
}

/// Returns the best guess for these targets and its total; `None` if there are no targets.
pub(super) fn best_guess(targets: &[Placement]) -> Option<(Placement, u32)> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    if targets.len() <= 2 {
        // The second guess finds the second of two.
        let total = [0, 1, 3][targets.len()];
        return targets.first().map(|&first| (first, total));
    }
    let candidates = CandidateSet::new(&numbers(targets));
    let (total, guess) = Search::new(&NEVER).scan(&candidates, &candidates.all(), NO_LIMIT, 0);
    Some((Placement::from_index(usize::from(guess?))?, total))
}

/// Computes the best strategy for a set of at least one target. The result is meaningless once the
/// search has been stopped.
fn best_strategy(
    search: &mut Search<'_>,
    candidates: &CandidateSet,
    set: &[u16],
) -> Option<Strategy> {
    let guess = if set.len() <= 2 {
        candidates.target(set[0])
    } else {
        let total = search.solve(candidates, set, NO_LIMIT);
        search.scan(candidates, set, total + 1, total).1?
    };
    let place = candidates
        .guesses
        .iter()
        .position(|&other| other == guess)?;
    let classes = Classes::new(candidates, set, place);
    let mut next = Vec::new();
    for answer in Answer::all().take(FOUND) {
        let class = classes.get(answer.index());
        if !class.is_empty() {
            next.push((answer, best_strategy(search, candidates, class)?));
        }
    }
    let guess = Placement::from_index(usize::from(guess))?;
    Some(Strategy { guess, next })
}
