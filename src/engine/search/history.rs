//! The history heuristic: moves that caused cutoffs elsewhere are tried first. It changes the speed
//! of a search, never its result.
//!
//! Between moves of equal rank the search tries those first that have refuted most positions so
//! far. This includes the moves that refuted a sister of the present position: remembering those
//! apart ("killers") was found to save nothing.

use crate::engine::Side;
use crate::engine::hash::slot;
use std::hash::Hash;

/// Slots in the history of a side. Moves are hashed into it; two that share a slot are merely
/// ordered a little worse.
const SLOTS: usize = 2048;

/// The bounds of a history score, and what a rank of 1 counts for: more than any history.
const MOST: i32 = 1 << 14;
const RANK: i32 = 4 * MOST;

/// What a killer counts for: more than any history, and less than a rank.
pub(super) const KILLER: i32 = 2 * MOST;

/// The bounds of a rank: higher and lower ones count as these.
const MOST_RANK: i32 = i32::MAX / RANK - 1;

/// The history scores of moves.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<[i16; SLOTS]>,
}

impl History {
    pub(super) fn new() -> Self {
        History {
            scores: vec![[0; SLOTS]; 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.scores.fill([0; SLOTS]);
    }

    /// The order score of a move with this rank: rank first, then history.
    #[inline]
    pub(super) fn order_score<M: Hash>(&self, side: Side, mv: M, rank: i32) -> i32 {
        rank.clamp(-MOST_RANK, MOST_RANK) * RANK
            + i32::from(self.scores[side.index()][slot(mv, SLOTS)])
    }

    /// The rank behind an order score, be it of a killer or not.
    #[inline]
    pub(super) const fn rank_of(order_score: i32) -> i32 {
        (order_score + MOST).div_euclid(RANK)
    }

    /// Raises the score of a move that caused a cutoff.
    pub(super) fn bonus<M: Hash>(&mut self, side: Side, mv: M, depth: u32) {
        self.adjust(side, mv, weight(depth));
    }

    /// Lowers the score of a move that was tried before the one that caused a cutoff.
    pub(super) fn malus<M: Hash>(&mut self, side: Side, mv: M, depth: u32) {
        self.adjust(side, mv, -weight(depth));
    }

    /// Pulls a score towards a bound, the more slowly the closer it is.
    fn adjust<M: Hash>(&mut self, side: Side, mv: M, by: i32) {
        let score = &mut self.scores[side.index()][slot(mv, SLOTS)];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MOST) as i16;
    }
}

/// How much a cut-off teaches: the deeper, the more work it stands for.
fn weight(depth: u32) -> i32 {
    let depth = depth.min(30) as i32;
    depth * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_comes_before_history_and_history_before_nothing() {
        let mut known = History::new();
        for _ in 0..10_000 {
            known.bonus(Side::First, 1u8, 9);
            known.malus(Side::First, 2u8, 9);
        }
        let order_score = |mv: u8, rank| known.order_score(Side::First, mv, rank);
        assert!(order_score(1, 0) > order_score(3, 0) && order_score(3, 0) > order_score(2, 0));
        assert!(order_score(2, 1) > order_score(1, 0));
        assert!(order_score(1, -1) < order_score(2, 0));
        assert!(order_score(2, i32::MAX) > order_score(1, 1000));
        assert!(order_score(1, i32::MIN) < order_score(2, -1000));
        assert_eq!(known.order_score(Side::Second, 1u8, 0), 0, "sides differ");
    }

    #[test]
    fn scores_stay_within_their_bounds() {
        let mut known = History::new();
        for _ in 0..100_000 {
            known.bonus(Side::First, 1u8, 1000);
            known.malus(Side::First, 2u8, 1000);
        }
        let order_score = |mv: u8| known.order_score(Side::First, mv, 0);
        assert!((MOST / 2..=MOST).contains(&order_score(1)));
        assert!((-MOST..=-MOST / 2).contains(&order_score(2)));
        known.clear();
        assert_eq!(known.order_score(Side::First, 1u8, 0), 0);
    }

    #[test]
    fn small_moves_have_places_of_their_own() {
        let mut places: Vec<usize> = (0u8..200).map(|mv| slot(mv, SLOTS)).collect();
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 180);
    }
}
