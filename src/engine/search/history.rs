//! Which moves were good elsewhere. Alpha-beta is as fast as its first guess is good; what it finds
//! does not depend on it.
//!
//! Between moves of equal rank the search tries those first that have refuted most positions so
//! far. This includes the moves that refuted a sister of the present position: remembering those
//! apart ("killers") was found to save nothing.

use crate::engine::Side;
use std::hash::{Hash, Hasher};

/// Places in the history of a side. Moves are hashed into it; two that share a place are merely
/// ordered a little worse.
const PLACES: usize = 2048;

/// The bounds of a history score, and what a rank of 1 counts for: more than any history.
const MOST: i32 = 1 << 14;
const RANK: i32 = 4 * MOST;

/// The bounds of a rank: higher and lower ones count as these.
const MOST_RANK: i32 = i32::MAX / RANK - 1;

/// What the search has learnt about moves.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<[i16; PLACES]>,
}

impl History {
    pub(super) fn new() -> Self {
        History {
            scores: vec![[0; PLACES]; 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.scores.fill([0; PLACES]);
    }

    /// How promising a move looks that has this rank.
    #[inline]
    pub(super) fn order_score<M: Hash>(&self, side: Side, mv: M, rank: i32) -> i32 {
        rank.clamp(-MOST_RANK, MOST_RANK) * RANK + i32::from(self.scores[side.index()][place(mv)])
    }

    /// Learns that a move refuted a position.
    pub(super) fn bonus<M: Hash>(&mut self, side: Side, mv: M, depth: u32) {
        self.adjust(side, mv, weight(depth));
    }

    /// Learns that a move was tried first and did not refute it.
    pub(super) fn malus<M: Hash>(&mut self, side: Side, mv: M, depth: u32) {
        self.adjust(side, mv, -weight(depth));
    }

    /// Pulls a score towards a bound, the more slowly the closer it is.
    fn adjust<M: Hash>(&mut self, side: Side, mv: M, by: i32) {
        let score = &mut self.scores[side.index()][place(mv)];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MOST) as i16;
    }
}

/// How much a cut-off teaches: the deeper, the more work it stands for.
fn weight(depth: u32) -> i32 {
    let depth = depth.min(30) as i32;
    depth * depth
}

/// The place of a move in the history.
#[inline]
fn place<M: Hash>(mv: M) -> usize {
    let mut fold = Fold(0);
    mv.hash(&mut fold);
    (fold.0 >> (64 - PLACES.ilog2())) as usize
}

/// A hasher of one multiplication per number: moves are a few small numbers each.
struct Fold(u64);

impl Fold {
    #[inline]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
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
        let mut places: Vec<usize> = (0u8..200).map(place).collect();
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 180);
    }
}
