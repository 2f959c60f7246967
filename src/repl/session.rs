//! Modes, and sessions: running modes as the main loop, the console and tests see them.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::command::Row;
use super::completion::Completion;
use super::context::Context;
use super::reply::Reply;

/// A set of commands with a state. A mode neither reads nor prints: it turns commands into replies,
/// so tests can run a whole dialogue without a process.
pub trait Mode: Sized + 'static {
    /// The name that `:mode` takes and the prompt shows.
    const NAME: &'static str;

    /// The rules of the game in Markdown. The title is the name, a colon and a description.
    const RULES: &'static str;

    /// The length of the longest saved game, in bytes.
    const LONGEST_FILE: usize;

    /// Returns the commands, in the order of `:help`.
    fn commands() -> Vec<Row<Self>>;

    /// Returns the prompt when no question is open.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Returns the game in progress in its saved form.
    fn saved(&self) -> Option<String>;

    /// Begins a saved game and announces it.
    ///
    /// # Errors
    /// The reason if the bytes are not a saved game.
    fn load(
        &mut self,
        bytes: &[u8],
        file: Option<&Path>,
        context: &Context,
    ) -> Result<Reply, String>;

    /// Returns lines that replay the game in progress, or the last one.
    ///
    /// # Errors
    /// The reason if no lines can.
    fn lines(&self, context: &Context) -> Result<Vec<String>, String>;

    /// Returns the game in progress for `--resume`, if it has moves.
    fn kept(&self) -> Option<Kept> {
        None
    }

    /// Runs a line that is not a command, if the mode accepts such lines now.
    fn run_text(&mut self, _line: &str, _context: &Context) -> Option<Reply> {
        None
    }

    /// Returns the command that a line probably means, if it can be used.
    fn meant(&self, _line: &str) -> Option<String> {
        None
    }

    /// Returns possible lines without a colon.
    fn text_completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Makes the next automatic step, such as the computer's move, which can take long. `None` when it
    /// is a person's turn.
    fn step(&mut self, _context: &Context) -> Option<Reply> {
        None
    }
}

/// A game kept for `--resume`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// A saved game.
    pub saved: String,
    /// The file it was loaded from.
    pub file: Option<PathBuf>,
    /// The commands that lead to the current position and players.
    pub lines: Vec<String>,
}

/// A running mode, its type erased.
pub trait Session {
    /// Returns the prompt.
    fn prompt(&self) -> String;
    /// Answers a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Makes the next automatic step, which can take long. `None` if there is none.
    fn step(&mut self) -> Option<Reply>;
    /// Closes the open question. Returns whether there was one.
    fn cancel(&mut self) -> bool;
    /// Loads a saved game as `--state` does.
    fn load(&mut self, path: &Path) -> Reply;
    /// Resumes a kept game.
    ///
    /// # Errors
    /// When it cannot be replayed.
    fn resume(&mut self, kept: &Kept) -> Result<Reply, String>;
    /// Completes the last word of an unfinished line.
    fn complete(&self, line: &str) -> Completion;
    /// Returns the commands, in the order of `:help`.
    fn commands(&self) -> Vec<CommandInfo>;
}

/// A session shared by the main loop and completion, which runs while a line is being read.
pub type SharedSession = Rc<RefCell<Box<dyn Session>>>;

/// A command's row without the type of the mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// The name with its colon.
    pub name: &'static str,
    /// The arguments, as `:help` shows them.
    pub args: &'static str,
    /// The command with its arguments, as `:help` shows it.
    pub usage: String,
    /// One line of description.
    pub summary: &'static str,
    /// The prompts of its questions.
    pub questions: Vec<&'static str>,
    /// Whether it can be used now.
    pub usable: bool,
}
