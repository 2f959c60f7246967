//! Short names for sets of targets and for divisions of sets.
//!
//! A target has a random number as its name, and the name of a set is the sum of its members'
//! names. Two different sets have the same name with a chance of 2⁻¹²⁸ (sets) or 2⁻⁶⁴ (divisions,
//! which are compared only with other divisions of one set): too little to ever happen.

use crate::engine::rng::mix;
use crate::games::battleship::feedback::{ANSWERS, Answer};

/// The name of a target.
pub(super) fn of_target(target: u16) -> u64 {
    mix(u64::from(target) + 0x5851_f42d_4c95_7f2d)
}

/// The name of a set, out of its members' names.
pub(super) fn of_set(members: impl Iterator<Item = u64>) -> u128 {
    let (mut low, mut high) = (0u64, 0u64);
    for name in members {
        low = low.wrapping_add(name);
        high = high.wrapping_add(mix(name));
    }
    u128::from(high) << 64 | u128::from(low)
}

/// The name of a division, out of its members' names and the numbers of their answers.
///
/// Which class gets which answer does not matter, only whether it ends the game.
pub(super) fn of_division(members: impl Iterator<Item = (u8, u64)>) -> u64 {
    let mut classes = [0u64; 32];
    for (code, name) in members {
        let class = &mut classes[usize::from(code & 31)];
        *class = class.wrapping_add(name);
    }
    let found = classes[Answer::FOUND.index()].wrapping_mul(0x2545_f491_4f6c_dd1d);
    // An even polynomial scrambles as well as anything here, keeps 0 and is quick.
    (classes[..ANSWERS - 1].iter()).fold(found, |sum, &class| {
        sum.wrapping_add(class.wrapping_mul(class ^ 0x9e37_79b9_7f4a_7c15))
    })
}

/// Names that have come up before.
#[derive(Debug)]
pub(super) struct Seen {
    /// 0 where there is none yet; a power of two in length.
    slots: Vec<u64>,
}

impl Seen {
    /// Room for some names: `capacity` of them can be added.
    pub(super) fn with_capacity(capacity: usize) -> Seen {
        Seen {
            slots: vec![0; (capacity + capacity / 2 + 1).next_power_of_two()],
        }
    }

    /// Adds a name and says whether it is new.
    pub(super) fn insert(&mut self, name: u64) -> bool {
        let name = name.max(1);
        let mask = self.slots.len() - 1;
        let mut at = name as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == name {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = name;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_set_does_not_depend_on_the_order() {
        let name = |set: &[u16]| of_set(set.iter().map(|&t| of_target(t)));
        assert_eq!(name(&[1, 2, 3]), name(&[3, 1, 2]));
        assert_ne!(name(&[1, 2, 3]), name(&[1, 2, 4]));
        assert_ne!(name(&[1, 2, 3]), name(&[1, 2]));
    }

    #[test]
    fn the_name_of_a_division_does_not_depend_on_the_answers() {
        let name = |codes: [u8; 4]| of_division((0..).zip(codes).map(|(t, c)| (c, of_target(t))));
        assert_eq!(name([0, 0, 1, 2]), name([7, 7, 3, 18]));
        assert_ne!(name([0, 0, 1, 2]), name([0, 1, 1, 2]));
        assert_ne!(name([0, 0, 1, 2]), name([0, 0, 1, 1]));
        assert_ne!(name([0, 0, 1, 2]), name([0, 0, 1, 19]), "19 ends the game");
    }

    #[test]
    fn a_name_is_new_once() {
        let mut seen = Seen::with_capacity(3);
        assert!(seen.insert(5));
        assert!(seen.insert(13));
        assert!(!seen.insert(5));
        assert!(seen.insert(0));
        assert!(!seen.insert(13));
    }
}
