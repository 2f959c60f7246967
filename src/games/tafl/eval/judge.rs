//! The strong player's opinion.

use super::reach::Reach;
use super::traits::traits;
use super::verdict::{Verdict, before_lambdas, before_objects, open_paths};
use super::weights::weigh;
use crate::engine::search::Evaluator;
use crate::engine::{Side, State};
use crate::games::tafl::capture::moved;
use crate::games::tafl::lookup::{BIT, ENTRIES, PATHS};
use crate::games::tafl::{Board, Move, Tafl};

/// An end that is certain but takes a few more moves.
const DECIDED: i32 = 100_000;

/// Weighs material, λ's freedom, its ways to the edges and the ring that the objects draw around
/// it, and sees who captures λ or lets it escape at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

impl Evaluator<Tafl> for Judge {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let lambda = usize::from(board.lambda) % ENTRIES;
        let freedom = Reach::of(board).from(lambda);
        let verdict = match state.to_move {
            Side::First => before_objects(board),
            Side::Second => before_lambdas(board, freedom),
        };
        let placed = weigh(&traits(board, state.to_move, freedom));
        match verdict {
            Verdict::Captured => DECIDED + placed,
            Verdict::Escaped => placed - DECIDED,
            Verdict::Open => placed,
        }
    }

    /// Captures, answers to an open path, and moves of λ that open one.
    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        let board = &state.board;
        let (from, to) = (mv.from().index(), mv.to().index());
        let after = moved(board, state.to_move, from, to);
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
}
