//! The transposition table.
//!
//! An entry bounds the value of a position. For a fixed-depth search to stay exactly minimax, an
//! entry may stand in for a search only where that search would find the same. There are two kinds:
//!
//! * [`Reach::Horizon`]: somewhere below, the evaluator was asked because the depth ran out. The
//!   value belongs to that depth and to no other.
//! * [`Reach::Whole`]: the value rests on ends of the game alone, none of them further away than
//!   the given number of plies. Any search that looks at least that far finds the same.
//!
//! A forced win in `n` plies is whole with a reach of `n`, whatever else was seen on the way: no
//! search that looks `n` plies ahead can miss it, and had there been a quicker one it would have
//! been found. The same holds for a forced loss, and for bounds that speak of either.
//!
//! The key of an entry is [`Game::hash_within`](crate::engine::Game::hash_within) the depth that
//! was left. Where two positions share a key, though for different depths, they must look alike as
//! far as the smaller of the two.

use super::score::MAX_PLY;
use crate::engine::rng::mix;

/// The kind of bound that an entry gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
    /// It is that.
    Exact,
}

/// How far the search behind an entry went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the horizon this many plies away.
    Horizon(u32),
    /// To ends of the game no further than this many plies away.
    Whole(u32),
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Wins and losses are counted from this position.
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) reach: Reach,
    /// The place of the best move among the moves of the position, if one is known.
    pub(super) best: Option<usize>,
}

/// A slot is two words: the key, and the entry packed. A packed entry of 0 marks an empty slot.
type Slot = [u64; 2];

/// The memory that an entry takes, in bytes.
pub(super) const ENTRY_SIZE: usize = size_of::<Slot>();

/// Slots that a position can be in. Four fill a cache line, see [`Table::first`].
pub(super) const WAYS: usize = 4;

/// The size of a cache line in bytes.
const LINE: usize = WAYS * size_of::<Slot>();

/// The first size: small enough for the fastest cache.
const FIRST_BITS: u32 = 10;

/// A table that begins small, doubles as it fills, and replaces the least useful entries when it
/// may not grow any more.
#[derive(Debug)]
pub(super) struct Table {
    /// As many as the bits say, and some more so that the first one used can begin a cache line:
    /// a position's slots in two of them would be two waits for the memory.
    slots: Vec<Slot>,
    /// The first slot that is used.
    first: usize,
    bits: u32,
    most_bits: u32,
    used: usize,
    age: u64,
}

impl Table {
    /// An empty table of at most `2^most_bits` entries of 16 bytes. Takes no memory until used.
    pub(super) fn new(most_bits: u32) -> Self {
        Table {
            slots: Vec::new(),
            first: 0,
            bits: 0,
            most_bits: most_bits.clamp(WAYS.ilog2(), 32),
            used: 0,
            age: 0,
        }
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        *self = Table::new(self.most_bits);
    }

    /// Tells that a new search begins: the entries of earlier ones are the first to go.
    pub(super) fn increment_age(&mut self) {
        self.age = (self.age + 1) & field::AGE_MASK;
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        let ways = self.slots.get(self.ways(key))?;
        ways.iter()
            .find(|slot| slot[0] == key && slot[1] != 0)
            .map(|slot| unpack(slot[1]))
    }

    /// Keeps an entry. What was known about the position before is forgotten.
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: &Entry) {
        let key = mix(key);
        if (self.bits == 0 || self.used * 8 >= 7 << self.bits) && self.bits < self.most_bits {
            self.grow();
        }
        // Without any memory nothing is kept.
        if self.slots.is_empty() {
            return;
        }
        self.insert([key, pack(entry, self.age)]);
    }

    fn ways(&self, key: u64) -> std::ops::Range<usize> {
        // An empty table has no bits; the shift by 64 that this would ask for is none.
        let place = (key.checked_shr(64 - self.bits).unwrap_or(0) as usize) & !(WAYS - 1);
        let first = self.first + place;
        first..first + WAYS
    }

    fn insert(&mut self, slot: Slot) {
        let range = self.ways(slot[0]);
        let age = self.age;
        let ways = &mut self.slots[range];
        let mut place = 0;
        let mut least = u64::MAX;
        for (i, old) in ways.iter().enumerate() {
            if old[1] == 0 || old[0] == slot[0] {
                place = i;
                break;
            }
            let worth = worth(old[1], age);
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        self.used += usize::from(ways[place][1] == 0);
        ways[place] = slot;
    }

    /// Doubles the table; where there is no memory for that, it stays as it is for good.
    #[cold]
    fn grow(&mut self) {
        let bits = (self.bits + 1).max(FIRST_BITS).min(self.most_bits);
        let Some(grown) = empty((1 << bits) + WAYS - 1) else {
            self.most_bits = self.bits;
            return;
        };
        self.bits = bits;
        self.used = 0;
        // Should there be no such place, which the standard library allows, any place will do.
        self.first = match grown.as_ptr().align_offset(LINE) {
            first if first < WAYS => first,
            _ => 0,
        };
        let old = std::mem::replace(&mut self.slots, grown);
        for slot in old.into_iter().filter(|slot| slot[1] != 0) {
            self.insert(slot);
        }
    }
}

/// So many empty slots, if the system gives memory for them.
fn empty(slots: usize) -> Option<Vec<Slot>> {
    let mut empty = Vec::new();
    empty.try_reserve_exact(slots).ok()?;
    empty.resize(slots, [0; 2]);
    Some(empty)
}

