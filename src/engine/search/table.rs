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
//!
//! The threads of a selective search share a table without locks. A slot is two words that they read
//! and write independently: the packed entry, and the key with the entry mixed in. A slot of which
//! one word was overwritten in between fits no key, so a torn entry is never read.

use super::alphabeta::Window;
use super::score::{MAX_PLY, from_node_to_root};
use crate::engine::rng::mix;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

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
    /// The kind of bound that the value of a search within this window is.
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
    /// The value seen from the root, if this bound on it answers a search within this window.
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

/// Slots that a position can be in.
const WAYS: usize = 4;

/// The memory that an entry takes, in bytes.
const ENTRY_SIZE: usize = size_of::<Bucket>() / WAYS;

/// The first size of a table that grows, as an exponent: small enough for the fastest cache.
const FIRST_BITS: u32 = 10;

/// How many buckets are cleared between two looks at the cancel flag: 4 megabytes.
const CLEARED_AT_ONCE: usize = 1 << 16;

/// The slots that a position can be in: a cache line. A packed entry of 0 marks an empty slot.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// A table that replaces the least useful entries.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// How many buckets there are, as the exponent of a power of two.
    bits: u32,
    most_bits: u32,
    used: usize,
    age: u64,
}

/// Room for `2^bits` buckets, if there is memory for them.
fn reserved(bits: u32) -> Option<Vec<Bucket>> {
    let mut buckets = Vec::new();
    let wanted = 1_usize.checked_shl(bits)?;
    buckets.try_reserve_exact(wanted).ok().map(|()| buckets)
}

/// The most entries that fit into so many megabytes, as the exponent of a power of two.
pub(super) fn bits_in_megabytes(megabytes: usize) -> u32 {
    let entries = megabytes.saturating_mul(1 << 20) / ENTRY_SIZE;
    entries.max(1).ilog2()
}

impl Table {
    /// An empty table that [grows](Table::put_and_grow) to at most `2^most_bits` entries. Takes no
    /// memory until used.
    pub(super) fn growing(most_bits: u32) -> Self {
        Table {
            buckets: Vec::new(),
            bits: 0,
            most_bits: most_bits.clamp(WAYS.ilog2(), 32) - WAYS.ilog2(),
            used: 0,
            age: 0,
        }
    }

    /// An empty table of `2^bits` entries; a smaller one if there is no memory for that. To clear
    /// much memory takes time: when `cancel` is set, the table is what is clear by then.
    pub(super) fn fixed(bits: u32, cancel: &AtomicBool) -> Self {
        let mut bits = bits.saturating_sub(WAYS.ilog2());
        let mut buckets = loop {
            match reserved(bits) {
                None if bits > 0 => bits -= 1,
                buckets => break buckets.unwrap_or_default(),
            }
        };
        let wanted = 1 << bits;
        while buckets.is_empty() || (buckets.len() < wanted && !cancel.load(Relaxed)) {
            let more = (buckets.len() + CLEARED_AT_ONCE).min(wanted);
            buckets.resize_with(more, Bucket::default);
        }
        let bits = buckets.len().ilog2();
        buckets.truncate(1 << bits);
        Table {
            buckets,
            bits,
            most_bits: bits,
            used: 0,
            age: 0,
        }
    }

    /// How many entries there is room for, as the exponent of a power of two.
    pub(super) const fn bits(&self) -> u32 {
        self.bits + WAYS.ilog2()
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        *self = Table::growing(self.most_bits + WAYS.ilog2());
    }

    /// Begins a new search: the entries of earlier ones are the first to go.
    pub(super) fn increment_age(&mut self) {
        self.age = (self.age + 1) & field::AGE_MASK;
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        // With one bucket there are no bits to look at: the shift by 64 is none.
        let place = key.checked_shr(64 - self.bits).unwrap_or(0);
        self.buckets.get(place as usize)
    }

    /// Returns what is known about the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        self.bucket(key)?.0.iter().find_map(|[mixed, packed]| {
            let packed = packed.load(Relaxed);
            (packed != 0 && mixed.load(Relaxed) ^ packed == key).then(|| unpack(packed))
        })
    }

    /// Keeps an entry in place of what was known about the position.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: &Entry) {
        self.insert(mix(key), pack(entry, self.age));
    }

    /// The same in a table that doubles as it fills.
    #[inline]
    pub(super) fn put_and_grow(&mut self, key: u64, entry: &Entry) {
        let full = self.used * 8 >= (7 * WAYS) << self.bits;
        if self.buckets.is_empty() || (full && self.bits < self.most_bits) {
            self.grow();
        }
        self.used += usize::from(self.insert(mix(key), pack(entry, self.age)));
    }

    /// Returns whether the entry took an empty slot.
    #[inline]
    fn insert(&self, key: u64, entry: u64) -> bool {
        // Without any memory nothing is kept.
        let Some(bucket) = self.bucket(key) else {
            return false;
        };
        let mut place = 0;
        let mut least = u64::MAX;
        for (i, [mixed, packed]) in bucket.0.iter().enumerate() {
            let packed = packed.load(Relaxed);
            if packed == 0 || mixed.load(Relaxed) ^ packed == key {
                place = i;
                break;
            }
            let worth = worth(packed, self.age);
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        let [mixed, packed] = &bucket.0[place];
        let was_empty = packed.load(Relaxed) == 0;
        packed.store(entry, Relaxed);
        mixed.store(entry ^ key, Relaxed);
        was_empty
    }

    /// Doubles the table; where there is no memory for that, it stays as it is for good.
    #[cold]
    fn grow(&mut self) {
        let first = FIRST_BITS - WAYS.ilog2();
        let bits = (self.bits + 1).max(first).min(self.most_bits);
        let Some(mut grown) = reserved(bits) else {
            self.most_bits = self.bits;
            return;
        };
        grown.resize_with(1 << bits, Bucket::default);
        let old = std::mem::replace(&mut self.buckets, grown);
        (self.bits, self.used) = (bits, 0);
        for [mixed, packed] in old.into_iter().flat_map(|bucket| bucket.0) {
            let packed = packed.into_inner();
            if packed != 0 {
                let key = mixed.into_inner() ^ packed;
                self.used += usize::from(self.insert(key, packed));
            }
        }
    }
}

