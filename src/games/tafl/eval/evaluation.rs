//! The evaluation of the computer player.

use super::captures::capturing_moves;
use super::features::with_mobility;
use super::forced::{
    Forced, deadly_squares, open_paths, with_lambda_to_move, with_objects_to_move,
};
use super::reach::Reach;
use super::weights::Weights;
use crate::engine::search::Evaluator;
use crate::engine::{Side, State};
use crate::games::tafl::capture::after_move;
use crate::games::tafl::lookup::{BIT, ENTRIES, PATHS};
use crate::games::tafl::{Board, Move, Tafl};

/// Score of a forced end that takes a few more plies.
const DECIDED: i32 = 100_000;

/// Material, λ's mobility, its paths to the edges, the ring of objects around it, and forced ends
/// within three plies.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    weights: Weights,
}

impl Evaluation {
    /// The evaluation that was found to play best.
    #[must_use]
    pub const fn new() -> Self {
        Evaluation::with_weights(Weights::BEST)
    }

    /// An evaluation with weights to be tried.
    #[must_use]
    pub const fn with_weights(weights: Weights) -> Self {
        Evaluation { weights }
    }

    /// Its weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::new()
    }
}

impl Evaluator<Tafl> for Evaluation {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let lambda = usize::from(board.lambda) % ENTRIES;
        let mobility = Reach::of(board).from(lambda);
        let forced = match state.to_move {
            Side::First => with_objects_to_move(board),
            Side::Second => with_lambda_to_move(board, mobility),
        };
        let features = with_mobility(board, state.to_move, mobility);
        let placed = self.weights.sum(&features, board);
        match forced {
            Forced::Capture => DECIDED + placed,
            Forced::Escape => placed - DECIDED,
            Forced::Nothing => placed,
        }
    }

    /// Captures, moves that block an open path, and moves that open one.
    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        let board = &state.board;
        let (from, to) = (mv.from().index(), mv.to().index());
        let after = after_move(board, state.to_move, from, to);
        match state.to_move {
            Side::First => {
                let taken = (board.defenders ^ after.defenders).count_ones() as i32;
                let lambda = usize::from(board.lambda) % ENTRIES;
                let occupied = board.occupied();
                let closes = PATHS[lambda]
                    .iter()
                    .any(|path| occupied & path == 0 && path & BIT[to % ENTRIES] != 0);
                2 * taken + if closes { 8 } else { 0 }
            }
            Side::Second => {
                let taken = (board.objects ^ after.objects).count_ones() as i32;
                let open = open_paths(after.occupied(), usize::from(after.lambda)) as i32;
                2 * taken + 3 * open
            }
        }
    }

    fn noisy_moves(&self, _game: &Tafl, state: &State<Board>, into: &mut Vec<Move>) {
        capturing_moves(&state.board, state.to_move, into);
    }

    fn is_threatened(&self, _game: &Tafl, state: &State<Board>) -> bool {
        let board = &state.board;
        match state.to_move {
            Side::First => open_paths(board.occupied(), usize::from(board.lambda)) > 0,
            Side::Second => {
                let deadly = deadly_squares(board);
                deadly != 0 && deadly & Reach::of(board).of_any(board.objects) != 0
            }
        }
    }

    /// Of an object and a guard on average.
    fn piece_value(&self) -> i32 {
        let [object, guard, ..] = self.weights.features;
        i32::midpoint(object.abs(), guard.abs())
    }
}
