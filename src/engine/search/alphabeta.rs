//! Principal variation search: alpha-beta that gives the first move of a position the full window,
//! and the others first a null window that only asks whether they are better. Values are fail-soft.
//!
//! The constant `EXACT` distinguishes two kinds of search. An exact search does not prune
//! speculatively, so at a fixed depth its value is that of plain [`minimax`](super::minimax()). The
//! other kind is [`selective`](super::selective).

use super::budget::Meter;
use super::ordering::{History, MoveStack, Refutations, refutation_bonus};
use super::score::{
    Ending, Evaluator, INFINITE, MAX_PLY, ending, from_root_to_node, loss_in, static_value, win_in,
};
use super::selective::{MIN_INTERNAL_REDUCTION, Pruning, reduction};
use super::table::{Bound, Entry, Reach, Table};
use crate::engine::{Game, StateOf, Status};
use std::hash::Hash;

/// The reach of a value that depends on a static evaluation.
pub(super) const HORIZON: u32 = u32::MAX;

/// Keeps the entries of selective searches apart from those of exact ones.
const SELECTIVE_KEY: u64 = 0x5e1e_c71f_e5ea_4c40;

/// The search window: values above `alpha` and below `beta` are exact, others are bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Creates the null window that asks whether a value is above `alpha`.
    pub(super) const fn null(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Creates the aspiration window around a value.
    pub(super) fn around(value: i32, width: i32) -> Self {
        Window {
            alpha: value.saturating_sub(width).max(-INFINITE),
            beta: value.saturating_add(width).min(INFINITE),
        }
    }

    pub(super) const fn negated(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether this is a null window.
    pub(super) const fn is_null_window(self) -> bool {
        self.alpha + 1 == self.beta
    }
}

/// A node to search: the remaining depth, the distance from the root, and the window.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
}

/// Statistics and buffers that a thread keeps between searches.
#[derive(Debug)]
pub(super) struct SearchState<M> {
    pub(super) history: History,
    pub(super) refutations: Refutations<M>,
    pub(super) stack: MoveStack<M>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<M>>,
}

impl<M: Copy + Eq + Hash> SearchState<M> {
    pub(super) fn new() -> Self {
        SearchState {
            history: History::new(),
            refutations: Refutations::new(),
            stack: MoveStack::new(),
            lines: Vec::new(),
        }
    }

    /// Returns the principal variation from a ply on.
    pub(super) fn line(&self, ply: u32) -> &[M] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Sets the line: this move, then the line of the next ply.
    pub(super) fn extend_line(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if let Some([line, rest]) = self.lines.get_mut(ply..ply + 2) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }
}