/// How much a packed entry is worth keeping: those of the present search first, then those that
/// took most work.
fn worth(packed: u64, age: u64) -> u64 {
    let present = u64::from(packed >> field::AGE & field::AGE_MASK == age);
    present << 32 | packed >> field::PLIES & field::PLIES_MASK
}

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
        let mut table = Table::growing(20);
        let mut known = HashMap::new();
        assert_eq!(table.get(0), None);
        for _ in 0..20_000 {
            // Small keys, as small games have them.
            let key = rng.below(30_000) as u64;
            let entry = random_entry(&mut rng);
            table.put_and_grow(key, &entry);
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
        let mut table = Table::growing(10);
        let entry = |plies| Entry {
            value: 0,
            bound: Bound::Exact,
            reach: Reach::Horizon(plies),
            best: None,
        };
        for key in 0..100_000 {
            table.put_and_grow(key, &entry(if key < 200 { 9 } else { 1 }));
        }
        assert_eq!(table.buckets.len() * WAYS, 1024);
        assert!((0..200).filter(|&key| table.get(key).is_some()).count() > 180);
        assert!(table.get(99_999).is_some(), "the newest is always kept");
        for _ in 0..2 {
            table.increment_age();
        }
        for key in 200_000..300_000 {
            table.put_and_grow(key, &entry(1));
        }
        assert!((0..200).all(|key| table.get(key).is_none()), "old ones go");
    }

    /// An entry that follows from its key, so that a wrong one is noticed.
    fn entry_of(key: u64) -> Entry {
        Entry {
            value: (mix(key) % 1000) as i32,
            bound: Bound::Exact,
            reach: Reach::Horizon((key % 50) as u32),
            best: Some((key % 80) as usize),
        }
    }

    #[test]
    fn what_is_put_is_got_until_it_is_replaced() {
        for bits in [0, 2, 10] {
            let table = Table::fixed(bits, &AtomicBool::new(false));
            assert_eq!(table.buckets.len() * WAYS, 1 << bits.max(2));
            for key in 0..5000 {
                table.put(key, &entry_of(key));
                assert_eq!(table.get(key), Some(entry_of(key)), "the newest is kept");
            }
            let kept = (0..5000).filter(|&key| table.get(key) == Some(entry_of(key)));
            assert!(kept.count() <= 1 << bits.max(2));
        }
    }

    #[test]
    fn without_memory_for_it_a_table_is_smaller() {
        // More than a program can ever have.
        let most = usize::BITS - (WAYS * 16).ilog2();
        assert!(reserved(most).is_none() && reserved(usize::BITS).is_none());
        assert!(reserved(4).is_some());
    }

    #[test]
    fn a_cancelled_search_does_not_wait_for_its_table() {
        let table = Table::fixed(24, &AtomicBool::new(true));
        assert_eq!(table.buckets.len(), CLEARED_AT_ONCE);
        assert_eq!(table.bits(), CLEARED_AT_ONCE.ilog2() + WAYS.ilog2());
        table.put(1, &entry_of(1));
        assert_eq!(table.get(1), Some(entry_of(1)));
    }

    #[test]
    fn threads_never_read_torn_entries() {
        let table = Table::fixed(4, &AtomicBool::new(false));
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
    fn entries_of_earlier_searches_go_first() {
        let mut table = Table::fixed(2, &AtomicBool::new(false));
        for key in 0..4 {
            let deep = Entry {
                reach: Reach::Horizon(40),
                ..entry_of(key)
            };
            table.put(key, &deep);
        }
        table.increment_age();
        for key in 4..8 {
            table.put(key, &entry_of(key));
        }
        assert!((4..8).all(|key| table.get(key) == Some(entry_of(key))));
    }

    #[test]
    fn a_table_takes_no_more_megabytes_than_it_may() {
        for (megabytes, bits) in [(0, 0), (1, 16), (3, 17), (64, 22), (usize::MAX, 59)] {
            assert_eq!(bits_in_megabytes(megabytes), bits);
        }
    }
}
