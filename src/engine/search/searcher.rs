//! The searcher: everything that stays from one search to the next, as a player of its game.

use super::alphabeta::{HORIZON, SearchState, Window, Worker};
use super::budget::{Budget, Meter};
use super::score::{Ending, Evaluator, MAX_PLY, ending, win_in};
use super::table::{Table, bits_in_megabytes};
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, StateOf, Status};
use crate::parallel;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;

/// The table of exact searches holds 2^20 positions at most: 16 MB when full.
const TABLE_BITS: u32 = 20;

/// About as many positions as a thread keeps in a millisecond. A table need not be larger than what
/// a few searches fill: to clear it takes time, too.
const ENTRIES_PER_MILLISECOND: u128 = 4096;

/// The memory for tables unless set otherwise, in megabytes.
pub const HASH: usize = 64;

/// How many moves of a game a varied player chooses among good ones.
const VARIED_MOVES: usize = 4;

/// The result of a search, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move; none only if the game is over.
    pub best: Option<M>,
    /// Its worth: see [`ending`] for forced ends.
    pub score: i32,
    /// How many plies ahead the last complete iteration looked. 0 if not even the first one was
    /// completed: then the move is merely legal.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// The principal variation: the line that both sides are expected to play.
    pub line: Vec<M>,
    /// Whether the score is what the position is truly worth: no deeper search can find another.
    pub proven: bool,
}

/// Gets the report of a search that goes on. Called by the thread that started the search.
pub type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<M: Copy> Report<M> {
    /// The report of a move that was chosen without a search: nothing is known about its worth.
    pub fn unsearched(mv: M) -> Self {
        Report {
            best: Some(mv),
            score: 0,
            depth: 0,
            nodes: 0,
            line: vec![mv],
            proven: false,
        }
    }
}

impl<M> Report<M> {
    /// The forced end that the search found, if it found one.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        ending(self.score)
    }
}

/// The game-theoretic value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The winner; none if it is a draw.
    pub winner: Option<Side>,
    /// A move that brings that about; none if the game is over.
    pub best: Option<M>,
    /// How many positions were visited.
    pub nodes: u64,
}

/// How a player varies its moves from seed to seed. In its first four moves it chooses among those
/// within a fifth of a piece of the best at the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// RNG seed.
    pub seed: u64,
    /// The score of a piece.
    pub piece: i32,
    /// Whether it also takes, in one of four later moves, a move within a piece of the best. Such a
    /// player looks at the answers to its first two moves, so that it gives nothing away.
    pub careless: bool,
}

/// Searches the positions of one game: alpha-beta with iterative deepening and a transposition
/// table. As a [`Player`] it thinks as long as its budget allows on every move.
///
/// At a fixed depth the score is exactly that of plain [`minimax`](super::minimax()), whatever was
/// searched before; only among equal moves the choice may differ. What it has learnt about
/// positions is kept from one search to the next, so use one searcher throughout a game.
#[derive(Debug)]
pub struct Searcher<G: Game, E> {
    pub(super) evaluator: E,
    budget: Budget,
    threads: NonZeroUsize,
    /// The most memory for tables, in megabytes.
    hash: usize,
    careful: bool,
    variety: Option<Variety>,
    pub(super) search_state: SearchState<G::Move>,
    /// The table of selective searches, made with the first of them.
    shared: Option<Table>,
    /// The states of the other threads of a selective search.
    helpers: Vec<SearchState<G::Move>>,
    /// Whether the game is still the one that the table is about.
    fingerprint: Option<(u64, usize)>,
    /// How many moves it has made in this game.
    made: usize,
    past: Vec<u64>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with this evaluator, on one thread.
    pub fn new(evaluator: E) -> Self {
        Searcher {
            evaluator,
            budget: Budget::UNLIMITED,
            threads: NonZeroUsize::MIN,
            hash: HASH,
            careful: false,
            variety: None,
            search_state: SearchState::new(TABLE_BITS),
            shared: None,
            helpers: Vec::new(),
            fingerprint: None,
            made: 0,
            past: Vec::new(),
        }
    }

