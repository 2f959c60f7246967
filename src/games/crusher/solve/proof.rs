//! Wins that hold under the history rule, proved by search with the solution as a guide.
//!
//! The solution knows nothing of the rule that no board may come again. A forbidden board can only
//! take moves away: from the loser, who is welcome to have fewer, or from the winner, who may need
//! them. So a verdict of the solution is not believed before it has been played through: a proof
//! is a tree with one move of the winner in each of its positions, legal in the game at hand and
//! the line so far, and with all legal replies. A side without a legal move has lost.
//!
//! The winner tries the moves that win by the solution, the quickest first. Their number of plies
//! falls with every ply, so every line ends. Moves that win only because of the history are not
//! tried: what is proved is right, but not every win is found.

use super::file::SolutionError;
use super::small_board::{Pieces, pieces};
use super::solution::Solution;
use super::verdict::Verdict;
use crate::engine::rng::mix;
use crate::engine::{Game, Side, StateOf, Status};
use crate::games::crusher::hash::fewest_plies;
use crate::games::crusher::{Crusher, Layout, Move};
use std::collections::HashMap;
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

/// Why a search ended without an answer.
enum Stop {
    /// It has taken too long.
    Limit,
    /// A verdict could not be read.
    Unreadable(SolutionError),
}

impl From<SolutionError> for Stop {
    fn from(error: SolutionError) -> Self {
        Stop::Unreadable(error)
    }
}

impl<'a> Prover<'a> {
    /// How many positions a search may visit unless somebody says otherwise: a moment's work.
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
    ///
    /// # Errors
    /// When the solution cannot be read.
    pub fn prove(
        &self,
        game: &Crusher,
        state: &StateOf<Crusher>,
    ) -> Result<Option<Proof>, SolutionError> {
        if let Status::Won(winner) = game.status(state) {
            return Ok(Some(Proof {
                winner,
                plies: 0,
                best: None,
                nodes: 0,
            }));
        }
        // A history that nobody can have played is nobody's game.
        if game.size() != self.solution.size() || state.board.is_made_up() {
            return Ok(None);
        }
        let side = state.to_move;
        let seen = |layout: &Layout| pieces(game.hex(), layout, side);
        let earlier = state.board.open().map(|earlier| earlier.layout);
        let forbidden = earlier
            .map(|layout| seen(&layout).board_key(side))
            .collect();
        let here = seen(state.board.layout());
        let Some(found) = self.search(here, side, forbidden)? else {
            return Ok(None);
        };
        let leads_there = |&mv: &Move| {
            let after = game.play(state, mv);
            Some(seen(after.board.layout())) == found.line.next
        };
        Ok(Some(Proof {
            winner: found.winner,
            plies: found.line.plies,
            best: game.move_list(state).into_iter().find(leads_there),
            nodes: found.nodes,
        }))
    }

    /// The same in a game of small boards, given the boards of its past that could come again.
    pub(super) fn search(
        &self,
        here: Pieces,
        side: Side,
        mut forbidden: Vec<u64>,
    ) -> Result<Option<Found>, SolutionError> {
        let (wins, plies) = match self.solution.of(here)? {
            Some(Verdict::Win(plies)) => (true, plies),
            Some(Verdict::Loss(plies)) => (false, plies),
            // Nobody wins by the solution, so nobody has a proof of this kind.
            Some(Verdict::Draw) | None => return Ok(None),
        };
        forbidden.push(here.board_key(side));
        let mut search = Search {
            prover: self,
            forbidden,
            known: HashMap::new(),
            nodes: 0,
        };
        let root = Node {
            here,
            side,
            plies,
            open: 0,
        };
        match search.line(&root, wins) {
            Err(Stop::Unreadable(error)) => Err(error),
            Err(Stop::Limit) | Ok(None) => Ok(None),
            Ok(Some(line)) => Ok(Some(Found {
                winner: if wins { side } else { side.other() },
                line,
                nodes: search.nodes,
            })),
        }
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
    /// In how many plies the game ends by the solution, and so in every line of the proof.
    plies: u32,
    /// Of the forbidden boards only those from here on have few enough pieces to come again.
    open: usize,
}

/// A legal move.
struct Choice {
    /// The board after it, as the side that makes it sees it.
    next: Pieces,
    captures: bool,
    /// The verdict of the solution on the position after it.
    verdict: Verdict,
}

/// What the future of a position depends on: where the pieces stand, seen by the side to move, and
/// which of the boards that may not come again are within reach.
type Key = (u64, u64);

struct Search<'a> {
    prover: &'a Prover<'a>,
    /// The boards that may not come again: those of the game, then those of the line.
    forbidden: Vec<u64>,
    /// What was found out before: the same position is reached in many ways.
    known: HashMap<Key, Option<Line>>,
    nodes: u64,
}

