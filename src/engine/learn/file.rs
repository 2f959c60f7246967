//! The file format of a memory, read strictly: a damaged file is refused.
//!
//! ```text
//! game memory 1
//! learnt some game 21
//! positions 2
//! 41 -0.27
//! 42 0.8732
//! checksum c3b2a1908f7e6d5c
//! ```
//!
//! The kind of file and the version of its format; what was learnt, as the caller calls it (with
//! `\n` and the like for characters that are not plain ASCII); how many positions follow; a line
//! for each, key and score, by rising keys; and a checksum of all bytes before its line. Scores are
//! written with as many digits as it takes to read the same number again.

use super::Memory;
use std::fmt::Write as _;
use std::io::{self, BufRead, Read};
use std::mem;
use thiserror::Error;

const KIND: &str = "game memory ";
const VERSION: &str = "1";
const LABEL: &str = "learnt ";
const COUNT: &str = "positions ";
const CHECKSUM: &str = "checksum ";

/// No line but the label's is longer. Far more than a key and a score ever take.
const LONGEST_LINE: usize = 128;

/// Why a memory file is refused.
#[derive(Debug, Error)]
pub enum MemoryError {
    /// The input failed.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is not a memory file")]
    NotAMemory,
    /// It is of another version of this program.
    #[error("its format is {found:?}, and only format {VERSION:?} is known here")]
    Version {
        /// The format it says it has.
        found: String,
    },
    /// It holds what was learnt of another game, or with other parameters.
    #[error("it was learnt for {found:?}, not for {expected:?}")]
    OtherGame {
        /// The label in the file.
        found: String,
        /// The label asked for.
        expected: String,
    },
    /// It ends too soon.
    #[error("it is cut off in line {line}")]
    CutOff {
        /// Where it ends, from 1.
        line: u64,
    },
    /// It says that it holds more than a memory may hold.
    #[error("it holds {count} positions, more than the {most} of a memory", most = Memory::MOST)]
    TooMany {
        /// How many it says it holds.
        count: u64,
    },
    /// A line is not what has to stand there.
    #[error("line {line} is damaged: {expected} should stand there")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What should stand there.
        expected: &'static str,
    },
    /// A score that no position can have.
    #[error("line {line} is damaged: a score is a number from -1 to 1")]
    Score {
        /// The line, from 1.
        line: u64,
    },
    /// A position for the second time.
    #[error("line {line} is damaged: the position {key} stands there twice")]
    Twice {
        /// The line of the second time, from 1.
        line: u64,
        /// The position's key.
        key: u64,
    },
    /// Positions out of order.
    #[error("line {line} is damaged: the position {key} is out of order")]
    Order {
        /// The line, from 1.
        line: u64,
        /// The position's key.
        key: u64,
    },
    /// All lines look right, but they are not those that were written.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
    /// Something follows after the checksum.
    #[error("something follows after its end")]
    Trailing,
}

/// The text for these entries, which come by rising keys.
pub(super) fn write(entries: &[(u64, f64)], label: &str) -> String {
    let mut text = format!(
        "{KIND}{VERSION}\n{LABEL}{}\n{COUNT}{}\n",
        label.escape_default(),
        entries.len()
    );
    for (key, score) in entries {
        writeln!(text, "{key} {score:?}").expect("a string takes any text");
    }
    let checksum = Checksum::of(text.as_bytes()).0;
    writeln!(text, "{CHECKSUM}{checksum:016x}").expect("a string takes any text");
    text
}

/// How long the text for so many entries is at most.
pub(super) fn longest(entries: usize, label: &str) -> u64 {
    // Two numbers of 20 and 24 characters, the blank between them and the line break.
    const ENTRY: u64 = 46;
    let empty = write(&[], label).len() as u64;
    // The number of entries has up to 20 digits instead of one.
    empty + 19 + ENTRY * entries as u64
}

/// Reads a whole file and hands over its entries one by one. They are only to be trusted if the
/// end is well.
pub(super) fn read(
    input: impl BufRead,
    wanted: Option<&str>,
    mut entry: impl FnMut(u64, f64),
) -> Result<String, MemoryError> {
    let mut lines = Lines::new(input);
    lines.kind()?;
    let label = lines.label(wanted)?;
    let mut last = None;
    for _ in 0..lines.count()? {
        let (key, score) = lines.entry(last)?;
        entry(key, score);
        last = Some(key);
    }
    lines.end()?;
    Ok(label)
}

/// The lines of a file, counted, measured and summed up.
struct Lines<R> {
    input: R,
    line: u64,
    checksum: Checksum,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Self {
        Lines {
            input,
            line: 0,
            checksum: Checksum::of(&[]),
        }
    }

