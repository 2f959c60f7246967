//! A lower bound on the total of a set of targets that rises step by step.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::games::battleship::solve::{Classes, FOUND, Interrupted, Search, Universe, Watch};
use crate::games::battleship::table::Table;

/// A guess at the set, and how far it has been looked into.
#[derive(Clone, Debug)]
struct Branch {
    /// A proved lower bound on the total of the class of each answer.
    lows: [u16; FOUND],
    /// How many of the classes are exact, in the order of their sizes.
    exact: u8,
}

/// A set of targets, all guesses at it, and a proved lower bound for each: the least of them is a
/// lower bound for the set. Raising it means to look deeper into the guesses that hold it down.
#[derive(Debug)]
pub(super) struct Frontier {
    universe: Universe,
    all: Vec<u16>,
    /// The guesses that can still matter, by their bounds.
    open: BinaryHeap<Reverse<(u32, u16)>>,
    branches: Vec<Option<Branch>>,
    low: u32,
    exact: bool,
}

impl Frontier {
    /// The frontier of a set that has at least one member.
    pub(super) fn new(table: &Table, targets: &[u16]) -> Frontier {
        let universe = Universe::new(table, targets);
        let open: BinaryHeap<_> = universe
            .ranked
            .iter()
            .map(|&bound| Reverse(bound))
            .collect();
        let branches = vec![None; universe.guesses.len()];
        let exact = targets.len() == 1;
        let low = if exact {
            1
        } else {
            universe.ranked.first().map_or(1, |&(low, _)| low)
        };
        Frontier {
            all: (0..targets.len() as u16).collect(),
            universe,
            open,
            branches,
            low,
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

    /// Raises the bound by one at least, unless it is exact or `enough`. Guesses whose bound is
    /// `enough` are forgotten, so `enough` must not grow from call to call.
    pub(super) fn raise(
        &mut self,
        search: &mut Search,
        enough: u32,
        watch: &Watch<'_>,
    ) -> Result<(), Interrupted> {
        let before = self.low;
        while self.low == before && !self.exact && self.low < enough {
            watch.check()?;
            let Some(Reverse((low, place))) = self.open.pop() else {
                self.low = enough;
                break;
            };
            let at = usize::from(place);
            let branch = self.branches[at].take();
            let (low, branch) = match branch {
                Some(branch) if usize::from(branch.exact) == FOUND => {
                    self.low = low;
                    self.exact = true;
                    break;
                }
                Some(branch) => self.deepen(search, at, branch, low, enough),
                None => self.begin(search, at, enough),
            };
            if low < enough {
                self.branches[at] = Some(branch);
                self.open.push(Reverse((low, place)));
            }
            self.low = self
                .open
                .peek()
                .map_or(enough, |&Reverse((low, _))| low.min(enough));
        }
        Ok(())
    }

    /// Bounds for all classes by scores, as far as they are needed.
    fn begin(&self, search: &mut Search, place: usize, enough: u32) -> (u32, Branch) {
        let classes = Classes::new(&self.universe, &self.all, place);
        let mut branch = Branch {
            lows: [0; FOUND],
            exact: 0,
        };
        let mut sum = self.all.len() as u32;
        let mut codes: [usize; FOUND] = std::array::from_fn(|code| code);
        codes.sort_unstable_by_key(|&code| Reverse(classes.get(code).len()));
        for code in codes {
            let low = self.universe.least[classes.get(code).len()];
            branch.lows[code] = low as u16;
            sum += low;
        }
        for code in codes {
            if sum >= enough {
                break;
            }
            let class = classes.get(code);
            if class.len() > 2 {
                let low = search.glance(&self.universe, class);
                sum += low.saturating_sub(u32::from(branch.lows[code]));
                branch.lows[code] = branch.lows[code].max(low as u16);
            }
        }
        (sum, branch)
    }

    /// Makes one more class exact, the smallest that is not.
    fn deepen(
        &self,
        search: &mut Search,
        place: usize,
        mut branch: Branch,
        mut sum: u32,
        enough: u32,
    ) -> (u32, Branch) {
        let classes = Classes::new(&self.universe, &self.all, place);
        let mut codes: [usize; FOUND] = std::array::from_fn(|code| code);
        codes.sort_unstable_by_key(|&code| classes.get(code).len());

        let before = sum;
        while usize::from(branch.exact) < FOUND && sum == before {
            let code = codes[usize::from(branch.exact)];
            let low = u32::from(branch.lows[code]);
            let total = search.solve(&self.universe, classes.get(code), low + (enough - sum));
            if total > low {
                branch.lows[code] = total as u16;
                sum += total - low;
            }
            branch.exact += 1;
        }
        (sum, branch)
    }
}
