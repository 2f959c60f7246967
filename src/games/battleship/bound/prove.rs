//! A lower bound on the total of every strategy that begins with a given guess.

use std::num::NonZeroUsize;

use super::frontier::Frontier;
use crate::games::battleship::answer_lookup::AnswerLookup;
use crate::games::battleship::placement::{PLACEMENTS, Placement};
use crate::games::battleship::solve::{Interrupted, Search, Watch, classes_of};
use crate::parallel;

/// What has been proved about a first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    /// No strategy that begins with this guess has a smaller total.
    pub total: u32,
    /// There is one that has exactly this total.
    pub exact: bool,
}

/// Proves that no strategy that begins with `first` has a total of less than `goal`; if there is
/// one, the bound is the least total. `watch` hears how far the bound has come on its way to
/// `goal`.
///
/// # Errors
/// If `watch` stops it.
pub fn prove(first: Placement, goal: u32, watch: &mut Watch<'_>) -> Result<Bound, Interrupted> {
    let lookup = AnswerLookup::get();
    let mut search = Search::new();
    let mut classes: Vec<Class> = Vec::new();
    for (_, targets) in classes_of(lookup, first) {
        watch.check()?;
        let frontier = Frontier::new(lookup, &targets);
        classes.push(Class { frontier, price: 0 });
    }
    let mut total = PLACEMENTS as u32
        + classes
            .iter()
            .map(|class| class.frontier.low())
            .sum::<u32>();
    let start = total.min(goal);
    while total < goal {
        watch.report((total - start) as usize, (goal - start) as usize)?;
        let open = classes
            .iter_mut()
            .filter(|class| !class.frontier.is_exact());
        let Some(class) = open.min_by_key(|class| class.price) else {
            return Ok(Bound { total, exact: true });
        };
        total += class.raise(&mut search, goal - total, watch)?;
    }
    Ok(Bound {
        total,
        exact: false,
    })
}

/// Proves that no strategy that begins with one of `firsts` has a total of less than `goal`, with
/// several threads. `proved` hears of each first guess that is done, in any order, and `watch` of
/// their number. What is proved about a first guess does not depend on the number of threads.
///
/// # Errors
/// If `watch` stops it.
pub fn prove_all(
    firsts: &[Placement],
    goal: u32,
    threads: NonZeroUsize,
    proved: &mut dyn FnMut(Placement, Bound),
    watch: &mut Watch<'_>,
) -> Result<(), Interrupted> {
    let cancel = watch.cancel();
    let threads = threads.min(NonZeroUsize::new(firsts.len()).unwrap_or(threads));
    let work = |(): &mut (), &first: &Placement| {
        let bound = prove(first, goal, &mut Watch::new(cancel, &mut |_| {}));
        bound.ok().map(|bound| (first, bound))
    };
    let mut done = 0;
    watch.report(done, firsts.len())?;
    parallel::for_each(
        threads,
        firsts,
        || (),
        work,
        |heard| {
            if let Some((_, (first, bound))) = heard {
                proved(first, bound);
                done += 1;
            }
            // Whoever is interrupted still gets what has been proved till then.
            let _ = watch.report(done, firsts.len());
        },
    );
    watch.check()
}

/// The targets that give one answer to the first guess.
struct Class {
    frontier: Frontier,
    /// What the last rise of its bound by one has cost. The cheapest class is raised next, so the
    /// effort goes where it proves most.
    price: u64,
}

impl Class {
    /// Raises the bound; returns by how much.
    fn raise(
        &mut self,
        search: &mut Search<'_>,
        wanted: u32,
        watch: &Watch<'_>,
    ) -> Result<u32, Interrupted> {
        let (low, work) = (self.frontier.low(), search.work);
        // All classes share what is wanted. Small steps near the end, where each costs most.
        let step = (wanted / 80).max(1);
        self.frontier
            .raise(search, low + step, low + wanted, watch)?;
        let rise = self.frontier.low() - low;
        self.price = (search.work - work) / u64::from(rise.max(1));
        Ok(rise)
    }
}
