//! Branch and bound: the least total of a set of targets, or a lower bound that rises by small steps,
//! which is cheaper where less is enough.

use std::sync::atomic::{AtomicBool, Ordering};

use super::bit_planes::{self, Scores, WIDTH};
use super::candidate_set::{CandidateSet, Classes, FOUND, LOWER_BOUNDS, Seen};
use crate::engine::hash::FastMap;
use crate::games::battleship::feedback::ANSWERS;
use crate::games::battleship::placement::PLACEMENTS;

/// Up to this size the answers of a set to its own members are looked at first.
const SMALL: usize = 8;

/// A known bound on the total of a set.
#[derive(Clone, Copy)]
struct Known {
    low: u16,
    exact: bool,
}

/// A search and what it has learnt so far.
pub(crate) struct Search<'a> {
    known: FastMap<u128, Known>,
    /// From this size on a set gets a candidate set of its own.
    pub(super) large: usize,
    /// How much has been looked at, in about the same unit everywhere: the effort of a search as a
    /// number that is the same on every run.
    pub(crate) work: u64,
    /// Stops it when it is set. What it finds from then on means nothing.
    cancel: &'a AtomicBool,
}

/// A set whose guesses are being compared.
struct Node<'a> {
    candidates: &'a CandidateSet,
    set: &'a [u16],
    /// A lower bound on the total of a class, by its size.
    lower_bounds: &'a [u32],
}

/// A class that may cost more than its bound.
#[derive(Clone, Copy, Default)]
struct Open {
    low: u32,
    size: usize,
    code: usize,
}

impl<'a> Search<'a> {
    /// A search that ends soon after `cancel` is set; what it has found is then to be thrown away.
    pub(crate) fn new(cancel: &'a AtomicBool) -> Self {
        Search {
            known: FastMap::default(),
            large: 40,
            work: 0,
            cancel,
        }
    }

    /// Whether the search must stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// A lower bound on the total of a set of three or more that costs little: by the members of a
    /// small set, by scores of a larger one.
    pub(crate) fn score_bound(&mut self, candidates: &CandidateSet, set: &[u16]) -> u32 {
        if set.len() <= SMALL {
            return candidates.member_bound(set).0;
        }
        self.work += (set.len() * candidates.guesses.len() / WIDTH) as u64;
        candidates.score_bound(set)
    }

    /// A better lower bound that costs more: by strict scores.
    pub(crate) fn strict_bound(&mut self, candidates: &CandidateSet, set: &[u16]) -> u32 {
        self.work += (set.len() * set.len() * candidates.guesses.len() / WIDTH) as u64 / 4;
        candidates.strict_bound(set)
    }

    /// The least total of a set if that is less than `limit`; otherwise some proved lower bound
    /// that is not less than `limit`.
    pub(crate) fn solve(&mut self, candidates: &CandidateSet, set: &[u16], limit: u32) -> u32 {
        match set.len() {
            0 => return 0,
            1 => return 1,
            2 => return 3,
            _ => {}
        }
        let hash = candidates.set_hash(set);
        if let Some(known) = self.known.get(&hash) {
            let low = u32::from(known.low);
            if known.exact || low >= limit {
                return low;
            }
        }
        let low = candidates.lower_bounds[set.len()];
        if low >= limit {
            return low;
        }
        let (total, guess) = self.scan(candidates, set, limit, low);
        let known = Known {
            low: total as u16,
            exact: guess.is_some(),
        };
        self.known.insert(hash, known);
        total
    }

    /// As [`solve`](Self::solve) for a set of three or more, with a guess that has the least total
    /// (its number as a placement) if that is less than `limit`. It is known that no guess has a
    /// total of less than `low`.
    pub(crate) fn scan(
        &mut self,
        candidates: &CandidateSet,
        set: &[u16],
        limit: u32,
        low: u32,
    ) -> (u32, Option<u16>) {
        if set.len() == candidates.size() {
            return self.scan_ranked(candidates, set, limit, low);
        }
        if set.len() >= self.large {
            self.work += (candidates.guesses.len() * set.len() / 2) as u64;
            let inner = candidates.within(set);
            return self.scan_ranked(&inner, &inner.all(), limit, low);
        }
        self.scan_scored(candidates, set, limit, low)
    }

