//! The plain opinion that the strong player is measured against.

use super::reach::Reach;
use crate::engine::State;
use crate::engine::search::Evaluator;
use crate::games::tafl::{Board, Move, Piece, Tafl, captures_of};

/// Worth of an object to its side.
const OBJECT: i32 = 100;
/// Worth of a guard to its side: there are half as many.
const GUARD: i32 = 200;
/// Worth of a square that λ can go to.
const FREEDOM: i32 = 10;

/// Counts pieces and the squares λ can go to, and nothing else: a yardstick for [`Judge`], which
/// never changes.
///
/// [`Judge`]: super::Judge
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Evaluator<Tafl> for Plain {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let freedom = Reach::of(board).from(usize::from(board.lambda));
        OBJECT * board.count(Piece::Object) as i32
            - GUARD * board.count(Piece::Guard) as i32
            - FREEDOM * freedom.count_ones() as i32
    }

    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        captures_of(state, mv).len() as i32
    }
}
