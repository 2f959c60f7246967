//! Why a game is over, and why a piece cannot move, in words.

use super::board::Board;
use super::illegal::Illegal;
use super::lookup::PATHS;
use super::piece::Piece;
use super::rules::winner;
use super::square::Square;
use super::{Move, captures_of};
use crate::engine::{Side, State};

/// Why the game is over, which must be so. `last` is the last move and the position before it.
pub(super) fn why_over(state: &State<Board>, last: Option<(&State<Board>, Move)>) -> String {
    let board = &state.board;
    let taken = last.and_then(|(before, mv)| captures_of(before, mv).pop());
    if winner(state).is_none() {
        return match state.to_move {
            Side::First => "no object can move".to_owned(),
            Side::Second => "neither λ nor a guard can move".to_owned(),
        };
    }
    let Some(lambda) = board.lambda() else {
        let before = last.and_then(|(before, _)| before.board.lambda());
        return before.map_or_else(
            || "there is no λ on the board".to_owned(),
            |square| format!("λ was captured on {square}"),
        );
    };
    if board.count(Piece::Object) == 0 {
        return taken.map_or_else(
            || "there is no object on the board".to_owned(),
            |square| format!("the object on {square} was the last"),
        );
    }
    if lambda.is_edge() {
        return format!("λ stands on the edge, on {lambda}");
    }
    let occupied = board.occupied();
    let open = PATHS[lambda.index()]
        .iter()
        .filter(|&path| occupied & path == 0);
    let nearest = open.min_by_key(|path| path.count_ones());
    let end = nearest.and_then(|&path| ends(path).find(|square| square.is_edge()));
    end.map_or_else(String::new, |end| {
        format!("λ on {lambda} has a clear path to {end}")
    })
}

/// The squares of a path.
fn ends(path: u128) -> impl Iterator<Item = Square> {
    Square::all().filter(move |square| path >> square.index() & 1 == 1)
}

/// Why no move begins on a square, from which there is none.
pub(super) fn why_no_moves(state: &State<Board>, from: Square) -> String {
    match state.board.piece_at(from) {
        None => Illegal::NoPiece(from).to_string(),
        Some(piece) if piece.side() != state.to_move => {
            Illegal::NotYours { from, piece }.to_string()
        }
        Some(piece) => {
            let piece = match piece {
                Piece::Object => "the object",
                Piece::Guard => "the guard",
                Piece::Lambda => "λ",
            };
            format!("{piece} on {from} is blocked on all sides")
        }
    }
}
