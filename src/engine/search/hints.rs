//! Which move was best when a position looked like this before.
//!
//! Where the past of a position is part of its key, the table knows nothing about the same board
//! with another past, or with the same past from another distance. What was best there is still a
//! good first guess.

/// Slots: a megabyte. What falls on the same slot is overwritten.
const BITS: u32 = 18;

/// Best moves by the looks of a position.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// The upper half of a slot is a part of the key, the lower half the place of the move plus
    /// one. Takes no memory until used.
    slots: Vec<u32>,
}

impl Hints {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }

    /// The place of a move that was best before, by a key of the looks.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<usize> {
        let &slot = self.slots.get(slot_of(key))?;
        (slot >> 16 == tag(key))
            .then(|| (slot & 0xffff).checked_sub(1).map(|place| place as usize))?
    }

    /// Keeps the place of the best move.
    #[inline]
    pub(super) fn put(&mut self, key: u64, place: usize) {
        if self.slots.is_empty() {
            self.slots.resize(1 << BITS, 0);
        }
        if place < 0xffff {
            self.slots[slot_of(key)] = tag(key) << 16 | (place as u32 + 1);
        }
    }
}

const fn slot_of(key: u64) -> usize {
    (key >> (64 - BITS)) as usize
}

const fn tag(key: u64) -> u32 {
    key as u32 & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn the_last_move_put_is_the_one_got() {
        let mut rng = Rng::new(1);
        let mut hints = Hints::default();
        assert_eq!(hints.get(0), None);
        let known: Vec<(u64, usize)> = (0..1000)
            .map(|_| (rng.next_u64(), rng.below(200)))
            .collect();
        for &(key, place) in &known {
            hints.put(key, place + 1);
            hints.put(key, place);
            assert_eq!(hints.get(key), Some(place));
            assert_eq!(hints.get(key ^ 1), None);
        }
        let kept = known
            .iter()
            .filter(|&&(key, place)| hints.get(key) == Some(place));
        assert!(kept.count() > 950);
        hints.put(known[0].0, usize::MAX);
        assert!(
            hints.get(known[0].0).is_none_or(|place| place < 200),
            "too far down the list to keep"
        );
        hints.clear();
        assert!(known.iter().all(|&(key, _)| hints.get(key).is_none()));
    }
}
