//! What a search may use: threads and memory.

use std::num::NonZeroUsize;
use std::thread;

/// What a search may use of the machine. A search within a depth or a number of nodes always uses
/// one thread, so that its result does not depend on this.
///
/// ```
/// use game::engine::search::Resources;
///
/// let small = Resources { hash: 1, ..Resources::default() };
/// assert!(small.threads.get() >= 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// How many threads search at the same time when time is limited.
    pub threads: NonZeroUsize,
    /// The most memory that transposition tables may take, in megabytes.
    pub hash: usize,
}

impl Resources {
    /// The memory for tables unless told otherwise, in megabytes.
    pub const HASH: usize = 64;

    /// One thread, and the usual memory.
    pub const ONE_THREAD: Resources = Resources {
        threads: NonZeroUsize::MIN,
        hash: Resources::HASH,
    };

    /// The largest power of two of entries that fit, as its exponent.
    pub(super) fn table_bits(self, entry_size: usize) -> u32 {
        let entries = self.hash.saturating_mul(1 << 20) / entry_size;
        entries.max(1).ilog2()
    }
}

/// All cores, and [`HASH`](Resources::HASH).
impl Default for Resources {
    fn default() -> Self {
        Resources {
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            ..Resources::ONE_THREAD
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_no_more_than_it_may() {
        for (hash, bits) in [(0, 0), (1, 16), (3, 17), (64, 22), (usize::MAX, 59)] {
            let resources = Resources {
                hash,
                ..Resources::ONE_THREAD
            };
            assert_eq!(resources.table_bits(16), bits);
        }
    }
}
