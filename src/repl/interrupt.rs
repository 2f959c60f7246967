//! Ctrl-C: it cuts a computation short while there is one, and ends the program otherwise.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The status of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// Two flags that the signal handler and the computations share.
#[derive(Clone, Debug)]
pub struct Interrupt {
    idle: Arc<AtomicBool>,
    cancel: Arc<AtomicBool>,
}

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt {
            idle: Arc::new(AtomicBool::new(true)),
            cancel: Arc::new(AtomicBool::new(false)),
        }
    }
}

impl Interrupt {
    /// Takes Ctrl-C over from the system.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn install(&self) -> io::Result<()> {
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&self.idle))?;
        flag::register(SIGINT, Arc::clone(&self.cancel))?;
        Ok(())
    }

    /// Does something long; the flag it is given turns true when Ctrl-C is pressed.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.cancel.store(false, Ordering::SeqCst);
        self.idle.store(false, Ordering::SeqCst);
        let result = work(&self.cancel);
        self.idle.store(true, Ordering::SeqCst);
        result
    }

    /// Whether the last computation was cut short.
    #[must_use]
    pub fn was_pressed(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }
}
