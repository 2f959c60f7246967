//! What every position of a small board is worth.

use super::numbering::{Numbering, sets, spread};
use super::retrograde::analyse;
use super::small::{Small, narrow};
use crate::engine::{Side, StateOf};
use crate::games::crusher::{Crusher, Layout};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// What a position is worth to the side to move when both sides play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins in this many plies.
    Win(u32),
    /// It can put its defeat off for this many plies.
    Loss(u32),
    /// Nobody can force anything.
    Draw,
}

impl Verdict {
    /// What a move is worth to the side that makes it, if it leads to a position with this verdict.
    #[must_use]
    pub const fn before(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
            Verdict::Draw => Verdict::Draw,
        }
    }

    /// For comparing: more is better for the side to move.
    #[must_use]
    pub const fn merit(self) -> i32 {
        match self {
            Verdict::Win(plies) => 1000 - plies as i32,
            Verdict::Loss(plies) => plies as i32 - 1000,
            Verdict::Draw => 0,
        }
    }
}

/// The byte of a position that is not decided: a draw, when the analysis is complete.
pub(super) const UNKNOWN: u8 = 0;

/// The byte of a position decided in so many plies. An odd number is a win, an even one a loss.
pub(super) fn pack(plies: u32) -> Option<u8> {
    u8::try_from(plies + 1).ok().filter(|&byte| byte < u8::MAX)
}

pub(super) const fn unpack(byte: u8) -> Verdict {
    match byte {
        UNKNOWN => Verdict::Draw,
        _ if byte.is_multiple_of(2) => Verdict::Win(byte as u32 - 1),
        _ => Verdict::Loss(byte as u32 - 1),
    }
}

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

/// What every position of a small board is worth, a byte for each.
///
/// The history is not looked at: where both sides can only go round in circles, it is a draw.
#[derive(Clone)]
pub struct Solved {
    small: Small,
    numbering: Numbering,
    size: usize,
    values: Vec<u8>,
}

impl Solved {
    /// Solves the game. `watch` is told how many positions have been dealt with, and how many there
    /// are: 64 million for N = 3, which takes less than a minute and 110 MB.
    ///
    /// # Errors
    /// If N is more than 3, or if `cancel` was set.
    pub fn build(
        game: &Crusher,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize, usize),
    ) -> Result<Self, SolveError> {
        let mut empty = Solved::empty(game)?;
        empty.values = analyse(&empty.small, &empty.numbering, cancel, &mut watch)
            .ok_or(SolveError::Cancelled)?;
        Ok(empty)
    }

    /// Another game, for tests: this board, but sides of `size` to `2 * size - 1` pieces.
    #[cfg(test)]
    pub(super) fn build_variant(game: &Crusher, size: usize, cancel: &AtomicBool) -> Self {
        let empty = Solved::empty(game).expect("a small board");
        let numbering = Numbering::new(size as u32, empty.small.cells);
        let values = analyse(&empty.small, &numbering, cancel, &mut |_, _| ());
        Solved {
            numbering,
            size,
            values: values.expect("not cancelled"),
            ..empty
        }
    }

    /// A table without values.
    pub(super) fn empty(game: &Crusher) -> Result<Self, SolveError> {
        let size = game.size();
        let small = Small::new(game.hex()).ok_or(SolveError::TooBig { size })?;
        Ok(Solved {
            numbering: Numbering::new(size as u32, small.cells),
            small,
            size,
            values: Vec::new(),
        })
    }

    /// The same table with these values, if there is one for each position.
    pub(super) fn with_values(self, values: Vec<u8>) -> Option<Self> {
        (values.len() == self.numbering.total()).then_some(Solved { values, ..self })
    }

    /// N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// How many positions it has.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.numbering.total()
    }

    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// What a position is worth. Nothing is known of boards of another size or with more pieces than
    /// a side starts with.
    #[must_use]
    pub fn verdict(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Verdict> {
        self.layout_verdict(game, state.board.layout(), state.to_move)
    }

    /// What a layout is worth to the side to move.
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
        let own = narrow(game.hex(), layout.of(to_move));
        let enemy = narrow(game.hex(), layout.of(to_move.other()));
        self.of(own, enemy)
    }

    fn of(&self, own: u32, enemy: u32) -> Option<Verdict> {
        let number = self.numbering.number(own, enemy)?;
        Some(unpack(self.values[number]))
    }

    /// The number of the first position whose verdict does not follow from those of the positions
    /// after it, looking at every `step`-th position. A table that passes with a step of 1 is
    /// right: no other values follow from each other in this way and count plies. `watch` is told
    /// how many positions are done; the check ends when `cancel` is set.
    #[must_use]
    pub fn inconsistency(
        &self,
        step: usize,
        cancel: &AtomicBool,
        mut watch: impl FnMut(usize),
    ) -> Option<usize> {
        let step = step.max(1);
        for layer in self.numbering.layers() {
            let columns: Vec<u32> =
                sets(self.small.cells - layer.counts.0, layer.counts.1).collect();
            for (row, own) in sets(self.small.cells, layer.counts.0).enumerate() {
                watch(layer.first + row * layer.columns);
                if cancel.load(Ordering::Relaxed) {
                    return None;
                }
                for (column, &squeezed) in columns.iter().enumerate() {
                    let number = layer.first + row * layer.columns + column;
                    if !number.is_multiple_of(step) {
                        continue;
                    }
                    let enemy = spread(squeezed, own);
                    if unpack(self.values[number]) != self.expected(own, enemy) {
                        return Some(number);
                    }
                }
            }
        }
        None
    }

    /// What a position must be worth, given the worth of those after it.
    fn expected(&self, own: u32, enemy: u32) -> Verdict {
        let mut best = Verdict::Loss(0);
        let mut consider = |own, enemy| {
            let verdict = self.of(enemy, own).unwrap_or(Verdict::Loss(0)).before();
            if verdict.merit() > best.merit() {
                best = verdict;
            }
        };
        self.small.quiet(own, enemy, |own| consider(own, enemy));
        self.small.captures(own, enemy, &mut consider);
        best
    }
}

impl fmt::Debug for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solved")
            .field("size", &self.size)
            .field("positions", &self.values.len())
            .finish_non_exhaustive()
    }
}
