//! A board of at most 19 cells as one bit for each cell, in reading order and without gaps, and a
//! perfect index of its positions: every position in which the game goes on has one number, from 0
//! up without gaps.
//!
//! A position is seen by the side to move, so colours do not matter: its own pieces, and the
//! enemy's. Positions with the same numbers of pieces form a layer. Within it they are ordered by
//! the rank of the own pieces among all sets of that many cells, and then by the rank of the
//! enemy's pieces among all sets of that many of the other cells.

use crate::engine::Side;
use crate::games::crusher::board::Layout;
use crate::games::crusher::hex::Hex;

/// The most cells of a board that can be solved.
const MOST_CELLS: usize = 19;

/// Where a piece can go from a cell.
#[derive(Clone, Debug, Default)]
struct Ways {
    neighbours: u32,
    /// The neighbour to leap over and the cell to land on.
    leaps: Vec<(u32, u32)>,
}

/// The pieces of the side to move and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pieces {
    pub(super) own: u32,
    pub(super) enemy: u32,
}

impl Pieces {
    /// The pieces as the other side sees them.
    #[inline]
    pub(super) const fn swapped(self) -> Self {
        Pieces {
            own: self.enemy,
            enemy: self.own,
        }
    }

    /// The pieces of a [board](Self::board_key) as the side to move sees them.
    #[inline]
    pub(super) const fn of_board(key: u64, to_move: Side) -> Self {
        let [first, second] = [key as u32, (key >> 32) as u32];
        match to_move {
            Side::First => Pieces {
                own: first,
                enemy: second,
            },
            Side::Second => Pieces {
                own: second,
                enemy: first,
            },
        }
    }

    /// One number for where the pieces of both sides stand, whichever is to move: the board that may
    /// not come again.
    #[inline]
    pub(super) const fn board_key(self, to_move: Side) -> u64 {
        let [first, second] = match to_move {
            Side::First => [self.own, self.enemy],
            Side::Second => [self.enemy, self.own],
        };
        first as u64 | (second as u64) << 32
    }
}

/// How many pieces the side to move has, and how many the other.
pub(super) type Counts = (u32, u32);

/// The positions with the same numbers of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    pub(super) counts: Counts,
    /// The number of its first position.
    pub(super) first: usize,
    /// How many sets of own pieces it has.
    pub(super) rows: usize,
    /// How many sets of enemy pieces go with each of them.
    pub(super) columns: usize,
}

impl Layer {
    /// How many positions it has.
    pub(super) const fn len(&self) -> usize {
        self.rows * self.columns
    }
}

/// The shape of a small board, and the index of its positions.
#[derive(Clone, Debug)]
pub(super) struct SmallBoard {
    cells: u32,
    /// The fewest pieces of a side in a game that goes on: N. The most are 2N - 1.
    fewest: u32,
    ways: Vec<Ways>,
    layers: Vec<Layer>,
    /// The rank of each set among the sets of as many cells.
    rank: Vec<u16>,
}

impl SmallBoard {
    /// Returns the board and index for a hexagon, if it is small enough, and sides of `fewest` to
    /// `2 * fewest - 1` pieces.
    pub(super) fn new(hex: &Hex, fewest: usize) -> Option<Self> {
        if hex.cells() > MOST_CELLS {
            return None;
        }
        let ways = hex.members(hex.all()).map(|cell| {
            let here = hex.bit(cell);
            let mut leaps = Vec::new();
            for (way, over) in hex.steps(here).into_iter().enumerate() {
                let to = hex.steps(over)[way];
                if to != 0 {
                    leaps.push((narrow(hex, over), narrow(hex, to)));
                }
            }
            Ways {
                neighbours: narrow(hex, hex.around(here)),
                leaps,
            }
        });
        let (cells, fewest) = (hex.cells() as u32, fewest as u32);
        let mut seen = [0u16; MOST_CELLS + 1];
        let rank = (0u32..1 << cells).map(|set| {
            let seen = &mut seen[set.count_ones() as usize];
            let rank = *seen;
            // Only sets of few cells are looked up; the others may wrap.
            *seen = seen.wrapping_add(1);
            rank
        });
        Some(SmallBoard {
            cells,
            fewest,
            ways: ways.collect(),
            layers: layers(fewest, cells),
            rank: rank.collect(),
        })
    }

