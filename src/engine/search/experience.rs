//! In which order to try moves. Alpha-beta is as fast as its first guess is good; what it finds
//! does not depend on it.
//!
//! Between moves of equal rank the search goes by experience: first the moves that refuted a sister
//! position ("killers"), then those that have refuted most elsewhere ("history").

use crate::engine::Side;
use std::hash::{Hash, Hasher};

/// Places in the history of a side. Moves are hashed into it; two that share a place are merely
/// ordered a little worse.
const PLACES: usize = 2048;

/// The bounds of a history score.
const MOST: i32 = 1 << 14;

/// What a rank of 1 counts for: more than any experience.
const RANK: i64 = 1 << 17;

/// What being a killer counts for: more than any history.
const KILLER: i64 = 1 << 16;

/// What the search has learnt about moves.
#[derive(Debug)]
pub(super) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<[i16; PLACES]>,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(super) fn new() -> Self {
        Experience {
            killers: Vec::new(),
            history: vec![[0; PLACES]; 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.history.fill([0; PLACES]);
    }

    /// How promising a move looks that has this rank.
    #[inline]
    pub(super) fn promise(&self, side: Side, ply: u32, mv: M, rank: i32) -> i64 {
        let killer = self
            .killers
            .get(ply as usize)
            .is_some_and(|pair| pair.contains(&Some(mv)));
        i64::from(rank) * RANK
            + if killer { KILLER } else { 0 }
            + i64::from(self.history[side.index()][place(mv)])
    }

    /// Learns that a move refuted a position.
    pub(super) fn praise(&mut self, side: Side, ply: u32, mv: M, depth: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [newest, _] = self.killers[ply];
        if newest != Some(mv) {
            self.killers[ply] = [Some(mv), newest];
        }
        self.adjust(side, mv, weight(depth));
    }

    /// Learns that a move was tried first and did not refute it.
    pub(super) fn blame(&mut self, side: Side, mv: M, depth: u32) {
        self.adjust(side, mv, -weight(depth));
    }

    /// Pulls a history score towards a bound, the more slowly the closer it is.
    fn adjust(&mut self, side: Side, mv: M, by: i32) {
        let score = &mut self.history[side.index()][place(mv)];
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
    fn killers_come_before_history_and_rank_before_both() {
        let mut known = Experience::new();
        for _ in 0..10_000 {
            known.praise(Side::First, 3, 1u8, 9);
        }
        known.praise(Side::First, 3, 2u8, 1);
        known.praise(Side::First, 3, 3u8, 1);
        let promise = |mv, rank| known.promise(Side::First, 3, mv, rank);
        assert!(promise(3, 0) > promise(1, 0), "a killer before history");
        assert!(promise(2, 0) > promise(1, 0), "the older killer too");
        assert!(promise(1, 0) > promise(4, 0), "history before nothing");
        assert!(promise(4, 1) > promise(3, 0), "rank before all");
        assert!(promise(3, -1) < promise(4, 0));
        assert_eq!(known.promise(Side::Second, 2, 1, 0), 0, "sides differ");
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut known = Experience::new();
        for _ in 0..100_000 {
            known.praise(Side::First, 0, 1u8, 1000);
            known.blame(Side::First, 2u8, 1000);
        }
        let promise = |mv| known.promise(Side::First, 1, mv, 0);
        assert!((KILLER / 8..KILLER).contains(&promise(1)));
        assert!((-KILLER + 1..-KILLER / 8).contains(&promise(2)));
        known.clear();
        assert_eq!(known.promise(Side::First, 0, 1, 0), 0);
    }

    #[test]
    fn small_moves_have_places_of_their_own() {
        let mut places: Vec<usize> = (0u8..200).map(place).collect();
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 180);
    }
}
