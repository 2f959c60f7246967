//! Solving a position: who wins when both sides play well.

use super::alphabeta::{HORIZON, Window};
use super::score::MAX_PLY;
use super::{Budget, Evaluator, Searcher};
use crate::engine::{Game, Side, StateOf, Status};
use std::sync::atomic::AtomicBool;

/// The game-theoretic value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Who wins; nobody if it is a draw.
    pub winner: Option<Side>,
    /// A move that brings that about; none if the game is over.
    pub best: Option<M>,
    /// How many positions were visited.
    pub nodes: u64,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Who wins when both sides play well, if that can be found within the budget.
    ///
    /// This plays every line out to the end of the game and searches two null windows only, whether
    /// the side to move can win and whether it can avoid losing: much faster than an unlimited
    /// [`search`](Searcher::search), which finds the quickest win. The evaluator only orders
    /// the moves. Fit for games that end; in others the budget must.
    pub fn solve(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        cancel: &AtomicBool,
    ) -> Option<Solution<G::Move>> {
        let over = |winner| {
            Some(Solution {
                winner,
                best: None,
                nodes: 0,
            })
        };
        match game.status(state) {
            Status::Won(side) => return over(Some(side)),
            Status::Draw => return over(None),
            Status::Playing => {}
        }
        let depth = budget.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        let mut worker = self.worker(game, budget, cancel);
        let moves = worker.root_moves(state, &[]);
        let mut answer = |alpha| {
            let (value, place) = worker.try_root_moves(&moves, depth, Window::null(alpha))?;
            let known = worker.reach != HORIZON && !worker.meter.stopped();
            known.then_some((value > alpha, moves[place].mv, worker.meter.nodes()))
        };
        let (wins, mv, nodes) = answer(0)?;
        if wins {
            return Some(Solution {
                winner: Some(state.to_move),
                best: Some(mv),
                nodes,
            });
        }
        let (holds, mv, nodes) = answer(-1)?;
        Some(Solution {
            winner: if holds {
                None
            } else {
                Some(state.to_move.other())
            },
            best: Some(mv),
            nodes,
        })
    }
}
