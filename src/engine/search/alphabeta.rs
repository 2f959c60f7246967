//! Principal variation search: alpha-beta that gives the first move of a position the full window,
//! and the others first a null window that only asks whether they are better.
//!
//! Everything is fail-soft, and no unsound pruning is done, so at a fixed depth the value is that of
//! plain [`minimax`](super::minimax()).

use super::budget::Meter;
use super::ordering::{Frame, HashMoves, History, MoveStack};
use super::score::{
    Ending, Evaluator, INFINITE, ending, from_root_to_node, static_eval, static_value, win_in,
};
use super::table::{Bound, Entry, Reach, Table};
use crate::engine::{Game, Side, StateOf, Status};

/// The reach of a value that rests on an evaluation somewhere.
pub(super) const HORIZON: u32 = u32::MAX;

/// The search window: values above `alpha` and below `beta` are exact, others are bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The null window that asks whether a value is above `alpha`.
    pub(super) const fn null(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The aspiration window around a value.
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

/// Table, statistics and buffers that a thread keeps from one search to the next.
#[derive(Debug)]
pub(super) struct SearchState<M> {
    /// The table of exact searches.
    pub(super) table: Table,
    pub(super) history: History,
    hash_moves: HashMoves,
    pub(super) stack: MoveStack<M>,
    /// By ply, the principal variation from there on.
    lines: Vec<Vec<M>>,
}

impl<M: Copy> SearchState<M> {
    pub(super) fn new(table_bits: u32) -> Self {
        SearchState {
            table: Table::growing(table_bits),
            history: History::new(),
            hash_moves: HashMoves::default(),
            stack: MoveStack::new(),
            lines: Vec::new(),
        }
    }

    /// Forgets everything about positions.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.hash_moves = HashMoves::default();
    }

    /// Forgets what only one search is about.
    pub(super) fn forget_search(&mut self) -> &mut Self {
        self.history.clear();
        self.stack.clear();
        self
    }

    /// The principal variation from a ply on.
    pub(super) fn line(&self, ply: u32) -> &[M] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Puts a move before the line of the next ply.
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
    pub(super) search_state: &'a mut SearchState<G::Move>,
    pub(super) meter: Meter<'a>,
    /// The table of a selective search; none if the search is exact.
    pub(super) shared: Option<&'a Table>,
    /// How far from the root the values seen so far reach: the ply of the furthest end of the game
    /// that they rest on, or [`HORIZON`].
    pub(super) reach: u32,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a move for the side that makes it, `child` being the position after it. All but
    /// the first move get a null window first.
    pub(super) fn search_child(
        &mut self,
        child: &StateOf<G>,
        depth: u32,
        ply: u32,
        window: Window,
        first: bool,
    ) -> i32 {
        if !first && !window.is_null_window() {
            let question = Window::null(window.alpha).negated();
            let value = -self.search(child, depth, ply, question);
            if value <= window.alpha || value >= window.beta || self.meter.stopped() {
                return value;
            }
        }
        -self.search(child, depth, ply, window.negated())
    }

    /// The value of a position `ply` plies below the root for the side to move, looking `depth`
    /// plies ahead: exact within the window, beyond it a bound. Raises `reach`.
    ///
    /// When the meter has stopped, the value means nothing.
    fn search(&mut self, state: &StateOf<G>, depth: u32, ply: u32, window: Window) -> i32 {
        self.meter.tick();
        if self.meter.stopped() {
            return 0;
        }
        if !window.is_null_window() {
            self.search_state.clear_line(ply);
        }
        let status = self.game.status(state);
        if depth == 0 || status.is_over() {
            return self.leaf_value(state, status, ply);
        }
        // Nothing can come sooner than a win with the next move.
        if window.alpha >= win_in(ply + 1) {
            return window.alpha;
        }
        let outside = std::mem::replace(&mut self.reach, ply);
        let value = self.search_moves(state, depth, ply, window);
        self.reach = self.reach.max(outside);
        value
    }

    /// The same for a position in which the game goes on and of which `reach` is to be found anew:
    /// out of the table if possible, else by trying the moves.
    fn search_moves(&mut self, state: &StateOf<G>, depth: u32, ply: u32, window: Window) -> i32 {
        let key = self.game.hash_within(state, depth);
        let found = self.search_state.table.get(key);
        if let Some(entry) = &found
            && let Some(value) = self.table_cutoff(entry, depth, ply, window)
        {
            return value;
        }
        let board_key = self.game.board_hash(state);
        let mut hash_move = found.and_then(|entry| entry.best);
        if hash_move.is_none() {
            hash_move = board_key.and_then(|key| self.search_state.hash_moves.get(key));
        }
        let Some((value, best)) = self.best_move(state, depth, ply, window, hash_move) else {
            // A game that goes on has a move; should one not, it is judged as it stands.
            self.reach = HORIZON;
            return static_eval(self.game, self.evaluator, state);
        };
        if self.meter.stopped() {
            return 0;
        }
        self.reach = self.reach.min(proven_at(value));
        let entry = Entry {
            value: from_root_to_node(value, ply),
            bound: Bound::of(value, window),
            reach: match self.reach {
                HORIZON => Reach::Horizon(depth),
                furthest => Reach::Whole(furthest - ply),
            },
            best: Some(best),
        };
        self.search_state.table.put_and_grow(key, &entry);
        if let Some(board_key) = board_key {
            self.search_state.hash_moves.put(board_key, best);
        }
        value
    }

    /// The value of a table entry, if it makes the search of the position unnecessary.
    fn table_cutoff(&mut self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<i32> {
        let reach = match entry.reach {
            Reach::Whole(plies) if plies <= depth => ply + plies,
            Reach::Horizon(plies) if plies == depth => HORIZON,
            _ => return None,
        };
        let value = entry.value_within(window, ply)?;
        self.reach = reach;
        Some(value)
    }

    /// The value of a position that is looked at no further. Raises `reach`.
    #[inline]
    fn leaf_value(&mut self, state: &StateOf<G>, status: Status, ply: u32) -> i32 {
        let reach = if status.is_over() { ply } else { HORIZON };
        self.reach = self.reach.max(reach);
        static_value(self.game, self.evaluator, state, status, ply)
    }

    /// The value of a move for the side that makes it, after which no other is looked at.
    #[inline]
    fn leaf_move_value(&mut self, state: &StateOf<G>, mv: G::Move, ply: u32) -> i32 {
        self.meter.tick();
        let game = self.game;
        game.with_child(state, mv, |child, status| {
            -self.leaf_value(child, status, ply)
        })
    }

    /// The best move of a position, by its place in the list of moves, and its value.
    fn best_move(
        &mut self,
        state: &StateOf<G>,
        depth: u32,
        ply: u32,
        mut window: Window,
        hash_move: Option<usize>,
    ) -> Option<(i32, usize)> {
        let (game, evaluator) = (self.game, self.evaluator);
        if depth == 1 && !window.is_null_window() {
            self.search_state.clear_line(ply + 1);
        }
        let mut frame = self
            .search_state
            .stack
            .open(hash_move, |into| game.moves(state, into));
        let mut best: Option<(i32, usize)> = None;
        loop {
            let SearchState { stack, history, .. } = &mut *self.search_state;
            let order_score = |mv| {
                let rank = evaluator.rank(game, state, mv);
                history.order_score(state.to_move, mv, rank)
            };
            let Some((index, mv)) = stack.next(&mut frame, order_score) else {
                break;
            };
            let value = if depth == 1 {
                self.leaf_move_value(state, mv, ply + 1)
            } else {
                let child = game.play(state, mv);
                self.search_child(&child, depth - 1, ply + 1, window, best.is_none())
            };
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

    /// Gives a history bonus to a move that caused a cutoff, and a malus to those tried before it.
    pub(super) fn update_history(&mut self, side: Side, depth: u32, mv: G::Move, frame: &Frame) {
        let SearchState { stack, history, .. } = &mut *self.search_state;
        history.bonus(side, mv, depth);
        for failed in stack.tried_before_last(frame) {
            history.malus(side, failed, depth);
        }
    }
}

/// The ply of the forced end that a value stands for: every search that gets there must find the
/// same, see [`table`](super::table). [`HORIZON`] if it stands for none.
pub(super) fn proven_at(value: i32) -> u32 {
    match ending(value) {
        Some(Ending::WinIn(ply) | Ending::LossIn(ply)) => ply,
        None => HORIZON,
    }
}
