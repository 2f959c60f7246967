//! The features of a position: the numbers that the evaluation weighs.

use super::bitset::{Pair, in_narrowest_pair, odd_and_more};
use super::board::Layout;
use super::hex::Hex;
use crate::engine::Side;

/// How many features a side has.
pub const COUNT: usize = 12;

/// The features of both sides, first those of the side to move.
pub type Features = [[i32; COUNT]; 2];

/// What the features of a side count, in their order.
pub const NAMES: [&str; COUNT] = [
    "pieces",
    "has its last life",
    "has two lives",
    "pieces that can be taken",
    "pieces that can be taken, but also taken back",
    "can lose a piece at all",
    "captures that threaten it",
    "neighbouring pairs",
    "pieces that can be taken back",
    "steps from the centre, of all pieces",
    "pieces on the edge",
    "free cells beside it that the enemy cannot leap to",
];

/// Counts the features of a position.
#[must_use]
#[inline]
pub fn features(hex: &Hex, layout: &Layout, to_move: Side) -> Features {
    in_narrowest_pair!(hex, P => count_features::<P>(hex, layout, to_move))
}

/// Counts those of both sides at once: every set here is a pair, first that of the side to move.
#[inline]
fn count_features<P: Pair>(hex: &Hex, layout: &Layout, to_move: Side) -> Features {
    let all = P::twice(hex.all());
    let pieces = P::new(layout.of(to_move), layout.of(to_move.other()));
    let empty = all & !(pieces | pieces.swapped());
    let axes = hex.strides().map(|by| Axis::new(all, pieces, by));
    let near = axes[0].near | axes[1].near | axes[2].near;
    // Cells that a leap can land on, whoever is there.
    let reach = axes[0].reach() | axes[1].reach() | axes[2].reach();
    let count = |set: P| set.counts().map(|number| number as i32);
    let number = count(pieces);
    let pairs = sum_of_three(axes.each_ref().map(|axis| axis.pair)).map(|number| number as i32);
    let taken_back = count(pieces & reach);
    let free = count(near & empty & !reach.swapped());
    let (mut steps, mut on_edge) = ([0; 2], [0; 2]);
    for &ring in hex.rings() {
        // The last ring is the edge.
        on_edge = count(pieces & P::twice(ring));
        for (steps, on_ring) in steps.iter_mut().zip(on_edge) {
            *steps += on_ring;
        }
    }
    let hit = pieces & reach.swapped();
    let [mut hits, mut hits_in_turn, mut captures] = [[0; 2]; 3];
    if hit != P::NONE {
        hits = count(hit);
        hits_in_turn = count(hit & reach);
        let enemy = pieces.swapped();
        let [ahead, behind] =
            [0, 1].map(|way| sum_of_three(axes.each_ref().map(|axis| axis.leaps[way] & enemy)));
        // These have been counted for the side that captures.
        captures = [1, 0].map(|other| (ahead[other] + behind[other]) as i32);
    }
    let size = hex.size() as i32;
    [0, 1].map(|side| {
        [
            number[side],
            i32::from(number[side] == size),
            i32::from(number[side] == size + 1),
            hits[side],
            hits_in_turn[side],
            i32::from(hits[side] > 0),
            captures[side],
            pairs[side],
            taken_back[side],
            steps[side],
            on_edge[side],
            free[side],
        ]
    })
}

/// Neighbours, pairs and leaps along one of the three axes of the hexagon.
struct Axis<P> {
    near: P,
    /// The pieces with another one behind them.
    pair: P,
    /// Where leaps can land, ahead and behind.
    leaps: [P; 2],
}

impl<P: Pair> Axis<P> {
    #[inline]
    fn new(all: P, pieces: P, by: u32) -> Self {
        let (ahead, behind) = ((pieces << by) & all, (pieces >> by) & all);
        let pair = ahead & pieces;
        Axis {
            near: ahead | behind,
            pair,
            leaps: [(pair << by) & all, ((behind & pieces) >> by) & all],
        }
    }

