//! Restores the terminal's settings however the program ends.
//!
//! The line editor switches echo and line mode off while it reads, and on again when a line is
//! complete. A signal that ends the program in the middle of a line (SIGTERM, SIGHUP, SIGQUIT) would
//! leave the shell with a terminal that shows nothing of what is typed.
//!
//! SIGINT ends the program only while it reads a line: Ctrl-C that is pressed a moment too late for a
//! computation does not lose the game. The line editor has a handler of its own meanwhile, and takes
//! Ctrl-C for a key.
//!
//! A program in the background that wants the terminal is stopped by the system (SIGTTIN, SIGTTOU). If
//! it is then told to end and to go on, the system would stop it again before its threads could obey.
//! So these signals are handled too: whoever was told to end does so instead of being stopped.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, kill_current_process_group};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};
use signal_hook::consts::{SIGINT, SIGTTIN, SIGTTOU};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, exit};

use crate::repl::interrupt::{INTERRUPTED, Interrupt};
use crate::signals::{ENDS, without_signals};

/// What the line editor sends before it reads a line: a paste is marked.
const BRACKETED_PASTE: &[u8] = b"\x1b[?2004h";

/// What it sends when it is done with the line: a paste is no longer marked.
const NO_BRACKETED_PASTE: &[u8] = b"\x1b[?2004l";

/// The terminal's settings before the program changed them; dropping it restores them.
pub struct TerminalGuard {
    original: Termios,
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

/// Ctrl-Z at the prompt. The line editor would leave the terminal as it is while the computer thinks,
/// and a shell may take that for its own settings.
pub(super) struct Suspend {
    original: Termios,
}

impl ConditionalEventHandler for Suspend {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let Ok(editing) = tcgetattr(stdin()) else {
            return Some(Cmd::Suspend);
        };
        put_back(&self.original);
        let _ = kill_current_process_group(Signal::TSTP);
        // In the background this waits until somebody brings the program back.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &editing);
        let _ = rustix::io::write(stdout(), BRACKETED_PASTE);
        Some(Cmd::Repaint)
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
        let reading = Reading {
            now: Arc::default(),
            interrupt: interrupt.clone(),
        };
        let ends = || ENDS.iter().map(|&signal| signal as i32);
        // Before anybody hears of SIGINT, it is noted that it came.
        interrupt.install()?;
        end_instead_of_stopping()?;
        let mut signals = Signals::new(ends())?;
        if !editing {
            signals.add_signal(SIGINT)?;
        }
        let (state, reading_too) = (original.clone(), reading.clone());
        let watch = move || {
            for signal in &mut signals {
                if signal != SIGINT || reading_too.was_interrupted() {
                    end_by(signal, &state);
                }
            }
        };
        let watching = without_signals(|| thread::Builder::new().spawn(watch));
        if watching.is_err() {
            // No thread to be had: signals end the program as if nobody had noticed them.
            let always = Arc::new(AtomicBool::new(true));
            for signal in ends() {
                end_at_once(&always, signal)?;
            }
            if !editing {
                let now = Arc::clone(&reading.now);
                flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), now)?;
            }
        }
        let guard = TerminalGuard { original, reading };
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

    /// What Ctrl-Z does.
    pub(super) fn suspend(&self) -> Suspend {
        Suspend {
            original: self.original.clone(),
        }
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

/// Lets a signal end the program; the flag is set for good.
fn end_at_once(always: &Arc<AtomicBool>, signal: i32) -> io::Result<()> {
    // Of some signals the library does not know that they end a program: then the status alone tells.
    let _ = flag::register_conditional_default(signal, Arc::clone(always));
    flag::register_conditional_shutdown(signal, status_of(signal), Arc::clone(always))?;
    Ok(())
}

/// Lets a program that wants the terminal in the background end if it was told to, and else stop. It
/// all happens in handlers of one thread, so nothing can come in between.
fn end_instead_of_stopping() -> io::Result<()> {
    let stops = [SIGTTIN, SIGTTOU];
    for end in ENDS.iter().map(|&signal| signal as i32) {
        let told = Arc::default();
        flag::register(end, Arc::clone(&told))?;
        for stop in stops {
            flag::register_conditional_shutdown(stop, status_of(end), Arc::clone(&told))?;
        }
    }
    for stop in stops {
        flag::register_conditional_default(stop, Arc::new(AtomicBool::new(true)))?;
    }
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
