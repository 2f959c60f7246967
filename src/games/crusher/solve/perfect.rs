//! The player that has the solution of the game.

use super::proof::{Proof, Prover};
use super::solution::Solution;
use super::verdict::Verdict;
use crate::engine::player::Player;
use crate::engine::search::{
    Budget, Evaluator, MAX_PLY, Observer, Report, Searcher, loss_in, win_in,
};
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
        if let Some(proof) = proof {
            return proof.best.map(|best| report(&proof, best, state.to_move));
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

/// What a proof says about a position in which `side` is to move.
fn report(proof: &Proof, best: Move, side: Side) -> Report<Move> {
    let plies = proof.plies.min(MAX_PLY);
    Report {
        score: if proof.winner == side {
            win_in(plies)
        } else {
            loss_in(plies)
        },
        nodes: proof.nodes,
        proven: true,
        ..Report::unsearched(best)
    }
}

/// Evaluates positions by the verdicts of a solution, and draws by what can be seen
/// on the board.
struct Guided<'a> {
    solution: &'a Solution,
    evaluation: Evaluation,
}

impl Evaluator<Crusher> for Guided<'_> {
    fn evaluate(&self, game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        /// More than the evaluation ever says.
        const DECIDED: i32 = 100_000;
        let value = match self.solution.verdict(game, state) {
            Some(verdict @ Verdict::Win(_)) => DECIDED + verdict.score(),
            Some(verdict @ Verdict::Loss(_)) => verdict.score() - DECIDED,
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
