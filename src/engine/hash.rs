//! A fast hasher for position keys and moves. Unlike the standard library's, it does not resist
//! collision attacks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A hash map with the fast hasher.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Returns the slot of a value in a table; the number of slots is a power of two.
#[inline]
pub(crate) fn slot(thing: impl Hash, slots: usize) -> usize {
    let mut hasher = FastHasher::default();
    thing.hash(&mut hasher);
    (hasher.finish() >> (64 - slots.ilog2())) as usize
}

/// A hasher of one multiplication per number.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastHasher(u64);

impl FastHasher {
    #[inline]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for FastHasher {
    /// Mixes in the high half, since the low bits of a product depend on few bits of its factors.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64 ^ (number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    /// Position keys are often small, or multiples of a power of two.
    #[test]
    fn close_and_round_numbers_spread_over_the_high_and_the_low_bits() {
        let hash = |number: u64| BuildHasherDefault::<FastHasher>::default().hash_one(number);
        for shift in [0, 1, 20, 32] {
            let hashes: Vec<u64> = (0..4096).map(|number| hash(number << shift)).collect();
            let different = |bits: fn(u64) -> u64| {
                let bits: HashSet<u64> = hashes.iter().map(|&hash| bits(hash)).collect();
                bits.len()
            };
            // Random numbers would hit 2589 of 4096 slots.
            assert!(different(|hash| hash & 0xfff) > 2000, "low bits, {shift}");
            assert!(different(|hash| hash >> 52) > 2000, "high bits, {shift}");
        }
    }
}