/// How much a packed entry is worth keeping: those of the present search first, then those that
/// took most work.
pub(super) fn worth(packed: u64, age: u64) -> u64 {
    let present = u64::from(packed >> field::AGE & field::AGE_MASK == age);
    present << 32 | packed >> field::PLIES & field::PLIES_MASK
}

/// Ages are counted modulo a power of two.
pub(super) const AGE_MASK: u64 = field::AGE_MASK;

/// Where things lie in a packed entry, from the lowest bit up.
mod field {
    /// The value, offset to be positive: 24 bits.
    pub(super) const VALUE_BITS: u32 = 24;
    pub(super) const VALUE_MASK: u64 = (1 << VALUE_BITS) - 1;
    /// 1 lower, 2 upper, 3 exact: never 0, so that no entry looks like an empty slot.
    pub(super) const BOUND: u32 = 24;
    pub(super) const WHOLE: u32 = 26;
    pub(super) const PLIES: u32 = 27;
    pub(super) const PLIES_MASK: u64 = (1 << 10) - 1;
    pub(super) const BEST: u32 = 37;
    pub(super) const BEST_MASK: u64 = (1 << 16) - 1;
    pub(super) const AGE: u32 = 53;
    pub(super) const AGE_MASK: u64 = (1 << 11) - 1;
}
const _: () = assert!(MAX_PLY as u64 <= field::PLIES_MASK);
const _: () = assert!((super::score::WIN as u64) < 1 << (field::VALUE_BITS - 1));

/// The middle of the packed values.
const ZERO: i32 = 1 << (field::VALUE_BITS - 1);

pub(super) fn pack(entry: &Entry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let (whole, plies) = match entry.reach {
        Reach::Horizon(plies) => (0, plies),
        Reach::Whole(plies) => (1, plies),
    };
    // 0 is no move; a move too far down the list is not worth more bits.
    let best = entry.best.map_or(0, |index| index as u64 + 1);
    let best = if best > field::BEST_MASK { 0 } else { best };
    (entry.value + ZERO) as u64
        | bound << field::BOUND
        | whole << field::WHOLE
        | u64::from(plies) << field::PLIES
        | best << field::BEST
        | age << field::AGE
}

pub(super) fn unpack(packed: u64) -> Entry {
    let plies = (packed >> field::PLIES & field::PLIES_MASK) as u32;
    Entry {
        value: (packed & field::VALUE_MASK) as i32 - ZERO,
        bound: match packed >> field::BOUND & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        reach: if packed >> field::WHOLE & 1 == 1 {
            Reach::Whole(plies)
        } else {
            Reach::Horizon(plies)
        },
        best: ((packed >> field::BEST & field::BEST_MASK) as usize).checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::search::{BEST_STATIC, WIN};
    use std::collections::HashMap;

    fn random_entry(rng: &mut Rng) -> Entry {
        let plies = rng.below(MAX_PLY as usize + 1) as u32;
        Entry {
            value: [WIN, -WIN, 0, BEST_STATIC, rng.below(1000) as i32 - 500][rng.below(5)],
            bound: [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3)],
            reach: [Reach::Horizon(plies), Reach::Whole(plies)][rng.below(2)],
            best: [None, Some(0), Some(65_534), Some(rng.below(100))][rng.below(4)],
        }
    }

    #[test]
    fn packing_loses_nothing() {
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let entry = random_entry(&mut rng);
            let packed = pack(&entry, rng.next_u64() & field::AGE_MASK);
            assert_ne!(packed, 0);
            assert_eq!(unpack(packed), entry);
        }
        let far = Entry {
            best: Some(65_535),
            ..random_entry(&mut rng)
        };
        assert_eq!(unpack(pack(&far, 0)), Entry { best: None, ..far });
    }

    #[test]
    fn everything_is_kept_while_it_can_grow() {
        let mut rng = Rng::new(2);
        let mut table = Table::new(20);
        let mut known = HashMap::new();
        assert_eq!(table.get(0), None);
        for _ in 0..20_000 {
            // Small keys, as small games have them.
            let key = rng.below(30_000) as u64;
            let entry = random_entry(&mut rng);
            table.put(key, &entry);
            known.insert(key, entry);
        }
        let kept = known.iter().filter(|&(&key, &e)| table.get(key) == Some(e));
        // Some fall out of a full row of four: a dense table that stays in the cache is worth more.
        assert!(kept.count() * 100 > known.len() * 70);
        assert!((30_000..60_000).all(|key| table.get(key).is_none()));
        table.clear();
        assert!(known.keys().all(|&key| table.get(key).is_none()));
    }

    #[test]
    fn a_full_table_keeps_the_costly_entries_and_its_size() {
        let mut table = Table::new(10);
        let entry = |plies| Entry {
            value: 0,
            bound: Bound::Exact,
            reach: Reach::Horizon(plies),
            best: None,
        };
        for key in 0..100_000 {
            table.put(key, &entry(if key < 200 { 9 } else { 1 }));
        }
        assert_eq!(table.slots.len(), 1024 + WAYS - 1);
        assert_eq!(table.slots[table.first..].as_ptr().align_offset(LINE), 0);
        assert!((0..200).filter(|&key| table.get(key).is_some()).count() > 180);
        assert!(table.get(99_999).is_some(), "the newest is always kept");
        for _ in 0..2 {
            table.increment_age();
        }
        for key in 200_000..300_000 {
            table.put(key, &entry(1));
        }
        assert!((0..200).all(|key| table.get(key).is_none()), "old ones go");
    }
}
