//! A board of at most 19 cells as bits without gaps, in reading order, and a perfect index of its
//! positions: unfinished positions have the numbers from 0 up without gaps.
//!
//! A position is seen from the side to move, so colours do not matter: its pieces (`own`) and the
//! enemy's. Positions with the same numbers of pieces form a layer, and those with the same `own` a row
//! of it. Rows are ordered by the rank of `own` among all sets of that many cells, positions in a row
//! by the rank of the enemy's pieces among all sets of that many of the other cells.

use crate::games::crusher::hex::Hex;
use crate::games::crusher::moves;
use crate::parallel;
use std::iter::Zip;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::slice::Iter;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of cells and rows of a board that can be solved.
const MAX_CELLS: usize = 19;
const MAX_ROWS: usize = 5;

/// The number of rows that a thread handles between checks of the cancel flag.
const ROWS: usize = 64;

/// The numbers of pieces of the side to move and of the other.
pub(super) type Counts = (u32, u32);

/// The positions of a row: the place of each in its layer, and its column.
pub(super) type Positions<'a> = Zip<Range<usize>, Iter<'a, u32>>;

/// The positions with the same numbers of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    pub(super) counts: Counts,
    /// The number of its first position.
    pub(super) first: usize,
    /// The number of its positions.
    pub(super) len: usize,
    /// The number of positions in a row.
    columns: usize,
}

/// The shape of a small board, and the index of its positions.
#[derive(Clone, Debug)]
pub(super) struct SmallBoard {
    hex: Hex,
    /// By row of the board: its cells, and their shift in the [`Hex`].
    shifts: [(u32, u32); MAX_ROWS],
    /// The minimum number of pieces of a side in an unfinished game; there are fewer than twice as
    /// many.
    fewest: u32,
    pub(super) layers: Vec<Layer>,
    /// The rank of each set among the sets of as many cells.
    rank: Vec<u16>,
}

impl SmallBoard {
    /// Creates the index for a hexagon, if it is small enough, and sides of `fewest` to
    /// `2 * fewest - 1` pieces.
    pub(super) fn new(hex: &Hex, fewest: u32) -> Option<Self> {
        if hex.cells() > MAX_CELLS {
            return None;
        }
        let mut shifts = [(0, 0); MAX_ROWS];
        for ((row, shift), cells) in shifts.iter_mut().zip(hex.rows()) {
            for cell in cells {
                *row |= 1 << cell.index();
                *shift = hex.bit(cell).trailing_zeros() - cell.index() as u32;
            }
        }
        let mut seen = [0u16; MAX_CELLS + 1];
        let rank = (0u32..1 << hex.cells()).map(|set| {
            let seen = &mut seen[set.count_ones() as usize];
            let rank = *seen;
            // Only sets of few cells are looked up; the others may wrap.
            *seen = seen.wrapping_add(1);
            rank
        });
        Some(SmallBoard {
            shifts,
            fewest,
            layers: layers(fewest, hex.cells() as u32),
            rank: rank.collect(),
            hex: hex.clone(),
        })
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> usize {
        self.layers.iter().map(|layer| layer.len).sum()
    }

    /// Returns the layer with these numbers of pieces.
    #[inline]
    pub(super) fn layer(&self, (own, enemy): Counts) -> Option<&Layer> {
        let sides = self.fewest..2 * self.fewest;
        if !sides.contains(&own) || !sides.contains(&enemy) {
            return None;
        }
        let place = (own - self.fewest) * self.fewest + enemy - self.fewest;
        self.layers.get(place as usize)
    }

    /// Returns the place of a position in its layer.
    #[inline]
    pub(super) fn place(&self, layer: &Layer, own: u32, enemy: u32) -> usize {
        let row = self.rank[own as usize] as usize;
        row * layer.columns + self.rank[squeeze(enemy, own) as usize] as usize
    }

    /// Returns the number of a position in which no side has too few or too many pieces.
    pub(super) fn number(&self, own: u32, enemy: u32) -> Option<usize> {
        let layer = self.layer((own.count_ones(), enemy.count_ones()))?;
        Some(layer.first + self.place(layer, own, enemy))
    }

    /// Calls `visit` with `own` and the columns of every row of a layer, on several threads. A column is
    /// the enemy's pieces, to be [spread] around `own`. Returns the greatest result, or `None` if
    /// cancelled.
    pub(super) fn visit_rows<R: Ord + Default + Send>(
        &self,
        layer: &Layer,
        threads: NonZeroUsize,
        cancel: &AtomicBool,
        visit: impl Fn(u32, Positions<'_>) -> R + Sync,
    ) -> Option<R> {
        let (cells, (own, enemy)) = (self.hex.cells() as u32, layer.counts);
        let rows: Vec<(usize, u32)> = sets(cells, own).enumerate().collect();
        let columns: Vec<u32> = sets(cells - own, enemy).collect();
        let part = |rows: &[(usize, u32)]| {
            let stop = cancel.load(Ordering::Relaxed);
            let results = rows.iter().map(|&(row, own)| {
                let places = row * layer.columns..(row + 1) * layer.columns;
                visit(own, places.zip(&columns))
            });
            (!stop).then(|| results.max().unwrap_or_default())
        };
        let parts = parallel::map(threads, rows.chunks(ROWS), part);
        let parts: Option<Vec<R>> = parts.into_iter().collect();
        Some(parts?.into_iter().max().unwrap_or_default())
    }

    /// Visits the pieces of a side after each of its moves to an empty cell. Such a move can be reversed
    /// by another, so these are also the pieces before such a move.
    #[inline]
    pub(super) fn quiet(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32)) {
        let [own, enemy] = [own, enemy].map(|set| self.widen(set));
        let empty = self.hex.all as u32 & !(own | enemy);
        moves::visit(self.hex.strides, own, empty, empty, |from, to| {
            visit(self.narrow(own ^ 1 << from ^ 1 << to));
        });
    }

    /// Visits the pieces of both sides after each capture of the first.
    #[inline]
    pub(super) fn captures(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32, u32)) {
        let [own, enemy] = [own, enemy].map(|set| self.widen(set));
        moves::visit(self.hex.strides, own, 0, enemy, |from, to| {
            let own = own ^ 1 << from ^ 1 << to;
            visit(self.narrow(own), self.narrow(enemy ^ 1 << to));
        });
    }

