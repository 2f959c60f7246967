//! *Protect the λ* as a [`Game`].

use super::board::Board;
use super::illegal::{Illegal, read_move};
use super::lookup::BIT;
use super::moves::{self, Move};
use super::square::Square;
use super::{capture, key, outcome};
use crate::engine::{Game, Side, State, Status};

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

/// The squares of the pieces which a legal move captures, from `a1` along the rows to `i9`.
#[must_use]
pub fn captures_of(state: &State<Board>, mv: Move) -> Vec<Square> {
    let after = Tafl.play(state, mv);
    let enemy = state.to_move.other();
    let taken = state.board.of(enemy) & !after.board.of(enemy);
    Square::all()
        .filter(|square| taken & BIT[square.index()] != 0)
        .collect()
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

    #[inline]
    fn hash(&self, state: &State<Board>) -> u64 {
        key::of(state)
    }

    #[inline]
    fn status(&self, state: &State<Board>) -> Status {
        outcome::status(state)
    }

    fn parse_move(&self, state: &State<Board>, text: &str) -> Result<Move, Illegal> {
        read_move(state, text)
    }

    fn show_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    #[inline]
    fn moves(&self, state: &State<Board>, into: &mut Vec<Move>) {
        if outcome::winner(state).is_none() {
            moves::generate(&state.board, state.to_move, into);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "a loop over moves then keeps the board in registers: twice as fast"
    )]
    #[inline(always)]
    fn play(&self, state: &State<Board>, mv: Move) -> State<Board> {
        let (from, to) = (mv.from().index(), mv.to().index());
        State::new(
            capture::moved(&state.board, state.to_move, from, to),
            state.to_move.other(),
        )
    }
}
