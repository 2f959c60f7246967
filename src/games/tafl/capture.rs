//! What a move captures.
//!
//! Captures are made by the piece that has moved, in all four directions. Only λ in or beside the
//! centre is special: it must be shut in on every side but the centre's.

use super::board::{Board, CENTRE, NOWHERE};
use super::tables::{BIT, NEIGHBOURS, PINCHES};
use crate::engine::Side;

/// The centre and the four squares beside it, where two objects are not enough for λ.
const CROSS: u128 = CENTRE | CENTRE << 1 | CENTRE >> 1 | CENTRE << 9 | CENTRE >> 9;

/// The pieces which the piece of `side` that has just arrived on `to` captures, as a set.
#[inline]
pub(super) fn captured(board: &Board, side: Side, to: usize) -> u128 {
    let near = NEIGHBOURS[to] & board.of(side.other());
    if near == 0 {
        return 0;
    }
    match side {
        Side::First => by_object(board, near, to),
        Side::Second => {
            // An empty centre is hostile, and if λ stands there it is a partner.
            pinched(to, near, board.defenders | CENTRE)
        }
    }
}

fn by_object(board: &Board, near: u128, to: usize) -> u128 {
    let lambda = BIT[usize::from(board.lambda)];
    let sheltered = lambda & CROSS;
    let partners = board.objects | (CENTRE & !board.defenders);
    let taken = pinched(to, near & !sheltered, partners);
    let around = NEIGHBOURS[usize::from(board.lambda)] & !CENTRE;
    if near & sheltered != 0 && board.objects & around == around {
        taken | sheltered
    } else {
        taken
    }
}

/// Those victims beside `to` which have a partner behind them.
fn pinched(to: usize, victims: u128, partners: u128) -> u128 {
    PINCHES[to].iter().fold(0, |taken, pinch| {
        if victims & pinch.victim != 0 && partners & pinch.partner != 0 {
            taken | pinch.victim
        } else {
            taken
        }
    })
}

/// The board after a piece of `side` has moved and captured.
#[inline]
pub(super) fn moved(board: &Board, side: Side, from: usize, to: usize) -> Board {
    let step = BIT[from] ^ BIT[to];
    let mut after = *board;
    match side {
        Side::First => {
            after.objects ^= step;
            let taken = captured(&after, side, to);
            if taken != 0 {
                after.defenders &= !taken;
                if taken & BIT[usize::from(after.lambda)] != 0 {
                    after.lambda = NOWHERE;
                }
            }
        }
        Side::Second => {
            after.defenders ^= step;
            if from == usize::from(after.lambda) {
                after.lambda = to as u8;
            }
            after.objects &= !captured(&after, side, to);
        }
    }
    after
}
