//! Restores the terminal's settings however the program ends.
//!
//! The line editor switches echo and line mode off while it reads, and on again when a line is
//! complete. A signal that ends the program in the middle of a line (SIGTERM, SIGHUP, SIGQUIT) would
//! leave the shell with a terminal that shows nothing of what is typed.
//!
//! SIGINT ends the program only while it reads a line: Ctrl-C that is pressed a moment too late for a
//! computation does not lose the game. The line editor has a handler of its own meanwhile, and takes
//! Ctrl-C for a key.

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
use signal_hook::consts::{SIGCONT, SIGINT};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, exit};

use crate::repl::interrupt::{INTERRUPTED, Interrupt};
use crate::signals::{ENDS, without_signals};

/// What the line editor sends when it is done with a line: a paste is no longer marked.
const NO_BRACKETED_PASTE: &[u8] = b"\x1b[?2004l";

/// The terminal's settings before the program changed them; dropping it restores them.
pub struct TerminalGuard {
    original: Termios,
    foreground: Foreground,
    reading: Reading,
}

/// Whether a line is being read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    now: Arc<AtomicBool>,
    interrupt: Interrupt,
}

impl Reading {
    /// Ctrl-C that was pressed before belongs to the last command. To be called when Ctrl-C is a key
    /// already, if it becomes one.
    pub(super) fn begin(&self) {
        if !self.now.load(Ordering::SeqCst) {
            self.interrupt.forget();
            self.now.store(true, Ordering::SeqCst);
        }
    }

    /// From now on Ctrl-C stops the next command.
    pub(super) fn end(&self) {
        self.now.store(false, Ordering::SeqCst);
    }

    /// Whether SIGINT came in the middle of a line: what came before is forgotten.
    fn was_interrupted(&self) -> bool {
        self.now.load(Ordering::SeqCst) && self.interrupt.was_pressed()
    }
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
    /// signal ends the program. `editing`: a line editor sees to SIGINT while it reads.
    ///
    /// # Errors
    /// When standard input is no terminal, or signals cannot be waited for.
    pub fn new(interrupt: &Interrupt, editing: bool) -> io::Result<Self> {
        let original = tcgetattr(stdin())?;
        let foreground = Foreground::default();
        let reading = Reading {
            now: Arc::default(),
            interrupt: interrupt.clone(),
        };
        foreground.refresh();
        let ends = || ENDS.iter().map(|&signal| signal as i32);
        for signal in ends() {
            end_at_once_if(&foreground.lost, signal)?;
        }
        // Whoever was stopped may go on in the background.
        flag::register(SIGCONT, Arc::clone(&foreground.lost))?;
        // Before anybody hears of SIGINT, it is noted that it came.
        interrupt.install()?;
        let mut signals = Signals::new(ends().chain([SIGCONT]))?;
        if !editing {
            signals.add_signal(SIGINT)?;
        }
        let (state, foreground_too, reading_too) =
            (original.clone(), foreground.clone(), reading.clone());
        let watch = move || {
            for signal in &mut signals {
                if signal == SIGCONT {
                    foreground_too.refresh();
                    continue;
                }
                if signal == SIGINT && !reading_too.was_interrupted() {
                    continue;
                }
                end_by(signal, &state);
            }
        };
        let watching = without_signals(|| thread::Builder::new().spawn(watch));
        if watching.is_err() {
            // No thread to be had: signals end the program as if nobody had noticed them.
            for signal in ends() {
                end_at_once_if(&Arc::new(AtomicBool::new(true)), signal)?;
            }
            if !editing {
                let now = Arc::clone(&reading.now);
                flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), now)?;
            }
        }
        let guard = TerminalGuard {
            original,
            foreground,
            reading,
        };
        guard.keep_typed_ahead();
        Ok(guard)
    }

    /// Ctrl-C while the computer thinks ends the thought. By default the system would also throw away
    /// what has been typed ahead.
    fn keep_typed_ahead(&self) {
        let mut ours = self.original.clone();
        ours.local_modes |= LocalModes::NOFLSH;
        set(&ours);
    }

    /// Reads a line without an editor. Ctrl-C, which ends the program meanwhile, throws away the
    /// line: nobody else is to get it.
    pub(super) fn reading_plainly<R>(&self, read: impl FnOnce() -> R) -> R {
        set(&self.original);
        self.reading.begin();
        let line = read();
        self.reading.end();
        self.keep_typed_ahead();
        line
    }

    /// Ends the program by SIGINT.
    pub(super) fn end_by_interrupt(&self) {
        end_by(SIGINT, &self.original);
    }

    /// Whether a line is being read.
    pub(super) fn reading(&self) -> &Reading {
        &self.reading
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

/// Restores the terminal and ends the program.
fn end_by(signal: i32, original: &Termios) {
    put_back(original);
    crate::store::remove_own_files();
    if signal == SIGINT {
        exit(INTERRUPTED.into());
    }
    // Whoever started us sees that a signal ended us, as if we had not noticed it.
    let _ = emulate_default_handler(signal);
    exit(status_of(signal));
}

/// Lets a signal end the program if the flag is set when it comes.
fn end_at_once_if(flag: &Arc<AtomicBool>, signal: i32) -> io::Result<()> {
    // Of some signals the library does not know that they end a program: then the status alone tells.
    let _ = flag::register_conditional_default(signal, Arc::clone(flag));
    flag::register_conditional_shutdown(signal, status_of(signal), Arc::clone(flag))?;
    Ok(())
}

/// The status by which shells tell that a signal ended a program.
const fn status_of(signal: i32) -> i32 {
    128 + signal
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
