//! A lower bound on the total of a set of targets that rises step by step.

use crate::games::battleship::answer_lookup::AnswerLookup;
use crate::games::battleship::solve::{CandidateSet, Classes, FOUND, Interrupted, Search, Watch};

/// A guess at the set, and how far it has been looked into.
#[derive(Clone, Debug)]
struct Branch {
    place: u16,
    /// A proved lower bound on the total after this guess.
    low: u32,
    /// A proved lower bound on the total of the class of each answer; empty as long as only the
    /// sizes of the classes have been looked at.
    lows: Option<Box<[u16; FOUND]>>,
    /// Which classes have an exact bound, a bit for each.
    exact: u32,
    /// The next thing to try: how hard, and for which class.
    level: u8,
    next: u8,
}

/// All classes have an exact bound.
const ALL: u32 = (1 << FOUND) - 1;

/// The work that the first search in a class may cost; each further one may cost four times as much.
const BUDGET: u64 = 4096;

/// How far a search in a class goes at least, even if less is needed for now: most of its cost is
/// the beginning, and what is left over is needed later.
const STEP: u32 = 3;

/// Sizes of classes for which the strict bound pays.
const STRICT: std::ops::RangeInclusive<usize> = 12..=100;

/// A set of targets, all guesses at it, and a proved lower bound for each: the least of them is a
/// lower bound for the set. Raising it means to look deeper into the guesses that hold it down.
#[derive(Debug)]
pub(super) struct Frontier {
    candidates: CandidateSet,
    all: Vec<u16>,
    /// The guesses that can still matter.
    open: Vec<Branch>,
    low: u32,
    exact: bool,
}

impl Frontier {
    /// The frontier of a set that has at least one member.
    pub(super) fn new(lookup: &AnswerLookup, targets: &[u16]) -> Frontier {
        let candidates = CandidateSet::new(lookup, targets);
        let open: Vec<Branch> = candidates
            .ranked
            .iter()
            .map(|&(low, place)| Branch::new(low, place))
            .collect();
        let exact = targets.len() == 1;
        Frontier {
            all: (0..targets.len() as u16).collect(),
            low: if exact {
                1
            } else {
                open.first().map_or(1, |branch| branch.low)
            },
            candidates,
            open,
            exact,
        }
    }

    /// The bound proved so far.
    pub(super) fn low(&self) -> u32 {
        self.low
    }

    /// Whether the bound is the least total itself, so that it cannot rise any more.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Raises the bound to `target`, unless the least total is less: then to that. Guesses whose
    /// bound is `enough` are forgotten, so `enough` must not grow from call to call.
    pub(super) fn raise(
        &mut self,
        search: &mut Search<'_>,
        target: u32,
        enough: u32,
        watch: &Watch<'_>,
    ) -> Result<(), Interrupted> {
        let mut target = target.min(enough);
        for at in 0..self.open.len() {
            let branch = &mut self.open[at];
            if branch.low >= target {
                continue;
            }
            watch.check()?;
            branch.deepen(search, &self.candidates, &self.all, target);
            // The total after this guess is less than the target, and exactly known.
            target = target.min(branch.low);
        }
        self.open.retain(|branch| branch.low < enough);
        self.low = target;
        self.exact = self
            .open
            .iter()
            .any(|branch| branch.low == target && branch.exact == ALL);
        Ok(())
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

    /// Looks deeper until the bound of this guess is the target or exact.
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
