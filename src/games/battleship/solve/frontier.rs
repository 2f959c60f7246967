//! All guesses at a set of targets, each with a lower bound that rises the deeper it is searched.

use std::ops::RangeInclusive;

use super::candidate_set::{CandidateSet, Classes, FOUND};
use super::search::{NO_LIMIT, Search};
use crate::games::battleship::placement::Placement;

/// A guess at the set, and the progress on its bound.
#[derive(Clone, Debug)]
struct Branch {
    place: u16,
    /// A proved lower bound on the total after this guess.
    low: u32,
    /// A proved lower bound on the total of the class of each answer; `None` until more than the sizes
    /// of the classes is known.
    lows: Option<Box<[u16; FOUND]>>,
    /// The classes with an exact bound, a bit for each.
    exact: u32,
    /// The next thing to try: how hard, and for which class.
    level: u8,
    next: u8,
}

/// All classes have an exact bound.
const ALL: u32 = (1 << FOUND) - 1;

/// The budget of the first search in a class; each further one gets four times as much.
const BUDGET: u64 = 4096;

/// The least rise to search for in a class, even if less is needed now: most of the cost is at the
/// beginning, and the rest is needed later.
const STEP: u32 = 3;

/// Sizes of classes for which the strict bound pays.
const STRICT: RangeInclusive<usize> = 12..=100;

/// A set of targets, all guesses at it, and a proved lower bound for each, the least of which is a
/// lower bound for the set. To raise it, search deeper into the guesses with the lowest bounds.
#[derive(Debug)]
pub(crate) struct Frontier {
    candidates: CandidateSet,
    all: Vec<u16>,
    /// The guesses that can still matter.
    open: Vec<Branch>,
    /// The bound proved so far.
    pub(crate) low: u32,
    /// Whether the bound is the least total, so that it cannot rise.
    pub(crate) exact: bool,
    /// The cost of the last rise, per unit. The cheapest frontier is raised next, so the work goes where
    /// it proves most.
    pub(crate) price: u64,
}

impl Frontier {
    /// Creates the frontier of a set with at least one member.
    pub(crate) fn new(targets: &[Placement]) -> Frontier {
        let numbers = targets.iter().map(|target| target.index() as u16);
        let candidates = CandidateSet::new(&numbers.collect::<Vec<_>>());
        let open: Vec<Branch> = candidates
            .ranked
            .iter()
            .map(|&(low, place)| Branch::new(low, place))
            .collect();
        let exact = targets.len() == 1;
        Frontier {
            all: candidates.all(),
            low: if exact {
                1
            } else {
                open.first().map_or(1, |branch| branch.low)
            },
            candidates,
            open,
            exact,
            price: 0,
        }
    }

    /// Raises the bound to `target`, or to the least total if that is less. Forgets guesses whose bound
    /// is `enough`, so `enough` must not grow from call to call.
    pub(crate) fn raise(&mut self, search: &mut Search<'_>, target: u32, enough: u32) {
        let (low, work) = (self.low, search.work);
        let mut target = target.min(enough);
        for at in 0..self.open.len() {
            let branch = &mut self.open[at];
            if branch.low >= target {
                continue;
            }
            if search.is_stopped() {
                return;
            }
            branch.deepen(search, &self.candidates, &self.all, target);
            // The total after this guess is less than the target, and exactly known.
            target = target.min(branch.low);
        }
        self.open.retain(|branch| branch.low < enough);
        self.low = target;
        self.exact = self.open.iter().any(|branch| branch.is_exactly(target));
        self.price = (search.work - work) / u64::from((target - low).max(1));
    }

    /// Raises the bound of a set of two or more to the least total. Returns a guess that has it, and the
    /// total; `None` if the search was stopped.
    pub(crate) fn solve(&mut self, search: &mut Search<'_>) -> Option<(Placement, u32)> {
        while !self.exact {
            if search.is_stopped() {
                return None;
            }
            self.raise(search, self.low + 1, NO_LIMIT);
        }
        let best = self
            .open
            .iter()
            .find(|branch| branch.is_exactly(self.low))?;
        let guess = self.candidates.guesses[usize::from(best.place)];
        Some((Placement::from_index(usize::from(guess))?, self.low))
    }
}

