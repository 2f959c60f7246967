//! Progress bars for long computations.

use std::fmt;
use std::io::Write;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::repl::console::{Output, error_width, sanitize};

/// A progress bar on standard error, hidden if that is not a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar from 0 to `total`; `what` says what is being done.
    #[must_use]
    pub fn new(what: &str, total: u64) -> Self {
        let bar = Progress(ProgressBar::new(total));
        bar.say(what);
        // It is there from the beginning, however long the first step takes.
        bar.0.tick();
        bar
    }

    /// Says what is being done now.
    pub fn say(&self, what: &str) {
        let total = self.0.length().unwrap_or(0);
        let layout = Layout::new(columns(), &sanitize(what), total);
        self.lay_out(&layout);
    }

    fn lay_out(&self, layout: &Layout) {
        // Only a template with a slip in it is refused, and then the bar has its usual look.
        if let Ok(style) = ProgressStyle::with_template(&layout.template) {
            self.0.set_style(style.with_key("left", time_left));
        }
        self.0.set_message(layout.message.clone());
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

    /// Shows a sentence instead of the bar: what is being done cannot be measured.
    pub fn say_only(&self, sentence: &str) {
        let room = columns().saturating_sub(MARGIN);
        self.lay_out(&Layout {
            template: "{msg}".to_owned(),
            message: sanitize(sentence).chars().take(room).collect(),
        });
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

/// What stays empty at the end of a line: the ^C that a terminal shows must not begin a new line, or
/// the bar could not be taken away.
const MARGIN: usize = 3;

/// The widest bar, and the narrowest that is worth showing.
const BAR: [usize; 2] = [30, 5];

/// How wide the window is in which the bar stands.
fn columns() -> usize {
    error_width().unwrap_or(80)
}

/// A bar that fits into one line.
#[derive(Debug, PartialEq, Eq)]
struct Layout {
    template: String,
    message: String,
}

impl Layout {
    fn new(columns: usize, what: &str, total: u64) -> Layout {
        let digits = total.max(1000).to_string().len();
        // With a comma between three digits.
        let number = digits + (digits - 1) / 3;
        let counts = 2 * number + "/".len();
        let length = what.chars().count();
        let around = length + " ".len() + " ".len() + counts + ", 59m left".len() + MARGIN;
        let [most, least] = BAR;
        let room = columns.saturating_sub(around);
        if room >= least {
            let bar = room.min(most);
            return Layout {
                template: format!("{{msg}} {{bar:{bar}}} {{human_pos}}/{{human_len}}{{left}}"),
                message: what.to_owned(),
            };
        }
        let room = columns.saturating_sub(" ".len() + counts + MARGIN);
        Layout {
            template: "{msg} {human_pos}/{human_len}".to_owned(),
            message: what.chars().take(room).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fits_into_the_window() {
        let what = "checking ./a-program-in-a-folder";
        let template = |columns| Layout::new(columns, what, 1240).template;
        assert!(template(120).contains("{bar:30}"));
        assert!(template(80).contains("{bar:22}"), "{}", template(80));
        assert!(template(64).contains("{bar:6}"), "{}", template(64));
        assert!(!template(60).contains("bar"));
        let narrow = Layout::new(30, what, 1240);
        assert_eq!(narrow.message, "checking ./a-pr");
    }
}
