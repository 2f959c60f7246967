//! Whether the game goes on.

use super::board::{Board, NOWHERE};
use super::lookup::{ENTRIES, PATHS};
use super::moves;
use crate::engine::{Side, State, Status};

/// How the game stands, at the beginning of a turn.
#[inline]
pub(super) fn status(state: &State<Board>) -> Status {
    if let Some(winner) = winner(state) {
        Status::Won(winner)
    } else if moves::any(&state.board, state.to_move) {
        Status::Playing
    } else {
        Status::Draw
    }
}

/// Who has won, if anybody has.
#[inline]
pub(super) fn winner(state: &State<Board>) -> Option<Side> {
    let board = &state.board;
    if board.lambda == NOWHERE {
        Some(Side::First)
    } else if board.objects == 0 || (state.to_move == Side::Second && lambda_is_free(board)) {
        Some(Side::Second)
    } else {
        None
    }
}

/// Whether λ stands on an edge or sees one: the path to an edge it stands on has no squares, and
/// nothing stands on those.
#[inline]
fn lambda_is_free(board: &Board) -> bool {
    let occupied = board.occupied();
    PATHS[usize::from(board.lambda) % ENTRIES]
        .iter()
        .any(|path| occupied & path == 0)
}