    /// Plays within this budget on every move.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Searcher { budget, ..self }
    }

    /// Searches on so many threads when time is limited, with at most so many megabytes of tables.
    /// A search within a depth or a number of nodes always uses one thread, so that its result can be
    /// repeated.
    #[must_use]
    pub fn with_resources(self, threads: NonZeroUsize, hash: usize) -> Self {
        let bits = bits_in_megabytes(hash).min(TABLE_BITS);
        Searcher {
            threads,
            hash,
            search_state: SearchState::new(bits),
            ..self
        }
    }

    /// Plays carefully: however short its budget, even if it is cancelled before it begins, it takes
    /// a win in one move and does not allow one. It avoids positions that it has brought about
    /// before, see [`set_past`](Searcher::set_past).
    #[must_use]
    pub fn careful(self) -> Self {
        Searcher {
            careful: true,
            ..self
        }
    }

    /// Varies the moves it plays.
    #[must_use]
    pub fn varying(self, variety: Option<Variety>) -> Self {
        Searcher { variety, ..self }
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
        let report = if budget.time.is_some() {
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
        let solution = |winner, best, nodes| {
            Some(Solution {
                winner,
                best,
                nodes,
            })
        };
        match game.status(state) {
            Status::Won(side) => return solution(Some(side), None, 0),
            Status::Draw => return solution(None, None, 0),
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
            return solution(Some(state.to_move), Some(mv), nodes);
        }
        let (holds, mv, nodes) = answer(-1)?;
        let winner = (!holds).then(|| state.to_move.other());
        solution(winner, Some(mv), nodes)
    }

    /// A worker for one exact search.
    fn worker<'a>(
        &'a mut self,
        game: &'a G,
        budget: &Budget,
        cancel: &'a AtomicBool,
    ) -> Worker<'a, G, E> {
        self.notice_game(game);
        // Exact searches use nothing that selective ones know, and the memory is bounded.
        if self.shared.take().is_some() {
            self.search_state.clear();
        }
        self.search_state.table.increment_age();
        Worker {
            game,
            evaluator: &self.evaluator,
            search_state: self.search_state.forget_search(),
            meter: Meter::start(budget, cancel),
            shared: None,
            reach: 0,
        }
    }

    /// The best move by a selective search on as many threads as it may use, but no more than
    /// [`parallel::useful`]: beyond that they only keep each other waiting. The threads search the
    /// same position and help each other by the table alone ("lazy SMP").
    fn search_selectively(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        cancel: &AtomicBool,
        past: &[u64],
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        self.notice_game(game);
        // What exact searches know is no help here, and the memory is bounded.
        self.search_state.clear();
        let stop = AtomicBool::new(false);
        let meter = Meter::start(budget, cancel).together(&stop);
        let threads = parallel::useful(self.threads).get();
        let table = self.make_table(budget, threads, cancel);
        self.helpers
            .resize_with(threads - 1, || SearchState::new(0));
        let evaluator = &self.evaluator;
        let worker = |search_state, meter| Worker {
            game,
            evaluator,
            search_state: SearchState::forget_search(search_state),
            meter,
            shared: Some(&table),
            reach: 0,
        };
        let report = thread::scope(|scope| {
            let mut started = Vec::new();
            for search_state in &mut self.helpers {
                let mut helper = worker(search_state, meter.for_helper());
                let work = move || helper.iterative_deepening(state, budget, past, &mut |_| {});
                // The system may have no thread for us: then the others do the work.
                if let Ok(thread) = thread::Builder::new().spawn_scoped(scope, work) {
                    started.push(thread);
                }
            }
            let mut main = worker(&mut self.search_state, meter);
            let mut report = main.iterative_deepening(state, budget, past, observer);
            main.meter.stop_others();
            for other in started.into_iter().filter_map(|thread| thread.join().ok()) {
                let nodes = report.nodes + other.nodes;
                // The thread that looked further ahead knows better.
                if other.depth > report.depth && !report.proven {
                    report = other;
                }
                report.nodes = nodes;
            }
            report
        });
        self.shared = Some(table);
        report
    }

    /// The table of earlier searches, or a larger one if it is too small for this budget. The old one
    /// is gone before, so that both never take memory together.
    fn make_table(&mut self, budget: &Budget, threads: usize, cancel: &AtomicBool) -> Table {
        let entries = match (budget.nodes, budget.time) {
            (Some(nodes), _) => 4 * u128::from(nodes),
            (None, Some(time)) => (time.as_millis())
                .saturating_mul(ENTRIES_PER_MILLISECOND)
                .saturating_mul(threads as u128),
            (None, None) => u128::MAX,
        };
        let bits = bits_in_megabytes(self.hash).min(entries.max(1).ilog2());
        let known = self.shared.take().filter(|table| table.bits() >= bits);
        let mut table = known.unwrap_or_else(|| Table::fixed(bits, cancel));
        table.increment_age();
        table
    }

    /// Forgets everything if this is another game than before.
    fn notice_game(&mut self, game: &G) {
        let start = game.start();
        let fingerprint = (game.hash(&start), game.move_list(&start).len());
        if self.fingerprint.replace(fingerprint) != Some(fingerprint) {
            self.search_state.clear();
            self.shared = None;
        }
    }

    /// Replaces the best move by another good one, where the player varies.
    fn vary(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        report: &mut Report<G::Move>,
        cancel: &AtomicBool,
    ) {
        let Some(variety) = self.variety else {
            return;
        };
        let number = 2 * self.made + state.to_move.index();
        let mut rng = Rng::numbered(variety.seed, number as u64);
        let margin = if self.made < VARIED_MOVES {
            variety.piece / 5
        } else if variety.careless && rng.below(4) == 0 {
            variety.piece
        } else {
            return;
        };
        if report.depth == 0 || report.ending().is_some() {
            return;
        }
        let mut moves = game.move_list(state);
        rng.shuffle(&mut moves);
        if self.careful {
            moves.retain(|&mv| !self.past.contains(&game.hash(&game.play(state, mv))));
        }
        let budget = self.budget;
        let mut worker = self.worker(game, &budget, cancel);
        let enough = report.score - margin;
        // A proof may have ended the search early: other moves may need its full depth.
        let full = budget.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        let depth = if report.proven { full } else { report.depth };
        let good =
            |&mv: &G::Move| Some(mv) == report.best || worker.reaches(state, mv, depth, enough);
        if let Some(mv) = moves.into_iter().find(good)
            && report.best != Some(mv)
        {
            report.best = Some(mv);
            report.line = vec![mv];
        }
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for Searcher<G, E> {
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let careless = self.variety.is_some_and(|variety| variety.careless);
        let budget = if careless && self.made < 2 {
            Budget::depth(2)
        } else {
            self.budget
        };
        let won = |mv: &G::Move| wins(game, state, *mv);
        let win = self
            .careful
            .then(|| game.move_list(state).into_iter().find(won));
        let report = if let Some(win) = win.flatten() {
            Report {
                score: win_in(1),
                depth: 1,
                proven: true,
                ..Report::unsearched(win)
            }
        } else {
            let mut report = self.search_observed(game, state, &budget, cancel, observer);
            self.vary(game, state, &mut report, cancel);
            // A search of two plies sees this. One that was cut short may not.
            let safe = |mv: &G::Move| !loses(game, state, *mv);
            if self.careful && report.best.is_some_and(|mv| !safe(&mv)) {
                let saved = game.move_list(state).into_iter().find(safe);
                saved.map_or(report, Report::unsearched)
            } else {
                report
            }
        };
        let best = report.best?;
        self.made += 1;
        if self.careful {
            self.past.push(game.hash(&game.play(state, best)));
        }
        Some(report)
    }

    /// Also forgets what was learnt about positions, so that no game depends on those before it.
    fn begin(&mut self, plies: usize) {
        self.search_state.clear();
        self.shared = None;
        self.fingerprint = None;
        self.made = plies / 2;
        self.past.clear();
    }
}

