//! The same work for many things on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What `work` makes of each thing, in their order.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(things.len()));
    let serve = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(index) else {
                break;
            };
            let result = work(thing);
            // Nothing can panic while it is held.
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.clamp(1, things.len().max(1)) {
            // The system may have no thread for us: then the others do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, serve);
        }
        serve();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let things: Vec<u64> = (0..1000).collect();
        let squares: Vec<u64> = things.iter().map(|n| n * n).collect();
        for jobs in [0, 1, 3, 2000] {
            assert_eq!(in_parallel(jobs, &things, |n| n * n), squares);
        }
        assert!(in_parallel(2, &[0; 0], |n| *n).is_empty());
    }
}
