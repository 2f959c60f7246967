//! Progress bars for long computations.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::repl::console::{Output, sanitize};

/// A progress bar on standard error, hidden if that is not a terminal. It disappears when dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// Creates a bar from 0 to `total` with a description.
    #[must_use]
    pub fn new(what: &str, total: u64) -> Self {
        let bar = Progress(ProgressBar::new(total));
        bar.set_style("{msg} {wide_bar} {human_pos}/{human_len}{left}", what);
        if !bar.0.is_hidden() {
            bar.0.enable_steady_tick(Duration::from_millis(100));
        }
        bar
    }

    fn set_style(&self, template: &str, message: &str) {
        // Leave room for the ^C that a terminal shows: on a new line it would keep the bar from being
        // removed.
        if let Ok(style) = ProgressStyle::with_template(&format!("{template}   ")) {
            self.0.set_style(style.with_key("left", time_left));
        }
        self.0.set_message(sanitize(message));
    }

    /// Sets the position.
    pub fn at(&self, position: u64) {
        self.0.set_position(position);
    }

    /// Sets the position and the total.
    pub fn at_of(&self, position: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(position);
    }

    /// Shows a sentence instead of the bar, for work of unknown length.
    pub fn say_only(&self, sentence: &str) {
        self.set_style("{wide_msg}", sentence);
    }

    /// Removes the bar and prints a sentence in its place, unless it is hidden.
    pub fn finish(&self, sentence: &str) {
        let watched = !self.0.is_hidden();
        self.0.finish_and_clear();
        if watched && !sentence.is_empty() {
            // It only explains.
            let _ = writeln!(Output::error(), "{sentence}");
        }
    }
}

/// Writes the time left, once there is progress.
fn time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}
