//! The searcher: a player of its game, with the state it keeps between searches.

use super::alphabeta::{HORIZON, SearchState, Window, Worker};
use super::budget::{Budget, Meter};
use super::score::{Ending, Evaluator, ending};
use super::table::{Table, bits_in_megabytes};
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, StateOf, Status};
use crate::parallel;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The base-2 logarithm of the maximum number of entries in the table of an exact search: 16 MB.
const EXACT_BITS: u32 = 20;

/// About as many positions as a thread stores in a millisecond. A table larger than a few searches
/// can fill only causes more cache misses.
const ENTRIES_PER_MILLISECOND: u128 = 4096;

/// The default memory for tables, in megabytes.
pub const HASH: usize = 64;

/// The number of moves per game that a varying player chooses among several good ones.
const VARIED_MOVES: usize = 4;

/// The result of a search, from the point of view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move; none only if the game is over.
    pub best: Option<M>,
    /// Its score: see [`ending`] for forced ends.
    pub score: i32,
    /// The depth of the last complete iteration, in plies. 0 if not even the first one was
    /// completed: then the move is merely legal.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The principal variation: the line that both sides are expected to play.
    pub line: Vec<M>,
    /// Whether the score is the true value of the position, which no deeper search can change.
    pub proven: bool,
}

/// Receives reports while a search runs, on the thread that started it.
pub type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<M: Copy> Report<M> {
    /// Creates the report of a move chosen without a search: its score is unknown.
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
    /// Returns the forced end that the search found, if any.
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
    /// A move that leads to this result; none if the game is over.
    pub best: Option<M>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// How a player varies its moves from seed to seed. In its first four moves it chooses among those
/// within a fortieth of the [margin](Evaluator::margin) of the best at the same depth: in matches by
/// nodes, a fifth cost 9 % of the points in tafl and 18 % in Crusher N = 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// RNG seed.
    pub seed: u64,
    /// How much worse than the best one of four later moves can be: a piece. Such a player checks
    /// the answers to its first two moves and gives nothing away there.
    pub careless: Option<i32>,
}

/// Searches the positions of one game: alpha-beta with iterative deepening and a transposition
/// table. As a [`Player`] it thinks as long as its budget allows on every move.
///
/// At a fixed depth the score is exactly that of plain [`minimax`](super::minimax()), whatever was
/// searched before; only among equal moves the choice may differ. The table is kept from one search
/// to the next, so use one searcher throughout a game, and another one for another game.
#[derive(Debug)]
pub struct Searcher<G: Game, E> {
    pub(super) evaluator: E,
    budget: Budget,
    threads: NonZeroUsize,
    /// The maximum size of the table, in megabytes.
    hash: usize,
    careful: bool,
    variety: Option<Variety>,
    table: Table,
    /// Whether the table holds results of selective searches, which an exact search must not use.
    selective: bool,
    search_state: SearchState<G::Move>,
    /// The states of the other threads of a selective search.
    helpers: Vec<SearchState<G::Move>>,
    /// The number of moves it has made in this game.
    made: usize,
    /// The [hashes](Game::hash) of the earlier positions of the game. At the root, a move back to
    /// one of them counts as a draw at best.
    pub(super) past: Vec<u64>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Creates a searcher with this evaluator, on one thread.
    pub fn new(evaluator: E) -> Self {
        Searcher {
            evaluator,
            budget: Budget::UNLIMITED,
            threads: NonZeroUsize::MIN,
            hash: HASH,
            careful: false,
            variety: None,
            table: Table::default(),
            selective: false,
            search_state: SearchState::new(),
            helpers: Vec::new(),
            made: 0,
            past: Vec::new(),
        }
    }

