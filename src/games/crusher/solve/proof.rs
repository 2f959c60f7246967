//! Wins that hold under the history rule, proved by search with the solution as a guide.
//!
//! The solution knows nothing of the rule that no board may come again. A forbidden board can only
//! take moves away: from the loser, who is welcome to have fewer, or from the winner, who may need
//! them. So a verdict of the solution is not believed before it has been played through: a proof
//! is a tree with one move of the winner in each of its positions, legal in the game at hand and
//! the line so far, and with all legal replies. A side without a legal move has lost.
//!
//! The winner tries the moves that win by the solution, the quickest first. Where those are forbidden
//! or lead nowhere, slower ones are tried, so a line can be longer than the solution says. It ends
//! all the same, since no board comes again. Moves that win only because of the history are not tried:
//! what is proved is right, but not every win is found.

use super::small_board::{Pieces, pieces};
use super::{Solution, Verdict};
use crate::engine::player::Player;
use crate::engine::rng::mix;
use crate::engine::search::{
    Budget, Evaluator, MAX_PLY, Observer, Report, Searcher, loss_in, win_in,
};
use crate::engine::{Game, Side, StateOf, Status};
use crate::games::crusher::board::fewest_plies;
use crate::games::crusher::{Crusher, Evaluation, Layout, Move};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A forced win under the history rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub winner: Side,
    /// In how many plies at most.
    pub plies: u32,
    /// The move to make: the winner's next one in the proof, or the loser's longest defence. None
    /// if the game is over.
    pub best: Option<Move>,
    /// How many positions the search has visited.
    pub nodes: u64,
}

/// Searches for proofs.
#[derive(Clone, Copy, Debug)]
pub struct Prover<'a> {
    solution: &'a Solution,
    cancel: &'a AtomicBool,
    most_nodes: u64,
}

/// A search has taken too long.
struct OverLimit;

impl<'a> Prover<'a> {
    /// The default limit on the positions of a search: a moment's work.
    pub const MOST_NODES: u64 = 100_000;

    /// A prover with the usual limit; it also ends when `cancel` is set.
    #[must_use]
    pub const fn new(solution: &'a Solution, cancel: &'a AtomicBool) -> Self {
        Prover {
            solution,
            cancel,
            most_nodes: Self::MOST_NODES,
        }
    }

    /// The same with another limit.
    #[must_use]
    pub const fn with_limit(self, most_nodes: u64) -> Self {
        Prover { most_nodes, ..self }
    }

    /// Proves who wins in a game at hand, if that can be done within the limit. No answer means
    /// that nothing is known.
    ///
    /// A position of a proof can itself be proved, in fewer plies and with less work: a game that
    /// follows [`Proof::best`] never loses a proof it had.
    #[must_use]
    pub fn prove(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Proof> {
        if let Status::Won(winner) = game.status(state) {
            return Some(Proof {
                winner,
                plies: 0,
                best: None,
                nodes: 0,
            });
        }
        // An invented history is not a game.
        if game.size() != self.solution.size() || state.board.is_made_up() {
            return None;
        }
        let side = state.to_move;
        let seen = |layout: &Layout| pieces(game.hex(), layout, side);
        let earlier = state.board.open().map(|earlier| earlier.layout);
        let forbidden = earlier
            .map(|layout| seen(&layout).board_key(side))
            .collect();
        let here = seen(state.board.layout());
        let found = self.search(here, side, forbidden)?;
        let leads_there = |&mv: &Move| {
            let after = game.play(state, mv);
            Some(seen(after.board.layout())) == found.line.next
        };
        Some(Proof {
            winner: found.winner,
            plies: found.line.plies,
            best: game.move_list(state).into_iter().find(leads_there),
            nodes: found.nodes,
        })
    }

    /// The same in a game of small boards, given the boards of its past that could come again.
    pub(super) fn search(
        &self,
        here: Pieces,
        side: Side,
        mut forbidden: Vec<u64>,
    ) -> Option<Found> {
        let wins = match self.solution.of(here)? {
            Verdict::Win(_) => true,
            Verdict::Loss(_) => false,
            // Neither side wins by the solution, so neither has a proof of this kind.
            Verdict::Draw => return None,
        };
        forbidden.push(here.board_key(side));
        let mut search = Search {
            prover: self,
            forbidden,
            known: HashMap::new(),
            heights: HashMap::new(),
            nodes: 0,
        };
        let root = Node {
            here,
            side,
            open: 0,
        };
        let line = search.find(&root, wins).ok()?.line?;
        Some(Found {
            winner: if wins { side } else { side.other() },
            line,
            nodes: search.nodes,
        })
    }
}

/// A proof on small boards.
pub(super) struct Found {
    pub(super) winner: Side,
    pub(super) line: Line,
    nodes: u64,
}

/// The course of a proof from a position on.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// In how many plies at most the game ends.
    pub(super) plies: u32,
    /// The board after the next move, as the side that makes it sees it; none at the end.
    pub(super) next: Option<Pieces>,
}

impl Line {
    /// The game is over.
    pub(super) const END: Line = Line {
        plies: 0,
        next: None,
    };

    /// The same line with a move to this board before it.
    pub(super) const fn preceded_by(self, board: Pieces) -> Self {
        Line {
            plies: self.plies + 1,
            next: Some(board),
        }
    }
}

/// A position of a proof.
struct Node {
    here: Pieces,
    side: Side,
    /// Of the forbidden boards only those from here on have few enough pieces to come again.
    open: usize,
}

