//! Signals that cut a computation short: Ctrl-C, and for one-shot commands SIGTERM and SIGHUP too.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

/// The exit status after Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The flags that the signal handlers and the computations share.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Nothing is being computed: Ctrl-C ends the program.
    idle: Arc<AtomicBool>,
    /// The computation is to end.
    cancel: Arc<AtomicBool>,
    /// Another signal than Ctrl-C has come.
    told_to_end: Arc<AtomicBool>,
    /// Which one; 0 if none has come.
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
    /// Takes Ctrl-C over from the system: it ends the program while nothing is being computed.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn install(&self) -> io::Result<()> {
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&self.idle))?;
        self.install_beside_editor()
    }

    /// Takes Ctrl-C, SIGTERM and SIGHUP over: each cuts a computation short, so that what it has
    /// found can be written down. A second SIGTERM or SIGHUP ends the program at once.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn install_for_task(&self) -> io::Result<()> {
        for signal in [SIGTERM, SIGHUP] {
            // Whoever started the program with `nohup` wants it to go on.
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

    /// Takes Ctrl-C over where a line editor reads it as a key: it never ends the program. A person
    /// who presses it a moment too late must not lose the game.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn install_beside_editor(&self) -> io::Result<()> {
        flag::register(SIGINT, Arc::clone(&self.cancel))?;
        Ok(())
    }

    /// Does something long; the flag it is given turns true when Ctrl-C is pressed.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.idle.store(false, Ordering::SeqCst);
        let result = work(&self.cancel);
        self.idle.store(true, Ordering::SeqCst);
        result
    }

    /// Forgets what was pressed: something new has been asked for. Whatever is pressed from now on
    /// is meant for that, even before it has begun.
    pub fn forget(&self) {
        self.cancel.store(false, Ordering::SeqCst);
    }

    /// The exit status that tells which signal cut the work short, if one did.
    #[must_use]
    pub fn exit_status(&self) -> Option<u8> {
        match self.signal.load(Ordering::SeqCst) {
            0 => self.was_pressed().then_some(INTERRUPTED),
            signal => Some(128 + signal as u8),
        }
    }

    /// Whether Ctrl-C has been pressed since something was asked for.
    #[must_use]
    pub fn was_pressed(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }
}

/// Turns "a file may not become so long" (`ulimit -f`) into an error of the write, as a full disk is.
/// By default that signal would end the program.
///
/// # Errors
/// When the system does not let us.
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
