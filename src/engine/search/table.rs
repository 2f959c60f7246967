//! The transposition table.
//!
//! An entry bounds the value of a position. For a fixed-depth search to stay exactly minimax, an
//! entry may stand in for a search only where that search would find the same. There are two kinds:
//!
//! * [`Reach::Horizon`]: somewhere below, the depth ran out and the evaluator was called. The value
//!   is valid for that depth only.
//! * [`Reach::Whole`]: the value depends only on ends of the game, none of them further away than
//!   the given number of plies. Any search that looks at least that far finds the same.
//!
//! A forced win in `n` plies is whole with a reach of `n`, whatever else was seen on the way: no
//! search that looks `n` plies ahead can miss it, and a quicker one would have been found. The same
//! holds for a forced loss, and for bounds on either.
//!
//! The key of an entry is [`Game::hash_within`](crate::engine::Game::hash_within) the depth that
//! was left. Two positions that share a key at different depths must be equivalent up to the
//! smaller depth.
//!
//! The threads of a selective search share a table without locks. A slot is two words that they
//! read and write independently: the packed entry, and the key with the entry mixed in. If one of
//! the words was overwritten in between, the slot matches no key, so torn entries are never used.

use super::alphabeta::Window;
use super::score::{MAX_PLY, from_node_to_root};
use crate::engine::rng::mix;
use bytemuck::allocation::try_zeroed_vec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The kind of bound that an entry gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least that of the entry.
    Lower,
    /// The value is at most that of the entry.
    Upper,
    /// The value is that of the entry.
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

/// A bound on the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Wins and losses are counted from this position.
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) reach: Reach,
    /// The place of the best move among the moves of the position, if one is known.
    pub(super) best: Option<usize>,
}

impl Bound {
    /// Classifies the value of a search within this window.
    #[inline]
    pub(super) const fn of(value: i32, window: Window) -> Self {
        if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

impl Entry {
    /// Returns the value seen from the root, if this bound answers a search within this window.
    #[inline]
    pub(super) fn value_within(&self, window: Window, ply: u32) -> Option<i32> {
        let value = from_node_to_root(self.value, ply);
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        enough.then_some(value)
    }
}

/// The slots that a position can use: a cache line.
const WAYS: usize = 4;

/// A packed entry and its key, with the entry mixed in. A packed entry of 0 marks an empty slot.
type Slot = [AtomicU64; 2];

/// A table that replaces the least useful entries.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The system provides the memory, zeroed, when a slot is first used.
    slots: Vec<Slot>,
    /// The first slot that begins a cache line.
    first: usize,
    /// The base-2 logarithm of the number of buckets of [`WAYS`] slots.
    bits: u32,
    age: u64,
}

/// Returns the base-2 logarithm of the number of entries that fit into this many megabytes.
pub(super) fn bits_in_megabytes(megabytes: usize) -> u32 {
    let entries = megabytes.saturating_mul(1 << 20) / size_of::<Slot>();
    entries.max(1).ilog2()
}

impl Table {
    /// Creates an empty table of `2^bits` entries, or a smaller one if memory is short.
    pub(super) fn new(bits: u32) -> Self {
        let mut bits = bits.saturating_sub(WAYS.ilog2());
        loop {
            let aligned = (WAYS << bits) + WAYS - 1;
            match try_zeroed_vec::<Slot>(aligned) {
                Err(()) if bits > 0 => bits -= 1,
                slots => {
                    let slots = slots.unwrap_or_default();
                    return Table {
                        first: slots.as_ptr().align_offset(WAYS * size_of::<Slot>()),
                        slots,
                        bits,
                        age: 0,
                    };
                }
            }
        }
    }

    /// Returns the base-2 logarithm of the number of entries.
    pub(super) const fn bits(&self) -> u32 {
        self.bits + WAYS.ilog2()
    }

    /// Begins a new search: the entries of earlier ones are the first to go.
    pub(super) fn increment_age(&mut self) {
        self.age = (self.age + 1) & field::AGE_MASK;
    }

