//! The solution of a small board: the verdict on every position.

use super::blocks::Blocks;
use super::file::SolutionError;
use super::index::{PositionIndex, sets, spread};
use super::retrograde::analyse;
use super::small_board::{Pieces, SmallBoard, pieces};
use super::verdict::{Verdict, unpack};
use crate::engine::{Side, StateOf};
use crate::games::crusher::{Crusher, Layout};
use crate::parallel;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// There are too many positions.
    #[error("only N = 2 and N = 3 can be solved, not N = {size}")]
    TooBig {
        /// N.
        size: usize,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Cancelled,
}

/// The bytes of a solution.
enum Values {
    /// All of them.
    Memory(Vec<u8>),
    /// Those that were needed so far; the others are in a file.
    File(Blocks),
}

/// A solved game: the verdict on every position of a small board, a byte for each.
///
/// The solution knows nothing of the history rule: where neither side can make progress, it is a
/// draw.
pub struct Solution {
    pub(super) board: SmallBoard,
    index: PositionIndex,
    size: usize,
    values: Values,
    /// Why the first value that could not be read could not.
    failure: OnceLock<String>,
}

impl Solution {
    /// Solves the game on so many threads. `watch` is told how many positions have been dealt with,
    /// and how many there are: 64 million for N = 3, which takes about a minute on one thread, and
    /// 110 MB.
    ///
    /// # Errors
    /// If N is more than 3, or if `cancel` was set.
    pub fn build(
        game: &Crusher,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize, usize),
    ) -> Result<Self, SolveError> {
        let board = small_board(game)?;
        let index = PositionIndex::new(game.size() as u32, board.cells);
        let values = analyse(&board, &index, threads, cancel, &mut watch);
        let values = values.ok_or(SolveError::Cancelled)?;
        Ok(Solution {
            board,
            index,
            size: game.size(),
            values: Values::Memory(values),
            failure: OnceLock::new(),
        })
    }

    /// Solves another game, for tests: this board, but sides of `size` to `2 * size - 1` pieces.
    #[cfg(test)]
    pub(super) fn build_variant(game: &Crusher, size: usize, cancel: &AtomicBool) -> Self {
        let board = small_board(game).expect("a small board");
        let index = PositionIndex::new(size as u32, board.cells);
        let threads = parallel::all_cores();
        let values = analyse(&board, &index, threads, cancel, &mut |_, _| ()).expect("all of it");
        Solution {
            board,
            index,
            size,
            values: Values::Memory(values),
            failure: OnceLock::new(),
        }
    }

    /// The same with other bytes, for tests.
    #[cfg(test)]
    pub(super) fn with_bytes(&self, values: Vec<u8>) -> Self {
        Solution {
            board: self.board.clone(),
            index: self.index.clone(),
            size: self.size,
            values: Values::Memory(values),
            failure: OnceLock::new(),
        }
    }

    /// Where the value of a position is.
    #[cfg(test)]
    pub(in crate::games::crusher) fn number_of(game: &Crusher, state: &StateOf<Crusher>) -> usize {
        let cells = small_board(game).unwrap().cells;
        let here = pieces(game.hex(), state.board.layout(), state.to_move);
        let index = PositionIndex::new(game.size() as u32, cells);
        index.number(here.own, here.enemy).unwrap()
    }

    /// The solution of a game whose values are in a file.
    pub(super) fn in_blocks(game: &Crusher, values: Blocks) -> Result<Self, SolveError> {
        let board = small_board(game)?;
        Ok(Solution {
            index: PositionIndex::new(game.size() as u32, board.cells),
            board,
            size: game.size(),
            values: Values::File(values),
            failure: OnceLock::new(),
        })
    }

    /// How many positions the solution of a game has.
    pub(super) fn count(game: &Crusher) -> Result<usize, SolveError> {
        let cells = small_board(game)?.cells;
        Ok(PositionIndex::count(game.size() as u32, cells))
    }

    /// N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// How many positions it has.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.index.total()
    }

    /// All its bytes.
    ///
    /// # Errors
    /// When they cannot be read, or are not what was written.
    pub(super) fn bytes(&self) -> Result<Cow<'_, [u8]>, SolutionError> {
        Ok(match &self.values {
            Values::Memory(bytes) => Cow::Borrowed(bytes),
            Values::File(blocks) => Cow::Owned(blocks.read_all()?),
        })
    }

    /// The same solution with all its bytes read and checked.
    ///
    /// # Errors
    /// When they cannot be read, or are not what was written.
    pub fn read_all(self) -> Result<Self, SolutionError> {
        let values = Values::Memory(self.bytes()?.into_owned());
        Ok(Solution { values, ..self })
    }

    /// The verdict on a position, whatever its history. There is none on boards of another size or
    /// with more pieces than a side starts with.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn verdict(
        &self,
        game: &Crusher,
        state: &StateOf<Crusher>,
    ) -> Result<Option<Verdict>, SolutionError> {
        self.layout_verdict(game, state.board.layout(), state.to_move)
    }

    /// The verdict on a layout with this side to move.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn layout_verdict(
        &self,
        game: &Crusher,
        layout: &Layout,
        to_move: Side,
    ) -> Result<Option<Verdict>, SolutionError> {
        if game.size() != self.size {
            return Ok(None);
        }
        let few = |side| layout.count(side) < self.size;
        if few(to_move) {
            return Ok(Some(Verdict::Loss(0)));
        } else if few(to_move.other()) {
            return Ok(Some(Verdict::Win(0)));
        }
        self.of(pieces(game.hex(), layout, to_move))
    }

    /// The verdict on a position in which no side has too few pieces.
    #[inline]
    pub(super) fn of(&self, pieces: Pieces) -> Result<Option<Verdict>, SolutionError> {
        let Some(number) = self.index.number(pieces.own, pieces.enemy) else {
            return Ok(None);
        };
        let byte = match &self.values {
            Values::Memory(bytes) => bytes[number],
            Values::File(blocks) => blocks.get(number).map_err(|error| self.note(error))?,
        };
        Ok(Some(unpack(byte)))
    }

    #[cold]
    fn note(&self, error: io::Error) -> SolutionError {
        let error = SolutionError::from(error);
        self.failure.get_or_init(|| error.to_string());
        error
    }

    /// Why a value could not be read, if that has happened.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Whether its values are in the file that is found there.
    #[must_use]
    pub fn is_at(&self, path: &Path) -> bool {
        match &self.values {
            Values::Memory(_) => false,
            Values::File(blocks) => blocks.are_in(path),
        }
    }

    /// Checks every `step`-th position on so many threads: the number of the first whose verdict does not follow from
    /// those of the positions after it. A solution that passes with a step of 1 is right: no other
    /// values follow from each other in this way and count plies. `watch` is told how many
    /// positions are done; the check ends when `cancel` is set.
    ///
    /// # Errors
    /// When a verdict cannot be read.
    pub fn inconsistency(
        &self,
        step: usize,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize),
    ) -> Result<Option<usize>, SolutionError> {
        let step = step.max(1);
        for layer in self.index.layers() {
            let columns: Vec<u32> =
                sets(self.board.cells - layer.counts.0, layer.counts.1).collect();
            let rows = sets(self.board.cells, layer.counts.0).collect::<Vec<u32>>();
            let row = |(): &mut (), (row, &own): (usize, &u32)| {
                let first = layer.first + row * layer.columns;
                let row = (first..)
                    .zip(&columns)
                    .filter(|(at, _)| at.is_multiple_of(step));
                let mut wrong = row.map(|(number, &squeezed)| {
                    let enemy = spread(squeezed, own);
                    let here = Pieces { own, enemy };
                    let right = self.of(here)? == Some(self.expected(here)?);
                    Ok((!right).then_some(number))
                });
                let found = wrong.find_map(Result::transpose);
                (!cancel.load(Ordering::Relaxed)).then_some(found.transpose())
            };
            let mut found = Ok(None);
            let mut done = layer.first;
            let rows = rows.iter().enumerate();
            parallel::for_each(
                threads,
                rows,
                || (),
                row,
                |heard| {
                    let Some((_, result)) = heard else {
                        return;
                    };
                    done += layer.columns;
                    watch(done);
                    found = match (std::mem::replace(&mut found, Ok(None)), result) {
                        (Ok(Some(one)), Ok(Some(other))) => Ok(Some(one.min(other))),
                        (Ok(None), other) | (other, _) => other,
                    };
                },
            );
            if !matches!(found, Ok(None)) || cancel.load(Ordering::Relaxed) {
                return found;
            }
        }
        Ok(None)
    }

    /// The verdict that follows from those of the positions after this one.
    fn expected(&self, Pieces { own, enemy }: Pieces) -> Result<Verdict, SolutionError> {
        let mut best = Ok(Verdict::Loss(0));
        let mut consider = |own, enemy| {
            let next = Pieces { own, enemy }.swapped();
            let Ok(so_far) = best else {
                return;
            };
            let verdict = self
                .of(next)
                .map(|verdict| verdict.unwrap_or(Verdict::Loss(0)).of_move());
            if verdict
                .as_ref()
                .map_or(true, |v| v.score() > so_far.score())
            {
                best = verdict;
            }
        };
        self.board.quiet(own, enemy, |own| consider(own, enemy));
        self.board.captures(own, enemy, &mut consider);
        best
    }
}

/// The board of a game that can be solved.
fn small_board(game: &Crusher) -> Result<SmallBoard, SolveError> {
    let size = game.size();
    SmallBoard::new(game.hex()).ok_or(SolveError::TooBig { size })
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("size", &self.size)
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}
