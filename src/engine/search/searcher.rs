//! The searcher: iterative deepening with aspiration windows within a budget.

use super::Evaluator;
use super::alphabeta::{HORIZON, SearchState, Window, Worker, proven_at};
use super::budget::{Budget, Meter};
use super::minimax::static_value;
use super::report::{Observer, Report};
use super::resources::Resources;
use super::score::{INFINITE, MAX_PLY};
use super::shared_table::SharedTable;
use super::techniques::Techniques;
use super::transposition::ENTRY_SIZE;
use crate::engine::{Game, StateOf};
use std::sync::atomic::AtomicBool;

/// The table holds 2^20 positions unless told otherwise: 16 MB when full.
const TABLE_BITS: u32 = 20;

/// Selective searches begin with exact iterations to this depth, so that no end within it is missed.
const EXACT_DEPTH: u32 = 2;

/// Half the width of the first aspiration window: a third of a piece, as evaluations go. It was
/// found to be the best width for Crusher.
const ASPIRATION_WIDTH: i32 = 30;

/// Searches the positions of one game: alpha-beta with iterative deepening and a transposition
/// table.
///
/// At a fixed depth the score is exactly that of plain [`minimax`](super::minimax()), whatever was
/// searched before; only among equal moves the choice may differ. What it has learnt about
/// positions is kept from one search to the next, so use one searcher throughout a game.
#[derive(Debug)]
pub struct Searcher<G: Game, E> {
    pub(super) evaluator: E,
    pub(super) search_state: SearchState<G::Move>,
    use_table: bool,
    style: Style,
    pub(super) techniques: Techniques,
    pub(super) resources: Resources,
    /// The table of selective searches, made with the first of them.
    pub(super) shared: Option<SharedTable>,
    /// What the other threads of a selective search keep.
    pub(super) helpers: Vec<SearchState<G::Move>>,
    /// Tells whether the game is still the one that the table is about.
    fingerprint: Option<(u64, usize)>,
    past: Vec<u64>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with this evaluator.
    pub fn new(evaluator: E) -> Self {
        Searcher {
            evaluator,
            search_state: SearchState::new(TABLE_BITS),
            use_table: true,
            style: Style::ByBudget,
            techniques: Techniques::BEST,
            resources: Resources::ONE_THREAD,
            shared: None,
            helpers: Vec::new(),
            fingerprint: None,
            past: Vec::new(),
        }
    }

    /// Bounds the table to `2^bits` positions of 16 bytes. It takes only what it needs.
    #[must_use]
    pub fn with_table_bits(self, bits: u32) -> Self {
        Searcher {
            search_state: SearchState::new(bits),
            ..self
        }
    }

    /// Uses no more than this of the machine.
    #[must_use]
    pub fn with_resources(self, resources: Resources) -> Self {
        let bits = resources.table_bits(ENTRY_SIZE).min(TABLE_BITS);
        Searcher {
            resources,
            ..self.with_table_bits(bits)
        }
    }

    /// Searches selectively by these techniques.
    #[must_use]
    pub fn with_techniques(self, techniques: Techniques) -> Self {
        Searcher { techniques, ..self }
    }

    /// Searches in this style.
    #[must_use]
    pub fn with_style(self, style: Style) -> Self {
        Searcher { style, ..self }
    }

    /// Does without a table.
    #[must_use]
    pub fn without_table(self) -> Self {
        Searcher {
            use_table: false,
            ..self
        }
    }

    /// The evaluator.
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets everything learnt so far.
    pub fn clear(&mut self) {
        self.search_state.table.clear();
        self.search_state.history.clear();
        self.search_state.hash_moves.clear();
        self.shared = None;
        self.fingerprint = None;
    }

    /// Names the positions that the game has been in, by their [`hash`](Game::hash). A move back
    /// to one of them counts as a draw at best, so that the side that is ahead gets on with it
    /// where the rules themselves do not forbid repetition. Only the move to be made is looked at
    /// in this way, not the plans behind it.
    pub fn set_past(&mut self, past: Vec<u64>) {
        self.past = past;
    }

