//! The memory: a score for each position that was moved from.

use super::file::{self, MemoryError};
use crate::engine::hash::FastMap;
use std::io::BufRead;

/// The scores learnt so far, by the keys of positions ([`Game::hash`](crate::engine::Game::hash)).
/// A position it does not know scores 0.
///
/// The text's `type memory = (string, real) dict`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    scores: FastMap<u64, f64>,
}

impl Memory {
    /// How many positions a memory holds at most: a few hundred megabytes while it is written.
    pub const MOST: usize = 1 << 22;

    /// A memory that knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Memory::default()
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether it knows no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The score of the position with this key; 0 if it does not know it.
    #[must_use]
    pub fn get(&self, key: u64) -> f64 {
        self.scores.get(&key).copied().unwrap_or(0.0)
    }

    /// Sets a score, a number from −1 to 1.
    pub(super) fn set(&mut self, key: u64, score: f64) {
        debug_assert!((-1.0..=1.0).contains(&score), "the score {score}");
        self.scores.insert(key, score);
    }

    /// All it knows, by rising keys.
    #[must_use]
    pub fn entries(&self) -> Vec<(u64, f64)> {
        let entries = self.scores.iter().map(|(&key, &score)| (key, score));
        let mut entries: Vec<(u64, f64)> = entries.collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        entries
    }

    /// The contents of a memory file. `label` says what was learnt, game and parameters; whoever
    /// reads the file has to name the same.
    ///
    /// Equal memories give equal bytes. The file is text:
    ///
    /// ```text
    /// game memory 1
    /// learnt some game 21
    /// positions 2
    /// 41 -0.27
    /// 42 0.8732
    /// checksum c3b2a1908f7e6d5c
    /// ```
    ///
    /// ```
    /// use game::engine::learn::Memory;
    ///
    /// let memory = Memory::new();
    /// let bytes = memory.to_bytes("some game 3");
    /// assert_eq!(Memory::from_bytes(&bytes, "some game 3")?, memory);
    /// assert!(Memory::from_bytes(&bytes, "some game 4").is_err());
    /// # Ok::<(), game::engine::learn::MemoryError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self, label: &str) -> Vec<u8> {
        file::write(&self.entries(), label).into_bytes()
    }

    /// How many bytes [`to_bytes`](Self::to_bytes) makes at most of so many positions.
    #[must_use]
    pub fn longest_file(positions: usize, label: &str) -> u64 {
        file::longest(positions, label)
    }

    /// The memory that [`to_bytes`](Self::to_bytes) made these bytes of, under the same label.
    ///
    /// # Errors
    /// If they are not such bytes, or the label is another.
    pub fn from_bytes(bytes: &[u8], label: &str) -> Result<Self, MemoryError> {
        Self::read(bytes, label)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written, to the end of the input.
    ///
    /// It stops at the first line that cannot be one of a memory file, and no line is read beyond
    /// a length, so that an input without an end is refused like any other wrong one.
    ///
    /// # Errors
    /// If the input cannot be read, or is not a whole memory file with this label.
    pub fn read(input: impl BufRead, label: &str) -> Result<Self, MemoryError> {
        let mut memory = Memory::new();
        file::read(input, Some(label), |key, score| memory.set(key, score))?;
        Ok(memory)
    }

    /// The same for a file of any label, which comes back as it stands there.
    ///
    /// # Errors
    /// If the input cannot be read, or is not a whole memory file.
    pub fn read_labelled(input: impl BufRead) -> Result<(String, Self), MemoryError> {
        let mut memory = Memory::new();
        let label = file::read(input, None, |key, score| memory.set(key, score))?;
        Ok((label, memory))
    }
}

/// A memory made by hand, of the keys of positions and their scores. Scores are limited to −1 to 1,
/// and what is not a number counts as 0.
///
/// ```
/// use game::engine::learn::{Memory, best_next_state};
/// use game::engine::rng::Rng;
/// use game::engine::{Game, Side, State};
/// use game::games::countdown::CountDown;
///
/// let game = CountDown::default();
/// let key = |pile| game.hash(&State::new(pile, Side::Second));
/// let memory = Memory::from_iter([(key(20), -0.5), (key(19), 0.7), (key(18), 0.1)]);
/// let best = best_next_state(&game, &memory, &game.start(), &mut Rng::new(1));
/// assert_eq!(best, Some((State::new(19, Side::Second), 0.7)));
/// ```
impl FromIterator<(u64, f64)> for Memory {
    fn from_iter<I: IntoIterator<Item = (u64, f64)>>(scores: I) -> Self {
        let valid = |score: f64| {
            if score.is_nan() {
                0.0
            } else {
                score.clamp(-1.0, 1.0)
            }
        };
        let scores = scores.into_iter().map(|(key, score)| (key, valid(score)));
        Memory {
            scores: scores.collect(),
        }
    }
}
