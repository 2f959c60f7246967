//! Work on several threads.
//!
//! Threads live no longer than the work. The thread that waits for them keeps the signals. Where the
//! system gives no further thread, fewer do the work, and the calling one if there is none.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The most threads that can be asked for.
pub const MOST_THREADS: usize = 1024;

/// How long to wait for a result before calling back without one.
const PAUSE: Duration = Duration::from_millis(100);

/// One thread for each core.
#[must_use]
pub fn all_cores() -> NonZeroUsize {
    let most = NonZeroUsize::new(MOST_THREADS).unwrap_or(NonZeroUsize::MIN);
    thread::available_parallelism().map_or(NonZeroUsize::MIN, |cores| cores.min(most))
}

/// How many threads for each core are worth their while. A few more than one fill the gaps while
/// others wait; many more keep each other waiting, and the clock and signals with them.
const USEFUL_FOR_A_CORE: usize = 4;

/// As many threads as were asked for, if so many can help: no more than four for each core.
#[must_use]
pub fn useful(threads: NonZeroUsize) -> NonZeroUsize {
    let most = NonZeroUsize::new(USEFUL_FOR_A_CORE * all_cores().get());
    most.map_or(threads, |most| threads.min(most))
}

/// Does the same work for all `things` on so many threads. Each thread prepares what it needs once.
/// A thread ends early when `work` has no result for it. Calls `on_result` on the calling
/// thread with each result as it arrives and the place of its thing, and with `None` every 100 ms,
/// so that a progress bar can move.
pub fn for_each<T, S, R: Send>(
    threads: NonZeroUsize,
    things: impl IntoIterator<Item = T, IntoIter: Send>,
    prepare: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> Option<R> + Sync,
    mut on_result: impl FnMut(Option<(usize, R)>),
) {
    let things = Mutex::new(things.into_iter().enumerate());
    let next = || {
        let mut things = things.lock().unwrap_or_else(PoisonError::into_inner);
        things.next()
    };
    let (sender, results) = mpsc::channel();
    let serve = |sender: mpsc::Sender<(usize, R)>| {
        let mut prepared = prepare();
        while let Some((place, thing)) = next() {
            let sent = work(&mut prepared, thing).map(|result| sender.send((place, result)));
            if !matches!(sent, Some(Ok(()))) {
                break;
            }
        }
    };
    let started = thread::scope(|scope| {
        let serve = &serve;
        let started = (0..threads.get())
            .take_while(|_| {
                let sender = sender.clone();
                thread::Builder::new()
                    .spawn_scoped(scope, move || serve(sender))
                    .is_ok()
            })
            .count();
        drop(sender);
        loop {
            match results.recv_timeout(PAUSE) {
                Ok(result) => on_result(Some(result)),
                Err(RecvTimeoutError::Timeout) => on_result(None),
                Err(RecvTimeoutError::Disconnected) => break started,
            }
        }
    });
    if started == 0 {
        let mut prepared = prepare();
        while let Some((place, thing)) = next() {
            let Some(result) = work(&mut prepared, thing) else {
                break;
            };
            on_result(Some((place, result)));
        }
    }
}

/// Returns the results of `work` for all things, in their order.
pub fn map<T, R: Send>(
    threads: NonZeroUsize,
    things: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    map_while(threads, things, |thing| Some(work(thing)))
}

/// Returns the results of `work`, in the order of the things. A thread ends when it has none for one.
pub fn map_while<T, R: Send>(
    threads: NonZeroUsize,
    things: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> Option<R> + Sync,
) -> Vec<R> {
    let mut done = Vec::new();
    let work = |(): &mut (), thing| work(thing);
    for_each(threads, things, || (), work, |result| done.extend(result));
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn so_many_threads_as_can_help() {
        let cores = all_cores().get();
        assert_eq!(useful(threads(1)), threads(1));
        assert_eq!(useful(all_cores()), all_cores());
        assert_eq!(useful(threads(4 * cores)), threads(4 * cores));
        assert_eq!(useful(threads(4 * cores + 1)), threads(4 * cores));
    }

    #[test]
    fn results_come_in_order() {
        let squares: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for count in [1, 2, 5, 50] {
            assert_eq!(map(threads(count), 0..1000, |n| n * n), squares);
        }
        assert!(map(threads(2), [0; 0], |n| n).is_empty());
    }

    #[test]
    fn what_comes_after_the_last_result_is_not_even_looked_at() {
        for count in [1, 2, 50] {
            // There is no end to these numbers.
            let few = map_while(threads(count), 0_u64.., |n| (n < 100).then_some(n));
            assert_eq!(few, (0..100).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn every_thread_prepares_once_and_may_end_early() {
        let prepared = AtomicUsize::new(0);
        let prepare = || prepared.fetch_add(1, Ordering::Relaxed);
        let mut results = Vec::new();
        let work = |_: &mut usize, n: u32| (n < 100).then_some(n);
        for_each(threads(3), 0..1000, prepare, work, |n| results.extend(n));
        results.sort_unstable();
        assert_eq!(results, (0..100).zip(0..).collect::<Vec<(usize, u32)>>());
        assert_eq!(prepared.into_inner(), 3);
    }
}