    /// For a whole candidate set: the guesses in the order of their bounds by counting.
    fn scan_ranked(
        &mut self,
        candidates: &CandidateSet,
        set: &[u16],
        mut limit: u32,
        low: u32,
    ) -> (u32, Option<u16>) {
        let lower_bounds = candidates.lower_bounds;
        let node = Node {
            candidates,
            set,
            lower_bounds,
        };
        let mut best = None;
        for &(bound, place) in &candidates.ranked {
            if limit <= bound.max(low) {
                break;
            }
            let total = self.evaluate(&node, usize::from(place), limit);
            if total < limit {
                limit = total;
                best = Some(candidates.guesses[usize::from(place)]);
            }
        }
        (limit, best)
    }

    /// For a small part of a candidate set: the guesses in the order of their scores.
    fn scan_scored(
        &mut self,
        candidates: &CandidateSet,
        set: &[u16],
        mut limit: u32,
        low: u32,
    ) -> (u32, Option<u16>) {
        let most = 3 * set.len() as u32;
        let lowest = (most + 1).saturating_sub(limit).max(1);
        let all = candidates.all_scores(set, lowest);
        self.work += (all.len() * set.len()) as u64;
        let (node, highest) = Node::scored(candidates, set, &all);
        let mut partitions = Seen::with_capacity(PLACEMENTS);
        let mut best = None;
        for score in (lowest..=highest).rev() {
            for place in bit_planes::with_score(&all, candidates.guesses.len(), score) {
                if limit <= low.max(most - score) {
                    return (limit, best);
                }
                if node.count(place) >= limit
                    || !partitions.insert(candidates.partition_hash(set, place))
                {
                    continue;
                }
                let total = self.evaluate(&node, place, limit);
                if total < limit {
                    limit = total;
                    best = Some(candidates.guesses[place]);
                }
            }
        }
        (limit, best)
    }

    /// The least total of a set after this guess if that is less than `limit`; otherwise some
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
        let mut open = [Open::default(); ANSWERS];
        let mut count = 0;
        for code in 0..FOUND {
            let size = classes.get(code).len();
            if size == set.len() {
                return u32::MAX;
            }
            let low = lower_bounds[size];
            sum += low;
            if size > 2 {
                open[count] = Open { low, size, code };
                count += 1;
            }
        }
        // From the cheap bounds to the dear ones: most guesses fail early.
        let mut left = 0;
        for at in 0..count {
            if sum >= limit {
                return sum;
            }
            let mut class = open[at];
            if class.size <= SMALL {
                let (better, exact) = candidates.member_bound(classes.get(class.code));
                sum += better.saturating_sub(class.low);
                class.low = class.low.max(better);
                if exact {
                    continue;
                }
            }
            open[left] = class;
            left += 1;
        }
        let open = &mut open[..left];
        open.sort_unstable_by_key(|class| (class.size, class.code));
        for class in open.iter_mut().rev().take_while(|class| class.size > SMALL) {
            if sum >= limit {
                return sum;
            }
            let better = self.score_bound(candidates, classes.get(class.code));
            sum += better.saturating_sub(class.low);
            class.low = class.low.max(better);
        }
        for class in open {
            if sum >= limit {
                return sum;
            }
            let total = self.solve(
                candidates,
                classes.get(class.code),
                class.low + (limit - sum),
            );
            sum += total.saturating_sub(class.low);
        }
        sum
    }
}

impl<'a> Node<'a> {
    /// A node whose guesses have these scores, and the highest of them. No guess has more answers
    /// than that, in the set or in a part of it.
    pub(super) fn scored(
        candidates: &'a CandidateSet,
        set: &'a [u16],
        all: &[Scores],
    ) -> (Node<'a>, u32) {
        let highest = all.iter().map(bit_planes::highest).max().unwrap_or(0);
        let lower_bounds = &LOWER_BOUNDS[highest as usize];
        let node = Node {
            candidates,
            set,
            lower_bounds,
        };
        (node, highest)
    }

