//! A mode: a set of commands with a state behind it.

use super::command::Row;
use super::context::Context;
use super::file_name::FileName;
use super::reply::Reply;

/// A mode neither reads nor prints: it turns commands into replies, so that a whole dialogue can be
/// tested without a process.
pub trait Mode: Sized + 'static {
    /// The name that `:mode` takes and the prompt shows.
    const NAME: &'static str;

    /// The rules of the game in Markdown; the title is the name, a colon and what the game is.
    const RULES: &'static str;

    /// The commands, in the order of `:help`.
    fn commands() -> Vec<Row<Self>>;

    /// The prompt; a question has its own.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Loads a saved state, as `:load` and `--state` do.
    fn load(&mut self, file: &FileName, context: &Context) -> Reply;

    /// Runs the words of a line that is not a command, if such lines mean something now.
    fn run_text(&mut self, _words: &[&str], _context: &Context) -> Option<Reply> {
        None
    }

    /// What a line that is no command was probably meant as.
    fn meant(&self, _line: &str) -> Option<String> {
        None
    }

    /// What could be typed without a colon now.
    fn text_completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether something happens by itself now, which may take long: the computer's move.
    fn has_automatic_step(&self) -> bool {
        false
    }

    /// Does the next thing that happens by itself. `None` when it is a person's turn.
    fn automatic_step(&mut self, _context: &Context) -> Option<Reply> {
        None
    }
}