    /// The next line without its end. `expected` says what it should be.
    fn next(&mut self, longest: usize, expected: &'static str) -> Result<String, MemoryError> {
        self.line += 1;
        let mut bytes = Vec::with_capacity(LONGEST_LINE);
        let mut bounded = (&mut self.input).take(longest as u64 + 1);
        bounded.read_until(b'\n', &mut bytes)?;
        let summed = self.checksum.add(&bytes);
        if bytes.pop_if(|&mut last| last == b'\n').is_none() {
            return Err(if bytes.len() > longest {
                self.damaged(expected)
            } else {
                MemoryError::CutOff { line: self.line }
            });
        }
        self.checksum = summed;
        String::from_utf8(bytes).map_err(|_| self.damaged(expected))
    }

    fn damaged(&self, expected: &'static str) -> MemoryError {
        MemoryError::Damaged {
            line: self.line,
            expected,
        }
    }

    fn kind(&mut self) -> Result<(), MemoryError> {
        let line = self.next(LONGEST_LINE, "").map_err(|error| match error {
            MemoryError::Io(error) => MemoryError::Io(error),
            _ => MemoryError::NotAMemory,
        })?;
        match line.strip_prefix(KIND) {
            None => Err(MemoryError::NotAMemory),
            Some(VERSION) => Ok(()),
            Some(found) => Err(MemoryError::Version {
                found: found.into(),
            }),
        }
    }

    /// The label, as it stands there; any, or only the one that is wanted.
    fn label(&mut self, wanted: Option<&str>) -> Result<String, MemoryError> {
        let expected = wanted.map(|label| label.escape_default().to_string());
        let length = expected.as_ref().map_or(0, String::len);
        let line = self.next(LONGEST_LINE.max(LABEL.len() + length), "what was learnt")?;
        let Some(found) = line.strip_prefix(LABEL) else {
            return Err(self.damaged("what was learnt"));
        };
        match expected {
            Some(expected) if found != expected => Err(MemoryError::OtherGame {
                found: found.into(),
                expected: wanted.unwrap_or_default().into(),
            }),
            _ => Ok(found.into()),
        }
    }

    fn count(&mut self) -> Result<u64, MemoryError> {
        let what = "the number of positions";
        let line = self.next(LONGEST_LINE, what)?;
        let count = line.strip_prefix(COUNT).and_then(number);
        let count = count.ok_or_else(|| self.damaged(what))?;
        if count > Memory::MOST as u64 {
            return Err(MemoryError::TooMany { count });
        }
        Ok(count)
    }

    fn entry(&mut self, last: Option<u64>) -> Result<(u64, f64), MemoryError> {
        let what = "the key of a position and its score";
        let text = self.next(LONGEST_LINE, what)?;
        let line = self.line;
        let (key, score) = text.split_once(' ').ok_or_else(|| self.damaged(what))?;
        let key = number(key).ok_or_else(|| self.damaged(what))?;
        match last {
            Some(last) if key == last => return Err(MemoryError::Twice { line, key }),
            Some(last) if key < last => return Err(MemoryError::Order { line, key }),
            _ => {}
        }
        let score: f64 = score.parse().map_err(|_| MemoryError::Score { line })?;
        if !(-1.0..=1.0).contains(&score) {
            return Err(MemoryError::Score { line });
        }
        Ok((key, score))
    }

    fn end(mut self) -> Result<(), MemoryError> {
        let Checksum(sum) = mem::take(&mut self.checksum);
        let line = self.next(LONGEST_LINE, "the checksum")?;
        let Some(found) = line.strip_prefix(CHECKSUM) else {
            return Err(self.damaged("the checksum"));
        };
        if found != format!("{sum:016x}") {
            return Err(MemoryError::Checksum);
        }
        let mut rest = Vec::new();
        self.input.take(1).read_to_end(&mut rest)?;
        if rest.is_empty() {
            Ok(())
        } else {
            Err(MemoryError::Trailing)
        }
    }
}

/// A number the way it is written, and only that way.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// FNV-1a, 64 bits. Each byte goes in by a step that can be undone, so that no change of a single
/// byte is overlooked.
#[derive(Clone, Copy, Debug, Default)]
struct Checksum(u64);

impl Checksum {
    fn of(bytes: &[u8]) -> Self {
        Checksum(0xcbf2_9ce4_8422_2325).add(bytes)
    }

    fn add(self, bytes: &[u8]) -> Self {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Checksum(bytes.iter().fold(self.0, step))
    }
}