    /// A lower bound on the total after a guess, by the sizes of the classes.
    pub(super) fn count(&self, place: usize) -> u32 {
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

/// How far above the bound of the set the total after a guess is looked for: a little further than
/// needed, so that few guesses are looked at twice.
const STEP: u32 = 2;

/// How the bound of a waiting guess was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// By the sizes of the classes.
    Counted,
    /// By a search that stopped when the bound was high enough.
    Bounded,
    /// It is the total.
    Exact,
}

/// Guesses that wait until the bound of the set has come up to theirs.
struct Waiting {
    base: u32,
    /// By their bound less `base`.
    guesses: Vec<Vec<(u16, Stage)>>,
}

impl Waiting {
    fn push(&mut self, bound: u32, place: usize, stage: Stage) {
        let at = (bound - self.base) as usize;
        if self.guesses.len() <= at {
            self.guesses.resize_with(at + 1, Vec::new);
        }
        self.guesses[at].push((place as u16, stage));
    }

    fn pop(&mut self, bound: u32) -> Option<(usize, Stage)> {
        let guesses = self.guesses.get_mut((bound - self.base) as usize)?;
        guesses
            .pop()
            .map(|(place, stage)| (usize::from(place), stage))
    }
}

impl Search<'_> {
    /// Raises `low`, a lower bound on the total of a set of three or more, until it is exact, or
    /// `enough`, or the work has exceeded `budget`. Returns the bound, and whether it is exact.
    ///
    /// All guesses have a bound, at first by their score. The guesses with the lowest bound are
    /// looked into, so that theirs rises; when none of them is left, the bound of the set has risen
    /// by one.
    pub(crate) fn raise(
        &mut self,
        candidates: &CandidateSet,
        set: &[u16],
        low: u32,
        enough: u32,
        budget: u64,
    ) -> (u32, bool) {
        let hash = candidates.set_hash(set);
        let mut low = low;
        if let Some(known) = self.known.get(&hash) {
            low = low.max(u32::from(known.low));
            if known.exact || low >= enough {
                return (low, known.exact);
            }
        }
        if set.len() <= SMALL {
            let (better, exact) = candidates.member_bound(set);
            if exact || better >= enough {
                return (better, exact);
            }
            low = low.max(better);
        }
        let mut scores = candidates.all_scores(set, 1);
        self.work += (scores.len() * set.len()) as u64;
        let stop = self.work + budget;
        let (node, mut highest) = Node::scored(candidates, set, &scores);
        if set.len() <= STRICT {
            self.work += (set.len() * set.len() * scores.len()) as u64 / 4;
            scores = candidates.strict_scores(set);
            highest = scores.iter().map(bit_planes::highest).max().unwrap_or(0);
        }
        let most = 3 * set.len() as u32;
        low = low.max(most - highest);
        let mut partitions = Seen::with_capacity(PLACEMENTS);
        let mut waiting = Waiting {
            base: low,
            guesses: Vec::new(),
        };
        // The scores of the guesses that are not waiting yet.
        let mut left = (0..=highest).rev().peekable();
        let mut exact = false;
        'rise: while low < enough {
            while let Some(score) = left.next_if(|&score| most - score <= low) {
                for place in bit_planes::with_score(&scores, candidates.guesses.len(), score) {
                    self.work += set.len() as u64 / 4;
                    waiting.push(node.count(place).max(low), place, Stage::Counted);
                }
            }
            while let Some((place, stage)) = waiting.pop(low) {
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
                    waiting.push(total, place, stage);
                }
                if self.work > stop {
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
            let all = candidates.all_scores(&set, 1);
            let (node, _) = Node::scored(&candidates, &set, &all);
            let mut search = Search::new(&NEVER);
            for &(_, place) in candidates.ranked.iter().step_by(5) {
                let classes = Classes::new(&candidates, &set, usize::from(place));
                let mut total = set.len() as u32;
                for code in 0..FOUND {
                    total += search.solve(&candidates, classes.get(code), u32::from(u16::MAX));
                }
                let bound = node.count(usize::from(place));
                assert!(bound <= total, "{targets:?}");
                tight += u32::from(bound == total);
            }
        }
        assert!(tight > 0, "nothing has been tested");
    }
}
