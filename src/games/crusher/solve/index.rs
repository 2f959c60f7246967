//! A perfect index of the positions of a small board: every position in which the game goes on has
//! one number, from 0 up without gaps.
//!
//! A position is seen by the side to move, so colours do not matter: its own pieces, and the
//! enemy's. Positions with the same numbers of pieces form a layer. Within it they are ordered by
//! the rank of the own pieces among all sets of that many cells, and then by the rank of the
//! enemy's pieces among all sets of that many of the other cells.

use super::small_board::MOST_CELLS;

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

/// The index of the positions of a board.
#[derive(Clone, Debug)]
pub(super) struct PositionIndex {
    fewest: u32,
    layers: Vec<Layer>,
    /// The rank of each set among the sets of as many cells.
    rank: Vec<u16>,
    total: usize,
}

impl PositionIndex {
    /// The index for a board with so many cells and sides of N = `size` to 2N - 1 pieces.
    pub(super) fn new(size: u32, cells: u32) -> Self {
        debug_assert!(cells as usize <= MOST_CELLS);
        let mut seen = [0u16; MOST_CELLS + 1];
        let rank = (0u32..1 << cells)
            .map(|set| {
                let seen = &mut seen[set.count_ones() as usize];
                let rank = *seen;
                // Only sets of few cells are ever asked for; the others may wrap.
                *seen = seen.wrapping_add(1);
                rank
            })
            .collect();
        let layers = layers(size, cells);
        PositionIndex {
            fewest: size,
            total: layers.iter().map(Layer::len).sum(),
            layers,
            rank,
        }
    }

    /// How many positions such an index has, without making it.
    pub(super) fn count(size: u32, cells: u32) -> usize {
        layers(size, cells).iter().map(Layer::len).sum()
    }

    /// How many positions there are.
    pub(super) const fn total(&self) -> usize {
        self.total
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
pub(super) fn sets(cells: u32, count: u32) -> impl Iterator<Item = u32> {
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

    #[test]
    fn every_position_has_a_number_of_its_own() {
        let index = PositionIndex::new(2, 7);
        let mut seen = vec![false; index.total()];
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
        let index = PositionIndex::new(2, 7);
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
        assert_eq!(PositionIndex::new(3, 19).total(), 64_384_236);
        assert_eq!(PositionIndex::count(3, 19), 64_384_236);
    }
}
