//! Making a move, with its custodial captures.
//!
//! Captures are made by the piece that has moved, in all four directions: an enemy beside it is
//! captured when right behind that enemy stands a partner, which is a piece of the mover's side or
//! the empty centre. Only λ in or beside the centre is special: it must be shut in on every side
//! but the centre's.
//!
//! A search makes millions of moves and few of them capture, so whether one does is found
//! without branches: see [`sandwiched`].

use super::board::{Board, CENTRE, NOWHERE};
use super::lookup::{BIT, ENTRIES, NEIGHBOURS, VICTIM_SQUARES, unwindow, window};
use crate::engine::Side;

/// The centre and the four squares beside it, where two objects are not enough for λ.
pub(super) const CROSS: u128 = CENTRE | CENTRE << 1 | CENTRE >> 1 | CENTRE << 9 | CENTRE >> 9;

/// The board after a legal move of `side`.
#[expect(
    clippy::inline_always,
    reason = "a loop over moves then keeps the board in registers: twice as fast"
)]
#[inline(always)]
pub(super) fn after_move(board: &Board, side: Side, from: usize, to: usize) -> Board {
    let Board {
        mut objects,
        mut defenders,
        mut lambda,
    } = *board;
    let step = BIT[from % ENTRIES] ^ BIT[to % ENTRIES];
    match side {
        Side::First => {
            let sandwiched = sandwiched(defenders, objects | (CENTRE & !defenders), to);
            objects ^= step;
            if sandwiched != 0 {
                let taken = spare_protected_lambda(lambda, objects, unwindow(sandwiched, to));
                defenders ^= taken;
                if taken & BIT[usize::from(lambda) % ENTRIES] != 0 {
                    lambda = NOWHERE;
                }
            }
        }
        Side::Second => {
            // An empty centre is a partner, and one with λ on it is a partner too.
            let sandwiched = sandwiched(objects, defenders | CENTRE, to);
            defenders ^= step;
            if from == usize::from(lambda) {
                lambda = to as u8;
            }
            if sandwiched != 0 {
                objects ^= unwindow(sandwiched, to);
            }
        }
    }
    Board {
        objects,
        defenders,
        lambda,
    }
}

/// Those victims beside `to` which have a partner right behind them, in the [`window`] of `to`.
///
/// The partners may be those before the move: the piece cannot have come from a partner's square,
/// because the victim would have stood in its way.
#[inline]
fn sandwiched(victims: u128, partners: u128, to: usize) -> u64 {
    let victims = window(victims, to);
    let partners = window(partners, to);
    let beside = &VICTIM_SQUARES[to % ENTRIES];
    victims
        & ((partners >> 1 & beside.right)
            | (partners << 1 & beside.left)
            | (partners >> 9 & beside.up)
            | (partners << 9 & beside.down))
}

/// The sandwiched defenders without λ, if it stands in or beside the centre and is not shut in.
///
/// A move that shuts λ in there also sandwiches it: between two objects, or between an object and
/// the empty centre.
#[cold]
fn spare_protected_lambda(lambda: u8, objects: u128, sandwiched: u128) -> u128 {
    let square = BIT[usize::from(lambda) % ENTRIES];
    let around = NEIGHBOURS[usize::from(lambda) % ENTRIES] & !CENTRE;
    if square & CROSS != 0 && objects & around != around {
        sandwiched & !square
    } else {
        sandwiched
    }
}
