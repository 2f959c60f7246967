//! Exact search: the least total of a set of targets, and the plan that has it.
//!
//! The *total* of a set is the number of guesses that a searcher needs for all its targets together.
//! A guess costs one for each target of the set, and then each class of targets with the same answer
//! is a smaller set of its own: the least total of a set is its size plus the least totals of the
//! classes, for the best guess there is.
//!
//! Most guesses are ruled out without a search in their classes:
//!
//! - by *counting* (`candidate_set`): a guess has at most 19 answers that go on, often fewer, so only so
//!   many targets can be found early;
//! - by *scores* (`bit_planes`, for 512 guesses at once): how many answers the best guess gets from each
//!   class; *strict* scores count only classes that one of their own members splits completely;
//! - because another guess partitions the set in the same way, which is so for most of
//!   them once a set has only a few dozen targets.
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

use super::feedback::{Answer, answers_to};
use super::placement::Placement;
use super::strategy::Plan;
use crate::parallel;

pub(super) use candidate_set::{CandidateSet, Classes, FOUND};
pub(super) use search::Search;

/// No total comes near this.
const NO_LIMIT: u32 = u32::MAX / 2;

/// A plan with the least total of all that begin with `first`: an exact search, the same on every
/// run and with any number of threads. It takes minutes and calls `progress` with the number of targets
/// done. `None` if `cancel` stops it.
pub fn optimise(
    first: Placement,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    progress: impl FnMut(usize),
) -> Option<Plan> {
    let next = best_plans(classes_of(first), threads, cancel, progress)?;
    Some(Plan { guess: first, next })
}

/// The best plan for each set of targets, after the answer that leads to it.
fn best_plans(
    mut classes: Vec<(Answer, Vec<u16>)>,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut progress: impl FnMut(usize),
) -> Option<Vec<(Answer, Plan)>> {
    // The large ones first, so that no thread is left alone with one in the end.
    classes.sort_by_key(|(_, class)| Reverse(class.len()));
    let (mut plans, mut done) = (Vec::new(), 0);
    let plan = |(answer, class): &(Answer, Vec<u16>)| {
        let candidates = CandidateSet::new(class);
        let plan = best_plan(&mut Search::new(cancel), &candidates, &candidates.all())?;
        Some((class.len(), (*answer, plan)))
    };
    parallel::for_each(
        threads,
        &classes,
        || plan,
        |_, (targets, plan)| {
            plans.push(plan);
            done += targets;
            progress(done);
        },
    );
    plans.sort_by_key(|(answer, _)| *answer);
    (!cancel.load(Ordering::Relaxed)).then_some(plans)
}

/// The targets that give each answer to a guess and are not found by it, without empty classes.
pub(super) fn classes_of(guess: Placement) -> Vec<(Answer, Vec<u16>)> {
    let mut classes: Vec<(Answer, Vec<u16>)> =
        Answer::all().map(|answer| (answer, Vec::new())).collect();
    for (target, &code) in (0..).zip(answers_to(guess.index())) {
        classes[usize::from(code)].1.push(target);
    }
    classes.retain(|(answer, class)| *answer != Answer::FOUND && !class.is_empty());
    classes
}

/// The best guess if one of these is the target, and the total that it has; `None` if there are
/// none.
pub(super) fn best_guess(targets: &[Placement]) -> Option<(Placement, u32)> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    if targets.len() <= 2 {
        // The second of two is found by the second guess.
        let total = [0, 1, 3][targets.len()];
        return targets.first().map(|&first| (first, total));
    }
    let targets: Vec<u16> = targets.iter().map(|target| target.index() as u16).collect();
    let candidates = CandidateSet::new(&targets);
    let (total, guess) = Search::new(&NEVER).scan(&candidates, &candidates.all(), NO_LIMIT, 0);
    Some((Placement::from_index(usize::from(guess?))?, total))
}

/// The best plan for a set that has at least one member. One that was made after the search was
/// stopped means nothing.
fn best_plan(search: &mut Search<'_>, candidates: &CandidateSet, set: &[u16]) -> Option<Plan> {
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
            next.push((answer, best_plan(search, candidates, class)?));
        }
    }
    let guess = Placement::from_index(usize::from(guess))?;
    Some(Plan { guess, next })
}
