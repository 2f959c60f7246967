//! The four signals that end the program: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
//!
//! At a prompt SIGINT stops a computation instead. A one-shot command stops early on any of them and
//! prints its results so far.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Once};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::exit;

/// Flags shared by the thread that waits for signals and the computations.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Nothing is being computed, so a signal ends the program at once.
    idle: Arc<AtomicBool>,
    /// The computation must stop.
    cancel: Arc<AtomicBool>,
    /// The last signal that stopped a one-shot command, or 0.
    last: Arc<AtomicI32>,
    /// Installs the handlers of a one-shot command at its first computation.
    task: Option<Arc<Once>>,
}

/// A signal stopped a one-shot command early; the text says what is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted: {0}")]
pub struct Interrupted(pub &'static str);

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt {
            idle: Arc::new(AtomicBool::new(true)),
            cancel: Arc::default(),
            last: Arc::default(),
            task: None,
        }
    }
}

impl Interrupt {
    /// Handles signals at a prompt on a terminal. `restore` runs before a signal ends the program.
    /// SIGINT ends it only while a line is being [read](Self::reading), so a Ctrl-C that comes just
    /// after a computation does not lose the game.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install(&self, restore: impl Fn() + Send + 'static) -> io::Result<()> {
        self.idle.store(false, Ordering::SeqCst);
        let Interrupt { idle, cancel, .. } = self.clone();
        handle(move |signal| {
            if signal == SIGINT && !idle.load(Ordering::SeqCst) {
                cancel.store(true, Ordering::SeqCst);
            } else {
                restore();
                exit(128 + signal);
            }
        })
    }

    /// Creates the flags of a one-shot command, whose [computations](Self::computing) any signal stops.
    #[must_use]
    pub fn of_task() -> Self {
        Interrupt {
            task: Some(Arc::new(Once::new())),
            ..Interrupt::default()
        }
    }

    fn handle_in_task(&self) {
        let Interrupt {
            idle, cancel, last, ..
        } = self.clone();
        // Without a handler a signal ends the program at once.
        let _ = handle(move |signal| {
            if idle.load(Ordering::SeqCst) {
                exit(128 + signal);
            }
            last.store(signal, Ordering::SeqCst);
            cancel.store(true, Ordering::SeqCst);
        });
    }

    /// Reads a line at a prompt. An earlier Ctrl-C belonged to the last command and is forgotten.
    pub fn reading<R>(&self, read: impl FnOnce() -> R) -> R {
        self.cancel.store(false, Ordering::SeqCst);
        self.idle.store(true, Ordering::SeqCst);
        let line = read();
        self.idle.store(false, Ordering::SeqCst);
        line
    }

    /// Runs a long computation. Its flag becomes true when it must stop.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        if let Some(task) = &self.task {
            task.call_once(|| self.handle_in_task());
        }
        let idle = self.idle.swap(false, Ordering::SeqCst);
        let result = work(&self.cancel);
        // A stopped command prints its result undisturbed.
        let stopped = self.last.load(Ordering::SeqCst) != 0;
        self.idle.store(idle && !stopped, Ordering::SeqCst);
        result
    }

    /// Returns the exit status if a signal stopped a one-shot command.
    #[must_use]
    pub fn exit_status(&self) -> Option<u8> {
        match self.last.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(128 + signal as u8),
        }
    }

    /// Whether Ctrl-C has been pressed since the last line was read.
    #[must_use]
    pub fn was_pressed(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }
}

/// Calls `on_signal` for each of the four signals, on a separate thread.
fn handle(on_signal: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].into_iter();
    let mut signals = Signals::new(signals.filter(|&signal| !is_ignored(signal)))?;
    let watch = move || signals.forever().for_each(on_signal);
    thread::Builder::new().spawn(watch)?;
    Ok(())
}

/// Whether the program was started with a signal ignored, as by `nohup`. Known only on Linux.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut masks = status
        .lines()
        .filter_map(|line| line.strip_prefix("SigIgn:"));
    let mask = masks.next().unwrap_or_default().trim();
    u64::from_str_radix(mask, 16).is_ok_and(|mask| mask >> (signal - 1) & 1 == 1)
}
