//! Why a move is illegal, a piece cannot move, or a game is over.

use super::board::{Board, Piece, squares_of};
use super::lookup::PATHS;
use super::moves::Move;
use super::rules::{captures_of, winner};
use super::square::{NotASquare, Square};
use crate::engine::{Side, State};

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
    /// Nothing stands where the move begins.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the opponent.
    #[error("{} stands on {}: it is the other side's piece", .1.with_article(), .0)]
    NotYours(Square, Piece),
    /// It ends where it begins.
    #[error("a move must go somewhere")]
    Nowhere,
    /// It goes neither along a row nor along a column.
    #[error("{0} to {1} is not along a row or column")]
    NotStraight(Square, Square),
    /// A piece stands between the two squares, or on the last.
    #[error("{} is in the way: {} stands there", .0, .1.with_article())]
    Blocked(Square, Piece),
    /// It ends on the centre.
    #[error("no piece may end on the centre")]
    Centre,
}

/// The move from one square to another, if it is legal.
///
/// ```
/// use game::engine::Game;
/// use game::games::tafl::{Tafl, legal_move};
///
/// let start = Tafl.start();
/// assert!(legal_move(&start, "d1".parse()?, "d4".parse()?).is_ok());
/// let why = legal_move(&start, "e2".parse()?, "e4".parse()?).unwrap_err();
/// assert_eq!(why.to_string(), "e3 is in the way: a guard stands there");
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
        if let Some(piece) = state.board.piece_at(next) {
            return Err(Illegal::Blocked(next, piece));
        }
        at = next;
    }
    if to == Square::CENTRE {
        return Err(Illegal::Centre);
    }
    Ok(Move::new(from, to))
}

/// The piece on a square, if it belongs to the side to move.
fn movable_piece(state: &State<Board>, from: Square) -> Result<Piece, Illegal> {
    match state.board.piece_at(from) {
        None => Err(Illegal::NoPiece(from)),
        Some(piece) if piece.side() != state.to_move => Err(Illegal::NotYours(from, piece)),
        Some(piece) => Ok(piece),
    }
}

/// Says why no move begins on a square.
pub(super) fn why_no_moves(state: &State<Board>, from: Square) -> String {
    let piece = match movable_piece(state, from) {
        Err(why) => return why.to_string(),
        Ok(Piece::Object) => "the object",
        Ok(Piece::Guard) => "the guard",
        Ok(Piece::Lambda) => "λ",
    };
    format!("{piece} on {from} is blocked on all sides")
}

/// Says why a finished game is over. `last` is the last move and the position before it.
pub(super) fn why_over(state: &State<Board>, last: Option<(&State<Board>, Move)>) -> String {
    let board = &state.board;
    if winner(state).is_none() {
        return match state.to_move {
            Side::First => "no object can move".to_owned(),
            Side::Second => "neither λ nor a guard can move".to_owned(),
        };
    }
    let Some(lambda) = board.lambda() else {
        return match last.and_then(|(before, _)| before.board.lambda()) {
            Some(square) => format!("λ was captured on {square}"),
            None => "there is no λ on the board".to_owned(),
        };
    };
    if board.objects == 0 {
        return match last.and_then(|(before, mv)| captures_of(before, mv).pop()) {
            Some(square) => format!("the object on {square} was the last"),
            None => "there is no object on the board".to_owned(),
        };
    }
    if lambda.is_edge() {
        return format!("λ stands on the edge, on {lambda}");
    }
    let occupied = board.occupied();
    let open = PATHS[lambda.index()].iter();
    let open = open.filter(|&path| occupied & path == 0);
    let nearest = open.copied().min_by_key(|path| path.count_ones());
    let mut squares = squares_of(nearest.unwrap_or_default()).filter_map(Square::new);
    squares
        .find(|square| square.is_edge())
        .map_or_else(String::new, |end| {
            format!("λ on {lambda} has a clear path to {end}")
        })
}
