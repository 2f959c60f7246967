//! The transposition table of selective searches, shared by their threads without locks.
//!
//! A slot is two words that threads read and write independently: the packed entry, and the key
//! with the entry mixed in. A slot of which one word was overwritten in between fits no key, so a
//! torn entry is never read.

use super::transposition::{Entry, Reach, WAYS, pack, unpack, worth};
use crate::engine::rng::mix;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How many buckets are cleared between two looks at the cancel flag: 4 megabytes.
const CLEARED_AT_ONCE: usize = 1 << 16;

/// The slots that a position can be in: a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// A table of fixed size that replaces the least useful entries.
#[derive(Debug)]
pub(super) struct SharedTable {
    buckets: Vec<Bucket>,
    bits: u32,
    age: u64,
}

/// Room for `2^bits` buckets, if the system gives it.
fn reserved(bits: u32) -> Option<Vec<Bucket>> {
    let mut buckets = Vec::new();
    let wanted = 1_usize.checked_shl(bits)?;
    buckets.try_reserve_exact(wanted).ok().map(|()| buckets)
}

impl SharedTable {
    /// An empty table of `2^bits` entries of 16 bytes; a smaller one if there is no memory for that.
    /// To clear much memory takes time: when `cancel` is set, the table is what is clear by then.
    pub(super) fn new(bits: u32, cancel: &AtomicBool) -> Self {
        let mut bits = bits.saturating_sub(WAYS.ilog2());
        let mut buckets = loop {
            match reserved(bits) {
                // Of one bucket there must be room: without it nothing else could be done, either.
                None if bits > 0 => bits -= 1,
                buckets => break buckets.unwrap_or_default(),
            }
        };
        let wanted = 1 << bits;
        while buckets.is_empty() || (buckets.len() < wanted && !cancel.load(Relaxed)) {
            let more = (buckets.len() + CLEARED_AT_ONCE).min(wanted);
            buckets.resize_with(more, Bucket::default);
        }
        // One is there at least.
        let bits = buckets.len().ilog2();
        buckets.truncate(1 << bits);
        SharedTable {
            buckets,
            bits,
            age: 0,
        }
    }

    /// How many entries there is room for, as the exponent of a power of two.
    pub(super) const fn bits(&self) -> u32 {
        self.bits + WAYS.ilog2()
    }

    /// Tells that a new search begins: the entries of earlier ones are the first to go.
    pub(super) fn increment_age(&mut self) {
        self.age = (self.age + 1) & super::transposition::AGE_MASK;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // With one bucket there are no bits to look at: the shift by 64 is none.
        &self.buckets[key.checked_shr(64 - self.bits).unwrap_or(0) as usize]
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        self.bucket(key).0.iter().find_map(|[mixed, packed]| {
            let packed = packed.load(Relaxed);
            (packed != 0 && mixed.load(Relaxed) ^ packed == key).then(|| unpack(packed))
        })
    }

    /// Keeps an entry. What was known about the position before is forgotten.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: &Entry) {
        let key = mix(key);
        let bucket = self.bucket(key);
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
        let entry = pack(entry, self.age);
        packed.store(entry, Relaxed);
        mixed.store(entry ^ key, Relaxed);
    }
}

impl Entry {
    /// How many plies the search behind it looked ahead.
    pub(super) const fn depth(&self) -> u32 {
        match self.reach {
            Reach::Horizon(plies) | Reach::Whole(plies) => plies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::search::transposition::Bound;

    /// An entry that follows from its key, so that a wrong one is noticed.
    fn entry(key: u64) -> Entry {
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
            let table = SharedTable::new(bits, &AtomicBool::new(false));
            assert_eq!(table.buckets.len() * WAYS, 1 << bits.max(2));
            for key in 0..5000 {
                table.put(key, &entry(key));
                assert_eq!(table.get(key), Some(entry(key)), "the newest is kept");
            }
            let kept = (0..5000).filter(|&key| table.get(key) == Some(entry(key)));
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
        let table = SharedTable::new(24, &AtomicBool::new(true));
        assert_eq!(table.buckets.len(), CLEARED_AT_ONCE);
        assert_eq!(table.bits(), CLEARED_AT_ONCE.ilog2() + WAYS.ilog2());
        table.put(1, &entry(1));
        assert_eq!(table.get(1), Some(entry(1)));
    }

    #[test]
    fn threads_never_read_torn_entries() {
        let table = SharedTable::new(4, &AtomicBool::new(false));
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng::new(seed);
                    for _ in 0..200_000 {
                        let key = rng.below(64) as u64;
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, entry(key));
                        }
                        table.put(key, &entry(key));
                    }
                });
            }
        });
    }

    #[test]
    fn entries_of_earlier_searches_go_first() {
        let mut table = SharedTable::new(2, &AtomicBool::new(false));
        for key in 0..4 {
            let deep = Entry {
                reach: Reach::Horizon(40),
                ..entry(key)
            };
            table.put(key, &deep);
        }
        table.increment_age();
        for key in 4..8 {
            table.put(key, &entry(key));
        }
        assert!((4..8).all(|key| table.get(key) == Some(entry(key))));
    }
}
