//! The player that has the solution of the game.

use super::proof::Prover;
use super::solution::Solution;
use super::verdict::Verdict;
use crate::engine::player::Player;
use crate::engine::search::{Budget, Evaluator, Observer, Report, Searcher};
use crate::engine::{Side, StateOf};
use crate::games::crusher::{Crusher, Evaluation, Move};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How far to look ahead where nothing is proved. What the history forbids beyond that is seen when
/// the game comes nearer to it.
const DEPTH: u32 = 4;

/// Plays a solved game: wins whatever is proved to be won in the game at hand, holds out as long as
/// possible where the enemy's win is proved, and elsewhere looks ahead with the solution as its
/// evaluation.
#[derive(Clone, Debug)]
pub struct Perfect {
    solution: Arc<Solution>,
}

impl Perfect {
    /// A player that has this solution.
    #[must_use]
    pub const fn new(solution: Arc<Solution>) -> Self {
        Perfect { solution }
    }
}

impl Player<Crusher> for Perfect {
    fn choose(
        &mut self,
        game: &Crusher,
        state: &StateOf<Crusher>,
        cancel: &AtomicBool,
    ) -> Option<Move> {
        self.analyse(game, state, cancel, &mut |_| {})?.best
    }

    fn analyse(
        &mut self,
        game: &Crusher,
        state: &StateOf<Crusher>,
        cancel: &AtomicBool,
        observer: Observer<'_, Move>,
    ) -> Option<Report<Move>> {
        let proof = Prover::new(&self.solution, cancel).prove(game, state);
        if let Ok(Some(proof)) = proof {
            return proof.best.map(Report::unsearched);
        }
        let guided = Guided {
            solution: &self.solution,
            evaluation: Evaluation::new(game.size()),
        };
        let mut searcher = Searcher::new(guided);
        let budget = Budget::depth(DEPTH);
        let report = searcher.search_observed(game, state, &budget, cancel, observer);
        report.best.is_some().then_some(report)
    }
}

/// Evaluates positions by the verdicts of a solution, and draws and what cannot be read by what can
/// be seen on the board.
struct Guided<'a> {
    solution: &'a Solution,
    evaluation: Evaluation,
}

impl Evaluator<Crusher> for Guided<'_> {
    fn evaluate(&self, game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        /// More than the evaluation ever says.
        const DECIDED: i32 = 100_000;
        let value = match self.solution.verdict(game, state) {
            Ok(Some(verdict @ Verdict::Win(_))) => DECIDED + verdict.score(),
            Ok(Some(verdict @ Verdict::Loss(_))) => verdict.score() - DECIDED,
            _ => return self.evaluation.evaluate(game, state),
        };
        match state.to_move {
            Side::First => value,
            Side::Second => -value,
        }
    }

    fn rank(&self, game: &Crusher, state: &StateOf<Crusher>, mv: Move) -> i32 {
        self.evaluation.rank(game, state, mv)
    }
}