    /// Sets the budget for every move.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Searcher { budget, ..self }
    }

    /// Sets the number of threads for searches with a time limit, and the memory for the table in
    /// megabytes. A search within a depth or a number of nodes always uses one thread, so that its
    /// result can be repeated.
    #[must_use]
    pub fn with_resources(self, threads: NonZeroUsize, hash: usize) -> Self {
        Searcher {
            threads,
            hash,
            ..self
        }
    }

    /// Makes the player careful: it takes a win in one move and never allows one, however short its
    /// budget. It also avoids repeating positions, so the side that is ahead makes progress even if
    /// the rules allow repetition.
    #[must_use]
    pub fn careful(self) -> Self {
        Searcher {
            careful: true,
            ..self
        }
    }

    /// Makes the player vary its moves.
    #[must_use]
    pub fn varying(self, variety: Option<Variety>) -> Self {
        Searcher { variety, ..self }
    }

    /// Returns the best move within a budget. Setting `cancel`, from another thread or a signal
    /// handler, ends the search at once; it then reports what it has found so far.
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

    /// Like [`search`](Searcher::search), but also passes reports to `observer`: after every
    /// iteration and when the best move changes.
    ///
    /// A search without a time limit is exact and runs on one thread. A selective search uses its
    /// threads, but no more than are [useful](parallel::useful). They search the same position and
    /// share only the table ("lazy SMP").
    pub fn search_observed(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let done = AtomicBool::new(false);
        let meter = Meter::start(budget, [cancel, &done]);
        let threads = match budget.time {
            Some(_) => parallel::useful(self.threads).get(),
            None => 1,
        };
        self.make_table(budget, threads);
        self.helpers.resize_with(threads - 1, SearchState::new);
        let (evaluator, table, past) = (&self.evaluator, &self.table, &self.past);
        thread::scope(|scope| {
            let mut started = Vec::new();
            for search_state in &mut self.helpers {
                let meter = meter.for_helper();
                let mut helper = Worker::new(game, evaluator, table, search_state, meter);
                let work = move || helper.iterative_deepening(state, budget, past, &mut |_| {});
                // If the system has no more threads, fewer do the work.
                if let Ok(thread) = thread::Builder::new().spawn_scoped(scope, work) {
                    started.push(thread);
                }
            }
            let mut main = Worker::new(game, evaluator, table, &mut self.search_state, meter);
            let mut report = main.iterative_deepening(state, budget, past, observer);
            done.store(true, Ordering::Relaxed);
            for other in started.into_iter().filter_map(|thread| thread.join().ok()) {
                let nodes = report.nodes + other.nodes;
                // Prefer the thread that looked further ahead.
                if other.depth > report.depth && !report.proven {
                    report = other;
                }
                report.nodes = nodes;
            }
            report
        })
    }

    /// Finds out who wins with best play, if the budget suffices.
    ///
    /// Plays every line out to the end of the game with only two null windows, whether the side to
    /// move can win and whether it can avoid losing. That is much faster than an unlimited
    /// [`search`](Searcher::search), which finds the quickest win. The evaluator only orders the
    /// moves. If games can go on forever, set a budget.
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
        let mut worker = self.exact_worker(game, budget, cancel);
        let moves = worker.root_moves(state, &[]);
        let mut answer = |alpha| {
            let window = Window::null(alpha);
            let (value, place) = worker.try_root_moves(&moves, budget.deepest(), true, window)?;
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

    /// Returns a worker for one exact search.
    fn exact_worker<'a>(
        &'a mut self,
        game: &'a G,
        budget: &Budget,
        cancel: &'a AtomicBool,
    ) -> Worker<'a, G, E> {
        self.make_table(budget, 1);
        let meter = Meter::start(budget, [cancel; 2]);
        let search_state = &mut self.search_state;
        Worker::new(game, &self.evaluator, &self.table, search_state, meter)
    }

    /// Prepares the table for a search: empty if the last one was of the other kind, and larger if
    /// it is too small for this budget. The old one is dropped first, so they are never in memory
    /// together.
    fn make_table(&mut self, budget: &Budget, threads: usize) {
        let selective = budget.time.is_some();
        let entries = match *budget {
            Budget {
                nodes: Some(nodes), ..
            } => 4 * u128::from(nodes),
            Budget {
                time: Some(time), ..
            } => (time.as_millis())
                .saturating_mul(ENTRIES_PER_MILLISECOND)
                .saturating_mul(threads as u128),
            // A shallow search is faster with a table that fits into the CPU cache.
            _ => 1 << (10 + budget.deepest()).min(EXACT_BITS),
        };
        let most = bits_in_megabytes(self.hash).min(if selective { u32::MAX } else { EXACT_BITS });
        let bits = most.min(entries.max(1).ilog2());
        if self.selective != selective || self.table.bits() < bits {
            self.table = Table::default();
            self.table = Table::new(bits);
        }
        self.selective = selective;
        self.table.increment_age();
    }

    /// Replaces the best move by another good one, if the player varies here.
    fn vary(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        budget: &Budget,
        report: &mut Report<G::Move>,
        cancel: &AtomicBool,
    ) {
        let Some(variety) = self.variety else {
            return;
        };
        let number = 2 * self.made + state.to_move.index();
        let mut rng = Rng::numbered(variety.seed, number as u64);
        let margin = if self.made < VARIED_MOVES {
            self.evaluator.margin() / 40
        } else if let Some(piece) = variety.careless
            && rng.below(4) == 0
        {
            piece
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
        // The score may be that of an unfinished iteration, and odd and even depths differ by more
        // than a margin, so search the complete depth again; the table makes it fast.
        let complete = self.search(game, state, &Budget::depth(report.depth), cancel);
        let mut worker = self.exact_worker(game, budget, cancel);
        let enough = complete.score - margin;
        // A proof can end the search early: other moves may need the full depth.
        let depth = if report.proven {
            budget.deepest()
        } else {
            report.depth
        };
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
        let careless = self
            .variety
            .is_some_and(|variety| variety.careless.is_some());
        let budget = if careless && self.made < 2 {
            Budget::depth(2)
        } else {
            self.budget
        };
        let mut report = self.search_observed(game, state, &budget, cancel, observer);
        self.vary(game, state, &budget, &mut report, cancel);
        if self.careful
            && let Some(saved) = report.best.and_then(|best| saved(game, state, best))
        {
            report = Report::unsearched(saved);
        }
        self.made += 1;
        if self.careful {
            self.past.push(game.hash(&game.play(state, report.best?)));
        }
        report.best.is_some().then_some(report)
    }

    /// Also empties the table, so that no game depends on those before it.
    fn begin(&mut self, plies: usize) {
        self.table = Table::default();
        self.made = plies / 2;
        self.past.clear();
    }
}

