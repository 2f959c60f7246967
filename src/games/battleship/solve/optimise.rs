//! The best plan below a first guess.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use super::candidate_set::{CandidateSet, FOUND};
use super::classes::Classes;
use super::search::Search;
use super::watch::{Interrupted, Watch};
use crate::games::battleship::answer_lookup::AnswerLookup;
use crate::games::battleship::feedback::Answer;
use crate::games::battleship::placement::Placement;
use crate::games::battleship::strategy::Plan;
use crate::parallel;

/// No total comes near this.
const NO_LIMIT: u32 = u32::MAX / 2;

/// A plan with the least total of all that begin with `first`: an exact search, the same on every
/// run and with any number of threads. It takes minutes; `watch` hears how many targets are done.
///
/// # Errors
/// If `watch` stops it.
pub fn optimise(
    first: Placement,
    threads: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<Plan, Interrupted> {
    let classes = classes_of(AnswerLookup::get(), first);
    let next = best_plans(classes, threads, watch)?;
    Ok(Plan { guess: first, next })
}

/// The best plans for sets of targets, each behind its answer; `watch` hears how many targets are
/// done.
pub(super) fn best_plans(
    mut classes: Vec<(Answer, Vec<u16>)>,
    threads: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<Vec<(Answer, Plan)>, Interrupted> {
    // The large ones first, so that no thread is left alone with one in the end.
    classes.sort_by_key(|(_, class)| Reverse(class.len()));
    let all: usize = classes.iter().map(|(_, class)| class.len()).sum();
    let (mut plans, mut done) = (Vec::new(), 0);
    let cancel = watch.cancel();
    let plan = |(): &mut (), (answer, class): &(Answer, Vec<u16>)| {
        let candidates = CandidateSet::new(AnswerLookup::get(), class);
        let set: Vec<u16> = (0..class.len() as u16).collect();
        let mut report = |_| {};
        let watch = &mut Watch::new(cancel, &mut report);
        let plan = best_plan(&mut Search::until(cancel), &candidates, &set, watch).ok()?;
        Some((class.len(), (*answer, plan)))
    };
    watch.report(done, all)?;
    parallel::for_each(
        threads,
        &classes,
        || (),
        plan,
        |heard| {
            if let Some((_, (targets, plan))) = heard {
                plans.push(plan);
                done += targets;
            }
            // The check below tells whoever wants it to stop.
            let _ = watch.report(done, all);
        },
    );
    watch.check()?;
    plans.sort_by_key(|(answer, _)| *answer);
    Ok(plans)
}

/// The targets that give each answer to a guess and are not found by it, without empty classes.
pub(crate) fn classes_of(lookup: &AnswerLookup, guess: Placement) -> Vec<(Answer, Vec<u16>)> {
    let mut classes: Vec<(Answer, Vec<u16>)> =
        Answer::all().map(|answer| (answer, Vec::new())).collect();
    for (target, &code) in (0..).zip(lookup.row(guess.index())) {
        classes[usize::from(code)].1.push(target);
    }
    classes.retain(|(answer, class)| *answer != Answer::FOUND && !class.is_empty());
    classes
}

/// The best guess if one of these is the target, and the total that it has; `None` if there are
/// none.
pub(crate) fn best_guess(targets: &[Placement]) -> Option<(Placement, u32)> {
    if targets.len() <= 2 {
        // The second of two is found by the second guess.
        let total = [0, 1, 3][targets.len()];
        return targets.first().map(|&first| (first, total));
    }
    let targets: Vec<u16> = targets.iter().map(|target| target.index() as u16).collect();
    let candidates = CandidateSet::new(AnswerLookup::get(), &targets);
    let all: Vec<u16> = (0..targets.len() as u16).collect();
    let (total, guess) = Search::new().scan(&candidates, &all, NO_LIMIT, 0);
    let guess = guess.and_then(|guess| Placement::from_index(usize::from(guess)));
    guess.map(|guess| (guess, total))
}

fn best_plan(
    search: &mut Search<'_>,
    candidates: &CandidateSet,
    set: &[u16],
    watch: &mut Watch<'_>,
) -> Result<Plan, Interrupted> {
    watch.check()?;
    let placement = |index: u16| {
        Placement::from_index(usize::from(index))
            .expect("candidate sets hold numbers of placements")
    };
    if set.len() <= 2 {
        let guess = placement(candidates.target(set[0]));
        let rest = set.get(1).map(|&other| {
            let target = placement(candidates.target(other));
            let plan = Plan {
                guess: target,
                next: Vec::new(),
            };
            (
                crate::games::battleship::feedback::answer(target, guess),
                plan,
            )
        });
        return Ok(Plan {
            guess,
            next: rest.into_iter().collect(),
        });
    }
    let total = search.solve(candidates, set, NO_LIMIT);
    let (_, guess) = search.scan(candidates, set, total + 1, total);
    // A search that was stopped may have none.
    watch.check()?;
    let guess = guess.expect("some guess has the least total");
    let place = candidates.guesses.iter().position(|&other| other == guess);
    let place = place.expect("the guess is one of the candidates");
    let classes = Classes::new(candidates, set, place);
    let mut next = Vec::new();
    for answer in Answer::all().take(FOUND) {
        let class = classes.get(answer.index());
        if !class.is_empty() {
            next.push((answer, best_plan(search, candidates, class, watch)?));
        }
    }
    Ok(Plan {
        guess: placement(guess),
        next,
    })
}
