//! Wins that hold under the history rule, proved by search with the solution as a guide.
//!
//! The solution ignores the rule that no board can be repeated. That rule can only forbid moves: of
//! the loser, which does not help, or of the winner, who may need them. So a win is searched before
//! it is claimed. A proof is a tree with one move of the winner in each of its positions, legal
//! after the moves so far, and with all legal replies. A side without a legal move has lost.
//!
//! The winner tries the moves that win by the solution, the quickest first. If those are forbidden or
//! fail, it tries slower ones, so a line can be longer than the solution says, but it ends, since no
//! board is repeated. Moves that win only because of the history are not tried: every proof is right,
//! but not every win is found.

use super::{Solution, Verdict};
use crate::engine::player::Player;
use crate::engine::search::{
    Budget, Evaluator, MAX_PLY, Observer, Report, Searcher, loss_in, win_in,
};
use crate::engine::{Game, Side, StateOf, Status};
use crate::games::crusher::board::{board_hash, hash_in_reach};
use crate::games::crusher::{Crusher, Evaluation, Move};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A forced win under the history rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The winner.
    pub winner: Side,
    /// The maximum number of plies to the end.
    pub plies: u32,
    /// The move to make: the winner's next one in the proof, or the loser's longest defence. None
    /// if the game is over.
    pub best: Option<Move>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Searches for proofs.
#[derive(Clone, Copy, Debug)]
pub struct Prover<'a> {
    solution: &'a Solution,
    cancel: &'a AtomicBool,
    max_nodes: u64,
}

impl<'a> Prover<'a> {
    /// The default limit on the positions of a search: a fraction of a second.
    pub const MAX_NODES: u64 = 100_000;

    /// Creates a prover with the default limit; it also ends when `cancel` is set.
    #[must_use]
    pub const fn new(solution: &'a Solution, cancel: &'a AtomicBool) -> Self {
        Prover {
            solution,
            cancel,
            max_nodes: Self::MAX_NODES,
        }
    }

    /// Sets the limit.
    #[must_use]
    pub const fn with_limit(self, max_nodes: u64) -> Self {
        Prover { max_nodes, ..self }
    }

    /// Proves the winner of a position of the solved game; `None` if that exceeds the limit or
    /// there is no proof.
    ///
    /// Every later position of a proof can be proved too, in fewer plies and with less work, so a game
    /// that follows [`Proof::best`] keeps its proof.
    #[must_use]
    pub fn prove(&self, state: &StateOf<Crusher>) -> Option<Proof> {
        if let Status::Won(winner) = self.solution.game.status(state) {
            return Some(Proof {
                winner,
                plies: 0,
                best: None,
                nodes: 0,
            });
        }
        // The history is not that of a game.
        if state.board.made_up {
            return None;
        }
        let wins = match self.solution.verdict(state)? {
            Verdict::Win(_) => true,
            Verdict::Loss(_) => false,
            // Neither side wins by the solution, so neither has a proof of this kind.
            Verdict::Draw => return None,
        };
        let mut search = Search {
            prover: self,
            known: HashMap::new(),
            heights: HashMap::new(),
            nodes: 0,
        };
        let found = search.find(state, wins)?;
        let side = state.to_move;
        Some(Proof {
            winner: if wins { side } else { side.other() },
            plies: found.plies?,
            best: found.best,
            nodes: search.nodes,
        })
    }
}

/// The result of the search from a position.
#[derive(Clone, Copy)]
struct Finding {
    /// The maximum number of plies to the end, if proved.
    plies: Option<u32>,
    /// The next move; `None` at the end.
    best: Option<Move>,
    /// The depth of the search. Forbidden boards farther away did not matter.
    height: u32,
}

struct Search<'a> {
    prover: &'a Prover<'a>,
    /// Earlier findings, by their height and the hash of everything they depend on.
    known: HashMap<(u64, u32), Finding>,
    /// The heights of the findings about a board.
    heights: HashMap<u64, Vec<u32>>,
    nodes: u64,
}

