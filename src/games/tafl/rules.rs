//! *Protect the λ* as a [`Game`].

use super::board::{Board, NOWHERE, squares_of};
use super::capture;
use super::lookup::PATHS;
use super::moves::{self, Move};
use super::reasons::{Illegal, legal_move};
use super::square::Square;
use crate::engine::{Game, Side, State, Status, rng};

/// Digits of π, as arbitrary constants.
const PI: [u64; 4] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
];

/// The rules of *Protect the λ*. The objects are the first side, λ and its guards the second.
///
/// ```
/// use game::engine::{Game, Status, perft};
/// use game::games::tafl::Tafl;
///
/// let start = Tafl.start();
/// assert_eq!(Tafl.move_list(&start).len(), 80);
/// let mv = Tafl.parse_move(&start, "d1 d4").expect("a legal move");
/// let next = Tafl.play(&start, mv);
/// assert_eq!(Tafl.status(&next), Status::Playing);
///
/// assert_eq!(perft(&Tafl, &start, 3), 353_200);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tafl;

/// Returns the squares of the pieces that a legal move captures, from `a1` along the rows to `i9`.
#[must_use]
pub fn captures_of(state: &State<Board>, mv: Move) -> Vec<Square> {
    let after = Tafl.play(state, mv);
    let enemy = state.to_move.other();
    let taken = state.board.of(enemy) & !after.board.of(enemy);
    squares_of(taken).filter_map(Square::new).collect()
}

impl Game for Tafl {
    type Board = Board;
    type Move = Move;
    type Illegal = Illegal;

    fn start(&self) -> State<Board> {
        State::new(Board::STANDARD, Side::First)
    }

    fn show_board(&self, board: &Board) -> String {
        board.to_string()
    }

    /// Two multiplications are faster than a random number per piece.
    #[inline]
    fn hash(&self, state: &State<Board>) -> u64 {
        let board = &state.board;
        let halves = |squares: u128| (squares as u64, (squares >> 64) as u64);
        let objects = halves(board.objects);
        let defenders = halves(board.defenders);
        // The upper half of a board has 17 squares: λ and the side to move fit above them.
        let rest = u64::from(board.lambda) << 33 | (state.to_move.index() as u64) << 32;
        let first = fold(objects.0 ^ PI[0], objects.1 ^ PI[1]);
        let second = fold(defenders.0 ^ PI[2], defenders.1 ^ rest ^ PI[3]);
        rng::mix(first ^ second.rotate_left(32))
    }

    /// A side nearly always has a harmless move.
    fn pass(&self, state: &State<Board>) -> Option<State<Board>> {
        Some(State::new(state.board, state.to_move.other()))
    }

    #[inline]
    fn status(&self, state: &State<Board>) -> Status {
        if let Some(winner) = winner(state) {
            Status::Won(winner)
        } else if moves::any(&state.board, state.to_move) {
            Status::Playing
        } else {
            Status::Draw
        }
    }

    fn parse_words(&self, state: &State<Board>, words: &[&str]) -> Result<Move, Illegal> {
        let &[from, to] = words else {
            return Err(Illegal::Words);
        };
        let square = |word: &str| -> Result<Square, Illegal> {
            word.parse()
                .map_err(|reason| Illegal::NotASquare(word.to_owned(), reason))
        };
        legal_move(state, square(from)?, square(to)?)
    }

    fn show_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    #[inline]
    fn moves(&self, state: &State<Board>, into: &mut Vec<Move>) {
        if winner(state).is_none() {
            moves::generate(&state.board, state.to_move, into);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "keeps the board in registers in a loop over moves: twice as fast"
    )]
    #[inline(always)]
    fn play(&self, state: &State<Board>, mv: Move) -> State<Board> {
        let (from, to) = (mv.from().index(), mv.to().index());
        State::new(
            capture::after_move(&state.board, state.to_move, from, to),
            state.to_move.other(),
        )
    }
}

/// Returns the side that has won.
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

/// Whether λ is on an edge or has a clear path to one. The path to an edge it is on has no squares,
/// so it is clear.
#[inline]
fn lambda_is_free(board: &Board) -> bool {
    let occupied = board.occupied();
    PATHS[board.lambda_index()]
        .iter()
        .any(|path| occupied & path == 0)
}

/// Combines both halves of a product: every bit depends on all bits of the factors.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
