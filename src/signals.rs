//! The signals that end the program, and threads that take none of them.

use std::io;
use std::thread::{self, Scope, ScopedJoinHandle};

use nix::sys::signal::{SigSet, SigmaskHow, Signal};

/// The signals that end the program at a prompt: those that end a program unless it handles them.
/// SIGINT is not among them: it stops a computation. Nor are faults of the program itself, after
/// which no handler may return.
pub(crate) const ENDS: &[Signal] = &[
    Signal::SIGTERM,
    Signal::SIGHUP,
    Signal::SIGQUIT,
    Signal::SIGALRM,
    Signal::SIGVTALRM,
    Signal::SIGPROF,
    Signal::SIGXCPU,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
    Signal::SIGABRT,
    Signal::SIGSYS,
    Signal::SIGTRAP,
    // Elsewhere this one ends no program.
    #[cfg(target_os = "linux")]
    Signal::SIGIO,
    #[cfg(target_os = "linux")]
    Signal::SIGPWR,
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    Signal::SIGSTKFLT,
];

/// Starts a thread to which the system delivers none of our signals, so that their handlers run in
/// the main thread: only that reads from the terminal, and hears so of Ctrl-C.
///
/// # Errors
/// When the system has no thread for us.
pub(crate) fn spawn_undisturbed<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    without_signals(|| thread::Builder::new().spawn_scoped(scope, work))
}

/// Starts threads that take no signals: a thread begins with the mask of the one that starts it.
///
/// # Errors
/// What `start` fails with, or when signals cannot be masked.
pub(crate) fn without_signals<T>(start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let others = [
        Signal::SIGINT,
        Signal::SIGTSTP,
        Signal::SIGTTIN,
        Signal::SIGTTOU,
    ];
    let ours: SigSet = ENDS.iter().copied().chain(others).collect();
    let before = ours.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let started = start();
    before.thread_set_mask()?;
    started
}

/// Starts a program to which no signal is blocked, whatever this thread has blocked: it would inherit
/// that.
///
/// # Errors
/// What `start` fails with, or when signals cannot be masked.
pub(crate) fn with_all_signals<T>(start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let before = SigSet::empty().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
    let started = start();
    before.thread_set_mask()?;
    started
}
