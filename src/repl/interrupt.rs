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
    /// Nothing is being computed, so Ctrl-C ends the program.
    idle: Arc<AtomicBool>,
    /// The computation must stop.
    cancel: Arc<AtomicBool>,
    /// SIGTERM or SIGHUP was received.
    told_to_end: Arc<AtomicBool>,
    /// The number of that signal, or 0.
    signal: Arc<AtomicUsize>,
}

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt {
            idle: Arc::new(AtomicBool::new(true)),
            cancel: Arc::new(AtomicBool::new(false)),
            told_to_end: Arc::new(AtomicBool::new(false)),
            signal: Arc::new(AtomicUsize::new(0)),
        }
    }
}

impl Interrupt {
    /// Handles Ctrl-C: it stops a computation, or ends the program if there is none.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install(&self) -> io::Result<()> {
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&self.idle))?;
        self.install_beside_editor()
    }

    /// Handles Ctrl-C, SIGTERM and SIGHUP: each stops a computation early, so that its result so far
    /// can be saved. A second SIGTERM or SIGHUP ends the program at once.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install_for_task(&self) -> io::Result<()> {
        for signal in [SIGTERM, SIGHUP] {
            // Started with `nohup`: the program must go on.
            if is_ignored(signal) {
                continue;
            }
            flag::register_conditional_default(signal, Arc::clone(&self.idle))?;
            flag::register_conditional_default(signal, Arc::clone(&self.told_to_end))?;
            flag::register(signal, Arc::clone(&self.told_to_end))?;
            flag::register_usize(signal, Arc::clone(&self.signal), signal as usize)?;
            flag::register(signal, Arc::clone(&self.cancel))?;
        }
        self.install()
    }

    /// Handles Ctrl-C where a line editor reads it as a key: it never ends the program, so that
    /// pressing it a moment too late does not lose the game.
    ///
    /// # Errors
    /// When a handler cannot be installed.
    pub fn install_beside_editor(&self) -> io::Result<()> {
        flag::register(SIGINT, Arc::clone(&self.cancel))?;
        Ok(())
    }

    /// Runs a long computation with a flag that becomes true when Ctrl-C is pressed.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.idle.store(false, Ordering::SeqCst);
        let result = work(&self.cancel);
        self.idle.store(true, Ordering::SeqCst);
        result
    }

    /// Clears the flag before a new command, so that Ctrl-C pressed from now on stops that command,
    /// even before its computation begins.
    pub fn forget(&self) {
        self.cancel.store(false, Ordering::SeqCst);
    }

    /// The exit status for the signal that stopped the work, if one did.
    #[must_use]
    pub fn exit_status(&self) -> Option<u8> {
        match self.signal.load(Ordering::SeqCst) {
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
