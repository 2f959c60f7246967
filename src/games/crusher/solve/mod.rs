//! Crusher solved: the verdict on every position of a board with N = 3, and proofs of wins under the
//! history rule.
//!
//! | file | content |
//! |---|---|
//! | `small_board` | a number for every position |
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

use self::small_board::{Positions, SmallBoard, spread};
use super::Crusher;
use crate::engine::StateOf;
use crate::engine::rng::mix;
use crate::os::env;
use crate::store;
use std::fs;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::NamedTempFile;

pub use self::proof::{Perfect, Proof, Prover};

/// The value of a position for the side to move under perfect play, if boards can be repeated.
/// [`Prover`] proves which wins hold under the history rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins in this many plies.
    Win(u32),
    /// It loses in this many plies with the best defence.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

impl Verdict {
    /// Returns the value of a move to a position with this verdict, for the side that makes the move.
    #[must_use]
    pub const fn of_move(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
            Verdict::Draw => Verdict::Draw,
        }
    }

    /// Returns a score for the side to move: higher for quicker wins and slower losses, 0 for a draw.
    #[must_use]
    pub const fn score(self) -> i32 {
        match self {
            Verdict::Win(plies) => 1000 - plies as i32,
            Verdict::Loss(plies) => plies as i32 - 1000,
            Verdict::Draw => 0,
        }
    }
}

/// The byte of an undecided position: a draw, once the analysis is complete.
const UNKNOWN: u8 = 0;

/// Returns the byte of a position decided in this many plies: a win if odd.
const fn pack(plies: u8) -> u8 {
    plies + 1
}

/// Returns the verdict of a byte.
const fn unpack(byte: u8) -> Verdict {
    match byte {
        UNKNOWN => Verdict::Draw,
        _ if byte.is_multiple_of(2) => Verdict::Win(byte as u32 - 1),
        _ => Verdict::Loss(byte as u32 - 1),
    }
}

/// The first line of a file, with the version of the format.
const KIND: &[u8; 16] = b"crusher solved 3";

/// The length of the header of a file.
const HEADER: usize = KIND.len() + 3 * 8;

/// Returns the file of a solution in a cache folder.
#[must_use]
pub fn file_in(cache: &Path, size: usize) -> PathBuf {
    cache.join(format!("crusher-{size}.table"))
}

/// Returns the file of a solution in the user's cache folder: `game` in `$XDG_CACHE_HOME` or
/// `$HOME/.cache`. `None` if neither is set.
#[must_use]
pub fn cache_file(size: usize) -> Option<PathBuf> {
    Some(file_in(&env::cache()?, size))
}

/// A solved game: the verdict on every position of a small board, a byte for each.
///
/// It ignores the history rule: if neither side can make progress, the verdict is a draw.
#[derive(Debug)]
pub struct Solution {
    game: Crusher,
    board: SmallBoard,
    values: Vec<u8>,
}

impl Solution {
    /// Solves a game on several threads: half a minute of CPU time and 110 MB for N = 3. Calls `watch`
    /// with the number of positions done and the number of all. Returns `None` if cancelled, or if N
    /// is more than 3.
    pub fn build(
        game: &Crusher,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        watch: impl FnMut(usize, usize),
    ) -> Option<Self> {
        let (game, board) = (game.clone(), small_board(game).ok()?);
        let values = retrograde::analyse(&board, threads, cancel, watch)?;
        Some(Solution {
            game,
            board,
            values,
        })
    }

    /// Reads the solution of a game.
    ///
    /// # Errors
    /// If the file cannot be read or was not written by [`save`](Self::save).
    pub fn open(game: &Crusher, path: &Path) -> io::Result<Self> {
        let (game, board) = (game.clone(), small_board(game)?);
        let mut values = store::load(path, HEADER + board.positions())?;
        let header: Vec<u8> = values.drain(..HEADER.min(values.len())).collect();
        let solution = Solution {
            game,
            board,
            values,
        };
        if header != solution.header() || solution.values.len() != solution.board.positions() {
            let damaged = "it is damaged; run game crusher solve again";
            return Err(io::Error::other(damaged));
        }
        Ok(solution)
    }

    /// Creates the folder and a temporary file of the final length, to detect a read-only or full disk
    /// before the work.
    ///
    /// # Errors
    /// If N is more than 3, or if the file cannot be written.
    pub fn begin_file(game: &Crusher, path: &Path) -> io::Result<NamedTempFile> {
        let length = HEADER + small_board(game)?.positions();
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = NamedTempFile::new_in(folder)?;
        io::copy(&mut io::repeat(0).take(length as u64), &mut file)?;
        file.rewind()?;
        Ok(file)
    }

    /// Writes the solution to the temporary file and renames it.
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

    fn header(&self) -> Vec<u8> {
        let (size, positions) = (self.game.size() as u64, self.values.len() as u64);
        let numbers = [size, positions, checksum(&self.values)];
        let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
        KIND.iter().copied().chain(numbers).collect()
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.values.len()
    }

    /// Returns the verdict on a position of the game, whatever its history. `None` if a side has more
    /// pieces than it starts with.
    #[must_use]
    pub fn verdict(&self, state: &StateOf<Crusher>) -> Option<Verdict> {
        match self.game.crushed(state) {
            Some(side) if side == state.to_move => Some(Verdict::Loss(0)),
            Some(_) => Some(Verdict::Win(0)),
            None => {
                let pieces = |side| self.board.narrow(state.board.layout().of(side) as u32);
                self.of(pieces(state.to_move), pieces(state.to_move.other()))
            }
        }
    }

    /// Returns the verdict on a position in which no side has too few pieces.
    #[inline]
    fn of(&self, own: u32, enemy: u32) -> Option<Verdict> {
        let number = self.board.number(own, enemy)?;
        Some(unpack(self.values[number]))
    }

    /// Checks on several threads whether each verdict follows from those of the next positions. Only the
    /// right solution passes, because verdicts count plies. Calls `watch` with the number of positions
    /// done. `None` if cancelled.
    pub fn is_consistent(
        &self,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize),
    ) -> Option<bool> {
        for layer in &self.board.layers {
            let row = |own, mut positions: Positions<'_>| {
                positions.any(|(place, &column)| {
                    let found = unpack(self.values[layer.first + place]);
                    found != self.expected(own, spread(column, own))
                })
            };
            let is_wrong = self.board.visit_rows(layer, threads, cancel, row)?;
            if is_wrong {
                return Some(false);
            }
            watch(layer.first + layer.len);
        }
        Some(true)
    }

    /// Returns the verdict that follows from those of the positions after this one.
    fn expected(&self, own: u32, enemy: u32) -> Verdict {
        let mut best = Verdict::Loss(0);
        let mut consider = |own, enemy| {
            let next = self.of(enemy, own).unwrap_or(Verdict::Loss(0)).of_move();
            if next.score() > best.score() {
                best = next;
            }
        };
        self.board.quiet(own, enemy, |own| consider(own, enemy));
        self.board.captures(own, enemy, &mut consider);
        best
    }
}

/// Returns the board of a game that can be solved.
fn small_board(game: &Crusher) -> io::Result<SmallBoard> {
    let size = game.size();
    SmallBoard::new(game.hex(), game.fewest as u32).ok_or_else(|| {
        let reason = format!("only N = 2 and N = 3 can be solved, not N = {size}");
        io::Error::new(ErrorKind::Unsupported, reason)
    })
}

/// Computes a checksum, of 64 MB in about ten milliseconds.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        let next = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        next.rotate_left(29)
    });
    rest.iter()
        .fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}
