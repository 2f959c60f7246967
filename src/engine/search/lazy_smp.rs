//! Lazy SMP: several threads search the same position, and help each other by the table alone.

use super::alphabeta::{SearchState, Window, Worker};
use super::budget::{Budget, Meter};
use super::evaluator::Evaluator;
use super::report::{Observer, Report};
use super::searcher::{RootMove, Searcher};
use super::selective::Trial;
use super::shared_table::SharedTable;
use super::transposition::ENTRY_SIZE;
use crate::engine::{Game, StateOf};
use crate::parallel;
use std::sync::atomic::AtomicBool;
use std::thread;

/// About as many positions as a thread keeps in a millisecond. A table need not be larger than what
/// a few searches fill: to clear it takes time, too.
const ENTRIES_PER_MILLISECOND: u128 = 4096;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The best move by a selective search on as many threads as it may use, but no more than
    /// [`parallel::useful`]: beyond that they only keep each other waiting. Without a limit on time
    /// one thread does it, so that the result can be repeated.
    pub(super) fn search_selectively(
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
        self.search_state.table.clear();
        let stop = AtomicBool::new(false);
        let meter = Meter::start(budget, cancel).together(&stop);
        let helpers = match budget.time {
            Some(_) => parallel::useful(self.resources.threads).get() - 1,
            None => 0,
        };
        let table = self.make_table(budget, helpers + 1, cancel);
        self.helpers.resize_with(helpers, || SearchState::new(0));
        let (evaluator, techniques) = (&self.evaluator, self.techniques);
        let worker = |search_state, meter| Worker {
            game,
            evaluator,
            search_state: forget_search(search_state),
            meter,
            use_table: false,
            shared: Some(&table),
            techniques,
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
            main.meter.tell_others();
            for other in started.into_iter().filter_map(|thread| thread.join().ok()) {
                let nodes = report.nodes + other.nodes;
                // Whoever looked further ahead knows better.
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
    fn make_table(&mut self, budget: &Budget, threads: usize, cancel: &AtomicBool) -> SharedTable {
        let entries = match (budget.time, budget.nodes) {
            (Some(time), _) => time
                .as_millis()
                .saturating_mul(ENTRIES_PER_MILLISECOND)
                .saturating_mul(threads as u128),
            (None, Some(nodes)) => 4 * u128::from(nodes),
            (None, None) => u128::MAX,
        };
        let most = self.resources.table_bits(ENTRY_SIZE);
        let bits = most.min(entries.max(1).ilog2());
        let known = self.shared.take().filter(|table| table.bits() >= bits);
        let mut table = match known {
            Some(table) => table,
            None => SharedTable::new(bits, cancel),
        };
        table.increment_age();
        table
    }
}

/// Forgets what only one search is about.
fn forget_search<M: Copy + Eq + std::hash::Hash>(
    state: &mut SearchState<M>,
) -> &mut SearchState<M> {
    state.history.clear();
    state.refutations.clear();
    state.stack.clear();
    state
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a root move in a selective iteration.
    pub(super) fn try_root_move(
        &mut self,
        root: &RootMove<G::Move, StateOf<G>>,
        depth: u32,
        place: usize,
        window: Window,
        first: bool,
    ) -> i32 {
        let trial = Trial {
            mv: root.mv,
            depth: depth - 1,
            reduction: self.techniques.reduction(depth, place, root.quiet),
            ply: 1,
            window,
            first,
        };
        let value = self.try_child(&root.child, trial);
        self.reach = super::alphabeta::HORIZON;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::{Even, Resources};
    use crate::engine::testing::Graph;
    use std::num::NonZeroUsize;
    use std::time::Duration;

    #[test]
    fn a_table_takes_no_more_than_it_may() {
        for hash in [1, 3, 8] {
            let resources = Resources {
                hash,
                ..Resources::ONE_THREAD
            };
            let mut searcher = Searcher::<Graph, _>::new(Even).with_resources(resources);
            for (milliseconds, threads) in [(0, 1), (1, 1), (20, 5), (3_600_000, 2), (1, 1)] {
                let budget = Budget::time(Duration::from_millis(milliseconds));
                let table = searcher.make_table(&budget, threads, &AtomicBool::new(false));
                let bytes = ENTRY_SIZE << table.bits();
                assert!(bytes <= hash << 20);
                assert!(milliseconds < 1000 || 2 * bytes > hash << 20);
                searcher.shared = Some(table);
            }
        }
    }

    #[test]
    fn no_more_threads_search_than_can_help() {
        let threads = NonZeroUsize::new(1000 * parallel::all_cores().get()).expect("not 0");
        let resources = Resources {
            threads,
            ..Resources::ONE_THREAD
        };
        let mut searcher = Searcher::<Graph, _>::new(Even).with_resources(resources);
        let game = Graph::random(1);
        let budget = Budget::time(Duration::from_millis(1));
        let never = AtomicBool::new(false);
        searcher.search(&game, &game.start(), &budget, &never);
        assert_eq!(searcher.helpers.len() + 1, parallel::useful(threads).get());
    }
}