/// One search of the tree below a position.
pub(super) struct Worker<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a Table,
    pub(super) search_state: &'a mut SearchState<G::Move>,
    pub(super) meter: Meter<'a>,
    /// The ply of the furthest end of the game that the values seen so far depend on, or
    /// [`HORIZON`].
    pub(super) reach: u32,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        table: &'a Table,
        search_state: &'a mut SearchState<G::Move>,
        meter: Meter<'a>,
    ) -> Self {
        search_state.history.clear();
        search_state.refutations.clear();
        search_state.stack.clear();
        Worker {
            game,
            evaluator,
            table,
            search_state,
            meter,
            reach: 0,
        }
    }

    /// Returns the value of a move for the side that makes it. `child` is the position after it;
    /// the window of `node` is from the point of view of that side. All but the first move are
    /// searched with a null window first, and before that at a depth lower by `reduction`.
    pub(super) fn search_child<const EXACT: bool>(
        &mut self,
        child: &StateOf<G>,
        node: Node,
        reduction: u32,
        first: bool,
    ) -> i32 {
        let mut search = |depth, window: Window| {
            let window = window.negated();
            let node = Node {
                depth,
                window,
                ..node
            };
            let value = -self.search::<EXACT>(child, node);
            (value, self.meter.stopped())
        };
        let Window { alpha, beta } = node.window;
        if !first {
            let question = Window::null(alpha);
            let reduction = reduction.min(node.depth);
            if reduction > 0 {
                let (value, stopped) = search(node.depth - reduction, question);
                if value <= alpha || stopped {
                    return value;
                }
            }
            let (value, stopped) = search(node.depth, question);
            if value <= alpha || value >= beta || stopped {
                return value;
            }
        }
        search(node.depth, node.window).0
    }

    /// Returns the value of a position for the side to move: exact within the window, a bound
    /// outside it. Raises `reach`.
    ///
    /// The value is meaningless once the meter has stopped.
    pub(super) fn search<const EXACT: bool>(&mut self, state: &StateOf<G>, node: Node) -> i32 {
        let Node { depth, ply, window } = node;
        let status = self.game.status(state);
        if depth == 0 && !EXACT {
            return self.quiescence(state, status, ply, window);
        }
        self.meter.tick();
        if self.meter.stopped() {
            return 0;
        }
        if !window.is_null_window() {
            self.search_state.clear_line(ply);
        }
        if depth == 0 || status.is_over() || ply >= MAX_PLY {
            return self.leaf_value(state, status, ply);
        }
        // No win is quicker than one with the next move.
        if window.alpha >= win_in(ply + 1) {
            return window.alpha;
        }
        let outside = std::mem::replace(&mut self.reach, ply);
        let value = self.search_moves::<EXACT>(state, status, node);
        self.reach = self.reach.max(outside);
        value
    }

    /// Returns the value of an unfinished position, from the table if possible, else by trying its
    /// moves. Sets `reach` for this position alone.
    fn search_moves<const EXACT: bool>(
        &mut self,
        state: &StateOf<G>,
        status: Status,
        node: Node,
    ) -> i32 {
        let Node { depth, ply, window } = node;
        let kind = if EXACT { 0 } else { SELECTIVE_KEY };
        let key = self.game.hash_within(state, depth) ^ kind;
        // If the key includes the history, the best move for the same board with another history is
        // a good first guess.
        let board_key = self.game.board_hash(state).map(|key| !key ^ kind);
        let found = self.table.get(key);
        if let Some(entry) = &found
            && let Some(reach) = usable_reach::<EXACT>(entry, node, board_key.is_some())
            && let Some(value) = entry.value_within(window, ply)
        {
            self.reach = reach;
            return value;
        }
        let mut hash_move = found.and_then(|entry| entry.best);
        if hash_move.is_none() {
            hash_move = board_key.and_then(|key| self.table.get(key)?.best);
        }
        let pruning = if EXACT {
            Pruning::NONE
        } else {
            match self.pruning(state, node) {
                Ok(pruning) => pruning,
                Err(good_enough) => return good_enough,
            }
        };
        let mut inner = node;
        if !EXACT && hash_move.is_none() && depth >= MIN_INTERNAL_REDUCTION {
            inner.depth -= 1;
        }
        let best = self.best_move::<EXACT>(state, inner, hash_move, pruning);
        let Some((value, best)) = best else {
            // An unfinished game should have a move. If it has none, use the static value.
            return self.leaf_value(state, status, ply);
        };
        if self.meter.stopped() {
            return 0;
        }
        self.reach = self.reach.min(proven_at(value));
        let bound = Bound::of(value, window);
        let entry = Entry {
            value: from_root_to_node(value, ply),
            bound,
            reach: match self.reach {
                furthest if EXACT && furthest != HORIZON => Reach::Whole(furthest - ply),
                _ => Reach::Horizon(depth),
            },
            // If all moves fail low, the first is no better than the others.
            best: if bound == Bound::Upper {
                hash_move
            } else {
                Some(best)
            },
        };
        self.table.put(key, &entry);
        if let Some(key) = board_key
            && entry.best.is_some()
        {
            self.table.put(key, &entry);
        }
        value
    }

    /// Returns the value of a position that is not searched further. Raises `reach`.
    #[inline]
    fn leaf_value(&mut self, state: &StateOf<G>, status: Status, ply: u32) -> i32 {
        let reach = if status.is_over() { ply } else { HORIZON };
        self.reach = self.reach.max(reach);
        static_value(self.game, self.evaluator, state, status, ply)
    }

    /// Returns the best move of a position, by its place in the list of moves, and its value.
    fn best_move<const EXACT: bool>(
        &mut self,
        state: &StateOf<G>,
        node: Node,
        hash_move: Option<usize>,
        pruning: Pruning,
    ) -> Option<(i32, usize)> {
        let (game, evaluator) = (self.game, self.evaluator);
        let (depth, ply, mut window) = (node.depth, node.ply + 1, node.window);
        if depth == 1 && !window.is_null_window() {
            self.search_state.clear_line(ply);
        }
        let mut frame = self
            .search_state
            .stack
            .open(hash_move, |into| game.moves(state, into));
        let refutations = if EXACT {
            [None; 3]
        } else {
            self.search_state.refutations.at(node.ply)
        };
        let mut best: Option<(i32, usize)> = None;
        let mut tried = 0;
        loop {
            let SearchState { stack, history, .. } = &mut *self.search_state;
            let order_score = |mv| {
                let rank = evaluator.rank(game, state, mv);
                history.order_score(state.to_move, mv, rank) + refutation_bonus(&refutations, mv)
            };
            let Some((index, mv)) = stack.next(&mut frame, order_score) else {
                break;
            };
            let quiet = !EXACT && {
                let rank = History::rank_of(frame.last_score());
                evaluator.is_quiet(game, state, mv, rank)
            };
            if quiet
                && pruning.futile <= window.alpha
                && let Some((most, at)) = best
                && most > loss_in(MAX_PLY)
            {
                best = Some((most.max(pruning.futile), at));
                continue;
            }
            let value = if depth == 1 && EXACT {
                self.meter.tick();
                game.with_child(state, mv, |child, status| {
                    -self.leaf_value(child, status, ply)
                })
            } else if depth == 1 {
                game.with_child(state, mv, |child, status| {
                    -self.quiescence(child, status, ply, window.negated())
                })
            } else {
                let child = game.play(state, mv);
                if !EXACT {
                    self.search_state.refutations.enter(ply, Some(mv));
                }
                let node = Node {
                    depth: depth - 1,
                    ply,
                    window,
                };
                let reduction = if quiet && pruning.reduces {
                    reduction(depth, tried)
                } else {
                    0
                };
                self.search_child::<EXACT>(&child, node, reduction, best.is_none())
            };
            tried += 1;
            if self.meter.stopped() {
                break;
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
            if value >= window.beta {
                let SearchState { stack, history, .. } = &mut *self.search_state;
                let bonus = depth.min(30).pow(2) as i32;
                history.adjust(state.to_move, mv, bonus);
                for failed in stack.tried_before_last(&frame) {
                    history.adjust(state.to_move, failed, -bonus);
                }
                if quiet {
                    self.search_state.refutations.add(node.ply, mv);
                }
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                self.search_state.extend_line(node.ply, mv);
            }
        }
        self.search_state.stack.close(&frame);
        best
    }

    /// Returns the value of a position at the horizon: its static value, or more after a noisy
    /// move.
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

/// Returns the reach of a table entry, if the entry can replace a search of this node.
fn usable_reach<const EXACT: bool>(entry: &Entry, node: Node, has_past: bool) -> Option<u32> {
    match entry.reach {
        Reach::Whole(plies) if plies <= node.depth => Some(node.ply + plies),
        Reach::Horizon(plies) if EXACT && plies == node.depth => Some(HORIZON),
        Reach::Horizon(plies) if !EXACT && plies >= node.depth => {
            // A forced end further ahead may not exist with another history.
            let too_far = has_past
                && matches!(ending(entry.value), Some(Ending::WinIn(plies) | Ending::LossIn(plies)) if plies > node.depth);
            (node.window.is_null_window() && !too_far).then_some(HORIZON)
        }
        _ => None,
    }
}

/// Returns the ply of the forced end that a value means, or [`HORIZON`] if it means none. Every
/// search that gets there finds the same, see [`table`](super::table).
pub(super) fn proven_at(value: i32) -> u32 {
    match ending(value) {
        Some(Ending::WinIn(ply) | Ending::LossIn(ply)) => ply,
        None => HORIZON,
    }
}
