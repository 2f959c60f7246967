//! Tables by position key. The keys are spread by one good scramble instead of the hash function
//! of the standard library, which takes longer than all the rest of a look-up.

use crate::engine::rng::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table from position keys to something.
pub(super) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Scrambles one `u64`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write_u64(&mut self, key: u64) {
        self.0 = mix(key);
    }

    /// Not used for a `u64`, but a hasher has to know what to do with any bytes.
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
