//! Scoped work on several threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The maximum number of threads that can be requested.
pub const MAX_THREADS: usize = 1024;

/// Useful threads per core. A few fill the gaps while others wait; more would delay each other, the
/// clock and signals.
const USEFUL_PER_CORE: usize = 4;

/// Returns the number of cores.
#[must_use]
pub fn all_cores() -> NonZeroUsize {
    let max = NonZeroUsize::new(MAX_THREADS).unwrap_or(NonZeroUsize::MIN);
    thread::available_parallelism().map_or(NonZeroUsize::MIN, |cores| cores.min(max))
}

/// Limits a number of threads to four per core.
#[must_use]
pub fn useful(threads: NonZeroUsize) -> NonZeroUsize {
    let max = NonZeroUsize::new(USEFUL_PER_CORE * all_cores().get());
    max.map_or(threads, |max| threads.min(max))
}

/// Processes `items` on several threads. Each thread calls `worker` once to get the function that
/// processes an item, and stops early when that returns `None`. Calls `on_result` on the calling
/// thread with the index of each item and its result, as results arrive.
pub fn for_each<T, R: Send, W: FnMut(T) -> Option<R>>(
    threads: NonZeroUsize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    worker: impl Fn() -> W + Sync,
    mut on_result: impl FnMut(usize, R),
) {
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let serve = |sender: mpsc::Sender<(usize, R)>| {
        let mut work = worker();
        while let Some((place, item)) = next()
            && let Some(result) = work(item)
            && sender.send((place, result)).is_ok()
        {}
    };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let serve = &serve;
        // If the system refuses a thread, fewer do the work.
        let spawn = |_: &usize| {
            let (thread, sender) = (thread::Builder::new(), sender.clone());
            thread.spawn_scoped(scope, move || serve(sender)).is_ok()
        };
        if (0..threads.get()).take_while(spawn).count() == 0 {
            serve(sender.clone());
        }
        drop(sender);
        for (place, result) in results {
            on_result(place, result);
        }
    });
}

/// Returns the results of `work` for all items, in order.
pub fn map<T, R: Send>(
    threads: NonZeroUsize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut done = Vec::new();
    let worker = || |item| Some(work(item));
    for_each(threads, items, worker, |place, result| {
        done.push((place, result));
    });
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
    fn results_come_in_order() {
        let squares: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for count in [1, 2, 5, 50] {
            assert_eq!(map(threads(count), 0..1000, |n| n * n), squares);
        }
        assert!(map(threads(2), [0; 0], |n| n).is_empty());
    }

    #[test]
    fn every_thread_has_its_own_worker_and_may_end_early() {
        let workers = AtomicUsize::new(0);
        let worker = || {
            workers.fetch_add(1, Ordering::Relaxed);
            // The numbers never end.
            |n: u64| (n < 100).then_some(n)
        };
        let mut results = Vec::new();
        for_each(threads(3), 0_u64.., worker, |_, n| results.push(n));
        results.sort_unstable();
        assert_eq!(results, (0..100).collect::<Vec<u64>>());
        assert_eq!(workers.into_inner(), 3);
    }
}