    /// The best move within a budget. Setting `cancel`, from another thread or a signal handler,
    /// ends the search at once; it then reports what it has found so far.
    ///
    /// Whatever the budget, the report names a legal move unless the game is over.
    pub fn search(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        cancel: &AtomicBool,
    ) -> Report<G::Move> {
        self.search_observed(game, state, budget, cancel, &mut |_| {})
    }

    /// [Searches](Searcher::search), and passes what has been found so far to `observer`: after
    /// every iteration and when the best move changes, but never in between, so that it costs the
    /// search nothing.
    pub fn search_observed(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let past = std::mem::take(&mut self.past);
        let report = if self.style.is_selective(budget) {
            self.search_selectively(game, state, budget, cancel, &past, observer)
        } else {
            let mut worker = self.worker(game, budget, cancel);
            worker.iterative_deepening(state, budget, &past, observer)
        };
        self.past = past;
        report
    }

    /// The value of a position at a fixed depth and all moves that reach it, in the order of
    /// [`Game::moves`]. When cancelled, only some of them; at least one unless the game is over.
    pub fn best_moves(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        depth: u32,
        cancel: &AtomicBool,
    ) -> (i32, Vec<G::Move>) {
        let budget = Budget::depth(depth);
        let mut worker = self.worker(game, &budget, cancel);
        let report = worker.iterative_deepening(state, &budget, &[], &mut |_| {});
        let Some(best) = report.best else {
            return (report.score, Vec::new());
        };
        let mut equals = game.move_list(state);
        // A proof may have ended the search before its full depth. It says what the position is
        // worth, but not which of the other moves are equal at the full depth.
        let depth = depth.clamp(1, MAX_PLY);
        equals.retain(|&mv| mv == best || worker.reaches(state, mv, depth, report.score));
        (report.score, equals)
    }

    /// A worker for one search.
    pub(super) fn worker<'a>(
        &'a mut self,
        game: &'a G,
        budget: &Budget,
        cancel: &'a AtomicBool,
    ) -> Worker<'a, G, E> {
        self.notice_game(game);
        // Exact searches use nothing that selective ones know, and the memory is bounded.
        if self.shared.take().is_some() {
            self.search_state.hash_moves.clear();
        }
        self.search_state.table.increment_age();
        self.search_state.history.clear();
        self.search_state.stack.clear();
        Worker {
            game,
            evaluator: &self.evaluator,
            search_state: &mut self.search_state,
            meter: Meter::start(budget, cancel),
            use_table: self.use_table,
            shared: None,
            techniques: Techniques::BEST,
            reach: 0,
        }
    }

    /// Forgets everything if this is another game than before.
    pub(super) fn notice_game(&mut self, game: &G) {
        let start = game.start();
        let fingerprint = (game.hash(&start), game.move_list(&start).len());
        if self.fingerprint.replace(fingerprint) != Some(fingerprint) {
            self.search_state.table.clear();
            self.search_state.hash_moves.clear();
            self.shared = None;
        }
    }
}

/// When a search may be selective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// If time is limited.
    ByBudget,
    /// Never: for comparison.
    Exact,
    /// Always: for matches that do not depend on a clock.
    Selective,
}

impl Style {
    const fn is_selective(self, budget: &Budget) -> bool {
        match self {
            Style::ByBudget => budget.time.is_some(),
            Style::Exact => false,
            Style::Selective => true,
        }
    }
}

/// A move that can be made at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M, S> {
    pub(super) mv: M,
    pub(super) child: S,
    /// Whether it is unlikely to be best, however late it comes.
    pub(super) quiet: bool,
    /// Whether it leads back to a position of the past.
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

    /// One iteration with an aspiration window: finds the value and the best move at this depth, moves that to the front and
    /// reports it. A guess at the value narrows the window, which is widened until the value is
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
                self.try_root_move(root, depth, place, window, first)
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

    /// Whether a move is worth at least `score`.
    fn reaches(&mut self, state: &StateOf<G>, mv: G::Move, depth: u32, score: i32) -> bool {
        let child = self.game.play(state, mv);
        let question = Window::null(score - 1);
        let value = self.search_child(&child, depth - 1, 1, question, true);
        value >= score && !self.meter.stopped()
    }
}
