//! Iterative deepening with aspiration windows: the work of a thread at the root.

use super::alphabeta::{HORIZON, Node, Window, Worker, proven_at};
use super::budget::Budget;
use super::score::{Evaluator, INFINITE, static_value};
use super::searcher::{Observer, Report};
use super::selective::reduction;
use crate::engine::{Game, StateOf};

/// Selective searches begin with exact iterations to this depth, so that no end within it is missed.
const EXACT_DEPTH: u32 = 2;

/// Half the width of the first aspiration window: about a third of a piece, the best in matches of
/// Crusher.
const ASPIRATION_WIDTH: i32 = 30;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M, S> {
    pub(super) mv: M,
    child: S,
    /// Whether it is unlikely to be the best.
    quiet: bool,
    /// Whether it leads back to an earlier position.
    repeats: bool,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches to depth 1, then 2, and so on. The best move of one iteration is the first to be
    /// tried in the next, so even an unfinished iteration can only improve on it.
    pub(super) fn iterative_deepening(
        &mut self,
        state: &StateOf<G>,
        budget: &Budget,
        past: &[u64],
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut moves = self.root_moves(state, past);
        let mut report = Report {
            best: moves.first().map(|root| root.mv),
            score: static_value(self.game, self.evaluator, state, self.game.status(state), 0),
            depth: 0,
            nodes: 0,
            line: moves.iter().take(1).map(|root| root.mv).collect(),
            proven: moves.is_empty(),
        };
        let deepest = budget.deepest();
        // With only a depth limit, only the last iteration counts. The best move of the iteration
        // two plies before, with the same side to move at the leaves, is a better guess than that
        // of one ply before.
        let step = 1 + u32::from(*budget == Budget::depth(budget.depth.unwrap_or(0)));
        let shallowest = 1 + (deepest - 1) % step;
        // Indexed by the parity of the depth: the side to move at the leaves makes a difference.
        let mut guesses = [None; 2];
        // The only legal move needs no thinking.
        let forced = moves.len() == 1 && budget.time.is_some();
        for depth in (shallowest..=deepest).step_by(step as usize) {
            if moves.is_empty() || self.meter.stopped() {
                break;
            }
            let exact = budget.time.is_none() || depth <= EXACT_DEPTH;
            let guess = &mut guesses[depth as usize % 2];
            self.aspiration_search(&mut moves, depth, exact, *guess, &mut report, observer);
            if self.meter.stopped() {
                break;
            }
            *guess = Some(report.score);
            report.depth = depth;
            report.proven = self.reach != HORIZON;
            report.nodes = self.meter.nodes();
            observer(&report);
            if report.proven || forced {
                break;
            }
        }
        report.nodes = self.meter.nodes();
        report
    }

    /// Finds the value and the best move at this depth, moves that to the front and reports it.
    /// Starts with a narrow window around the expected value, and widens it until the value lies
    /// inside.
    fn aspiration_search(
        &mut self,
        moves: &mut [RootMove<G::Move, StateOf<G>>],
        depth: u32,
        exact: bool,
        guess: Option<i32>,
        report: &mut Report<G::Move>,
        observer: Observer<'_, G::Move>,
    ) {
        let mut width = guess.map_or(INFINITE, |_| ASPIRATION_WIDTH);
        let mut window = Window::around(guess.unwrap_or(0), width);
        while let Some((value, place)) = self.try_root_moves(moves, depth, exact, window) {
            // If all moves fail low, none is known to be good: keep the best move so far.
            if value > window.alpha {
                let changed = report.best.replace(moves[place].mv) != report.best;
                report.score = value;
                report.line.clear();
                report.line.extend_from_slice(self.search_state.line(0));
                moves[..=place].rotate_right(1);
                if changed {
                    report.nodes = self.meter.nodes();
                    observer(report);
                }
            }
            width = width.saturating_mul(2).min(INFINITE);
            let wider = Window::around(value, width);
            if value <= window.alpha {
                window = Window {
                    beta: value + 1,
                    ..wider
                };
            } else if value >= window.beta {
                window = Window {
                    alpha: value - 1,
                    ..wider
                };
            } else {
                break;
            }
            if self.meter.stopped() {
                break;
            }
        }
    }

    /// Returns the moves of the root, the most promising first.
    pub(super) fn root_moves(
        &self,
        state: &StateOf<G>,
        past: &[u64],
    ) -> Vec<RootMove<G::Move, StateOf<G>>> {
        let rank = |mv| self.evaluator.rank(self.game, state, mv);
        let mut moves = self.game.move_list(state);
        moves.sort_by_key(|&mv| std::cmp::Reverse(rank(mv)));
        let root = |mv| {
            let child = self.game.play(state, mv);
            RootMove {
                mv,
                quiet: self.evaluator.is_quiet(self.game, state, mv, rank(mv)),
                repeats: !past.is_empty() && past.contains(&self.game.hash(&child)),
                child,
            }
        };
        moves.into_iter().map(root).collect()
    }

    /// Returns the index and the value of the best root move, of those tried before the meter
    /// stopped.
    pub(super) fn try_root_moves(
        &mut self,
        moves: &[RootMove<G::Move, StateOf<G>>],
        depth: u32,
        exact: bool,
        mut window: Window,
    ) -> Option<(i32, usize)> {
        self.reach = 0;
        let mut best: Option<(i32, usize)> = None;
        for (place, root) in moves.iter().enumerate() {
            let node = Node {
                depth: depth - 1,
                ply: 1,
                window,
            };
            let first = best.is_none();
            let mut value = if exact {
                self.search_child::<true>(&root.child, node, 0, first)
            } else {
                self.reach = HORIZON;
                self.search_state.refutations.enter(1, Some(root.mv));
                let reduction = if root.quiet {
                    reduction(depth, place)
                } else {
                    0
                };
                self.search_child::<false>(&root.child, node, reduction, first)
            };
            if self.meter.stopped() {
                break;
            }
            if root.repeats {
                value = value.min(0);
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, place));
                if !window.is_null_window() {
                    self.search_state.extend_line(0, root.mv);
                }
            }
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        if let Some((value, _)) = best {
            self.reach = self.reach.min(proven_at(value));
            if value <= 0 && moves.iter().any(|root| root.repeats) {
                self.reach = HORIZON;
            }
        }
        best
    }

    /// Whether a move is worth at least `score` at this depth.
    pub(super) fn reaches(
        &mut self,
        state: &StateOf<G>,
        mv: G::Move,
        depth: u32,
        score: i32,
    ) -> bool {
        let node = Node {
            depth: depth - 1,
            ply: 1,
            window: Window::null(score - 1),
        };
        let child = self.game.play(state, mv);
        let value = self.search_child::<true>(&child, node, 0, true);
        value >= score && !self.meter.stopped()
    }
}
