//! Ctrl-C: it cuts a computation short while there is one, and otherwise ends the program or is left
//! to the line editor. Without a prompt SIGTERM does the same, so that what was computed is kept.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The status of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// The status of a program that came to an end because of SIGTERM.
pub const TERMINATED: u8 = 143;

/// The flags that the signal handler and the computations share.
#[derive(Clone, Debug)]
pub struct Interrupt {
    idle: Arc<AtomicBool>,
    cancel: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
}

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt {
            idle: Arc::new(AtomicBool::new(true)),
            cancel: Arc::new(AtomicBool::new(false)),
            terminated: Arc::new(AtomicBool::new(false)),
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

    /// Takes Ctrl-C over and SIGTERM as well: both cut a computation short, so that what it has
    /// found can be written down. A second SIGTERM ends the program at once.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn install_for_task(&self) -> io::Result<()> {
        flag::register_conditional_default(SIGTERM, Arc::clone(&self.idle))?;
        flag::register_conditional_default(SIGTERM, Arc::clone(&self.terminated))?;
        flag::register(SIGTERM, Arc::clone(&self.terminated))?;
        flag::register(SIGTERM, Arc::clone(&self.cancel))?;
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

    /// Whether SIGTERM has come.
    #[must_use]
    pub fn was_terminated(&self) -> bool {
        self.terminated.load(Ordering::SeqCst)
    }

    /// Whether Ctrl-C has been pressed since something was asked for.
    #[must_use]
    pub fn was_pressed(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }
}
