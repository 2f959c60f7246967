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

/// A search has taken too long.
struct OverLimit;

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
        // A history that nobody can have played is nobody's game.
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
            // Nobody wins by the solution, so nobody has a proof of this kind.
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

/// A search that was not worth its time.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong;

/// Searches for the proof of one position after several pasts, and remembers all the time.
#[cfg(test)]
pub(super) fn proofs_after(
    solution: &Solution,
    (here, side): (Pieces, Side),
    pasts: &[Vec<u64>],
) -> Vec<Result<Option<Line>, TooLong>> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let verdict = solution.of(here).unwrap();
    let winner_to_move = matches!(verdict, Verdict::Win(_));
    let prover = Prover::new(solution, &NEVER).with_limit(1_000);
    let mut search = Search {
        prover: &prover,
        forbidden: Vec::new(),
        known: HashMap::new(),
        heights: HashMap::new(),
        nodes: 0,
    };
    let root = Node {
        here,
        side,
        open: 0,
    };
    let proof = |past: &Vec<u64>| {
        search.nodes = 0;
        search.forbidden.clone_from(past);
        search.forbidden.push(here.board_key(side));
        let found = search.find(&root, winner_to_move);
        found.map(|finding| finding.line).map_err(|_| TooLong)
    };
    pasts.iter().map(proof).collect()
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

/// A legal move.
struct Choice {
    /// The board after it, as the side that makes it sees it.
    next: Pieces,
    captures: bool,
    /// The verdict of the solution on the position after it.
    verdict: Verdict,
}

/// What was found out about a position.
#[derive(Clone, Copy)]
struct Finding {
    /// The proof from there on, if there is one.
    line: Option<Line>,
    /// How many plies ahead the search has looked. A forbidden board that is farther away had no say
    /// in it.
    height: u32,
}

impl Finding {
    /// What needs no search.
    const fn at_once(line: Option<Line>) -> Self {
        Finding { line, height: 0 }
    }
}

/// What a finding depends on: where the pieces stand, seen by the side to move, and which of the
/// boards that may not come again are within its height.
type Key = (u64, u32, u64);

struct Search<'a> {
    prover: &'a Prover<'a>,
    /// The boards that may not come again: those of the game, then those of the line.
    forbidden: Vec<u64>,
    /// What was found out before: the same position is reached in many ways.
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
        let choices = self.choices(node);
        let finding = if winner_to_move {
            self.quickest_win(node, choices)?
        } else {
            self.longest_defence(node, choices)?
        };
        self.remember(node, finding);
        Ok(finding)
    }

    /// The winner's first move that can be proved, if there is any.
    fn quickest_win(
        &mut self,
        node: &Node,
        mut choices: Vec<Choice>,
    ) -> Result<Finding, OverLimit> {
        choices.retain(|choice| matches!(choice.verdict, Verdict::Loss(_)));
        choices.sort_by_key(|choice| (choice.verdict.score(), choice.next));
        // Which moves are legal depends on boards that are one ply away.
        let mut height = 1;
        for choice in choices {
            let after = match choice.verdict {
                Verdict::Loss(0) => Finding::at_once(Some(Line::END)),
                _ => self.after(node, &choice, false)?,
            };
            height = height.max(after.height + 1);
            if let Some(line) = after.line {
                let line = Some(line.preceded_by(choice.next));
                return Ok(Finding { line, height });
            }
        }
        Ok(Finding { line: None, height })
    }

    /// The loser's longest defence, if there is an answer to all of them.
    fn longest_defence(
        &mut self,
        node: &Node,
        mut choices: Vec<Choice>,
    ) -> Result<Finding, OverLimit> {
        // What is hardest to answer comes first: if it has no answer, the rest is not looked at.
        choices.sort_by_key(|choice| (choice.verdict.score(), choice.next));
        let mut longest = Line::END;
        let mut height = 1;
        for choice in choices {
            let after = self.after(node, &choice, true)?;
            height = height.max(after.height + 1);
            let Some(line) = after.line else {
                return Ok(Finding { line: None, height });
            };
            if line.plies >= longest.plies {
                longest = line.preceded_by(choice.next);
            }
        }
        let line = Some(longest);
        Ok(Finding { line, height })
    }

    /// Looks for the proof from the position after a move on.
    fn after(
        &mut self,
        node: &Node,
        choice: &Choice,
        winner_to_move: bool,
    ) -> Result<Finding, OverLimit> {
        if choice.verdict == Verdict::Draw {
            return Ok(Finding::at_once(None));
        }
        let length = self.forbidden.len();
        self.forbidden.push(choice.next.board_key(node.side));
        let next = Node {
            here: choice.next.swapped(),
            side: node.side.other(),
            open: if choice.captures { length } else { node.open },
        };
        let finding = self.find(&next, winner_to_move);
        self.forbidden.truncate(length);
        finding
    }

    /// The legal moves of a position.
    fn choices(&self, node: &Node) -> Vec<Choice> {
        let solution = self.prover.solution;
        let forbidden = &self.forbidden[node.open..];
        let mut found = Vec::with_capacity(32);
        let mut consider = |next: Pieces, captures| {
            if forbidden.contains(&next.board_key(node.side)) {
                return;
            }
            found.push(Choice {
                next,
                captures,
                // Without one, too few pieces are left after a capture.
                verdict: solution.of(next.swapped()).unwrap_or(Verdict::Loss(0)),
            });
        };
        let Pieces { own, enemy } = node.here;
        let board = &solution.board;
        board.quiet(own, enemy, |own| consider(Pieces { own, enemy }, false));
        board.captures(own, enemy, |own, enemy| {
            consider(Pieces { own, enemy }, true);
        });
        found
    }

    /// What was found out before about a position, if that holds with the boards that are forbidden
    /// now.
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

    /// What a finding of this height depends on. A board is out of reach if more pieces stand elsewhere
    /// than can be moved in so many plies.
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
