//! Making a move, with its custodial captures.
//!
//! The moved piece captures in all four directions: it takes an adjacent enemy if a partner, a piece
//! of its own side or the empty centre, is right behind that enemy. λ on or beside the centre is
//! special: objects must be on every side except the centre's.

use super::board::{Board, CENTRE, NOWHERE, beside};
use super::lookup::{BIT, ENTRIES, VICTIMS, window};
use crate::engine::Side;

/// The centre and its four neighbours, where two objects cannot capture λ.
pub(super) const CROSS: u128 = CENTRE | CENTRE << 1 | CENTRE >> 1 | CENTRE << 9 | CENTRE >> 9;

/// Returns the board after a legal move of `side`.
#[expect(
    clippy::inline_always,
    reason = "keeps the board in registers in a loop over moves: twice as fast"
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
                let taken = spare_protected_lambda(lambda, objects, sandwiched);
                defenders ^= taken;
                if taken & BIT[usize::from(lambda) % ENTRIES] != 0 {
                    lambda = NOWHERE;
                }
            }
        }
        Side::Second => {
            // The centre is a partner, empty or with λ on it.
            let sandwiched = sandwiched(objects, defenders | CENTRE, to);
            defenders ^= step;
            if from == usize::from(lambda) {
                lambda = to as u8;
            }
            if sandwiched != 0 {
                objects ^= sandwiched;
            }
        }
    }
    Board {
        objects,
        defenders,
        lambda,
    }
}

/// Returns the victims beside `to` with a partner right behind them. Few moves capture, so this has no
/// branches.
///
/// `partners` can be those before the move: the piece cannot have come from a partner's square,
/// because the victim would have been in its way.
#[inline]
fn sandwiched(victims: u128, partners: u128, to: usize) -> u128 {
    let window = window(to);
    let victims = (victims >> window) as u64;
    let partners = (partners >> window) as u64;
    let [right, left, up, down] = VICTIMS[to % ENTRIES];
    let taken = victims
        & (partners >> 1 & right
            | partners << 1 & left
            | partners >> 9 & up
            | partners << 9 & down);
    u128::from(taken) << window
}

/// Removes λ from the sandwiched defenders if it is on or beside the centre and not surrounded.
///
/// A move that surrounds λ there also sandwiches it, between two objects or between an object and
/// the empty centre.
#[cold]
fn spare_protected_lambda(lambda: u8, objects: u128, sandwiched: u128) -> u128 {
    let square = BIT[usize::from(lambda) % ENTRIES];
    let around = beside(square) & !CENTRE;
    if square & CROSS != 0 && objects & around != around {
        sandwiched & !square
    } else {
        sandwiched
    }
}
