//! Keys of positions in a game whose past matters.
//!
//! No board may come again, so what can follow depends on the board, the side to move and the set
//! of the earlier boards that can come again: those since the last capture, as captures cannot be
//! undone. In what order they came does not matter.

use super::board::Board;
use crate::engine::State;
use crate::engine::rng::mix;

/// A key for everything that the future depends on.
pub(super) fn key(state: &State<Board>) -> u64 {
    let past = state
        .board
        .open()
        .map(|earlier| earlier.key)
        .fold(0, u64::wrapping_add);
    join(state, past)
}

/// The key of the board, the side to move and a set of earlier boards.
fn join(state: &State<Board>, past: u64) -> u64 {
    mix(past ^ 0x1319_8a2e_0370_7344) ^ state.board.key() ^ (state.to_move.index() as u64)
}