/// The result of the search from a position.
#[derive(Clone, Copy)]
struct Finding {
    /// The proof from there on, if there is one.
    line: Option<Line>,
    /// How many plies ahead the search has looked. Forbidden boards farther away did not
    /// matter.
    height: u32,
}

/// Everything that a finding depends on: where the pieces stand, seen by the side to move, and which of the
/// boards that may not come again are within its height.
type Key = (u64, u32, u64);

struct Search<'a> {
    prover: &'a Prover<'a>,
    /// The boards that may not come again: those of the game, then those of the line.
    forbidden: Vec<u64>,
    /// Earlier findings: the same position is reached in many ways.
    known: HashMap<Key, Option<Line>>,
    /// The heights of what is known about a position.
    heights: HashMap<u64, Vec<u32>>,
    nodes: u64,
}

impl Search<'_> {
    /// Looks for the proof from a position on.
    fn find(&mut self, node: &Node, winner_to_move: bool) -> Result<Finding, OverLimit> {
        if let Some(known) = self.recall(node) {
            return Ok(known);
        }
        self.nodes += 1;
        if self.nodes > self.prover.most_nodes || self.prover.cancel.load(Ordering::Relaxed) {
            return Err(OverLimit);
        }
        // What is hardest to answer comes first, for the winner the quickest win.
        let mut moves = self.moves(node);
        if winner_to_move {
            moves.retain(|(verdict, _)| matches!(verdict, Verdict::Loss(_)));
        }
        moves.sort_by_key(|(verdict, next)| (verdict.score(), *next));
        // The winner needs one proved move. The loser's moves must all be answered, and the longest
        // defence counts.
        let mut best = (!winner_to_move).then_some(Line::END);
        // Which moves are legal depends on boards that are one ply away.
        let mut height = 1;
        for (verdict, next) in moves {
            let after = self.after(node, verdict, next, !winner_to_move)?;
            height = height.max(after.height + 1);
            let line = after.line.map(|line| line.preceded_by(next));
            if line.is_some() == winner_to_move {
                best = line;
                break;
            }
            if line.is_some_and(|line| best.is_some_and(|best| line.plies > best.plies)) {
                best = line;
            }
        }
        let finding = Finding { line: best, height };
        self.remember(node, finding);
        Ok(finding)
    }

    /// Looks for the proof after a move to the board `next`, on which this is the solution's verdict.
    fn after(
        &mut self,
        node: &Node,
        verdict: Verdict,
        next: Pieces,
        winner_to_move: bool,
    ) -> Result<Finding, OverLimit> {
        let at_once = |line| Ok(Finding { line, height: 0 });
        match verdict {
            Verdict::Draw => return at_once(None),
            Verdict::Loss(0) => return at_once(Some(Line::END)),
            _ => {}
        }
        let length = self.forbidden.len();
        self.forbidden.push(next.board_key(node.side));
        let captures = next.enemy != node.here.enemy;
        let next = Node {
            here: next.swapped(),
            side: node.side.other(),
            open: if captures { length } else { node.open },
        };
        let finding = self.find(&next, winner_to_move);
        self.forbidden.truncate(length);
        finding
    }

    /// Returns the boards that legal moves lead to, as the side that moves sees them, and the
    /// solution's verdicts on the positions there.
    fn moves(&self, node: &Node) -> Vec<(Verdict, Pieces)> {
        let solution = self.prover.solution;
        let mut moves = Vec::with_capacity(32);
        let mut consider = |own, enemy| {
            let next = Pieces { own, enemy };
            if !self.forbidden[node.open..].contains(&next.board_key(node.side)) {
                // Without a verdict, too few pieces are left after a capture.
                let verdict = solution.of(next.swapped()).unwrap_or(Verdict::Loss(0));
                moves.push((verdict, next));
            }
        };
        let Pieces { own, enemy } = node.here;
        solution.board.quiet(own, enemy, |own| consider(own, enemy));
        solution.board.captures(own, enemy, &mut consider);
        moves
    }

    /// Returns an earlier finding about a position that holds with the boards forbidden now.
    fn recall(&self, node: &Node) -> Option<Finding> {
        let heights = self.heights.get(&node.here.board_key(Side::First))?;
        heights.iter().find_map(|&height| {
            let &line = self.known.get(&self.key(node, height))?;
            Some(Finding { line, height })
        })
    }

    fn remember(&mut self, node: &Node, finding: Finding) {
        let key = self.key(node, finding.height);
        self.known.insert(key, finding.line);
        let heights = self.heights.entry(key.0).or_default();
        if !heights.contains(&finding.height) {
            heights.push(finding.height);
        }
    }

    /// Returns the key of a finding of this height. A board is out of reach if more pieces stand elsewhere
    /// than can be moved in that many plies.
    fn key(&self, node: &Node, height: u32) -> Key {
        let Pieces { own, enemy } = node.here;
        let history = self.forbidden[node.open..]
            .iter()
            .map(|&board| Pieces::of_board(board, node.side))
            .filter(|board| {
                let elsewhere = [own & !board.own, enemy & !board.enemy].map(u32::count_ones);
                fewest_plies(elsewhere[0], elsewhere[1]) <= height
            })
            // In whatever order they came, and whichever colour is to move.
            .map(|board| mix(board.board_key(Side::First)))
            .fold(0, u64::wrapping_add);
        (node.here.board_key(Side::First), height, history)
    }
}

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

/// The report of a proof about a position in which `side` is to move.
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
