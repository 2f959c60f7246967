//! Signals that cut a computation short: Ctrl-C, and for one-shot commands SIGTERM and SIGHUP too.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

/// The exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Flags shared by the signal handlers and the computations.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Nothing is being computed, so a signal ends a task.
    idle: Arc<AtomicBool>,
    /// The computation must stop.
    cancel: Arc<AtomicBool>,
    /// The number of the last signal that a task received, or 0.
    last: Arc<AtomicUsize>,
}

/// A signal cut a one-shot command short; what that means for its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted: {0}")]
pub struct Interrupted(pub &'static str);

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt {
            idle: Arc::new(AtomicBool::new(true)),
            cancel: Arc::new(AtomicBool::new(false)),
            last: Arc::default(),
        }
    }
}

impl Interrupt {
    /// Handles Ctrl-C at a prompt on a terminal: it stops a computation. What it does while a line is
    /// read is for the console to say.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install(&self) -> io::Result<()> {
        flag::register(SIGINT, Arc::clone(&self.cancel))?;
        Ok(())
    }

    /// Handles Ctrl-C, SIGTERM and SIGHUP: the first of them stops a computation early, so that its
    /// result so far can be saved. Those that follow change nothing but the exit status, until the
    /// program ends: a terminal that is closed, or `timeout`, sends two. SIGQUIT still ends the program
    /// at once.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install_for_task(&self) -> io::Result<()> {
        // Started with `nohup`: the program must go on.
        let ends = [SIGTERM, SIGHUP].into_iter().filter(|&it| !is_ignored(it));
        for signal in ends.chain([SIGINT]) {
            flag::register_conditional_default(signal, Arc::clone(&self.idle))?;
            flag::register_usize(signal, Arc::clone(&self.last), signal as usize)?;
            flag::register(signal, Arc::clone(&self.cancel))?;
        }
        Ok(())
    }

    /// Runs a long computation with a flag that becomes true when Ctrl-C is pressed. What must not be
    /// lost is saved within it.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.idle.store(false, Ordering::SeqCst);
        let result = work(&self.cancel);
        // A task that was told to end does so by itself.
        let told_to_end = self.last.load(Ordering::SeqCst) != 0;
        self.idle.store(!told_to_end, Ordering::SeqCst);
        result
    }

    /// Clears the flag while a line is read, so that Ctrl-C pressed as soon as it is complete stops
    /// its command, even before the computation begins.
    pub fn forget(&self) {
        self.cancel.store(false, Ordering::SeqCst);
    }

    /// The exit status for the signal that stopped the work, if one did; for the last one if there were
    /// several.
    #[must_use]
    pub fn exit_status(&self) -> Option<u8> {
        match self.last.load(Ordering::SeqCst) {
            0 => self.was_pressed().then_some(INTERRUPTED),
            signal => Some(128 + signal as u8),
        }
    }

    /// Whether Ctrl-C has been pressed since the last [`forget`](Interrupt::forget).
    #[must_use]
    pub fn was_pressed(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }
}

/// Makes a write beyond `ulimit -f` fail like one to a full disk. By default SIGXFSZ ends the program.
///
/// # Errors
/// When a handler cannot be installed.
pub fn survive_file_size_limit() -> io::Result<()> {
    // A handler that does nothing: unlike an ignored signal it is not inherited by child processes.
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// Whether the program was started with a signal ignored. Only Linux tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
