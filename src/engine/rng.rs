//! A small random number generator with the same numbers on every machine and in every version, so
//! that seeded training and matches can be repeated exactly.

/// `SplitMix64`: a 64-bit counter scrambled by two multiplications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator. Equal seeds give equal numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Creates one of many generators from a seed.
    #[must_use]
    pub const fn numbered(seed: u64, number: u64) -> Self {
        Rng(mix(seed).wrapping_add(mix(!number)))
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `bound`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "the bound must not be 0");
        // The high half of a 128-bit product; the bias for our tiny bounds is below 2^-50.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Shuffles the items, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Scrambles 64 bits: the finisher of `SplitMix64`, which also makes hash keys from small numbers.
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers() {
        let (mut a, mut b) = (Rng::new(7), Rng::new(7));
        for _ in 0..100 {
            assert_eq!(a.next_u64(), b.next_u64());
        }
        assert_ne!(Rng::new(7).next_u64(), Rng::new(8).next_u64());
        let numbered = |seed, number| Rng::numbered(seed, number).next_u64();
        assert_eq!(numbered(7, 1), numbered(7, 1));
        assert_ne!(numbered(7, 1), numbered(7, 2));
        assert_ne!(numbered(7, 1), numbered(8, 1));
        assert_ne!(numbered(1, 2), numbered(2, 1));
    }

    #[test]
    fn equals_the_published_numbers_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{seen:?}"
        );
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
