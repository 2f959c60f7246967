//! How far a long computation is, for a person who waits for it.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::Output;
use super::sanitize;

/// A bar on standard error. Where that is not a terminal, nothing is shown.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar from 0 to `total`; `what` says what is being done.
    #[must_use]
    pub fn new(what: &str, total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // Short of the full width: the ^C that a terminal shows must not begin a new line, or the bar
        // could not be taken away. Only a template with a slip in it is refused, and then the bar has its usual look.
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {bar:30} {human_pos}/{human_len}, {eta} left")
        {
            bar.set_style(style);
        }
        bar.set_message(sanitize(what));
        Progress(bar)
    }

    /// So far it has come.
    pub fn at(&self, position: u64) {
        self.0.set_position(position);
    }

    /// So far it has come, of a total that is known only now.
    pub fn at_of(&self, position: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(position);
    }

    /// Takes the bar away and leaves a sentence in its place, if a person is looking.
    pub fn finish(&self, sentence: &str) {
        let watched = !self.0.is_hidden();
        self.0.finish_and_clear();
        if watched && !sentence.is_empty() {
            // Nobody loses anything if it cannot be said.
            let _ = writeln!(Output::error(), "{sentence}");
        }
    }
}
