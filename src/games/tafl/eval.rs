//! What a position looks like at first sight.

use super::board::Board;
use super::tables::{NEIGHBOURS, PATHS};
use super::{Move, Piece, Tafl, captures_of};
use crate::engine::State;
use crate::engine::search::Evaluator;

/// Worth of an object to its side.
const OBJECT: i32 = 100;
/// Worth of a guard to its side: there are half as many.
const GUARD: i32 = 180;
/// A path that λ can see to an edge, with the objects to move: they must close it at once, and can
/// seldom close two.
const OPEN_PATH: i32 = 300;
/// Each further piece on a path makes it less of a promise.
const PATH_WITH_ONE_PIECE: i32 = 40;
/// An object beside λ.
const HUNTER: i32 = 30;

/// Counts pieces, λ's ways out and the objects around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

impl Evaluator<Tafl> for Judge {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let mut score = OBJECT * board.count(Piece::Object) as i32;
        score -= GUARD * board.count(Piece::Guard) as i32;
        let lambda = usize::from(board.lambda);
        for path in PATHS[lambda] {
            score -= match (board.occupied() & path).count_ones() {
                0 => OPEN_PATH,
                1 => PATH_WITH_ONE_PIECE,
                _ => 0,
            };
        }
        score + HUNTER * (board.objects & NEIGHBOURS[lambda]).count_ones() as i32
    }

    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        captures_of(state, mv).len() as i32
    }
}
