//! Selective search, for when time is limited: looks deeper where it matters and less deep
//! elsewhere, on guesses that are right far more often than wrong.
//!
//! | technique | what it does |
//! |---|---|
//! | quiescence | at the horizon goes on with [noisy moves](Evaluator::noisy_moves) until it is quiet |
//! | static cutoff | near the horizon, a position far above beta is good enough as it stands |
//! | futility | at the frontier, a quiet move far below alpha is not tried |
//! | late move reductions | moves late in the order are searched less deep, and again in full if they turn out well |
//!
//! A side that [must answer a threat](Evaluator::is_threatened) leaves out no move. `docs/figures.md`
//! lists what was tried and gained nothing.
//!
//! Claims about wins and losses stay true: a pruned move counts as what the evaluator says at least,
//! so no side is said to have lost before all its moves were tried.

use super::alphabeta::{SearchState, Window, Worker};
use super::ordering::History;
use super::score::{
    BEST_STATIC, Ending, Evaluator, MAX_PLY, ending, from_root_to_node, loss_in, static_eval,
    static_value, win_in,
};
use super::table::{Bound, Entry, Reach, Table};
use crate::engine::{Game, StateOf, Status};
use std::sync::LazyLock;

/// The depth up to which a position can be good enough as it stands: by a piece for each ply.
const STATIC_CUTOFF: u32 = 3;

/// The depth up to which quiet moves are left out that are too bad by a piece for each ply.
const FUTILITY: u32 = 2;

/// How strongly late moves are reduced.
const REDUCTIONS: f64 = 0.5;

/// How many moves of a position are never reduced.
const UNREDUCED: usize = 4;

/// Nodes closer to the root than this are never cut short by the evaluator's opinion of a move, so
/// that no end within two plies is missed.
const FIRST_PRUNED_PLY: u32 = 3;

/// Natural logarithms of small numbers; a reduction is computed for nearly every move.
static LN: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).ln()));

/// A position of the tree, and how it is to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
}