impl Search<'_> {
    /// Searches for a proof. `None` if the search gave up.
    fn find(&mut self, state: &StateOf<Crusher>, winner_to_move: bool) -> Option<Finding> {
        let known = self.recall(state);
        if known.is_some() {
            return known;
        }
        self.nodes += 1;
        if self.nodes > self.prover.max_nodes || self.prover.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let solution = self.prover.solution;
        let moves = solution.game.move_list(state).into_iter();
        let mut moves: Vec<_> = moves
            .filter_map(|mv| {
                let next = solution.game.play(state, mv);
                Some((solution.verdict(&next)?, mv, next))
            })
            .filter(|(verdict, ..)| !winner_to_move || matches!(verdict, Verdict::Loss(_)))
            .collect();
        // The best move first: for the winner, the quickest win.
        let pieces = |next: &StateOf<Crusher>| next.board.layout().of(state.to_move);
        moves.sort_by_key(|(verdict, _, next)| (verdict.score(), pieces(next)));
        // The winner needs one proved move. The loser's moves must all be answered, and the longest
        // defence counts. Which moves are legal depends on boards that are one ply away.
        let mut found = Finding {
            plies: (!winner_to_move).then_some(0),
            best: None,
            height: 1,
        };
        for (verdict, mv, next) in moves {
            let (plies, height) = if verdict == Verdict::Loss(0) {
                (Some(0), 0)
            } else {
                let after = self.find(&next, !winner_to_move)?;
                (after.plies, after.height)
            };
            found.height = found.height.max(height + 1);
            let plies = plies.map(|plies| plies + 1);
            let settled = plies.is_some() == winner_to_move;
            if settled || plies > found.plies {
                (found.plies, found.best) = (plies, Some(mv));
            }
            if settled {
                break;
            }
        }
        let key = (hash_in_reach(state, found.height), found.height);
        self.known.insert(key, found);
        let heights = self.heights.entry(board_hash(state)).or_default();
        if !heights.contains(&found.height) {
            heights.push(found.height);
        }
        Some(found)
    }

    /// Returns an earlier finding about a position that holds with the boards forbidden now.
    fn recall(&self, state: &StateOf<Crusher>) -> Option<Finding> {
        let heights = self.heights.get(&board_hash(state))?;
        let mut keys = heights
            .iter()
            .map(|&height| (hash_in_reach(state, height), height));
        keys.find_map(|key| self.known.get(&key)).copied()
    }
}

/// The search depth where nothing is proved.
const DEPTH: u32 = 4;

/// A player of the solved game: plays proved wins, delays proved losses, and otherwise searches with
/// the solution as its evaluation.
#[derive(Clone, Debug)]
pub struct Perfect {
    solution: Arc<Solution>,
}

impl Perfect {
    /// Creates a player with this solution.
    #[must_use]
    pub const fn new(solution: Arc<Solution>) -> Self {
        Perfect { solution }
    }
}

impl Player<Crusher> for Perfect {
    fn analyse(
        &mut self,
        game: &Crusher,
        state: &StateOf<Crusher>,
        cancel: &AtomicBool,
        observer: Observer<'_, Move>,
    ) -> Option<Report<Move>> {
        if let Some(proof) = Prover::new(&self.solution, cancel).prove(state) {
            let plies = proof.plies.min(MAX_PLY);
            let wins = proof.winner == state.to_move;
            return Some(Report {
                score: if wins { win_in(plies) } else { loss_in(plies) },
                nodes: proof.nodes,
                proven: true,
                ..Report::unsearched(proof.best?)
            });
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

/// Evaluates positions by the verdicts of a solution, and draws by the features of the board.
struct Guided<'a> {
    solution: &'a Solution,
    evaluation: Evaluation,
}

impl Evaluator<Crusher> for Guided<'_> {
    fn evaluate(&self, game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        let score = self.solution.verdict(state).map_or(0, Verdict::score);
        match state.to_move {
            _ if score == 0 => self.evaluation.evaluate(game, state),
            // Larger than any evaluation.
            Side::First => 100 * score,
            Side::Second => -100 * score,
        }
    }

    fn rank(&self, game: &Crusher, state: &StateOf<Crusher>, mv: Move) -> i32 {
        self.evaluation.rank(game, state, mv)
    }
}
