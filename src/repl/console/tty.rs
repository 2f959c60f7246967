//! The terminal as it was found, and how it is put back.
//!
//! The line editor takes the terminal's echo and line breaks over while it reads. It gives them back
//! when a line is complete, but a program that is told to end in the middle of one (SIGTERM, SIGHUP)
//! would leave the shell with a terminal that shows nothing of what is typed.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use rustix::process::getpgrp;
use rustix::stdio::stdin;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// What the line editor sends when it is done with a line: a paste is no longer marked.
const NO_BRACKETED_PASTE: &[u8] = b"\x1b[?2004l";

/// The signals that tell us to end.
const ENDS: [i32; 2] = [SIGTERM, SIGHUP];

/// The state of the terminal before we came. When this goes, so do our changes.
pub(super) struct Found {
    original: Termios,
    grasp: Grasp,
}

/// Whether the terminal is out of our hands: a program in the background must neither put it back,
/// for which it would be stopped, nor need anything put back, as the shell has done it. There a
/// signal ends us at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Grasp {
    lost: Arc<AtomicBool>,
}

impl Grasp {
    /// Looks again. To be called before the terminal is changed, and from time to time.
    pub(super) fn renew(&self) {
        self.lost.store(!is_ours(), Ordering::SeqCst);
    }
}

/// Ctrl-Z: whoever is stopped goes to the background.
impl ConditionalEventHandler for Grasp {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.lost.store(true, Ordering::SeqCst);
        Some(Cmd::Suspend)
    }
}

impl Found {
    /// Looks at the terminal, changes it to our liking, and sees to it that it is put back however
    /// we are told to end.
    ///
    /// # Errors
    /// When standard input is no terminal, or signals cannot be waited for.
    pub(super) fn take() -> io::Result<Self> {
        let original = tcgetattr(stdin())?;
        let grasp = Grasp::default();
        grasp.renew();
        for signal in ENDS {
            flag::register_conditional_default(signal, Arc::clone(&grasp.lost))?;
        }
        // Whoever was stopped may go on in the background.
        flag::register(SIGCONT, Arc::clone(&grasp.lost))?;
        let mut signals = Signals::new(ENDS.into_iter().chain([SIGCONT]))?;
        let (state, grasp_too) = (original.clone(), grasp.clone());
        spawn_undisturbed(move || {
            for signal in &mut signals {
                if signal == SIGCONT {
                    grasp_too.renew();
                    continue;
                }
                put_back(&state);
                // Whoever started us sees that a signal ended us, as if we had not noticed it.
                let _ = emulate_default_handler(signal);
            }
        })?;
        let mut ours = original.clone();
        // Ctrl-C while the computer thinks ends the thought. By default the system would also throw
        // away what has been typed ahead.
        ours.local_modes |= LocalModes::NOFLSH;
        set(&ours);
        Ok(Found { original, grasp })
    }

    /// What tells whether the terminal is in our hands.
    pub(super) fn grasp(&self) -> &Grasp {
        &self.grasp
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        set(&self.original);
    }
}

/// Starts a thread to which the system delivers none of our signals, so that their handlers run in
/// the main thread.
///
/// This is for a program that was stopped in the background and is told to end and then to continue.
/// Its main thread wants the terminal, for which the system stops the whole program again: had
/// another thread taken the signal, it would be stopped before it could obey. The main thread obeys
/// first.
fn spawn_undisturbed(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let ours: SigSet = [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGCONT]
        .into_iter()
        .collect();
    // A thread begins with the mask of the one that starts it.
    let before = ours.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let started = thread::Builder::new().spawn(work);
    before.thread_set_mask()?;
    started.map(drop)
}

fn put_back(original: &Termios) {
    let editing = tcgetattr(stdin()).is_ok_and(|now| !now.local_modes.contains(LocalModes::ICANON));
    set(original);
    if editing && is_ours() {
        let mut out = io::stdout();
        let _ = out.write_all(NO_BRACKETED_PASTE).and_then(|()| out.flush());
    }
}

/// Changes the terminal if it is ours at the moment. A program in the background would be stopped
/// for trying, and the shell has put the terminal back itself when it sent us there.
fn set(state: &Termios) {
    if is_ours() {
        // At once: output that somebody holds up with Ctrl-S must not hold us up. A terminal that
        // hung up cannot be changed any more.
        let _ = tcsetattr(stdin(), OptionalActions::Now, state);
    }
}

fn is_ours() -> bool {
    tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp())
}
