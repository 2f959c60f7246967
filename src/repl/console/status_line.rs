//! The line that shows the progress of a long computation on a terminal, drawn by indicatif.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anstyle::Style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use super::render::{OutputOptions, sanitize};
use super::width;

/// Shorter computations show no line.
const PATIENCE: Duration = Duration::from_millis(300);

/// The interval between redraws.
const TICK: Duration = Duration::from_millis(200);

/// The description of a long computation.
#[derive(Clone, Copy, Debug)]
pub struct Activity {
    /// The activity: `thinking`.
    pub verb: &'static str,
    /// Its time limit, if any.
    pub limit: Option<Duration>,
    /// The effect of Ctrl-C: `plays it`.
    pub interrupt: &'static str,
}

impl Activity {
    /// Reviewing a game.
    pub const REVIEWING: Activity = Activity {
        verb: "reviewing",
        limit: None,
        interrupt: "ends it",
    };

    /// Shows the activity on a line of the terminal until the result is dropped.
    pub(in crate::repl) fn show(self, options: OutputOptions) -> ShownTask {
        let details: Arc<Mutex<Vec<String>>> = Arc::default();
        let shared = Arc::clone(&details);
        let line = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            if state.elapsed() < PATIENCE {
                return;
            }
            let details = shared.lock().unwrap_or_else(PoisonError::into_inner);
            // Leave the last column free: some terminals wrap after it.
            let room = width(stdout()).unwrap_or(80).saturating_sub(1);
            let text = self.text(options.ascii, state.elapsed(), &details, room);
            let style = if options.colour {
                Style::new().dimmed()
            } else {
                Style::new()
            };
            let _ = write!(out, "{style}{text}{style:#}");
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
        if let Ok(style) = ProgressStyle::with_template("{line}") {
            bar.set_style(style.with_key("line", line));
        }
        bar.enable_steady_tick(TICK);
        ShownTask {
            details,
            bar,
            typed: hide_typing(),
        }
    }

    /// Formats the line: the parts that fit, or the beginning of the first.
    fn text(self, ascii: bool, elapsed: Duration, details: &[String], width: usize) -> String {
        let limit = self
            .limit
            .map(|limit| format!(" of {:.1}", limit.as_secs_f64()));
        let (verb, elapsed) = (self.verb, elapsed.as_secs_f64());
        let mut line = format!("  {verb} {elapsed:.1}{} s", limit.unwrap_or_default());
        let dot = if ascii { " - " } else { " · " };
        let interrupt = format!("Ctrl-C {}", self.interrupt);
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

/// A task that is being shown; dropping it removes the line.
#[derive(Debug)]
pub(in crate::repl) struct ShownTask {
    details: Arc<Mutex<Vec<String>>>,
    bar: ProgressBar,
    /// The terminal settings to restore.
    typed: Option<Termios>,
}

impl ShownTask {
    /// Replaces the details: `depth 9`, `c5 c3`.
    pub(in crate::repl) fn tell(&self, details: Vec<String>) {
        *self.details.lock().unwrap_or_else(PoisonError::into_inner) = details;
    }
}

impl Drop for ShownTask {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Some(before) = &self.typed {
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
        }
    }
}

/// Hides typed-ahead text and keeps it for the next prompt, also after Ctrl-C.
fn hide_typing() -> Option<Termios> {
    let before = tcgetattr(stdin()).ok()?;
    let mut hidden = before.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    hidden.local_modes.insert(LocalModes::NOFLSH);
    tcsetattr(stdin(), OptionalActions::Now, &hidden).ok()?;
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ascii: bool, limit: Option<u64>, details: &[&str], width: usize) -> String {
        let task = Activity {
            verb: "thinking",
            limit: limit.map(Duration::from_millis),
            interrupt: "plays it",
        };
        let details: Vec<String> = details.iter().map(ToString::to_string).collect();
        task.text(ascii, Duration::from_millis(1234), &details, width)
    }

    #[test]
    fn the_line_shows_the_parts_that_fit() {
        let found = ["depth 9", "c5 c3"];
        let whole = "  thinking 1.2 of 2.0 s · depth 9 · c5 c3 · Ctrl-C plays it";
        assert_eq!(line(false, Some(2000), &found, 79), whole);
        assert_eq!(
            line(true, None, &found, 79),
            "  thinking 1.2 s - depth 9 - c5 c3 - Ctrl-C plays it"
        );
        assert_eq!(
            line(false, None, &found, 39),
            "  thinking 1.2 s · depth 9 · c5 c3"
        );
        assert_eq!(line(false, None, &found, 10), "  thinking");
    }

    #[test]
    fn details_cannot_control_the_terminal() {
        assert!(!line(false, None, &["\u{1b}[2J"], 79).contains('\u{1b}'));
    }
}