    #[inline]
    fn reach(&self) -> P {
        self.leaps[0] | self.leaps[1]
    }
}

/// How many cells three sets have together, by side.
#[inline]
fn sum_of_three<P: Pair>(sets: [P; 3]) -> [u32; 2] {
    let (odd, more) = odd_and_more(sets);
    let (odd, more) = (odd.counts(), more.counts());
    [0, 1].map(|side| odd[side] + 2 * more[side])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::crusher::moves::generate_freely;
    use crate::games::crusher::tests::random_state;
    use crate::games::crusher::{Cell, Crusher};

    /// The numbers of a side, counted cell by cell out of lists of moves.
    fn slowly(hex: &Hex, layout: &Layout, side: Side) -> [i32; COUNT] {
        let enemy = side.other();
        let near = |a: Cell, b: Cell| hex.around(hex.bit(a)) & hex.bit(b) != 0;
        let leaps = |layout: &Layout, side: Side| -> Vec<Cell> {
            let mut moves = Vec::new();
            generate_freely(hex, layout, side, &mut moves);
            moves.retain(|mv| !near(mv.from, mv.to));
            moves.into_iter().map(|mv| mv.to).collect()
        };
        let against = leaps(layout, enemy);
        let is_own = |cell: Cell| layout.at(hex, cell) == Some(side);
        let own: Vec<Cell> = hex.members(layout.of(side)).collect();
        let hit: Vec<Cell> = own
            .iter()
            .copied()
            .filter(|c| against.contains(c))
            .collect();
        let taken_back = |cell: Cell| {
            let mut pieces = [layout.of(Side::First), layout.of(Side::Second)];
            pieces[side.index()] ^= hex.bit(cell);
            pieces[enemy.index()] |= hex.bit(cell);
            leaps(&Layout::new(pieces), side).contains(&cell)
        };
        let count = |cells: &[Cell], test: &dyn Fn(Cell) -> bool| {
            cells.iter().filter(|&&cell| test(cell)).count() as i32
        };
        let neighbours = |cell| own.iter().filter(|&&other| near(cell, other)).count();
        let steps = |cell| {
            let mut steps = 0;
            let mut reached = hex.bit(hex.cell(hex.cells() / 2).unwrap());
            while reached & hex.bit(cell) == 0 {
                reached |= hex.around(reached);
                steps += 1;
            }
            steps
        };
        let all: Vec<Cell> = hex.members(hex.all()).collect();
        let is_free = |cell: Cell| layout.at(hex, cell).is_none() && neighbours(cell) > 0;
        let pieces = own.len();
        [
            pieces as i32,
            i32::from(pieces == hex.size()),
            i32::from(pieces == hex.size() + 1),
            hit.len() as i32,
            count(&hit, &taken_back),
            i32::from(!hit.is_empty()),
            count(&against, &is_own),
            (own.iter().map(|&cell| neighbours(cell)).sum::<usize>() / 2) as i32,
            count(&own, &taken_back),
            own.iter().map(|&cell| steps(cell)).sum(),
            count(&own, &|cell| steps(cell) == hex.size() as i32 - 1),
            count(&all, &|cell| is_free(cell) && !against.contains(&cell)),
        ]
    }

    #[test]
    fn counting_cell_by_cell_finds_the_same() {
        let mut rng = Rng::new(2);
        for n in 2..=6 {
            let game = Crusher::new(n).unwrap();
            for _ in 0..60 {
                let state = random_state(&game, &mut rng);
                let layout = state.board.layout();
                let expected = [state.to_move, state.to_move.other()]
                    .map(|side| slowly(game.hex(), layout, side));
                let found = features(game.hex(), layout, state.to_move);
                assert_eq!(found, expected, "{state:?}");
            }
        }
    }
}
