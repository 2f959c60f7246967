//! Iterative deepening with aspiration windows: what a worker does at the root.

use super::alphabeta::{HORIZON, Window, Worker, proven_at};
use super::budget::Budget;
use super::score::{Evaluator, INFINITE, MAX_PLY, static_value};
use super::searcher::{Observer, Report};
use super::selective::{Node, reduction};
use crate::engine::{Game, StateOf};

/// Selective searches begin with exact iterations to this depth, so that no end within it is missed.
const EXACT_DEPTH: u32 = 2;

/// Half the width of the first aspiration window: a third of a piece, as evaluations go. It was
/// found to be the best width for Crusher.
const ASPIRATION_WIDTH: i32 = 30;

/// A move that can be made at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M, S> {
    pub(super) mv: M,
    pub(super) child: S,
    /// Whether it is unlikely to be best, however late it comes.
    pub(super) quiet: bool,
    /// Whether it leads back to a position of the past.
    pub(super) repeats: bool,
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
        let deepest = budget.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        // Only the last iteration counts when only the depth is limited. What is good two plies less
        // deep, with the same side to move at the end, is a better guess than what is good one less.
        let step = if budget.time.is_none() && budget.nodes.is_none() && budget.depth.is_some() {
            2
        } else {
            1
        };
        let shallowest = 1 + (deepest - 1) % step;
        // By odd and even depth: whose turn it is at the end makes a difference.
        let mut guesses = [None; 2];
        // There is nothing to think about, and no clock should be waited for.
        let forced = moves.len() == 1 && budget.time.is_some();
        for depth in (shallowest..=deepest).step_by(step as usize) {
            if moves.is_empty() || self.meter.stopped() {
                break;
            }
            let guess = &mut guesses[depth as usize % 2];
            self.aspiration_search(&mut moves, depth, *guess, &mut report, observer);
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

    /// One iteration with an aspiration window: finds the value and the best move at this depth,
    /// moves that to the front and reports it. A guess at the value narrows the window, which is widened until the value is
    /// found within.
    fn aspiration_search(
        &mut self,
        moves: &mut [RootMove<G::Move, StateOf<G>>],
        depth: u32,
        guess: Option<i32>,
        report: &mut Report<G::Move>,
        observer: Observer<'_, G::Move>,
    ) {
        let mut width = if guess.is_some() {
            ASPIRATION_WIDTH
        } else {
            INFINITE
        };
        let mut window = Window::around(guess.unwrap_or(0), width);
        while let Some((value, place)) = self.try_root_moves(moves, depth, window) {
            // Otherwise no move is known to be any good: the best so far stays the best.
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
            let wider = 2 * i64::from(width);
            width = wider.min(i64::from(INFINITE)) as i32;
            window = if value <= window.alpha {
                let lower = Window::around(value, width).alpha;
                Window {
                    alpha: lower,
                    beta: value + 1,
                }
            } else if value >= window.beta {
                let upper = Window::around(value, width).beta;
                Window {
                    alpha: value - 1,
                    beta: upper,
                }
            } else {
                break;
            };
            if self.meter.stopped() {
                break;
            }
        }
    }

    /// The moves of the root, the most promising first.
    pub(super) fn root_moves(
        &self,
        state: &StateOf<G>,
        past: &[u64],
    ) -> Vec<RootMove<G::Move, StateOf<G>>> {
        let mut moves = self.game.move_list(state);
        moves.sort_by_key(|&mv| -i64::from(self.evaluator.rank(self.game, state, mv)));
        moves
            .into_iter()
            .map(|mv| {
                let child = self.game.play(state, mv);
                let repeats = !past.is_empty() && past.contains(&self.game.hash(&child));
                let rank = self.evaluator.rank(self.game, state, mv);
                RootMove {
                    mv,
                    child,
                    quiet: self.evaluator.is_quiet(self.game, state, mv, rank),
                    repeats,
                }
            })
            .collect()
    }

    /// The best root move by its place, and its value; of those tried until the meter stopped.
    pub(super) fn try_root_moves(
        &mut self,
        moves: &[RootMove<G::Move, StateOf<G>>],
        depth: u32,
        mut window: Window,
    ) -> Option<(i32, usize)> {
        self.reach = 0;
        let mut best: Option<(i32, usize)> = None;
        for (place, root) in moves.iter().enumerate() {
            let first = best.is_none();
            let mut value = if self.shared.is_some() && depth > EXACT_DEPTH {
                let node = Node {
                    depth: depth - 1,
                    ply: 1,
                    window,
                };
                self.reach = HORIZON;
                self.try_child(
                    &root.child,
                    node,
                    reduction(depth, place, root.quiet),
                    first,
                )
            } else {
                self.search_child(&root.child, depth - 1, 1, window, first)
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
        let child = self.game.play(state, mv);
        let question = Window::null(score - 1);
        let value = self.search_child(&child, depth - 1, 1, question, true);
        value >= score && !self.meter.stopped()
    }
}
