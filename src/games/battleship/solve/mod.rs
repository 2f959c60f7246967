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
//! The others are searched best first: the bound of a set rises by one when all guesses with this bound
//! have been searched (`search`). Results are remembered by the hash of the set.

mod bit_planes;
mod candidate_set;
mod frontier;
mod search;
#[cfg(test)]
pub(super) mod tests;

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::feedback::{Answer, not_found};
use super::placement::Placement;
use super::strategy::Strategy;
use crate::parallel;

pub(super) use frontier::Frontier;
pub(super) use search::Search;

/// Computes a strategy with the least total of all that begin with `first`, by an exact search. The
/// result does not depend on the number of threads. Takes minutes; calls `progress` with the number of
/// targets done. `None` if cancelled.
pub fn optimise(
    first: Placement,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    progress: impl FnMut(usize),
) -> Option<Strategy> {
    let all: Vec<Placement> = Placement::all().collect();
    let classes = not_found(first, &all).collect();
    let next = best_strategies(classes, threads, cancel, progress)?;
    Some(Strategy { guess: first, next })
}

/// Computes the best strategy for each class of targets.
fn best_strategies(
    mut classes: Vec<(Answer, Vec<Placement>)>,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut progress: impl FnMut(usize),
) -> Option<Vec<(Answer, Strategy)>> {
    // Large classes first, so that no thread is left alone with one at the end.
    classes.sort_by_key(|(_, class)| Reverse(class.len()));
    let (mut strategies, mut done) = (Vec::new(), 0);
    let work = |(answer, class): &(Answer, Vec<Placement>)| {
        let strategy = best_strategy(&mut Search::new(cancel), class)?;
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

/// Returns the best guess for these targets and its total; `None` if there are no targets.
pub(super) fn best_guess(targets: &[Placement]) -> Option<(Placement, u32)> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    best(&mut Search::new(&NEVER), targets)
}

/// Like [`best_guess`], and also `None` if the search was stopped.
fn best(search: &mut Search<'_>, targets: &[Placement]) -> Option<(Placement, u32)> {
    match *targets {
        [] => None,
        [only] => Some((only, 1)),
        // The second guess finds the second of two.
        [first, _] => Some((first, 3)),
        _ => Frontier::new(targets).solve(search),
    }
}

/// Computes the best strategy for at least one target; `None` if the search was stopped.
fn best_strategy(search: &mut Search<'_>, targets: &[Placement]) -> Option<Strategy> {
    let (guess, _) = best(search, targets)?;
    let mut next = Vec::new();
    for (answer, class) in not_found(guess, targets) {
        next.push((answer, best_strategy(search, &class)?));
    }
    Some(Strategy { guess, next })
}
