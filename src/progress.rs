//! Progress bars for long computations.

use std::fmt;
use std::io::Write;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::repl::console::{Output, sanitize};

/// A progress bar on standard error, hidden if that is not a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar from 0 to `total`; `what` says what is being done.
    #[must_use]
    pub fn new(what: &str, total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // Short of the full width: the ^C that a terminal shows must not begin a new line, or the bar
        // could not be taken away. Only a template with a slip in it is refused, and then the bar has its usual look.
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {bar:30} {human_pos}/{human_len}{left}")
        {
            bar.set_style(style.with_key("left", time_left));
        }
        bar.set_message(sanitize(what));
        // It is there from the beginning, however long the first step takes.
        bar.tick();
        Progress(bar)
    }

    /// Says what is being done now.
    pub fn say(&self, what: &str) {
        self.0.set_message(sanitize(what));
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

    /// Removes the bar and prints a sentence in its place, unless it is hidden.
    pub fn finish(&self, sentence: &str) {
        let watched = !self.0.is_hidden();
        self.0.finish_and_clear();
        if watched && !sentence.is_empty() {
            // Nobody loses anything if it cannot be said.
            let _ = writeln!(Output::error(), "{sentence}");
        }
    }
}

/// How long it will still take, as soon as anything is done.
fn time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}