/// How much less deep the move at this place of the order is searched.
pub(super) fn reduction(depth: u32, place: usize, quiet: bool) -> u32 {
    if !quiet || depth < 2 || place < UNREDUCED {
        return 0;
    }
    let ln = |number: usize| LN[number.min(LN.len() - 1)];
    (0.5 + ln(depth as usize) * ln(place) * REDUCTIONS) as u32
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a move for the side that makes it, after which `node` is reached; its window is
    /// that of the side that moves. All but the first move are searched reduced and with a null
    /// window first, then verified in full.
    pub(super) fn try_child(
        &mut self,
        child: &StateOf<G>,
        node: Node,
        reduction: u32,
        first: bool,
    ) -> i32 {
        let Node { depth, ply, window } = node;
        let mut visit = |depth, window: Window| {
            let window = window.negated();
            let value = -self.visit(child, Node { depth, ply, window });
            (value, self.meter.stopped())
        };
        if !first {
            let question = Window::null(window.alpha);
            let reduction = reduction.min(depth);
            if reduction > 0 {
                let (value, stopped) = visit(depth - reduction, question);
                if value <= window.alpha || stopped {
                    return value;
                }
            }
            let (value, stopped) = visit(depth, question);
            if value <= window.alpha || value >= window.beta || stopped {
                return value;
            }
        }
        visit(depth, window).0
    }

    /// The value of a position for the side to move.
    fn visit(&mut self, state: &StateOf<G>, node: Node) -> i32 {
        let status = self.game.status(state);
        if node.depth == 0 {
            return self.quiescence(state, status, node.ply, node.window);
        }
        self.meter.tick();
        if self.meter.stopped() {
            return 0;
        }
        if !node.window.is_null_window() {
            self.search_state.clear_line(node.ply);
        }
        if status.is_over() || node.ply >= MAX_PLY {
            return static_value(self.game, self.evaluator, state, status, node.ply);
        }
        // Nothing can come sooner than a win with the next move.
        if node.window.alpha >= win_in(node.ply + 1) {
            return node.window.alpha;
        }
        match self.shared {
            Some(table) => self.visit_moves(table, state, node),
            None => static_eval(self.game, self.evaluator, state),
        }
    }

    /// The same where the game goes on: out of the table if possible, else by trying the moves.
    fn visit_moves(&mut self, table: &Table, state: &StateOf<G>, node: Node) -> i32 {
        let Node { depth, ply, window } = node;
        let is_pv = !window.is_null_window();
        let key = self.game.hash_within(state, depth);
        let board_key = self.game.board_hash(state).map(|key| !key);
        let found = table.get(key);
        if let Some(entry) = &found
            && !is_pv
            && is_deep_enough(entry, depth, board_key.is_some())
            && let Some(value) = entry.value_within(window, ply)
        {
            return value;
        }
        let mut hash_move = found.and_then(|entry| entry.best);
        if hash_move.is_none() {
            hash_move = board_key.and_then(|key| table.get(key)?.best);
        }
        let threatened = self.evaluator.is_threatened(self.game, state);
        let mut estimate = -BEST_STATIC;
        if !is_pv && !threatened {
            estimate = static_eval(self.game, self.evaluator, state);
            let too_good = estimate.saturating_sub(self.margin(depth)) >= window.beta;
            if depth <= STATIC_CUTOFF && too_good && window.beta.abs() < BEST_STATIC {
                return estimate;
            }
        }
        let Some((value, best)) = self.best_of_moves(state, node, hash_move, threatened, estimate)
        else {
            return static_eval(self.game, self.evaluator, state);
        };
        if self.meter.stopped() {
            return 0;
        }
        let bound = Bound::of(value, window);
        let entry = Entry {
            value: from_root_to_node(value, ply),
            bound,
            reach: Reach::Horizon(depth),
            // Where every move fails, the first to do so says nothing.
            best: if bound == Bound::Upper {
                hash_move
            } else {
                Some(best)
            },
        };
        table.put(key, &entry);
        if let Some(key) = board_key
            && entry.best.is_some()
        {
            table.put(key, &entry);
        }
        value
    }

    /// A piece for each ply.
    fn margin(&self, depth: u32) -> i32 {
        self.evaluator.piece_value() * depth as i32
    }

    /// The best move of a position, by its place in the list of moves, and its value.
    fn best_of_moves(
        &mut self,
        state: &StateOf<G>,
        node: Node,
        hash_move: Option<usize>,
        threatened: bool,
        estimate: i32,
    ) -> Option<(i32, usize)> {
        let (game, evaluator) = (self.game, self.evaluator);
        let Node {
            depth,
            ply,
            mut window,
        } = node;
        let is_pv = !window.is_null_window();
        if depth == 1 && is_pv {
            self.search_state.clear_line(ply + 1);
        }
        let may_prune = depth <= FUTILITY && !is_pv && !threatened && ply >= FIRST_PRUNED_PLY;
        let futile = estimate.saturating_add(self.margin(depth));
        let mut frame = self
            .search_state
            .stack
            .open(hash_move, |into| game.moves(state, into));
        let mut best: Option<(i32, usize)> = None;
        let mut tried = 0;
        loop {
            let SearchState { stack, history, .. } = &mut *self.search_state;
            let order_score = |mv| {
                let rank = evaluator.rank(game, state, mv);
                history.order_score(state.to_move, mv, rank)
            };
            let Some((index, mv)) = stack.next(&mut frame, order_score) else {
                break;
            };
            let quiet = evaluator.is_quiet(game, state, mv, History::rank_of(frame.last_score()));
            if may_prune
                && quiet
                && futile <= window.alpha
                && let Some((most, at)) = best
                && most > loss_in(MAX_PLY)
            {
                best = Some((most.max(futile), at));
                continue;
            }
            let value = if depth == 1 {
                game.with_child(state, mv, |child, status| {
                    -self.quiescence(child, status, ply + 1, window.negated())
                })
            } else {
                let child = game.play(state, mv);
                let node = Node {
                    depth: depth - 1,
                    ply: ply + 1,
                    window,
                };
                let reduction = reduction(depth, tried, quiet && !threatened);
                self.try_child(&child, node, reduction, best.is_none())
            };
            tried += 1;
            if self.meter.stopped() {
                break;
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
            if value >= window.beta {
                self.update_history(state.to_move, depth, mv, &frame);
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                self.search_state.extend_line(ply, mv);
            }
        }
        self.search_state.stack.close(&frame);
        best
    }

    /// The value of a position at the horizon: as it stands, or better after noisy moves.
    fn quiescence(
        &mut self,
        state: &StateOf<G>,
        status: Status,
        ply: u32,
        mut window: Window,
    ) -> i32 {
        self.meter.tick();
        if self.meter.stopped() {
            return 0;
        }
        let (game, evaluator) = (self.game, self.evaluator);
        let mut best = static_value(game, evaluator, state, status, ply);
        if best >= window.beta || status.is_over() || ply >= MAX_PLY {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let mut frame = self
            .search_state
            .stack
            .open(None, |into| evaluator.noisy_moves(game, state, into));
        loop {
            let rank = |mv| evaluator.rank(game, state, mv);
            let Some((_, mv)) = self.search_state.stack.next(&mut frame, rank) else {
                break;
            };
            let value = game.with_child(state, mv, |child, status| {
                -self.quiescence(child, status, ply + 1, window.negated())
            });
            if self.meter.stopped() {
                break;
            }
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.search_state.stack.close(&frame);
        best
    }
}

/// Whether a table entry answers a search of this depth. A forced end that lies further ahead may
/// not be there with another past.
fn is_deep_enough(entry: &Entry, depth: u32, has_past: bool) -> bool {
    let too_far = match ending(entry.value) {
        Some(Ending::WinIn(plies) | Ending::LossIn(plies)) => has_past && plies > depth,
        None => false,
    };
    matches!(entry.reach, Reach::Horizon(plies) if plies >= depth) && !too_far
}
