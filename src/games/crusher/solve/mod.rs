//! Crusher solved: the verdict on every position of a board with N = 3, and what the history rule
//! leaves of it.
//!
//! | file | what it is |
//! |---|---|
//! | `small_board` | the board as 19 bits, and a number for every position |
//! | `retrograde` | retrograde analysis, from the ends of the game backwards |
//! | `mod` | [`Verdict`]: the value of a position; [`Solution`]: those of all, and their file |
//! | `proof` | [`Prover`]: wins that hold under the history rule; [`Perfect`]: the player |
//!
//! The file of a solution is a line that names its kind, then N, the number of positions and a
//! checksum of the values in eight bytes each, then a byte for each position. It is read whole.

mod proof;
mod retrograde;
mod small_board;
#[cfg(test)]
mod tests;

use self::small_board::{Pieces, SmallBoard, pieces, spread};
use super::Crusher;
use crate::engine::StateOf;
use crate::engine::rng::mix;
use crate::os::env;
use crate::parallel;
use std::fmt;
use std::fs::{DirBuilder, File};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::num::NonZeroUsize;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::NamedTempFile;
use thiserror::Error;

pub use self::proof::{Perfect, Proof, Prover};

/// The value of a position for the side to move when both sides play perfectly and boards may come
/// again. [`Prover`] finds out which of them the history rule leaves standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins in this many plies.
    Win(u32),
    /// It loses, and can put that off for this many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

impl Verdict {
    /// The value of a move to a position with this verdict, for the side that makes the move.
    #[must_use]
    pub const fn of_move(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
            Verdict::Draw => Verdict::Draw,
        }
    }

    /// A number for comparing verdicts: more is better for the side to move, a quick win better
    /// than a slow one.
    #[must_use]
    pub const fn score(self) -> i32 {
        match self {
            Verdict::Win(plies) => 1000 - plies as i32,
            Verdict::Loss(plies) => plies as i32 - 1000,
            Verdict::Draw => 0,
        }
    }
}

/// The byte of a position that is not decided: a draw, once the analysis is complete.
const UNKNOWN: u8 = 0;

/// The byte of a position decided in this many plies. An odd number is a win, an even one a loss.
fn pack(plies: u32) -> Option<u8> {
    u8::try_from(plies + 1).ok().filter(|&byte| byte < u8::MAX)
}

/// The verdict that a byte stands for.
const fn unpack(byte: u8) -> Verdict {
    match byte {
        UNKNOWN => Verdict::Draw,
        _ if byte.is_multiple_of(2) => Verdict::Win(byte as u32 - 1),
        _ => Verdict::Loss(byte as u32 - 1),
    }
}

/// The first line of a file. A new form of the file needs a new number.
const KIND: &[u8; 16] = b"crusher solved 3";

/// The length of the header of a file.
const HEADER: usize = KIND.len() + 3 * 8;

/// Why there is no solution.
#[derive(Debug, Error)]
pub enum SolveError {
    /// There are too many positions.
    #[error("only N = 2 and N = 3 can be solved, not N = {size}")]
    TooBig {
        /// N.
        size: usize,
    },
    /// The analysis was interrupted.
    #[error("interrupted")]
    Cancelled,
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else, or it was changed or cut short.
    #[error("it is damaged; game crusher solve makes it again")]
    Damaged,
}

impl SolveError {
    /// Whether there is no file at all.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, SolveError::Io(error) if error.kind() == ErrorKind::NotFound)
    }
}

/// Where the solution of a game is kept: `crusher-3.table` in a cache folder.
#[must_use]
pub fn file_in(cache: &Path, size: usize) -> PathBuf {
    cache.join(format!("crusher-{size}.table"))
}

/// Where the user's solution of a game is: in the folder `game` of the user's cache folder, which is
/// `$XDG_CACHE_HOME` or else `$HOME/.cache`. Nothing if there is neither.
#[must_use]
pub fn cache_file(size: usize) -> Option<PathBuf> {
    Some(file_in(&env::cache()?, size))
}

/// A solved game: the verdict on every position of a small board, a byte for each.
///
/// The solution knows nothing of the history rule: where neither side can make progress, it is a
/// draw.
pub struct Solution {
    board: SmallBoard,
    values: Vec<u8>,
}

impl Solution {
    /// Solves the game on several threads. Calls `watch` with the number of positions dealt with
    /// and the number of all: 64 million for N = 3, which takes about a minute on one thread, and
    /// 110 MB.
    ///
    /// # Errors
    /// If N is more than 3, or if `cancel` was set.
    pub fn build(
        game: &Crusher,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        watch: impl FnMut(usize, usize),
    ) -> Result<Self, SolveError> {
        let board = small_board(game)?;
        let values = retrograde::analyse(&board, threads, cancel, watch);
        let values = values.ok_or(SolveError::Cancelled)?;
        Ok(Solution { board, values })
    }

