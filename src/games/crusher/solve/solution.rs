//! The solution of a small board: the verdict on every position.

use super::index::{PositionIndex, sets, spread};
use super::retrograde::analyse;
use super::small_board::{Pieces, SmallBoard, pieces};
use super::verdict::{Verdict, unpack};
use crate::engine::{Side, StateOf};
use crate::games::crusher::{Crusher, Layout};
use crate::parallel;
use std::fmt;
use std::num::NonZeroUsize;
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

/// A solved game: the verdict on every position of a small board, a byte for each.
///
/// The solution knows nothing of the history rule: where neither side can make progress, it is a
/// draw.
pub struct Solution {
    pub(super) board: SmallBoard,
    index: PositionIndex,
    size: usize,
    values: Vec<u8>,
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
            values,
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
            values,
        }
    }

    /// The same with other bytes, for tests.
    #[cfg(test)]
    pub(super) fn with_bytes(&self, values: Vec<u8>) -> Self {
        Solution {
            board: self.board.clone(),
            index: self.index.clone(),
            size: self.size,
            values,
        }
    }

    /// The solution of a game with these values.
    pub(super) fn with_values(game: &Crusher, values: Vec<u8>) -> Result<Self, SolveError> {
        let board = small_board(game)?;
        Ok(Solution {
            index: PositionIndex::new(game.size() as u32, board.cells),
            board,
            size: game.size(),
            values,
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

    /// A byte for each position.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The verdict on a position, whatever its history. There is none on boards of another size or
    /// with more pieces than a side starts with.
    #[must_use]
    pub fn verdict(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Verdict> {
        self.layout_verdict(game, state.board.layout(), state.to_move)
    }

    /// The verdict on a layout with this side to move.
    #[must_use]
    pub fn layout_verdict(
        &self,
        game: &Crusher,
        layout: &Layout,
        to_move: Side,
    ) -> Option<Verdict> {
        if game.size() != self.size {
            return None;
        }
        let few = |side| layout.count(side) < self.size;
        if few(to_move) {
            return Some(Verdict::Loss(0));
        } else if few(to_move.other()) {
            return Some(Verdict::Win(0));
        }
        self.of(pieces(game.hex(), layout, to_move))
    }

    /// The verdict on a position in which no side has too few pieces.
    #[inline]
    pub(super) fn of(&self, pieces: Pieces) -> Option<Verdict> {
        let number = self.index.number(pieces.own, pieces.enemy)?;
        Some(unpack(self.values[number]))
    }

    /// Checks every `step`-th position on so many threads: the number of the first whose verdict does not follow from
    /// those of the positions after it. A solution that passes with a step of 1 is right: no other
    /// values follow from each other in this way and count plies. `watch` is told how many
    /// positions are done; the check ends when `cancel` is set.
    pub fn inconsistency(
        &self,
        step: usize,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize),
    ) -> Option<usize> {
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
                let mut wrong = row.filter_map(|(number, &squeezed)| {
                    let enemy = spread(squeezed, own);
                    let here = Pieces { own, enemy };
                    let right = self.of(here) == Some(self.expected(here));
                    (!right).then_some(number)
                });
                let found = wrong.next();
                (!cancel.load(Ordering::Relaxed)).then_some(found)
            };
            let mut found: Option<usize> = None;
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
                    found = [found, result].into_iter().flatten().min();
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
