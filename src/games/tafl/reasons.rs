//! The reasons why a move is illegal or a piece cannot move.

use super::board::{Board, Piece};
use super::moves::Move;
use super::rules::winner;
use super::square::{NotASquare, Square};
use crate::engine::State;

/// The first thing that is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A word is not a square.
    #[error("{} is not a square: {}", .0.escape_debug(), .1)]
    NotASquare(String, NotASquare),
    /// Too few or too many words.
    #[error("a move is two squares: from and to")]
    Words,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The move begins on an empty square.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the opponent.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// It ends where it begins.
    #[error("FROM and TO are the same square")]
    Nowhere,
    /// It goes neither along a row nor along a column.
    #[error("{0} to {1} is not along a row or column")]
    NotStraight(Square, Square),
    /// A piece is between the two squares.
    #[error("{} on {} is in the way", .1.with_article(), .0)]
    Blocked(Square, Piece),
    /// It ends on another piece.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// It ends on the centre.
    #[error("no piece can stop on the centre")]
    Centre,
}

/// Returns the move from one square to another, if it is legal.
///
/// ```
/// use game::engine::Game;
/// use game::games::tafl::{Tafl, legal_move};
///
/// let start = Tafl.start();
/// assert!(legal_move(&start, "d1".parse()?, "d4".parse()?).is_ok());
/// let why = legal_move(&start, "e2".parse()?, "e4".parse()?).unwrap_err();
/// assert_eq!(why.to_string(), "a guard on e3 is in the way");
/// # Ok::<(), game::games::tafl::NotASquare>(())
/// ```
///
/// # Errors
/// The first thing that is wrong with it.
pub fn legal_move(state: &State<Board>, from: Square, to: Square) -> Result<Move, Illegal> {
    if winner(state).is_some() {
        return Err(Illegal::Over);
    }
    movable_piece(state, from)?;
    if from == to {
        return Err(Illegal::Nowhere);
    }
    if from.file() != to.file() && from.rank() != to.rank() {
        return Err(Illegal::NotStraight(from, to));
    }
    let towards = |from: u8, to: u8| (to as i8 - from as i8).signum();
    let right = towards(from.file(), to.file());
    let up = towards(from.rank(), to.rank());
    let mut at = from;
    while let Some(next) = at.offset(right, up).filter(|_| at != to) {
        match state.board.piece_at(next) {
            Some(_) if next == to => return Err(Illegal::Occupied(to)),
            Some(piece) => return Err(Illegal::Blocked(next, piece)),
            None => at = next,
        }
    }
    if to == Square::CENTRE {
        return Err(Illegal::Centre);
    }
    Ok(Move::new(from, to))
}

/// Returns the piece on a square, if it belongs to the side to move.
fn movable_piece(state: &State<Board>, from: Square) -> Result<Piece, Illegal> {
    match state.board.piece_at(from) {
        None => Err(Illegal::NoPiece(from)),
        Some(piece) if piece.side() != state.to_move => Err(Illegal::NotYours(from)),
        Some(piece) => Ok(piece),
    }
}

/// Explains why no move begins on a square.
pub(super) fn why_no_moves(state: &State<Board>, from: Square) -> String {
    let piece = match movable_piece(state, from) {
        Err(why) => return why.to_string(),
        Ok(Piece::Object) => "the object",
        Ok(Piece::Guard) => "the guard",
        Ok(Piece::Lambda) => "λ",
    };
    format!("{piece} on {from} is blocked on all sides")
}