impl Search<'_> {
    /// The proof from a position on, if there is one.
    fn line(&mut self, node: &Node, winner_to_move: bool) -> Result<Option<Line>, Stop> {
        let key = self.key(node);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.nodes += 1;
        if self.nodes > self.prover.most_nodes || self.prover.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Limit);
        }
        let choices = self.choices(node)?;
        let line = if winner_to_move {
            self.quickest_win(node, choices)?
        } else {
            self.longest_defence(node, choices)?
        };
        self.known.insert(key, line);
        Ok(line)
    }

    /// The winner's first move that can be proved, if there is any.
    fn quickest_win(
        &mut self,
        node: &Node,
        mut choices: Vec<Choice>,
    ) -> Result<Option<Line>, Stop> {
        choices.retain(|choice| matches!(choice.verdict, Verdict::Loss(_)));
        choices.sort_by_key(|choice| (choice.verdict.score(), choice.next));
        for choice in choices {
            let after = match choice.verdict {
                Verdict::Loss(0) => Some(Line::END),
                _ => self.after(node, &choice, false)?,
            };
            if let Some(line) = after {
                return Ok(Some(line.preceded_by(choice.next)));
            }
        }
        Ok(None)
    }

    /// The loser's longest defence, if there is an answer to all of them.
    fn longest_defence(
        &mut self,
        node: &Node,
        mut choices: Vec<Choice>,
    ) -> Result<Option<Line>, Stop> {
        // What is hardest to answer comes first: if it has no answer, the rest is not looked at.
        choices.sort_by_key(|choice| (choice.verdict.score(), choice.next));
        let mut longest = Line::END;
        for choice in choices {
            let Some(line) = self.after(node, &choice, true)? else {
                return Ok(None);
            };
            if line.plies >= longest.plies {
                longest = line.preceded_by(choice.next);
            }
        }
        Ok(Some(longest))
    }

    /// The proof from the position after a move on.
    fn after(
        &mut self,
        node: &Node,
        choice: &Choice,
        winner_to_move: bool,
    ) -> Result<Option<Line>, Stop> {
        let (Verdict::Win(plies) | Verdict::Loss(plies)) = choice.verdict else {
            return Ok(None);
        };
        let length = self.forbidden.len();
        self.forbidden.push(choice.next.board_key(node.side));
        let next = Node {
            here: choice.next.swapped(),
            side: node.side.other(),
            plies,
            open: if choice.captures { length } else { node.open },
        };
        let line = self.line(&next, winner_to_move);
        self.forbidden.truncate(length);
        line
    }

    /// The legal moves of a position.
    fn choices(&self, node: &Node) -> Result<Vec<Choice>, SolutionError> {
        let solution = self.prover.solution;
        let forbidden = &self.forbidden[node.open..];
        let mut found = Ok(Vec::with_capacity(32));
        let mut consider = |next: Pieces, captures| {
            let Ok(choices) = &mut found else {
                return;
            };
            if forbidden.contains(&next.board_key(node.side)) {
                return;
            }
            match solution.of(next.swapped()) {
                Ok(verdict) => choices.push(Choice {
                    next,
                    captures,
                    // Without one, too few pieces are left after a capture.
                    verdict: verdict.unwrap_or(Verdict::Loss(0)),
                }),
                Err(error) => found = Err(error),
            }
        };
        let Pieces { own, enemy } = node.here;
        let board = &solution.board;
        board.quiet(own, enemy, |own| consider(Pieces { own, enemy }, false));
        board.captures(own, enemy, |own, enemy| {
            consider(Pieces { own, enemy }, true);
        });
        found
    }

    /// What the proof from a position on depends on. A board is out of reach if more pieces stand
    /// elsewhere than can be moved in the plies that are left.
    fn key(&self, node: &Node) -> Key {
        let Pieces { own, enemy } = node.here;
        let history = self.forbidden[node.open..]
            .iter()
            .map(|&board| Pieces::of_board(board, node.side))
            .filter(|board| {
                let elsewhere = [own & !board.own, enemy & !board.enemy].map(u32::count_ones);
                fewest_plies(elsewhere[0], elsewhere[1]) <= node.plies
            })
            // In whatever order they came, and whichever colour is to move.
            .map(|board| mix(board.board_key(Side::First)))
            .fold(0, u64::wrapping_add);
        (node.here.board_key(Side::First), history)
    }
}