    /// Returns the slots of a key; none if there is no memory.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&[Slot]> {
        // A shift by 64 overflows: the only bucket is the first.
        let place = key.checked_shr(64 - self.bits).unwrap_or(0);
        let first = self.first + place as usize * WAYS;
        self.slots.get(first..first + WAYS)
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        self.bucket(key)?.iter().find_map(|[mixed, packed]| {
            let packed = packed.load(Relaxed);
            (packed != 0 && mixed.load(Relaxed) ^ packed == key).then(|| unpack(packed))
        })
    }

    /// Replaces the entry of the position, or the least useful one of its bucket.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: &Entry) {
        let key = mix(key);
        let worth = |[mixed, packed]: &&Slot| {
            let packed = packed.load(Relaxed);
            if packed == 0 || mixed.load(Relaxed) ^ packed == key {
                0
            } else {
                1 + worth(packed, self.age)
            }
        };
        let slots = self.bucket(key).into_iter().flatten();
        if let Some([mixed, packed]) = slots.min_by_key(worth) {
            let entry = pack(entry, self.age);
            packed.store(entry, Relaxed);
            mixed.store(entry ^ key, Relaxed);
        }
    }
}

/// Ranks a packed entry for replacement: those of the current search are worth most, then those
/// that took the most work.
fn worth(packed: u64, age: u64) -> u64 {
    let present = u64::from(packed >> field::AGE & field::AGE_MASK == age);
    present << 32 | packed >> field::PLIES & field::PLIES_MASK
}

/// The layout of a packed entry, from the lowest bit up.
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

fn pack(entry: &Entry, age: u64) -> u64 {
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

fn unpack(packed: u64) -> Entry {
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

    /// Returns an entry derived from its key, to recognise wrong ones.
    fn entry_of(key: u64) -> Entry {
        Entry {
            value: (mix(key) % 1000) as i32,
            bound: Bound::Exact,
            reach: Reach::Horizon((key % 50) as u32),
            best: Some((key % 80) as usize),
        }
    }

    #[test]
    fn an_entry_is_found_until_it_is_replaced() {
        for (bits, least) in [(0, 0), (2, 0), (10, 900), (16, 4700)] {
            let table = Table::new(bits);
            assert_eq!(table.bits(), bits.max(2));
            assert_eq!(table.get(0), None);
            for key in 0..5000 {
                table.put(key, &entry_of(key));
                assert_eq!(table.get(key), Some(entry_of(key)), "the newest is kept");
            }
            let kept = (0..5000).filter(|&key| table.get(key) == Some(entry_of(key)));
            assert!((least..=1 << table.bits()).contains(&kept.count()));
            assert!((5000..9000).all(|key| table.get(key).is_none()));
        }
    }

    #[test]
    fn without_memory_a_table_is_smaller() {
        let table = Table::new(usize::BITS - 5);
        assert!(table.bits() < usize::BITS - 5);
        table.put(1, &entry_of(1));
        let nothing = Table::default();
        nothing.put(1, &entry_of(1));
        assert_eq!(nothing.get(1), None);
    }

    #[test]
    fn threads_never_read_torn_entries() {
        let table = Table::new(4);
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng::new(seed);
                    for _ in 0..200_000 {
                        let key = rng.below(64) as u64;
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, entry_of(key));
                        }
                        table.put(key, &entry_of(key));
                    }
                });
            }
        });
    }

    #[test]
    fn entries_of_earlier_searches_go_first_and_costly_ones_last() {
        let deep = |key| Entry {
            reach: Reach::Horizon(40 + key as u32),
            ..entry_of(key)
        };
        let mut table = Table::new(2);
        (0..4).for_each(|key| table.put(key, &deep(key)));
        table.put(9, &deep(9));
        assert!(table.get(0).is_none() && (1..4).all(|key| table.get(key).is_some()));
        table.increment_age();
        (4..8).for_each(|key| table.put(key, &entry_of(key)));
        assert!((4..8).all(|key| table.get(key) == Some(entry_of(key))));
    }

    #[test]
    fn a_table_stays_within_its_megabytes() {
        for (megabytes, bits) in [(0, 0), (1, 16), (3, 17), (64, 22), (usize::MAX, 59)] {
            assert_eq!(bits_in_megabytes(megabytes), bits);
        }
    }
}
