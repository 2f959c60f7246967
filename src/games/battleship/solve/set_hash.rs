//! Hashes of sets of targets and of partitions of sets.
//!
//! A target has a random number as its hash, and the hash of a set is the sum of its members' hashes.
//! Two different sets have the same hash with a chance of 2⁻¹²⁸ (sets) or 2⁻⁶⁴ (partitions, which are
//! compared only with other partitions of one set): too little to ever happen.

use crate::engine::rng::mix;
use crate::games::battleship::feedback::{ANSWERS, Answer};

/// The hash of a target.
pub(super) fn of_target(target: u16) -> u64 {
    mix(u64::from(target) + 0x5851_f42d_4c95_7f2d)
}

/// The hash of a set, from its members' hashes.
pub(super) fn of_set(members: impl Iterator<Item = u64>) -> u128 {
    let (mut low, mut high) = (0u64, 0u64);
    for hash in members {
        low = low.wrapping_add(hash);
        high = high.wrapping_add(mix(hash));
    }
    u128::from(high) << 64 | u128::from(low)
}

/// The hash of a partition, from its members' hashes and the numbers of their answers.
///
/// Which class gets which answer does not matter, only whether it ends the game.
pub(super) fn of_partition(members: impl Iterator<Item = (u8, u64)>) -> u64 {
    let mut classes = [0u64; 32];
    for (code, hash) in members {
        let class = &mut classes[usize::from(code & 31)];
        *class = class.wrapping_add(hash);
    }
    let found = classes[Answer::FOUND.index()].wrapping_mul(0x2545_f491_4f6c_dd1d);
    // An even polynomial scrambles as well as anything here, keeps 0 and is quick.
    (classes[..ANSWERS - 1].iter()).fold(found, |sum, &class| {
        sum.wrapping_add(class.wrapping_mul(class ^ 0x9e37_79b9_7f4a_7c15))
    })
}

/// Hashes that have come up before.
#[derive(Debug)]
pub(super) struct Seen {
    /// 0 where there is none yet; a power of two in length.
    slots: Vec<u64>,
}

impl Seen {
    /// Room for `capacity` hashes.
    pub(super) fn with_capacity(capacity: usize) -> Seen {
        Seen {
            slots: vec![0; (capacity + capacity / 2 + 1).next_power_of_two()],
        }
    }

    /// Adds a hash and says whether it is new.
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == hash {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = hash;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_set_does_not_depend_on_the_order() {
        let hash = |set: &[u16]| of_set(set.iter().map(|&t| of_target(t)));
        assert_eq!(hash(&[1, 2, 3]), hash(&[3, 1, 2]));
        assert_ne!(hash(&[1, 2, 3]), hash(&[1, 2, 4]));
        assert_ne!(hash(&[1, 2, 3]), hash(&[1, 2]));
    }

    #[test]
    fn the_hash_of_a_partition_does_not_depend_on_the_answers() {
        let hash = |codes: [u8; 4]| of_partition((0..).zip(codes).map(|(t, c)| (c, of_target(t))));
        assert_eq!(hash([0, 0, 1, 2]), hash([7, 7, 3, 18]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 1, 1, 2]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 0, 1, 1]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 0, 1, 19]), "19 ends the game");
    }

    #[test]
    fn a_hash_is_new_once() {
        let mut seen = Seen::with_capacity(3);
        assert!(seen.insert(5));
        assert!(seen.insert(13));
        assert!(!seen.insert(5));
        assert!(seen.insert(0));
        assert!(!seen.insert(13));
    }
}
