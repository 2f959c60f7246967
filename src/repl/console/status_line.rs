//! The line that shows how a long computation is getting on.
//!
//! It appears on a terminal after a moment, is rewritten in place by a thread of its own, and is gone
//! when the computation ends. What is typed meanwhile is not shown, or it would stand in the middle
//! of the line; the terminal keeps it for the next prompt. Ctrl-Z removes the line before the program
//! stops: the signal is blocked, and let through by the thread that draws.

use std::fs;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstyle::Style;
use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::sanitize::sanitize;
use super::stream::Stream;
use super::terminal_guard::may_change_terminal;
use crate::signals::without_signals;

/// What takes less time than this is not worth a line.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long the line stays as it is.
const TICK: Duration = Duration::from_millis(200);

/// A long computation, for the person who waits for it.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What is being done: `thinking`.
    pub verb: &'static str,
    /// How long it may take, if that is known.
    pub limit: Option<Duration>,
    /// What Ctrl-C does: `plays it`.
    pub interrupt: &'static str,
}

/// The place on a terminal where computations show how they are getting on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusLine {
    /// Dim, as all that explains.
    pub colour: bool,
    /// ASCII characters only.
    pub ascii: bool,
}

impl StatusLine {
    /// Shows a task until the result is dropped. Without a thread to be had nothing is shown.
    pub(in crate::repl) fn show(self, task: Task) -> Option<ShownTask> {
        let before = stop_signal().thread_swap_mask(SigmaskHow::SIG_BLOCK).ok()?;
        let shared = Arc::new(Shared::default());
        let ticker = Ticker {
            look: self,
            task,
            shared: Arc::clone(&shared),
            drawn: false,
            echo_off: false,
        };
        let thread = without_signals(|| thread::Builder::new().spawn(move || ticker.run())).ok();
        let shown = ShownTask {
            shared,
            thread,
            before,
        };
        shown.thread.is_some().then_some(shown)
    }

    /// The line, as far as it fits: whole parts, or the beginning of the first.
    fn text(self, task: Task, elapsed: Duration, details: &[String], width: usize) -> String {
        let tenths = |time: Duration| {
            let tenths = time.as_millis() / 100;
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let limit = task.limit.map(|limit| format!(" of {}", tenths(limit)));
        let (verb, elapsed) = (task.verb, tenths(elapsed));
        let mut line = format!("  {verb} {elapsed}{} s", limit.unwrap_or_default());
        let dot = if self.ascii { " - " } else { " · " };
        let interrupt = format!("Ctrl-C {}", task.interrupt);
        for part in details.iter().chain([&interrupt]) {
            let part = sanitize(part);
            let length = [line.as_str(), dot, &part].map(|text| text.chars().count());
            if length.iter().sum::<usize>() > width {
                break;
            }
            line += dot;
            line += &part;
        }
        line.chars().take(width).collect()
    }
}

/// What the computation and the thread that draws share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    details: Vec<String>,
    done: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that is being shown; dropping it removes the line.
#[derive(Debug)]
pub(in crate::repl) struct ShownTask {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The signals that were blocked before.
    before: SigSet,
}

impl ShownTask {
    /// What is known by now: `depth 9`, `c5 c3`.
    pub(in crate::repl) fn tell(&self, details: Vec<String>) {
        self.shared.lock().details = details;
    }
}

impl Drop for ShownTask {
    fn drop(&mut self) {
        self.shared.lock().done = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // It ends soon, and whatever it could not do is not worth a complaint.
            let _ = thread.join();
        }
        // A Ctrl-Z that came in the last moment stops the program here.
        let _ = self.before.thread_set_mask();
    }
}

/// Draws the line.
struct Ticker {
    look: StatusLine,
    task: Task,
    shared: Arc<Shared>,
    /// Whether the line is on the screen.
    drawn: bool,
    /// Whether we made the terminal not show what is typed.
    echo_off: bool,
}

