//! What can be seen on a board: the numbers that the evaluation weighs.

use super::board::Layout;
use super::hex::Hex;
use super::word::Word;
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
    if hex.fits_in_half() {
        look::<u64>(hex, layout, to_move)
    } else {
        look::<u128>(hex, layout, to_move)
    }
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
        let steps = |&ring: &u128| number(self.pieces & W::narrow(ring));
        [
            pieces,
            i32::from(pieces == size),
            i32::from(pieces == size + 1),
            number(hit),
            number(hit & self.reach),
            i32::from(hit != W::NONE),
            enemy.captures as i32,
            self.pairs as i32,
            number(self.pieces & self.reach),
            hex.rings().iter().map(steps).sum(),
            number(self.pieces & W::narrow(hex.edge())),
            number(self.near & empty & !enemy.reach),
        ]
    }
}
