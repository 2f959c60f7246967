//! Selective search, for when time is limited: looks deeper where it matters and less deep
//! elsewhere, on guesses that are right far more often than wrong.
//!
//! | technique | what it does |
//! |---|---|
//! | quiescence | at the horizon goes on with [noisy moves](Evaluator::noisy_moves) until it is quiet |
//! | null move | if even [passing](Game::pass) is good enough, some move will be |
//! | futility | at the frontier, a position far above beta is good enough, and a quiet move far below alpha is not tried |
//! | late move reductions | moves late in the order are searched less deep, and again in full if they turn out well |
//! | internal reductions | a position without a hash move was not worth much so far, and is searched a ply less |
//!
//! A side that [must answer a threat](Evaluator::is_threatened) neither passes nor leaves out a move.
//! To extend its line was found to do harm, and so was leaving out all late moves at the frontier.
//!
//! What is claimed about wins and losses stays true: a pruned move counts as what the evaluator
//! says at least, so nobody is said to have lost before all moves were tried.

use super::alphabeta::{SearchState, Window, Worker};
use super::evaluator::Evaluator;
use super::history::{History, KILLER};
use super::minimax::{static_eval, static_value};
use super::score::{
    BEST_STATIC, Ending, MAX_PLY, ending, from_node_to_root, from_root_to_node, loss_in, win_in,
};
use super::shared_table::SharedTable;
use super::techniques::Techniques;
use super::transposition::{Bound, Entry, Reach};
use crate::engine::{Game, StateOf, Status};
use std::sync::LazyLock;

/// Nodes closer to the root than this are never cut short by the evaluator's opinion of a move, so
/// that no end within two plies is missed.
const FIRST_PRUNED_PLY: u32 = 3;

/// Natural logarithms of small numbers; a reduction is computed for nearly every move.
static LN: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).ln()));

/// A position of the tree, and how it is to be searched.
#[derive(Clone, Copy)]
struct Node<M> {
    depth: u32,
    ply: u32,
    window: Window,
    /// The move that led here; none after a pass.
    previous: Option<M>,
}

/// A move that may be searched less deep than the others.
#[derive(Clone, Copy)]
pub(super) struct Trial<M> {
    pub(super) mv: M,
    pub(super) depth: u32,
    pub(super) reduction: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
    pub(super) first: bool,
}

impl Techniques {
    /// How much less deep the move at this place of the order is searched.
    pub(super) fn reduction(&self, depth: u32, place: usize, quiet: bool) -> u32 {
        if !quiet || depth < 2 || place < self.unreduced as usize || self.reductions == 0 {
            return 0;
        }
        let ln = |number: usize| LN[number.min(LN.len() - 1)];
        (0.5 + ln(depth as usize) * ln(place) * f64::from(self.reductions) / 100.0) as u32
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a move for the side that makes it: reduced first, then verified in full.
    pub(super) fn try_child(&mut self, child: &StateOf<G>, trial: Trial<G::Move>) -> i32 {
        let Trial {
            mv,
            depth,
            reduction,
            ply,
            window,
            first,
        } = trial;
        let node = |depth, window: Window| Node {
            depth,
            ply,
            window: window.negated(),
            previous: Some(mv),
        };
        if !first {
            let question = Window::null(window.alpha);
            let reduction = reduction.min(depth);
            if reduction > 0 {
                let value = -self.visit(child, node(depth - reduction, question), true);
                if value <= window.alpha || self.meter.stopped() {
                    return value;
                }
            }
            let value = -self.visit(child, node(depth, question), true);
            if value <= window.alpha || value >= window.beta || self.meter.stopped() {
                return value;
            }
        }
        -self.visit(child, node(depth, window), true)
    }

    /// The value of a position for the side to move.
    fn visit(&mut self, state: &StateOf<G>, node: Node<G::Move>, may_pass: bool) -> i32 {
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
            Some(table) => self.visit_moves(table, state, node, may_pass),
            None => static_eval(self.game, self.evaluator, state),
        }
    }

