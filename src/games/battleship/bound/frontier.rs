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
    /// How many of the classes have been glanced at, from the largest down.
    glanced: u8,
    /// How many of the classes are exact, from the smallest up.
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
            let classes = Classes::new(&self.universe, &self.all, at);
            let branch = self.branches[at].take();
            let mut branch = branch.unwrap_or_else(|| Branch::new(&self.universe, &classes));
            if usize::from(branch.exact) == FOUND {
                self.low = low;
                self.exact = true;
                break;
            }
            let low = branch.deepen(search, &self.universe, &classes, low, enough);
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
}

impl Branch {
    fn new(universe: &Universe, classes: &Classes) -> Branch {
        Branch {
            lows: std::array::from_fn(|code| universe.least[classes.get(code).len()] as u16),
            glanced: 0,
            exact: 0,
        }
    }

    /// Looks deeper until the bound of this guess, which is `sum` now, rises or is exact: first a
    /// glance at the classes, where the large ones have most to gain, then an exact search, where
    /// the small ones cost least. Returns the new bound; it matters only below `enough`.
    fn deepen(
        &mut self,
        search: &mut Search,
        universe: &Universe,
        classes: &Classes,
        sum: u32,
        enough: u32,
    ) -> u32 {
        let mut codes: [usize; FOUND] = std::array::from_fn(|code| code);
        codes.sort_unstable_by_key(|&code| classes.get(code).len());
        let mut rise = 0;
        while rise == 0 && usize::from(self.glanced) < FOUND {
            let code = codes[FOUND - 1 - usize::from(self.glanced)];
            let class = classes.get(code);
            if class.len() > 2 {
                rise = self.raise(code, search.glance(universe, class));
            }
            self.glanced += 1;
        }
        while rise == 0 && usize::from(self.exact) < FOUND {
            let code = codes[usize::from(self.exact)];
            let limit = u32::from(self.lows[code]) + (enough - sum);
            rise = self.raise(code, search.solve(universe, classes.get(code), limit));
            self.exact += 1;
        }
        sum + rise
    }

    /// Raises the bound of a class if `low` is higher; returns by how much.
    fn raise(&mut self, code: usize, low: u32) -> u32 {
        let rise = low.saturating_sub(u32::from(self.lows[code]));
        self.lows[code] += rise as u16;
        rise
    }
}
