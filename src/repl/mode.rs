//! A mode: a set of commands with a state behind it.

use std::path::Path;

use super::command::Row;
use super::context::Context;
use super::reply::{Refused, Reply};

/// A set of commands with a state behind it. A mode neither reads nor prints: it turns typed
/// commands into replies, so that all of it can be tested without a process.
pub trait Mode {
    /// What the words of a line become.
    type Command: 'static;

    /// The name that `:mode` takes and the prompt shows.
    fn name(&self) -> &'static str;

    /// The commands, in the order of `:help`.
    fn commands(&self) -> Vec<Row<Self::Command>>;

    /// What stands before the cursor.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Carries out a command.
    ///
    /// # Errors
    /// When the command cannot be used at this moment after all, or its words turn out wrong.
    fn run(&mut self, command: Self::Command, context: &Context) -> Result<Reply, Refused>;

    /// Loads a saved state as `--state` does: the answer, and whether it went well.
    fn load(&mut self, path: &Path, context: &Context) -> (Reply, bool);

    /// Takes a line that is not a command, if such lines mean something now.
    fn run_text(&mut self, _line: &str, _context: &Context) -> Option<Reply> {
        None
    }

    /// Whether something happens by itself now, which may take long.
    fn has_automatic_step(&self) -> bool {
        false
    }

    /// Does what happens by itself, a step at a time: the computer's moves. `None` when it is the
    /// person's turn.
    fn automatic_step(&mut self, _context: &Context) -> Option<Reply> {
        None
    }

    /// All that could stand behind the command `name` now where its table says
    /// [`Kind::Offered`](super::command::Kind::Offered): each offer is the words in full, with one blank between them.
    fn offers(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether the command `name`, usable by its table, would be refused now whatever stood behind
    /// it.
    fn refuses(&self, _name: &str) -> bool {
        false
    }

    /// Why these words behind the command `name` are wrong, where more can be said than how it is
    /// used.
    fn why_malformed(&self, _name: &str, _words: &[&str]) -> Option<String> {
        None
    }

    /// What could be typed without a colon now.
    fn text_completions(&self) -> Vec<String> {
        Vec::new()
    }
}
