//! What can be seen on a board: the numbers that the evaluation weighs.

use super::board::Layout;
use super::hex::Hex;
use super::word::{Word, in_narrowest};
use crate::engine::Side;

/// How many numbers describe a side.
pub const COUNT: usize = 12;

/// The numbers of both sides, first those of the side to move.
pub type Features = [[i32; COUNT]; 2];

/// What the numbers of a side stand for, in their order.
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

/// What can be seen on a board.
#[must_use]
#[inline]
pub fn features(hex: &Hex, layout: &Layout, to_move: Side) -> Features {
    in_narrowest!(hex, W => look::<W>(hex, layout, to_move))
}

#[inline]
fn look<W: Word>(hex: &Hex, layout: &Layout, to_move: Side) -> Features {
    let all = W::narrow(hex.all());
    let pieces = [to_move, to_move.other()].map(|side| W::narrow(layout.of(side)));
    let own = View::new(hex, all, pieces[0], pieces[1]);
    let enemy = View::new(hex, all, pieces[1], pieces[0]);
    let empty = all & !(pieces[0] | pieces[1]);
    [
        own.numbers(hex, &enemy, empty),
        enemy.numbers(hex, &own, empty),
    ]
}

/// A side seen along the six directions.
struct View<W> {
    pieces: W,
    near: W,
    /// Cells that a leap can land on, whoever is there.
    reach: W,
    pairs: u32,
    captures: u32,
}

impl<W: Word> View<W> {
    #[inline]
    fn new(hex: &Hex, all: W, pieces: W, enemy: W) -> Self {
        let (mut near, mut reach) = (W::NONE, W::NONE);
        let (mut pairs, mut captures) = (0, 0);
        for by in hex.strides() {
            let (ahead, behind) = ((pieces << by) & all, (pieces >> by) & all);
            near = near | ahead | behind;
            let pair = ahead & pieces;
            if pair == W::NONE {
                continue;
            }
            pairs += pair.count();
            let ahead = (pair << by) & all;
            let behind = ((behind & pieces) >> by) & all;
            reach = reach | ahead | behind;
            for hit in [ahead & enemy, behind & enemy] {
                if hit != W::NONE {
                    captures += hit.count();
                }
            }
        }
        View {
            pieces,
            near,
            reach,
            pairs,
            captures,
        }
    }

    #[inline]
    fn numbers(&self, hex: &Hex, enemy: &View<W>, empty: W) -> [i32; COUNT] {
        let size = hex.size() as i32;
        let number = |set: W| set.count() as i32;
        let pieces = number(self.pieces);
        let hit = self.pieces & enemy.reach;
        let (mut steps, mut on_edge) = (0, 0);
        for &ring in hex.rings() {
            // The last ring is the edge.
            on_edge = number(self.pieces & W::narrow(ring));
            steps += on_edge;
        }
        let threatened = hit != W::NONE;
        [
            pieces,
            i32::from(pieces == size),
            i32::from(pieces == size + 1),
            if threatened { number(hit) } else { 0 },
            if threatened {
                number(hit & self.reach)
            } else {
                0
            },
            i32::from(threatened),
            enemy.captures as i32,
            self.pairs as i32,
            number(self.pieces & self.reach),
            steps,
            on_edge,
            number(self.near & empty & !enemy.reach),
        ]
    }
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