    /// Returns N.
    pub(super) const fn fewest(&self) -> u32 {
        self.fewest
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> usize {
        self.layers.iter().map(Layer::len).sum()
    }

    /// The layer with these numbers of pieces, if there is one.
    #[inline]
    pub(super) fn layer(&self, (own, enemy): Counts) -> Option<&Layer> {
        let sides = self.fewest..2 * self.fewest;
        if !sides.contains(&own) || !sides.contains(&enemy) {
            return None;
        }
        let place = (own - self.fewest) * self.fewest + enemy - self.fewest;
        self.layers.get(place as usize)
    }

    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The place of a position in its layer.
    #[inline]
    pub(super) fn place(&self, layer: &Layer, own: u32, enemy: u32) -> usize {
        let row = self.rank[own as usize] as usize;
        row * layer.columns + self.rank[squeeze(enemy, own) as usize] as usize
    }

    /// The number of a position, if it has one.
    pub(super) fn number(&self, own: u32, enemy: u32) -> Option<usize> {
        let layer = self.layer((own.count_ones(), enemy.count_ones()))?;
        Some(layer.first + self.place(layer, own, enemy))
    }

    /// Returns the sets of own pieces of a layer, in the order of its rows.
    pub(super) fn rows(&self, layer: &Layer) -> Vec<u32> {
        sets(self.cells, layer.counts.0).collect()
    }

    /// Returns the sets of enemy pieces of a layer, in the order of its columns:
    /// [spread](spread) them around the own pieces of a row.
    pub(super) fn columns(&self, layer: &Layer) -> Vec<u32> {
        sets(self.cells - layer.counts.0, layer.counts.1).collect()
    }

    /// Visits the pieces of a side after each of its moves to an empty cell. Such a move can be
    /// taken back by another one, so these are also the pieces as they may have stood before.
    #[inline]
    pub(super) fn quiet(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32)) {
        let empty = !(own | enemy);
        let mut pieces = own;
        while pieces != 0 {
            let from = pieces & pieces.wrapping_neg();
            pieces ^= from;
            let ways = &self.ways[from.trailing_zeros() as usize];
            let mut slides = ways.neighbours & empty;
            while slides != 0 {
                let to = slides & slides.wrapping_neg();
                slides ^= to;
                visit(own ^ from ^ to);
            }
            for &(over, to) in &ways.leaps {
                if over & own != 0 && to & empty != 0 {
                    visit(own ^ from ^ to);
                }
            }
        }
    }

    /// Visits the pieces of both sides after each capture of the first.
    #[inline]
    pub(super) fn captures(&self, own: u32, enemy: u32, mut visit: impl FnMut(u32, u32)) {
        let mut pieces = own;
        while pieces != 0 {
            let from = pieces & pieces.wrapping_neg();
            pieces ^= from;
            for &(over, to) in &self.ways[from.trailing_zeros() as usize].leaps {
                if over & own != 0 && to & enemy != 0 {
                    visit(own ^ from ^ to, enemy ^ to);
                }
            }
        }
    }
}

/// The pieces of a layout, as the side to move sees them.
pub(super) fn pieces(hex: &Hex, layout: &Layout, to_move: Side) -> Pieces {
    Pieces {
        own: narrow(hex, layout.of(to_move)),
        enemy: narrow(hex, layout.of(to_move.other())),
    }
}

/// A set of cells as bits without gaps.
fn narrow(hex: &Hex, set: u128) -> u32 {
    hex.members(set)
        .fold(0, |bits, cell| bits | 1 << cell.index())
}

/// The layers in the order of their numbers.
fn layers(size: u32, cells: u32) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut first = 0;
    for own in size..2 * size {
        for enemy in size..2 * size {
            let layer = Layer {
                counts: (own, enemy),
                first,
                rows: choose(cells, own),
                columns: choose(cells.saturating_sub(own), enemy),
            };
            first += layer.len();
            layers.push(layer);
        }
    }
    layers
}

/// Takes the cells of `gaps` out of the row of cells and moves the others together.
#[inline]
fn squeeze(mut set: u32, mut gaps: u32) -> u32 {
    // From the top, so that the gaps still to come stay where they are.
    while gaps != 0 {
        let gap = 1 << gaps.ilog2();
        gaps ^= gap;
        let below = gap - 1;
        set = set & below | set >> 1 & !below;
    }
    set
}

/// The way back: makes room for the cells of `gaps`.
pub(super) fn spread(mut set: u32, mut gaps: u32) -> u32 {
    while gaps != 0 {
        let gap = gaps & gaps.wrapping_neg();
        gaps ^= gap;
        let below = gap - 1;
        set = set & below | (set & !below) << 1;
    }
    set
}

/// The sets of `count` of `cells` cells in the order of their ranks.
fn sets(cells: u32, count: u32) -> impl Iterator<Item = u32> {
    (0u32..1 << cells).filter(move |set| set.count_ones() == count)
}

/// In how many ways `count` of `cells` cells can be chosen.
fn choose(cells: u32, count: u32) -> usize {
    if count > cells {
        return 0;
    }
    (0..count as usize).fold(1, |ways, i| ways * (cells as usize - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(size: usize) -> SmallBoard {
        SmallBoard::new(&Hex::new(size).unwrap(), size).unwrap()
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        let index = board(2);
        let mut seen = vec![false; index.positions()];
        for own in 0u32..128 {
            for enemy in (0u32..128).filter(|enemy| enemy & own == 0) {
                let within = [own, enemy].map(|set| (2..4).contains(&set.count_ones()));
                let number = index.number(own, enemy);
                assert_eq!(number.is_some(), within == [true; 2]);
                if let Some(number) = number {
                    assert!(!std::mem::replace(&mut seen[number], true));
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn layers_are_listed_in_the_order_of_the_numbers() {
        let index = board(2);
        for layer in index.layers() {
            let (own_count, enemy_count) = layer.counts;
            let mut number = layer.first;
            for own in sets(7, own_count) {
                for squeezed in sets(7 - own_count, enemy_count) {
                    let enemy = spread(squeezed, own);
                    assert_eq!(squeeze(enemy, own), squeezed);
                    assert_eq!(index.number(own, enemy), Some(number));
                    number += 1;
                }
            }
            assert_eq!(number, layer.first + layer.len());
        }
    }

    #[test]
    fn the_board_with_three_to_a_side() {
        assert_eq!(board(3).positions(), 64_384_236);
    }
}
