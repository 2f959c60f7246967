//! Limits of a search: depth, nodes, time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many nodes pass between two looks at the clock and at the cancel flag: well under a
/// millisecond of thinking, and too seldom to cost anything.
const NODES_PER_LOOK: u64 = 256;

/// The limits of a search; whichever is met first ends it. Without any limit it goes on until it
/// has played the game out. With a limit on time it is selective, otherwise exact.
///
/// ```
/// use game::engine::search::Budget;
/// use std::time::Duration;
///
/// let fixed = Budget::depth(6);
/// let timed = Budget { depth: Some(20), ..Budget::time(Duration::from_secs(1)) };
/// assert_eq!(timed.nodes, None);
/// assert_eq!(fixed.time, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Plies to look ahead. At least one is always looked.
    pub depth: Option<u32>,
    /// Time to think.
    pub time: Option<Duration>,
    /// Positions to visit: a limit that gives the same result on every machine.
    pub nodes: Option<u64>,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget {
        depth: None,
        time: None,
        nodes: None,
    };

    /// A fixed number of plies.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Budget {
            depth: Some(plies),
            ..Budget::UNLIMITED
        }
    }

    /// A fixed time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Budget {
            time: Some(time),
            ..Budget::UNLIMITED
        }
    }

    /// A fixed number of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Budget {
            nodes: Some(nodes),
            ..Budget::UNLIMITED
        }
    }
}

/// A budget being spent: counts the nodes and knows when to stop.
pub(super) struct Meter<'a> {
    nodes: u64,
    next_look: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    cancel: &'a AtomicBool,
    /// Shared by the threads of one search.
    stop: Option<&'a AtomicBool>,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub(super) fn start(budget: &Budget, cancel: &'a AtomicBool) -> Self {
        let mut meter = Meter {
            nodes: 0,
            next_look: 0,
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            // A time beyond the end of the clock is no limit.
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cancel,
            stop: None,
            stopped: false,
        };
        meter.look();
        meter
    }

    /// One of several meters of a search: the first that must stop sets `stop` for all others. It
    /// may be long until a certain one of many threads runs again.
    pub(super) fn together(self, stop: &'a AtomicBool) -> Self {
        let stop = Some(stop);
        Meter { stop, ..self }
    }

    /// A meter for another thread of the same search: the same end, and as many nodes as it likes.
    pub(super) fn for_helper(&self) -> Self {
        Meter {
            nodes: 0,
            next_look: 0,
            most_nodes: u64::MAX,
            ..*self
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn tick(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        let others_stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= others_stopped
            || self.nodes >= self.most_nodes
            || self.cancel.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.stopped && !others_stopped {
            self.stop_others();
        }
        self.next_look = self.most_nodes.min(self.nodes + NODES_PER_LOOK);
    }

    /// Stops the other threads of the search.
    pub(super) fn stop_others(&self) {
        if let Some(stop) = self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether to stop. Once true it stays so.
    #[inline]
    pub(super) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// How many nodes were counted.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_to_the_node() {
        let cancel = AtomicBool::new(false);
        for most in [0, 1, 255, 256, 257, 1000] {
            let mut meter = Meter::start(&Budget::nodes(most), &cancel);
            while !meter.stopped() {
                meter.tick();
            }
            assert_eq!(meter.nodes(), most);
        }
    }

    #[test]
    fn the_cancel_flag_is_seen_soon_and_for_good() {
        let cancel = AtomicBool::new(false);
        let mut meter = Meter::start(&Budget::UNLIMITED, &cancel);
        for _ in 0..10_000 {
            meter.tick();
        }
        assert!(!meter.stopped());
        cancel.store(true, Ordering::Relaxed);
        for _ in 0..NODES_PER_LOOK {
            meter.tick();
        }
        assert!(meter.stopped());
        cancel.store(false, Ordering::Relaxed);
        for _ in 0..NODES_PER_LOOK {
            meter.tick();
        }
        assert!(meter.stopped());
    }

    #[test]
    fn of_several_meters_the_first_that_stops_stops_all() {
        let run = |meter: &mut Meter<'_>| {
            for _ in 0..NODES_PER_LOOK {
                meter.tick();
            }
            meter.stopped()
        };
        let [cancel, stop] = [false; 2].map(AtomicBool::new);
        let budget = Budget {
            nodes: Some(1_000_000),
            ..Budget::time(Duration::MAX)
        };
        let mut main = Meter::start(&budget, &cancel).together(&stop);
        let mut helpers = [main.for_helper(), main.for_helper()];
        assert!(!run(&mut main) && !helpers.iter_mut().any(run));
        cancel.store(true, Ordering::Relaxed);
        assert!(run(&mut helpers[0]), "a helper sees it");
        cancel.store(false, Ordering::Relaxed);
        assert!(
            run(&mut main) && run(&mut helpers[1]),
            "and stops the others"
        );
    }

    #[test]
    fn a_helper_looks_at_the_clock() {
        let [cancel, stop] = [false; 2].map(AtomicBool::new);
        let main = Meter::start(&Budget::time(Duration::ZERO), &cancel).together(&stop);
        let mut helper = Meter {
            stopped: false,
            ..main.for_helper()
        };
        helper.tick();
        assert!(helper.stopped());
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    fn no_time_and_endless_time() {
        let cancel = AtomicBool::new(false);
        assert!(Meter::start(&Budget::time(Duration::ZERO), &cancel).stopped());
        assert!(!Meter::start(&Budget::time(Duration::MAX), &cancel).stopped());
    }
}