    /// The same where the game goes on: out of the table if possible, else by trying the moves.
    fn visit_moves(
        &mut self,
        table: &SharedTable,
        state: &StateOf<G>,
        mut node: Node<G::Move>,
        may_pass: bool,
    ) -> i32 {
        let Node {
            depth, ply, window, ..
        } = node;
        let is_pv = !window.is_null_window();
        let key = self.game.hash_within(state, depth);
        let board_key = self.game.board_hash(state).map(|key| !key);
        let found = table.get(key);
        if let Some(entry) = &found
            && !is_pv
            && let Some(value) = cutoff(entry, depth, ply, window, board_key.is_some())
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
            if let Some(value) = self.good_enough(state, &node, estimate, may_pass) {
                return value;
            }
        }
        if self.meter.stopped() {
            return 0;
        }
        let internal = self.techniques.internal;
        if hash_move.is_none() && internal > 0 && depth >= internal {
            node.depth -= 1;
        }
        let Some((value, best)) = self.best_of_moves(state, node, hash_move, threatened, estimate)
        else {
            return static_eval(self.game, self.evaluator, state);
        };
        if self.meter.stopped() {
            return 0;
        }
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
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

    /// A value of at least beta for a position that is not worth a search: far above it as it
    /// stands, or even after a pass.
    fn good_enough(
        &mut self,
        state: &StateOf<G>,
        node: &Node<G::Move>,
        estimate: i32,
        may_pass: bool,
    ) -> Option<i32> {
        let Node {
            depth, ply, window, ..
        } = *node;
        let beta = window.beta;
        if estimate < beta || beta.abs() >= BEST_STATIC {
            return None;
        }
        let techniques = self.techniques;
        let margin = self.margin(techniques.static_margin, depth);
        if depth <= techniques.static_cutoff && estimate.saturating_sub(margin) >= beta {
            return Some(estimate);
        }
        if !may_pass || depth < 3 || techniques.null_move == 0 {
            return None;
        }
        let passed = self.game.pass(state)?;
        let less = 1 + techniques.null_move + depth / 4;
        let question = Node {
            depth: depth.saturating_sub(less),
            ply: ply + 1,
            window: Window::null(beta - 1).negated(),
            previous: None,
        };
        let value = -self.visit(&passed, question, false);
        // A win after a pass is no proof of one.
        (value >= beta && !self.meter.stopped()).then(|| value.min(BEST_STATIC))
    }

    /// Hundredths of a piece for each ply.
    fn margin(&self, hundredths: u32, depth: u32) -> i32 {
        self.evaluator.piece_value() * (hundredths * depth) as i32 / 100
    }

    /// The best move of a position, by its place in the list of moves, and its value.
    fn best_of_moves(
        &mut self,
        state: &StateOf<G>,
        node: Node<G::Move>,
        hash_move: Option<usize>,
        threatened: bool,
        estimate: i32,
    ) -> Option<(i32, usize)> {
        let (game, evaluator) = (self.game, self.evaluator);
        let Node {
            depth,
            ply,
            mut window,
            previous,
        } = node;
        let is_pv = !window.is_null_window();
        if depth == 1 && is_pv {
            self.search_state.clear_line(ply + 1);
        }
        let refutations = if self.techniques.killers > 0 {
            self.search_state.refutations.get(ply, previous)
        } else {
            [None; 3]
        };
        let may_prune = !is_pv && !threatened && ply >= FIRST_PRUNED_PLY;
        let techniques = self.techniques;
        let futile = estimate.saturating_add(self.margin(techniques.futility_margin, depth));
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
                let killer = if refutations.contains(&Some(mv)) {
                    KILLER
                } else {
                    0
                };
                history.order_score(state.to_move, mv, rank) + killer
            };
            let Some((index, mv)) = stack.next(&mut frame, order_score) else {
                break;
            };
            let quiet = evaluator.is_quiet(game, state, mv, History::rank_of(frame.last_score()));
            if may_prune
                && quiet
                && depth <= techniques.futility
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
                let trial = Trial {
                    mv,
                    depth: depth - 1,
                    reduction: techniques.reduction(depth, tried as usize, quiet && !threatened),
                    ply: ply + 1,
                    window,
                    first: best.is_none(),
                };
                self.try_child(&child, trial)
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
                if quiet {
                    self.search_state.refutations.put(ply, previous, mv);
                }
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
        if best >= window.beta
            || status.is_over()
            || self.techniques.quiescence == 0
            || ply >= MAX_PLY
        {
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

/// The value of a table entry, if it makes the search of the position unnecessary. A forced end that
/// lies further ahead than the depth may not be there with another past.
fn cutoff(entry: &Entry, depth: u32, ply: u32, window: Window, has_past: bool) -> Option<i32> {
    let too_far = match ending(entry.value) {
        Some(Ending::WinIn(plies) | Ending::LossIn(plies)) => has_past && plies > depth,
        None => false,
    };
    if entry.depth() < depth || too_far {
        return None;
    }
    let value = from_node_to_root(entry.value, ply);
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    enough.then_some(value)
}
