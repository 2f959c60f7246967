//! A lower bound that rises by small steps: cheaper than the exact total where less is enough.

use super::bit_planes;
use super::candidate_set::CandidateSet;
use super::search::{Known, Node, SMALL, Search};
use super::set_hash::Seen;
use crate::games::battleship::placement::PLACEMENTS;

/// Up to this size the guesses are ordered by strict scores.
const STRICT: usize = 128;

/// How far above the bound of the set the total after a guess is looked for: a little further than
/// needed, so that few guesses are looked at twice.
const STEP: u32 = 2;

/// What the bound of a waiting guess is worth.
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
