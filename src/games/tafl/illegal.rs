//! Why a move is not legal.

use super::board::Board;
use super::moves::Move;
use super::piece::Piece;
use super::rules::winner;
use super::square::{NotASquare, Square};
use crate::engine::State;

/// The first thing that is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A word is no square.
    #[error("{} is not a square: {reason}", .word.escape_debug())]
    NotASquare {
        /// The word.
        word: String,
        /// What is wrong with it.
        reason: NotASquare,
    },
    /// Too few or too many words.
    #[error("a move is two squares: from and to")]
    Words,
    /// Nobody moves after the end.
    #[error("the game is over")]
    Over,
    /// Nothing stands where the move begins.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the opponent.
    #[error("{} stands on {from}: it is the other side's piece", .piece.with_article())]
    NotYours {
        /// Where it stands.
        from: Square,
        /// What it is.
        piece: Piece,
    },
    /// It ends where it begins.
    #[error("a move must go somewhere")]
    Nowhere,
    /// It goes neither along a row nor along a column.
    #[error("{from} to {to} is not along a row or column")]
    NotStraight {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A piece stands between the two squares, or on the last.
    #[error("{at} is in the way: {} stands there", .piece.with_article())]
    Blocked {
        /// The first square that is taken.
        at: Square,
        /// What stands on it.
        piece: Piece,
    },
    /// It ends on the centre.
    #[error("no piece may end on the centre")]
    Centre,
}

/// What is wrong with moving from one square to another, or nothing if the move is legal.
///
/// ```
/// use game::engine::Game;
/// use game::games::tafl::{Tafl, why_illegal};
///
/// let start = Tafl.start();
/// let why = |from: &str, to: &str| {
///     why_illegal(&start, from.parse().unwrap(), to.parse().unwrap()).map(|why| why.to_string())
/// };
/// assert_eq!(why("d1", "d4"), None);
/// assert_eq!(why("e2", "e4").unwrap(), "e3 is in the way: a guard stands there");
/// ```
#[must_use]
pub fn why_illegal(state: &State<Board>, from: Square, to: Square) -> Option<Illegal> {
    let board = &state.board;
    if winner(state).is_some() {
        return Some(Illegal::Over);
    }
    let Some(piece) = board.piece_at(from) else {
        return Some(Illegal::NoPiece(from));
    };
    if piece.side() != state.to_move {
        return Some(Illegal::NotYours { from, piece });
    }
    if from == to {
        return Some(Illegal::Nowhere);
    }
    if from.file() != to.file() && from.rank() != to.rank() {
        return Some(Illegal::NotStraight { from, to });
    }
    if let Some((at, piece)) = first_on_the_way(board, from, to) {
        return Some(Illegal::Blocked { at, piece });
    }
    (to == Square::CENTRE).then_some(Illegal::Centre)
}

/// The legal move that two words name.
pub(super) fn read_move(state: &State<Board>, words: &[&str]) -> Result<Move, Illegal> {
    let &[from, to] = words else {
        return Err(Illegal::Words);
    };
    let square = |word: &str| {
        word.parse::<Square>()
            .map_err(|reason| Illegal::NotASquare {
                word: word.to_owned(),
                reason,
            })
    };
    let (from, to) = (square(from)?, square(to)?);
    match why_illegal(state, from, to) {
        Some(why) => Err(why),
        None => Ok(Move::new(from, to)),
    }
}

/// The first piece that one meets on the straight way from a square to another, the last included.
fn first_on_the_way(board: &Board, from: Square, to: Square) -> Option<(Square, Piece)> {
    let towards = |from: u8, to: u8| (to as i8 - from as i8).signum();
    let right = towards(from.file(), to.file());
    let up = towards(from.rank(), to.rank());
    let mut at = from;
    while at != to {
        at = at.offset(right, up)?;
        if let Some(piece) = board.piece_at(at) {
            return Some((at, piece));
        }
    }
    None
}