impl Branch {
    fn new(low: u32, place: u16) -> Branch {
        Branch {
            place,
            low,
            lows: None,
            exact: 0,
            level: 0,
            next: 0,
        }
    }

    /// Whether the least total after this guess is known to be this.
    fn is_exactly(&self, total: u32) -> bool {
        self.low == total && self.exact == ALL
    }

    /// Searches deeper until the bound of this guess reaches the target or is exact.
    fn deepen(
        &mut self,
        search: &mut Search<'_>,
        candidates: &CandidateSet,
        all: &[u16],
        target: u32,
    ) {
        let classes = Classes::new(candidates, all, usize::from(self.place));
        let size = |code: usize| classes.get(code).len();
        let lows = self.lows.get_or_insert_with(|| {
            self.exact = (0..FOUND)
                .filter(|&code| size(code) <= 2)
                .fold(0, |exact, code| exact | 1 << code);
            Box::new(std::array::from_fn(|code| {
                candidates.lower_bounds[size(code)] as u16
            }))
        });
        let mut codes: [usize; FOUND] = std::array::from_fn(|code| code);
        let sort = |codes: &mut [usize], level: u8| match level {
            0 => codes.sort_unstable_by_key(|&code| (size(code), code)),
            1 => codes.sort_unstable_by_key(|&code| (size(code).abs_diff(32), code)),
            _ => codes.sort_unstable_by_key(|&code| (usize::MAX - size(code), code)),
        };
        sort(&mut codes, self.level);
        while self.low < target && self.exact != ALL {
            let code = codes[usize::from(self.next)];
            let class = classes.get(code);
            if self.exact >> code & 1 == 0 {
                let low = u32::from(lows[code]);
                let better = match self.level {
                    0 => search.score_bound(candidates, class),
                    1 if STRICT.contains(&class.len()) => search.strict_bound(candidates, class),
                    1 => low,
                    level => {
                        let budget = BUDGET << (2 * (level - 2));
                        let enough = low + (target - self.low).max(STEP);
                        let (low, exact) = search.raise(candidates, class, low, enough, budget);
                        self.exact |= u32::from(exact) << code;
                        low
                    }
                };
                let rise = better.saturating_sub(low);
                lows[code] += rise as u16;
                self.low += rise;
            }
            self.next += 1;
            if usize::from(self.next) == FOUND {
                self.next = 0;
                self.level += 1;
                sort(&mut codes, self.level);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::battleship::solve::tests::{NEVER, Oracle, alike, placements};

    #[test]
    fn a_frontier_rises_to_the_least_total_and_no_further() {
        let mut rng = Rng::new(7);
        for (size, step) in [(1, 1), (2, 1), (3, 1), (5, 4), (8, 1), (12, 3)] {
            let targets = alike(&mut rng, size);
            let total = Oracle::new(&targets).total((1 << size) - 1);
            let targets = placements(&targets);
            let mut search = Search::new(&NEVER);
            // By steps, or with a goal above the total.
            for (step, enough) in [(step, NO_LIMIT), (1, total + 1), (4, total + 4)] {
                let mut frontier = Frontier::new(&targets);
                while !frontier.exact {
                    assert!(frontier.low <= total, "{} of {total}", frontier.low);
                    let target = frontier.low + step;
                    frontier.raise(&mut search, target, enough);
                }
                assert_eq!(frontier.low, total);
            }
            // With a lower goal it may stop there.
            let mut frontier = Frontier::new(&targets);
            while frontier.low < total && !frontier.exact {
                frontier.raise(&mut search, total, total);
            }
            assert_eq!(frontier.low, total);
        }
    }
}
