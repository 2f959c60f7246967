//! A session: what the main loop, the console and tests see of a mode.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::command::Row;
use super::completion::Completion;
use super::context::Context;
use super::reply::Reply;

/// A set of commands with a state. A mode neither reads nor prints: it turns commands into replies,
/// so that a whole dialogue can be tested without a process.
pub trait Mode: Sized + 'static {
    /// The name that `:mode` takes and the prompt shows.
    const NAME: &'static str;

    /// The rules of the game in Markdown; the title is the name, a colon and what the game is.
    const RULES: &'static str;

    /// The length of the longest saved game, in bytes.
    const LONGEST_FILE: usize;

    /// The commands, in the order of `:help`.
    fn commands() -> Vec<Row<Self>>;

    /// The prompt; a question has its own.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Returns the game in progress as it is saved.
    fn saved(&self) -> Option<String>;

    /// Begins the saved game in a file, and announces it.
    ///
    /// # Errors
    /// Why the bytes are not exactly a saved game.
    fn load(
        &mut self,
        bytes: &[u8],
        file: Option<&Path>,
        context: &Context,
    ) -> Result<Reply, String>;

    /// Returns the lines that play the game in progress, or the last one, again.
    ///
    /// # Errors
    /// Why no lines do.
    fn lines(&self, context: &Context) -> Result<Vec<String>, String>;

    /// Returns the game in progress for another run, if it has moves.
    fn kept(&self) -> Option<Kept> {
        None
    }

    /// Runs a line that is not a command, if such lines mean something now.
    fn run_text(&mut self, _line: &str, _context: &Context) -> Option<Reply> {
        None
    }

    /// Returns the command that a line was probably meant as, if it could be carried out.
    fn meant(&self, _line: &str) -> Option<String> {
        None
    }

    /// Lines without a colon that can be typed now.
    fn text_completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Does the next thing that happens by itself, which may take long: the computer's move. `None`
    /// when it is a person's turn.
    fn step(&mut self, _context: &Context) -> Option<Reply> {
        None
    }
}

/// A game that another run resumes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// A saved game.
    pub saved: String,
    /// The file that it was loaded from.
    pub file: Option<PathBuf>,
    /// The commands that lead from it to the present position and players.
    pub lines: Vec<String>,
}

/// A running mode, its type erased.
pub trait Session {
    /// The prompt.
    fn prompt(&self) -> String;
    /// Answers a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Does the next thing that happens by itself, which may take long. `None` when nothing does.
    fn step(&mut self) -> Option<Reply>;
    /// Forgets the open question. Returns whether there was one.
    fn cancel(&mut self) -> bool;
    /// Loads a saved state as `--state` does.
    fn load(&mut self, path: &Path) -> Reply;
    /// Resumes a game that was kept.
    ///
    /// # Errors
    /// When it cannot be played here.
    fn resume(&mut self, kept: &Kept) -> Result<Reply, String>;
    /// Completes the last word of an unfinished line.
    fn complete(&self, line: &str) -> Completion;
    /// The commands, in the order of `:help`.
    fn commands(&self) -> Vec<CommandInfo>;
}

/// A session that the main loop and the completion of a terminal share: completion is computed
/// when Tab is pressed, in the middle of reading a line.
pub type SharedSession = Rc<RefCell<Box<dyn Session>>>;

impl dyn Session {
    /// The answer to a line and all that happens by itself after it: for tests.
    #[doc(hidden)]
    pub fn play_out(&mut self, line: &str) -> Reply {
        let mut reply = self.feed(line);
        while let Some(more) = self.step() {
            reply = reply.then(more);
        }
        reply
    }
}

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
    /// The prompts of the questions that it can ask.
    pub questions: Vec<&'static str>,
    /// Whether it can be used now.
    pub usable: bool,
}
