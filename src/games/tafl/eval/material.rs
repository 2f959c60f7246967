//! A simple evaluation, as a fixed baseline for matches.

use super::reach::Reach;
use crate::engine::State;
use crate::engine::search::Evaluator;
use crate::games::tafl::{Board, Move, Piece, Tafl, captures_of};

/// Value of an object.
const OBJECT: i32 = 100;
/// Value of a guard: there are half as many.
const GUARD: i32 = 200;
/// Value of a square that λ can move to.
const MOBILITY: i32 = 10;

/// Material and λ's mobility only. The computer is measured against it, so it never changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Tafl> for Material {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let mobility = Reach::of(board).from(usize::from(board.lambda));
        OBJECT * board.count(Piece::Object) as i32
            - GUARD * board.count(Piece::Guard) as i32
            - MOBILITY * mobility.count_ones() as i32
    }

    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        captures_of(state, mv).len() as i32
    }
}