    /// Reads the solution of a game.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what [`save`](Self::save) has written.
    pub fn open(game: &Crusher, path: &Path) -> Result<Self, SolveError> {
        let board = small_board(game)?;
        let length = HEADER + board.positions();
        let mut values = Vec::with_capacity(length + 1);
        let file = File::open(path)?;
        file.take(length as u64 + 1).read_to_end(&mut values)?;
        if values.len() != length {
            return Err(SolveError::Damaged);
        }
        let front: Vec<u8> = values.drain(..HEADER).collect();
        let solution = Solution { board, values };
        if front == solution.header() {
            Ok(solution)
        } else {
            Err(SolveError::Damaged)
        }
    }

    /// Creates the folder and a temporary file of the final length, so that a read-only or full disk
    /// shows before the work.
    ///
    /// # Errors
    /// If N is more than 3, or if the file cannot be written.
    pub fn begin_file(game: &Crusher, path: &Path) -> Result<NamedTempFile, SolveError> {
        let length = HEADER + small_board(game)?.positions();
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700).create(folder)?;
        let mut file = NamedTempFile::new_in(folder)?;
        io::copy(&mut io::repeat(0).take(length as u64), &mut file)?;
        file.rewind()?;
        Ok(file)
    }

    /// Writes the solution into the temporary file and puts that in its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut file: NamedTempFile, path: &Path) -> io::Result<()> {
        file.write_all(&self.header())?;
        file.write_all(&self.values)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let (kind, numbers) = header.split_at_mut(KIND.len());
        kind.copy_from_slice(KIND);
        let all = [
            self.size() as u64,
            self.values.len() as u64,
            checksum(&self.values),
        ];
        for (place, value) in numbers.chunks_exact_mut(8).zip(all) {
            place.copy_from_slice(&value.to_le_bytes());
        }
        header
    }

    /// Returns N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.board.fewest() as usize
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.values.len()
    }

    /// Returns the verdict on a position, whatever its history. There is none on boards of another
    /// size or with more pieces than a side starts with.
    #[must_use]
    pub fn verdict(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Verdict> {
        if game.size() != self.size() {
            return None;
        }
        match game.crushed(state) {
            Some(side) if side == state.to_move => Some(Verdict::Loss(0)),
            Some(_) => Some(Verdict::Win(0)),
            None => self.of(pieces(game.hex(), state.board.layout(), state.to_move)),
        }
    }

    /// The verdict on a position in which no side has too few pieces.
    #[inline]
    fn of(&self, pieces: Pieces) -> Option<Verdict> {
        let number = self.board.number(pieces.own, pieces.enemy)?;
        Some(unpack(self.values[number]))
    }

    /// Checks all positions on several threads: returns the number of the first whose verdict does
    /// not follow from those of the positions after it. A solution that passes is right: no other
    /// values follow from each other in this way and count plies. Calls `watch` with the number of
    /// positions done, and ends when `cancel` is set.
    pub fn inconsistency(
        &self,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize),
    ) -> Option<usize> {
        for layer in self.board.layers() {
            let columns = self.board.columns(layer);
            let row = |(): &mut (), (row, own): (usize, u32)| {
                let first = layer.first + row * layer.columns;
                let is_wrong = |&(_, &column): &(usize, &u32)| {
                    let enemy = spread(column, own);
                    let here = Pieces { own, enemy };
                    self.of(here) != Some(self.expected(here))
                };
                let found = (first..).zip(&columns).find(is_wrong);
                (!cancel.load(Ordering::Relaxed)).then_some(found.map(|(number, _)| number))
            };
            let mut found: Option<usize> = None;
            let mut done = layer.first;
            let rows = self.board.rows(layer).into_iter().enumerate();
            parallel::for_each(
                threads,
                rows,
                || (),
                row,
                |checked| {
                    if let Some((_, result)) = checked {
                        done += layer.columns;
                        watch(done);
                        found = [found, result].into_iter().flatten().min();
                    }
                },
            );
            if found.is_some() || cancel.load(Ordering::Relaxed) {
                return found;
            }
        }
        None
    }

    /// The verdict that follows from those of the positions after this one.
    fn expected(&self, Pieces { own, enemy }: Pieces) -> Verdict {
        let mut best = Verdict::Loss(0);
        let mut consider = |own, enemy| {
            let next = self.of(Pieces { own, enemy }.swapped());
            let verdict = next.unwrap_or(Verdict::Loss(0)).of_move();
            if verdict.score() > best.score() {
                best = verdict;
            }
        };
        self.board.quiet(own, enemy, |own| consider(own, enemy));
        self.board.captures(own, enemy, &mut consider);
        best
    }
}

/// Returns the board of a game that can be solved.
fn small_board(game: &Crusher) -> Result<SmallBoard, SolveError> {
    let size = game.size();
    SmallBoard::new(game.hex(), size).ok_or(SolveError::TooBig { size })
}

/// A checksum that takes 64 MB in some ten milliseconds.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        let next = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        next.rotate_left(29)
    });
    rest.iter()
        .fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("size", &self.size())
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}
