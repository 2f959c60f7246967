//! Limits of a search: depth, nodes, time.

use super::score::MAX_PLY;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Nodes between two checks of the clock and the flags: well under a millisecond, and rare enough
/// to cost nothing.
const NODES_PER_CHECK: u64 = 256;

/// The limits of a search; the first one reached ends it. Without limits it searches to the end of
/// the game. With a time limit it is selective, otherwise exact.
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
    /// Plies to look ahead, at least one.
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

    /// Limits the depth.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Budget {
            depth: Some(plies),
            ..Budget::UNLIMITED
        }
    }

    /// Returns the depth at which iterative deepening ends.
    pub(super) fn deepest(&self) -> u32 {
        self.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY)
    }

    /// Limits the time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Budget {
            time: Some(time),
            ..Budget::UNLIMITED
        }
    }

    /// Limits the number of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Budget {
            nodes: Some(nodes),
            ..Budget::UNLIMITED
        }
    }
}

/// Tracks how much of a budget is spent: counts nodes and checks the clock.
#[derive(Clone)]
pub(super) struct Meter<'a> {
    nodes: u64,
    next_check: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    /// The search stops when either is set: by its caller, or by the thread that has a result.
    flags: [&'a AtomicBool; 2],
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub(super) fn start(budget: &Budget, flags: [&'a AtomicBool; 2]) -> Self {
        let mut meter = Meter {
            nodes: 0,
            next_check: 0,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
            // A deadline beyond the end of the clock is no limit.
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            flags,
            stopped: false,
        };
        meter.look();
        meter
    }

    /// Returns a meter for another thread of the search, without a limit on nodes.
    pub(super) fn for_helper(&self) -> Self {
        Meter {
            max_nodes: u64::MAX,
            ..*self
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn tick(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.nodes >= self.max_nodes
            || self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|end| Instant::now() >= end);
        self.next_check = self.max_nodes.min(self.nodes + NODES_PER_CHECK);
    }

    /// Whether to stop. Once true it stays so.
    #[inline]
    pub(super) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the number of nodes counted.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_budgets_are_exact() {
        let cancel = AtomicBool::new(false);
        for most in [0, 1, 255, 256, 257, 1000] {
            let mut meter = Meter::start(&Budget::nodes(most), [&cancel; 2]);
            while !meter.stopped() {
                meter.tick();
            }
            assert_eq!(meter.nodes(), most);
        }
    }

    #[test]
    fn a_flag_stops_the_meter_soon_and_for_good() {
        let run = |meter: &mut Meter<'_>| {
            for _ in 0..NODES_PER_CHECK {
                meter.tick();
            }
            meter.stopped()
        };
        let flags = [false; 2].map(AtomicBool::new);
        for flag in &flags {
            let mut meter = Meter::start(&Budget::UNLIMITED, [&flags[0], &flags[1]]);
            let mut helper = meter.for_helper();
            assert!(!run(&mut meter));
            flag.store(true, Ordering::Relaxed);
            assert!(run(&mut meter) && run(&mut helper));
            flag.store(false, Ordering::Relaxed);
            assert!(run(&mut meter));
        }
    }

    #[test]
    fn the_shortest_and_the_longest_time_limit_work() {
        let cancel = AtomicBool::new(false);
        let mut meter = Meter::start(&Budget::time(Duration::ZERO), [&cancel; 2]);
        assert!(meter.stopped());
        meter.stopped = false;
        let mut helper = meter.for_helper();
        (0..=NODES_PER_CHECK).for_each(|_| helper.tick());
        assert!(helper.stopped(), "helpers check the clock");
        assert!(!Meter::start(&Budget::time(Duration::MAX), [&cancel; 2]).stopped());
    }
}