impl Ticker {
    fn run(mut self) {
        let begun = Instant::now();
        let shared = Arc::clone(&self.shared);
        let mut wait = PATIENCE;
        loop {
            let going_on = |state: &mut State| !state.done;
            let state = shared
                .changed
                .wait_timeout_while(shared.lock(), wait, going_on)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            if state.done {
                break;
            }
            let details = state.details.clone();
            drop(state);
            // A Ctrl-Z that comes after this look waits for the next: the program never stops with the
            // line on the screen.
            if stop_may_be_pending() {
                self.erase();
                let_stop();
            }
            self.draw(begun.elapsed(), &details);
            wait = TICK;
        }
        self.erase();
    }

    fn draw(&mut self, elapsed: Duration, details: &[String]) {
        // In the background the screen belongs to another program. And output that somebody holds up
        // with Ctrl-S must not hold us up.
        if !may_change_terminal() || !can_write() {
            return;
        }
        let columns = Stream::output().width().unwrap_or(80);
        self.echo_off |= set_echo(false);
        // The last column stays free: behind it some terminals are on the next line already.
        let text = self.look.text(self.task, elapsed, details, columns - 1);
        let style = if self.look.colour {
            Style::new().dimmed()
        } else {
            Style::new()
        };
        self.drawn = true;
        let _ = write!(Stream::output(), "\r{style}{text}{style:#}\x1b[K");
    }

    fn erase(&mut self) {
        if std::mem::take(&mut self.drawn) && may_change_terminal() && can_write() {
            let _ = write!(Stream::output(), "\r\x1b[K");
        }
        if std::mem::take(&mut self.echo_off) {
            set_echo(true);
        }
    }
}

/// Makes the terminal show what is typed, or not. Returns whether that is a change.
fn set_echo(on: bool) -> bool {
    let Ok(mut settings) = tcgetattr(stdin()) else {
        return false;
    };
    if settings.local_modes.contains(LocalModes::ECHO) == on || !may_change_terminal() {
        return false;
    }
    settings.local_modes.set(LocalModes::ECHO, on);
    tcsetattr(stdin(), OptionalActions::Now, &settings).is_ok()
}

fn can_write() -> bool {
    let mut out = [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)];
    poll(&mut out, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

fn stop_signal() -> SigSet {
    [Signal::SIGTSTP].into_iter().collect()
}

/// Whether Ctrl-Z may have been pressed. Only Linux tells.
fn stop_may_be_pending() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("ShdPnd:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (Signal::SIGTSTP as i32 - 1) & 1 == 1)
}

/// Lets the system stop the program now, if Ctrl-Z has been pressed.
fn let_stop() {
    if stop_signal().thread_unblock().is_ok() {
        let _ = stop_signal().thread_block();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ascii: bool, limit: Option<u64>, details: &[&str], width: usize) -> String {
        let look = StatusLine {
            colour: false,
            ascii,
        };
        let task = Task {
            verb: "thinking",
            limit: limit.map(Duration::from_millis),
            interrupt: "plays it",
        };
        let details: Vec<String> = details.iter().map(ToString::to_string).collect();
        look.text(task, Duration::from_millis(1234), &details, width)
    }

    #[test]
    fn it_says_how_long_how_deep_and_what_was_found() {
        let found = ["depth 9", "c5 c3"];
        assert_eq!(
            line(false, Some(2000), &found, 79),
            "  thinking 1.2 of 2.0 s · depth 9 · c5 c3 · Ctrl-C plays it"
        );
        assert_eq!(
            line(true, None, &found, 79),
            "  thinking 1.2 s - depth 9 - c5 c3 - Ctrl-C plays it"
        );
        assert_eq!(
            line(true, Some(500), &[], 79),
            "  thinking 1.2 of 0.5 s - Ctrl-C plays it"
        );
    }

    #[test]
    fn it_fits_any_window() {
        let found = ["depth 9", "c5 c3"];
        assert_eq!(
            line(false, None, &found, 39),
            "  thinking 1.2 s · depth 9 · c5 c3"
        );
        assert_eq!(line(false, None, &found, 10), "  thinking");
        for width in 0..80 {
            assert!(line(false, Some(2000), &found, width).chars().count() <= width);
        }
    }

    #[test]
    fn it_cannot_steer_the_terminal() {
        let evil = line(false, None, &["\u{1b}[2J"], 79);
        assert!(!evil.contains('\u{1b}'), "{evil:?}");
    }
}
