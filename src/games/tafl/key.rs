//! A position as 64 bits, for tables of positions.
//!
//! Two multiplications of the words themselves are quicker than a sum of random numbers per piece,
//! and a search asks for the key of every position it sees.

use super::board::Board;
use crate::engine::{State, rng};

/// The digits of π: numbers that nobody has chosen.
const PI: [u64; 4] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
];

/// The key of a position, the side to move included.
#[inline]
pub(super) fn of(state: &State<Board>) -> u64 {
    let board = &state.board;
    let halves = |squares: u128| (squares as u64, (squares >> 64) as u64);
    let objects = halves(board.objects);
    let defenders = halves(board.defenders);
    // An upper half has 17 squares, so above them there is room for λ and the turn.
    let rest = u64::from(board.lambda) << 33 | (state.to_move.index() as u64) << 32;
    let first = fold(objects.0 ^ PI[0], objects.1 ^ PI[1]);
    let second = fold(defenders.0 ^ PI[2], defenders.1 ^ rest ^ PI[3]);
    rng::mix(first ^ second.rotate_left(32))
}

/// Both halves of a product in one: every bit depends on all bits of the factors.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