/// Returns a move to make instead of `best`, if `best` misses an immediate win or allows one. A
/// search of two plies sees this; an interrupted one may not.
fn saved<G: Game>(game: &G, state: &StateOf<G>, best: G::Move) -> Option<G::Move> {
    let wins = |state: &StateOf<G>, mv| {
        let status = game.status(&game.play(state, mv));
        status == Status::Won(state.to_move)
    };
    let loses = |mv| {
        let next = game.play(state, mv);
        game.status(&next) == Status::Won(next.to_move)
            || (game.move_list(&next).into_iter()).any(|answer| wins(&next, answer))
    };
    let mut moves = game.move_list(state).into_iter();
    if wins(state, best) {
        None
    } else if let Some(win) = moves.clone().find(|&mv| wins(state, mv)) {
        Some(win)
    } else if loses(best) {
        moves.find(|&mv| !loses(mv))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Even;
    use super::*;
    use crate::engine::testing::Graph;
    use std::time::Duration;

    #[test]
    fn no_more_threads_search_than_are_useful() {
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
                searcher.make_table(&budget, threads);
                let bytes = 16 << searcher.table.bits();
                assert!(bytes <= hash << 20);
                assert!(milliseconds < 1000 || 2 * bytes > hash << 20);
            }
        }
    }
}
