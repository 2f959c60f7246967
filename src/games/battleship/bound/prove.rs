//! A lower bound on the total of every strategy that begins with a given guess.

use super::frontier::Frontier;
use super::log::BoundLog;
use crate::games::battleship::placement::{PLACEMENTS, Placement};
use crate::games::battleship::solve::{Interrupted, Search, Watch, classes_of};
use crate::games::battleship::table::Table;

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
    let table = Table::get();
    let mut search = Search::new();
    let mut classes: Vec<Class> = Vec::new();
    for (_, targets) in classes_of(table, first) {
        watch.check()?;
        let frontier = Frontier::new(table, &targets);
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

/// Proves that no strategy at all has a total of less than `goal`, as far as `log` does not know it
/// yet, the hardest first guesses first. `proved` hears of each first guess that is done, and `watch`
/// of their number.
///
/// # Errors
/// If `watch` stops it; what was proved till then is in the log.
pub fn prove_all(
    log: &mut BoundLog,
    goal: u32,
    proved: &mut dyn FnMut(Placement, Bound),
    watch: &mut Watch<'_>,
) -> Result<(), Interrupted> {
    let remaining = log.remaining(goal);
    for (done, &first) in remaining.iter().enumerate() {
        watch.report(done, remaining.len())?;
        let bound = prove(first, goal, &mut Watch::new(watch.cancel(), &mut |_| {}))?;
        log.record(first, bound);
        proved(first, bound);
    }
    watch.report(remaining.len(), remaining.len())
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
        search: &mut Search,
        wanted: u32,
        watch: &Watch<'_>,
    ) -> Result<u32, Interrupted> {
        let (low, work) = (self.frontier.low(), search.work);
        self.frontier.raise(search, low + wanted, watch)?;
        let rise = self.frontier.low() - low;
        self.price = (search.work - work) / u64::from(rise.max(1));
        Ok(rise)
    }
}
