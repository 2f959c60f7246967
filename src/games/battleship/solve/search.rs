//! Best-first search: a lower bound on the total of a set rises in small steps until it is high enough,
//! or is the total.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bit_planes::{self, Scores, WIDTH};
use super::candidate_set::{CandidateSet, Classes, FOUND, LOWER_BOUNDS, Seen};
use crate::engine::hash::FastMap;
use crate::games::battleship::placement::PLACEMENTS;

/// Larger than any total.
pub(super) const NO_LIMIT: u32 = u32::MAX / 2;

/// Up to this size a set is first bounded by the answers to its own members.
const SMALL: usize = 8;

/// A known bound on the total of a set.
#[derive(Clone, Copy)]
struct Known {
    low: u16,
    exact: bool,
}

/// A search with its known bounds.
pub(crate) struct Search<'a> {
    known: FastMap<u128, Known>,
    /// The effort so far, in a unit that is about the same everywhere and on every run.
    pub(crate) work: u64,
    /// Stops the search when set; its results are then meaningless.
    cancel: &'a AtomicBool,
}

/// A set whose guesses are being compared.
struct Node<'a> {
    candidates: &'a CandidateSet,
    set: &'a [u16],
    /// A lower bound on the total of a class, by its size.
    lower_bounds: &'a [u32],
}

impl<'a> Search<'a> {
    /// Creates a search that ends soon after `cancel` is set; its results are then meaningless.
    pub(crate) fn new(cancel: &'a AtomicBool) -> Self {
        Search {
            known: FastMap::default(),
            work: 0,
            cancel,
        }
    }

    /// Whether the search must stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Returns a cheap lower bound on the total of a set of three or more: by the members of a small
    /// set, by the scores of a larger one.
    pub(crate) fn score_bound(&mut self, candidates: &CandidateSet, set: &[u16]) -> u32 {
        if set.len() <= SMALL {
            return candidates.member_bound(set).0;
        }
        self.work += (set.len() * candidates.guesses.len() / WIDTH) as u64;
        candidates.score_bound(set)
    }

    /// Returns a better, more expensive lower bound: by strict scores.
    pub(crate) fn strict_bound(&mut self, candidates: &CandidateSet, set: &[u16]) -> u32 {
        self.work += (set.len() * set.len() * candidates.guesses.len() / WIDTH) as u64 / 4;
        candidates.strict_bound(set)
    }

    /// Returns the least total of a set if it is less than `limit`, otherwise some lower bound that is
    /// not less than `limit`.
    pub(super) fn solve(&mut self, candidates: &CandidateSet, set: &[u16], limit: u32) -> u32 {
        // The second guess finds the second of two.
        match set.len() {
            0 => 0,
            1 => 1,
            2 => 3,
            _ => self.raise(candidates, set, 0, limit, u64::MAX).0,
        }
    }

    /// Returns the least total of a set after this guess if it is less than `limit`, otherwise some
    /// lower bound that is not less than `limit`.
    fn evaluate(&mut self, node: &Node<'_>, place: usize, limit: u32) -> u32 {
        let &Node {
            candidates,
            set,
            lower_bounds,
        } = node;
        if self.is_stopped() {
            return limit;
        }
        self.work += set.len() as u64;
        let classes = Classes::new(candidates, set, place);
        let mut sum = set.len() as u32;
        // The classes that may cost more than their bounds.
        let mut open = Vec::with_capacity(FOUND);
        for code in 0..FOUND {
            let class = classes.get(code);
            if class.len() == set.len() {
                return u32::MAX;
            }
            let low = lower_bounds[class.len()];
            sum += low;
            if class.len() > 2 {
                open.push((low, class));
            }
        }
        // Cheap bounds first: most guesses fail early.
        open.retain_mut(|(low, class)| {
            if sum >= limit || class.len() > SMALL {
                return true;
            }
            let (better, exact) = candidates.member_bound(class);
            sum += better.saturating_sub(*low);
            *low = better.max(*low);
            !exact
        });
        open.sort_by_key(|(_, class)| class.len());
        let large = open.iter_mut().rev();
        for (low, class) in large.take_while(|(_, class)| class.len() > SMALL) {
            if sum >= limit {
                return sum;
            }
            let better = self.score_bound(candidates, class);
            sum += better.saturating_sub(*low);
            *low = better.max(*low);
        }
        for (low, class) in open {
            if sum >= limit {
                return sum;
            }
            let total = self.solve(candidates, class, low + (limit - sum));
            sum += total.saturating_sub(low);
        }
        sum
    }
}

impl<'a> Node<'a> {
    /// Creates a node for guesses with scores of at most `highest`, which no number of answers exceeds,
    /// in the set or in a part of it.
    fn new(candidates: &'a CandidateSet, set: &'a [u16], highest: u32) -> Node<'a> {
        Node {
            candidates,
            set,
            lower_bounds: &LOWER_BOUNDS[highest as usize],
        }
    }

    /// Returns a lower bound on the total after a guess, by the sizes of the classes.
    fn count(&self, place: usize) -> u32 {
        let row = self.candidates.row(place);
        let mut counts = [0usize; 32];
        for &target in self.set {
            counts[usize::from(row[usize::from(target)] & 31)] += 1;
        }
        let rest: u32 = counts[..FOUND]
            .iter()
            .map(|&count| self.lower_bounds[count])
            .sum();
        self.set.len() as u32 + rest
    }
}

/// Up to this size the guesses are ordered by strict scores.
const STRICT: usize = 128;

/// The rise to search for in a guess: a little more than needed, so that few guesses are searched
/// twice.
const STEP: u32 = 2;

