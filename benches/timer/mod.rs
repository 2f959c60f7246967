//! The timer of all benchmarks: the minimum of several runs, because other programs use the machine
//! too. Absolute times say little, so each benchmark prints ratios to a baseline of the same run.

#![allow(dead_code, reason = "no benchmark uses all of it")]

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Returns the result of a computation and the minimum CPU time of some runs.
pub fn cpu_time<T>(runs: u32, mut compute: impl FnMut() -> T) -> (T, Duration) {
    fastest(runs, || {
        let start = ProcessTime::now();
        let result = compute();
        (result, start.elapsed())
    })
}

/// The same for other processes: the elapsed time.
pub fn wall_time<T>(runs: u32, mut compute: impl FnMut() -> T) -> (T, Duration) {
    fastest(runs, || {
        let start = Instant::now();
        let result = compute();
        (result, start.elapsed())
    })
}

fn fastest<T>(runs: u32, mut timed: impl FnMut() -> (T, Duration)) -> (T, Duration) {
    let first = timed();
    (1..runs).fold(first, |best, _| {
        let next = timed();
        if next.1 < best.1 { next } else { best }
    })
}

/// Returns the ratio of two times.
pub fn ratio(long: Duration, short: Duration) -> f64 {
    long.as_secs_f64() / short.as_secs_f64()
}
