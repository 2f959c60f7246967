//! Restores the terminal's settings however the program ends.
//!
//! The line editor switches echo and line mode off while it reads, and on again when a line is
//! complete. A signal that ends the program in the middle of a line (SIGTERM, SIGHUP, SIGQUIT) would
//! leave the shell with a terminal that shows nothing of what is typed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGQUIT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::signals::without_signals;

/// What the line editor sends when it is done with a line: a paste is no longer marked.
const NO_BRACKETED_PASTE: &[u8] = b"\x1b[?2004l";

/// The signals that end the program.
const ENDS: [i32; 3] = [SIGTERM, SIGHUP, SIGQUIT];

/// The terminal's settings before the program changed them; dropping it restores them.
pub(super) struct TerminalGuard {
    original: Termios,
    foreground: Foreground,
}

/// Whether the program is in the foreground of its terminal.
///
/// In the background a signal ends it at once: it would be stopped for trying to restore the
/// terminal, and the shell has done that already.
#[derive(Clone, Debug, Default)]
pub(super) struct Foreground {
    lost: Arc<AtomicBool>,
}

impl Foreground {
    /// Looks again. To be called before the terminal is changed, and from time to time.
    pub(super) fn refresh(&self) {
        self.lost.store(!may_change_terminal(), Ordering::SeqCst);
    }
}

/// Ctrl-Z: whoever is stopped goes to the background.
impl ConditionalEventHandler for Foreground {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.lost.store(true, Ordering::SeqCst);
        Some(Cmd::Suspend)
    }
}

impl TerminalGuard {
    /// Notes the terminal's settings, changes them for the prompt, and restores them before any
    /// signal ends the program.
    ///
    /// # Errors
    /// When standard input is no terminal, or signals cannot be waited for.
    pub(super) fn new() -> io::Result<Self> {
        let original = tcgetattr(stdin())?;
        let foreground = Foreground::default();
        foreground.refresh();
        for signal in ENDS {
            flag::register_conditional_default(signal, Arc::clone(&foreground.lost))?;
        }
        // Whoever was stopped may go on in the background.
        flag::register(SIGCONT, Arc::clone(&foreground.lost))?;
        let mut signals = Signals::new(ENDS.into_iter().chain([SIGCONT]))?;
        let (state, foreground_too) = (original.clone(), foreground.clone());
        let watch = move || {
            for signal in &mut signals {
                if signal == SIGCONT {
                    foreground_too.refresh();
                    continue;
                }
                put_back(&state);
                // Whoever started us sees that a signal ended us, as if we had not noticed it.
                let _ = emulate_default_handler(signal);
            }
        };
        let watching = without_signals(|| thread::Builder::new().spawn(watch));
        if watching.is_err() {
            // No thread to be had: signals end the program as if nobody had noticed them.
            for signal in ENDS {
                flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true)))?;
            }
        }
        let mut ours = original.clone();
        // Ctrl-C while the computer thinks ends the thought. By default the system would also throw
        // away what has been typed ahead.
        ours.local_modes |= LocalModes::NOFLSH;
        set(&ours);
        Ok(TerminalGuard {
            original,
            foreground,
        })
    }

    /// Whether the program is in the foreground.
    pub(super) fn foreground(&self) -> &Foreground {
        &self.foreground
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        set(&self.original);
    }
}

fn put_back(original: &Termios) {
    let editing = tcgetattr(stdin()).is_ok_and(|now| !now.local_modes.contains(LocalModes::ICANON));
    set(original);
    if editing && may_change_terminal() {
        // Output that somebody holds up with Ctrl-S must not hold us up.
        let mut out = [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)];
        if poll(&mut out, Some(&Timespec::default())).is_ok_and(|ready| ready > 0) {
            let _ = rustix::io::write(stdout(), NO_BRACKETED_PASTE);
        }
    }
}

/// Changes the terminal unless another program has it at the moment.
fn set(state: &Termios) {
    if may_change_terminal() {
        // At once: output that somebody holds up with Ctrl-S must not hold us up. A terminal that
        // hung up cannot be changed any more.
        let _ = tcsetattr(stdin(), OptionalActions::Now, state);
    }
}

/// Whether the program is in the foreground, or the terminal knows no background: one that is not
/// the controlling terminal stops nobody.
pub(super) fn may_change_terminal() -> bool {
    match tcgetpgrp(stdin()) {
        Ok(group) => group == getpgrp(),
        Err(error) => error == Errno::NOTTY,
    }
}