/// The origin of the bound of a waiting guess.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// By the sizes of the classes.
    Counted,
    /// By a search that stopped when the bound was high enough.
    Bounded,
    /// It is the total.
    Exact,
}

impl Search<'_> {
    /// Raises `low`, a lower bound on the total of a set of three or more, until it is exact, or
    /// `enough`, or the work has exceeded `budget`. Returns the bound, and whether it is exact.
    ///
    /// Every guess has a bound, at first by its score. Those with the lowest bound are searched, which
    /// raises their bounds; when none of them is left, the bound of the set rises by one.
    pub(crate) fn raise(
        &mut self,
        candidates: &CandidateSet,
        set: &[u16],
        low: u32,
        enough: u32,
        budget: u64,
    ) -> (u32, bool) {
        let hash = candidates.set_hash(set);
        let mut low = low.max(candidates.lower_bounds[set.len()]);
        let mut exact = false;
        if let Some(known) = self.known.get(&hash) {
            low = low.max(u32::from(known.low));
            exact = known.exact;
        }
        if set.len() <= SMALL && !exact && low < enough {
            let (better, found) = candidates.member_bound(set);
            low = low.max(better);
            exact = found;
        }
        if exact || low >= enough {
            return (low, exact);
        }
        let most = 3 * set.len() as u32;
        // Guesses with lower scores have a total of at least `enough`.
        let lowest = (most + 1).saturating_sub(enough).max(1);
        let highest = |scores: &[Scores]| {
            let highest = scores.iter().map(bit_planes::highest).max();
            highest.unwrap_or(0).max(lowest - 1)
        };
        let mut scores = candidates.all_scores(set, lowest);
        self.work += (scores.len() * set.len()) as u64;
        let stop = self.work.saturating_add(budget);
        let node = Node::new(candidates, set, highest(&scores));
        if set.len() <= STRICT {
            self.work += (set.len() * set.len() * scores.len()) as u64 / 4;
            scores = candidates.strict_scores(set, lowest);
        }
        let highest = highest(&scores);
        low = low.max(most - highest);
        let mut partitions = Seen::with_capacity(PLACEMENTS);
        // The guesses by their bounds; each waits until the bound of the set reaches its own.
        let mut waiting = BTreeMap::<u32, Vec<(usize, Stage)>>::new();
        // The scores of the guesses that are not yet waiting.
        let mut left = (0..=highest).rev().peekable();
        'rise: while low < enough {
            while let Some(score) = left.next_if(|&score| most - score <= low) {
                for place in bit_planes::with_score(&scores, candidates.guesses.len(), score) {
                    self.work += set.len() as u64 / 4;
                    let guesses = waiting.entry(node.count(place).max(low)).or_default();
                    guesses.push((place, Stage::Counted));
                }
            }
            while let Some((place, stage)) = waiting.get_mut(&low).and_then(Vec::pop) {
                if stage == Stage::Exact {
                    exact = true;
                    break 'rise;
                }
                if stage == Stage::Counted
                    && !partitions.insert(candidates.partition_hash(set, place))
                {
                    continue;
                }
                let limit = low + STEP;
                let total = self.evaluate(&node, place, limit);
                if total < enough {
                    let found = total < limit;
                    let stage = if found { Stage::Exact } else { Stage::Bounded };
                    waiting.entry(total).or_default().push((place, stage));
                }
                if self.work > stop || self.is_stopped() {
                    break 'rise;
                }
            }
            low += 1;
        }
        let known = Known {
            low: low as u16,
            exact,
        };
        self.known.insert(hash, known);
        (low, exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::battleship::feedback::answers_to;
    use crate::games::battleship::solve::tests::NEVER;

    /// One guess and as many targets that it tells apart, all with the same answer to another
    /// guess, and a few with other answers: the cheapest class there can be.
    fn with_a_cheap_class(rng: &mut Rng) -> Vec<u16> {
        let row = answers_to(rng.below(PLACEMENTS));
        let code = row[rng.below(PLACEMENTS)];
        let (class, others): (Vec<u16>, Vec<u16>) =
            (0..PLACEMENTS as u16).partition(|&target| row[usize::from(target)] == code);
        let apart = answers_to(usize::from(class[rng.below(class.len())]));
        let mut seen = 0u32;
        let mut set: Vec<u16> = (class.into_iter())
            .filter(|&target| {
                let bit = 1 << apart[usize::from(target)];
                let new = seen & bit == 0;
                seen |= bit;
                new
            })
            .collect();
        set.extend((0..3).map(|_| others[rng.below(others.len())]));
        set.sort_unstable();
        set.dedup();
        set
    }

    #[test]
    fn counting_is_a_bound_for_every_guess() {
        let mut rng = Rng::new(10);
        let mut tight = 0;
        for _ in 0..4 {
            let targets = with_a_cheap_class(&mut rng);
            let candidates = CandidateSet::new(&targets);
            let set = candidates.all();
            let scores = candidates.all_scores(&set, 1);
            let highest = scores.iter().map(bit_planes::highest).max();
            let node = Node::new(&candidates, &set, highest.expect("a block"));
            let mut search = Search::new(&NEVER);
            for &(_, place) in candidates.ranked.iter().step_by(5) {
                let classes = Classes::new(&candidates, &set, usize::from(place));
                let mut total = set.len() as u32;
                for code in 0..FOUND {
                    total += search.solve(&candidates, classes.get(code), NO_LIMIT);
                }
                let bound = node.count(usize::from(place));
                assert!(bound <= total, "{targets:?}");
                tight += u32::from(bound == total);
            }
        }
        assert!(tight > 0, "nothing has been tested");
    }
}