    /// Turns a set of cells of the [`Hex`] into bits without gaps.
    #[inline]
    pub(super) fn narrow(&self, set: u32) -> u32 {
        let rows = self.shifts.iter();
        rows.fold(0, |bits, (row, shift)| bits | set >> shift & row)
    }

    /// Turns bits without gaps into a set of cells of the [`Hex`].
    #[inline]
    fn widen(&self, bits: u32) -> u32 {
        let rows = self.shifts.iter();
        rows.fold(0, |set, (row, shift)| set | (bits & row) << shift)
    }
}

/// Returns the layers in the order of their numbers.
fn layers(fewest: u32, cells: u32) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut first = 0;
    for own in fewest..2 * fewest {
        for enemy in fewest..2 * fewest {
            let columns = choose(cells.saturating_sub(own), enemy);
            let len = choose(cells, own) * columns;
            layers.push(Layer {
                counts: (own, enemy),
                first,
                len,
                columns,
            });
            first += len;
        }
    }
    layers
}

/// Removes the cells of `gaps` and moves the others together.
#[inline]
fn squeeze(mut set: u32, mut gaps: u32) -> u32 {
    // From the top, so that the remaining gaps stay in place.
    while gaps != 0 {
        let gap = 1 << gaps.ilog2();
        gaps ^= gap;
        let below = gap - 1;
        set = set & below | set >> 1 & !below;
    }
    set
}

/// Makes room for the cells of `gaps`: the inverse of [`squeeze`].
pub(super) fn spread(mut set: u32, mut gaps: u32) -> u32 {
    while gaps != 0 {
        let gap = gaps & gaps.wrapping_neg();
        gaps ^= gap;
        let below = gap - 1;
        set = set & below | (set & !below) << 1;
    }
    set
}

/// Returns the sets of `count` of `cells` cells in the order of their ranks.
fn sets(cells: u32, count: u32) -> impl Iterator<Item = u32> {
    (0u32..1 << cells).filter(move |set| set.count_ones() == count)
}

/// Returns the number of ways to choose `count` of `cells` cells.
fn choose(cells: u32, count: u32) -> usize {
    (0..count as usize).fold(1, |ways, i| {
        ways * (cells as usize).saturating_sub(i) / (i + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(size: usize) -> SmallBoard {
        SmallBoard::new(&Hex::new(size).unwrap(), size as u32).unwrap()
    }

    #[test]
    fn positions_are_numbered_in_the_order_of_their_layers() {
        let board = board(2);
        let mut numbers = 0..board.positions();
        for layer in &board.layers {
            let (own_count, enemy_count) = layer.counts;
            assert_eq!(numbers.start, layer.first);
            for own in sets(7, own_count) {
                for squeezed in sets(7 - own_count, enemy_count) {
                    let enemy = spread(squeezed, own);
                    assert_eq!(own & enemy, 0);
                    assert_eq!(squeeze(enemy, own), squeezed);
                    assert_eq!(board.number(own, enemy), numbers.next());
                }
            }
        }
        assert!(numbers.is_empty());
        assert_eq!(board.number(0b1, 0b110), None);
        assert_eq!(board.number(0b1111, 0b11_0000), None);
    }

    #[test]
    fn the_board_with_three_to_a_side() {
        let board = board(3);
        assert_eq!(board.positions(), 64_384_236);
        assert!((0..1 << 19).all(|bits| board.narrow(board.widen(bits)) == bits));
    }
}