/// Whether a move wins on the spot.
fn wins<G: Game>(game: &G, state: &StateOf<G>, mv: G::Move) -> bool {
    game.status(&game.play(state, mv)) == Status::Won(state.to_move)
}

/// Whether a move loses on the spot, or to the next one.
fn loses<G: Game>(game: &G, state: &StateOf<G>, mv: G::Move) -> bool {
    let next = game.play(state, mv);
    game.status(&next) == Status::Won(next.to_move)
        || (game.move_list(&next).into_iter()).any(|answer| wins(game, &next, answer))
}

#[cfg(test)]
mod tests {
    use super::super::Even;
    use super::*;
    use crate::engine::testing::Graph;
    use std::time::Duration;

    #[test]
    fn no_more_threads_search_than_can_help() {
        let threads = NonZeroUsize::new(1000 * parallel::all_cores().get()).expect("not 0");
        let mut searcher = Searcher::<Graph, _>::new(Even).with_resources(threads, HASH);
        let game = Graph::random(1);
        let budget = Budget::time(Duration::from_millis(1));
        let never = AtomicBool::new(false);
        searcher.search(&game, &game.start(), &budget, &never);
        assert_eq!(searcher.helpers.len() + 1, parallel::useful(threads).get());
    }

    #[test]
    fn a_table_fits_the_budget_and_the_memory() {
        for hash in [1, 3, 8] {
            let searcher = Searcher::<Graph, _>::new(Even);
            let mut searcher = searcher.with_resources(NonZeroUsize::MIN, hash);
            for (milliseconds, threads) in [(0, 1), (1, 1), (20, 5), (3_600_000, 2), (1, 1)] {
                let budget = Budget::time(Duration::from_millis(milliseconds));
                let table = searcher.make_table(&budget, threads, &AtomicBool::new(false));
                let bytes = 16 << table.bits();
                assert!(bytes <= hash << 20);
                assert!(milliseconds < 1000 || 2 * bytes > hash << 20);
                searcher.shared = Some(table);
            }
        }
    }
}
