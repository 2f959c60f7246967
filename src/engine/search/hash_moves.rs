//! Best moves by board, where the transposition table knows only boards with a past.
//!
//! Where the past of a position is part of its key, the table knows nothing about the same board
//! with another past, or with the same past from another distance. What was best there is still a
//! good first guess.

use crate::engine::rng::mix;

/// The table begins with this many slots and may grow to that many: from a few kilobytes to two
/// megabytes. What falls on the same slot is overwritten, so it grows when an eighth is in use.
const FIRST_BITS: u32 = 12;
const MOST_BITS: u32 = 18;

/// The part of a slot that is the place of the move plus one; the rest is that of the key.
const PLACE: u64 = 0xffff;

/// Best moves by the key of a board.
#[derive(Debug, Default)]
pub(super) struct HashMoves {
    /// 0 is an empty slot. Takes no memory until used.
    slots: Vec<u64>,
    /// How many moves have been kept at this size.
    puts: usize,
}

impl HashMoves {
    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        *self = HashMoves::default();
    }

    /// The place of a move that was best before, by the key of the board.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<usize> {
        let key = mix(key);
        let &slot = self.slots.get(self.slot_of(key))?;
        let place = (slot & PLACE).checked_sub(1)?;
        ((slot ^ key) & !PLACE == 0).then_some(place as usize)
    }

    /// Keeps the place of the best move.
    #[inline]
    pub(super) fn put(&mut self, key: u64, place: usize) {
        if place as u64 >= PLACE {
            return;
        }
        if 8 * self.puts >= self.slots.len() && self.slots.len() < 1 << MOST_BITS {
            self.grow();
        }
        self.puts += 1;
        let key = mix(key);
        let at = self.slot_of(key);
        // Without any memory nothing is kept.
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = key & !PLACE | (place as u64 + 1);
        }
    }

    /// Makes room for four times as many, if there is memory for them.
    #[cold]
    fn grow(&mut self) {
        let size = (4 * self.slots.len()).max(1 << FIRST_BITS);
        self.puts = 0;
        let mut grown = Vec::new();
        if grown.try_reserve_exact(size).is_err() {
            return;
        }
        grown.resize(size, 0);
        let old = std::mem::replace(&mut self.slots, grown);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let at = self.slot_of(slot);
            self.slots[at] = slot;
        }
    }

    /// The upper bits of a mixed key tell its slot; they are also in the slot.
    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        (key >> (64 - MOST_BITS)) as usize & self.slots.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn the_last_move_put_is_the_one_got() {
        let mut rng = Rng::new(1);
        let mut hash_moves = HashMoves::default();
        assert_eq!(hash_moves.get(0), None);
        let known: Vec<(u64, usize)> = (0..1000)
            .map(|_| (rng.next_u64(), rng.below(200)))
            .collect();
        for &(key, place) in &known {
            hash_moves.put(key, place + 1);
            hash_moves.put(key, place);
            assert_eq!(hash_moves.get(key), Some(place));
            assert!((0..64).all(|bit| hash_moves.get(key ^ (1 << bit)).is_none()));
        }
        let kept = known
            .iter()
            .filter(|&&(key, place)| hash_moves.get(key) == Some(place));
        assert!(kept.count() > 600);
        for _ in 0..10_000 {
            hash_moves.put(known[999].0, known[999].1);
        }
        let kept = known
            .iter()
            .filter(|&&(key, place)| hash_moves.get(key) == Some(place));
        assert!(kept.count() > 600, "it may grow");
        hash_moves.put(known[0].0, usize::MAX);
        assert!(
            hash_moves.get(known[0].0).is_none_or(|place| place < 200),
            "too far down the list to keep"
        );
        hash_moves.clear();
        assert!(known.iter().all(|&(key, _)| hash_moves.get(key).is_none()));
    }
}
