//! Moves that refuted positions like the present one: killers and countermoves.

use crate::engine::hash::slot;
use std::hash::Hash;

/// Slots for countermoves. Two moves that share one merely share the answer.
const SLOTS: usize = 4096;

/// Quiet moves that caused cutoffs: by ply, and by the move they answered.
#[derive(Debug)]
pub(super) struct Refutations<M> {
    killers: Vec<[Option<M>; 2]>,
    countermoves: Vec<Option<M>>,
}

impl<M: Copy + Eq + Hash> Refutations<M> {
    pub(super) const fn new() -> Self {
        Refutations {
            killers: Vec::new(),
            countermoves: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.countermoves.clear();
    }

    /// The moves to try first at this ply after this move.
    pub(super) fn get(&self, ply: u32, previous: Option<M>) -> [Option<M>; 3] {
        let [first, second] = self
            .killers
            .get(ply as usize)
            .copied()
            .unwrap_or([None, None]);
        let counter = previous.and_then(|mv| *self.countermoves.get(slot(mv, SLOTS))?);
        [first, second, counter]
    }

    /// Remembers a move that caused a cutoff.
    pub(super) fn put(&mut self, ply: u32, previous: Option<M>, mv: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None, None]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = previous {
            if self.countermoves.is_empty() {
                self.countermoves.resize(SLOTS, None);
            }
            self.countermoves[slot(previous, SLOTS)] = Some(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_killers_and_the_last_countermove_are_kept() {
        let mut known = Refutations::new();
        assert_eq!(known.get(3, Some('x')), [None; 3]);
        known.put(3, Some('x'), 'a');
        known.put(3, None, 'b');
        known.put(3, None, 'b');
        assert_eq!(known.get(3, Some('x')), [Some('b'), Some('a'), Some('a')]);
        assert_eq!(known.get(2, Some('y')), [None; 3]);
        known.clear();
        assert_eq!(known.get(3, Some('x')), [None; 3]);
    }
}
