//! A mode without its types: what the main loop, the console and tests talk to.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use super::command::Arg;
use super::completion::{Completion, Hint};
use super::reply::Reply;

/// A session that the main loop and the completion of a terminal share: completion is computed
/// when Tab is pressed, in the middle of reading a line.
pub type SharedSession = Rc<RefCell<Box<dyn Session>>>;

/// A running mode.
pub trait Session {
    /// The name of the mode.
    fn name(&self) -> &'static str;
    /// The prompt.
    fn prompt(&self) -> String;
    /// The answer to a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Whether a line may take a while, so that nobody should wait meanwhile for what has been
    /// answered.
    fn takes_time(&self, line: &str) -> bool;
    /// Takes note of how wide the window is now, if that is known.
    fn set_width(&mut self, width: Option<usize>);
    /// Whether Ctrl-C has been pressed since the last line.
    fn was_interrupted(&self) -> bool;
    /// Forgets the open question. Returns whether there was one.
    fn cancel_question(&mut self) -> bool;
    /// Whether something happens by itself now, which may take long.
    fn has_automatic_step(&self) -> bool;
    /// The next thing that happens by itself, if anything does.
    fn automatic_step(&mut self) -> Option<Reply>;
    /// Loads a saved state as `--state` does.
    fn load(&mut self, path: &Path) -> Reply;
    /// What the last word of an unfinished line could become.
    fn complete(&self, line: &str) -> Completion;
    /// What to show behind an unfinished line.
    fn hint(&self, line: &str) -> Option<Hint>;
    /// All that could stand behind this command now, as far as the mode can tell.
    fn completions(&self, name: &str) -> Vec<String>;
    /// All that could be typed without a colon now: moves, answers to a question.
    fn text_completions(&self) -> Vec<String>;
    /// The commands, in the order of `:help`.
    fn commands(&self) -> Vec<CommandInfo>;

    /// The answer to a line and all that happens by itself after it: for tests.
    #[doc(hidden)]
    fn play_out(&mut self, line: &str) -> Reply {
        let mut reply = self.feed(line);
        while let Some(more) = self.automatic_step() {
            reply = reply.then(more);
        }
        reply
    }
}

/// What a command's row says, without the mode's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// The name with its colon.
    pub name: &'static str,
    /// The words behind it.
    pub args: Vec<Arg>,
    /// The command with its arguments, as `:help` shows it.
    pub usage: String,
    /// One line of description.
    pub summary: &'static str,
    /// A line that a person could type.
    pub example: String,
    /// Whether it can be used now.
    pub usable: bool,
    /// Whether it can be used at any time if nothing stands behind its name.
    pub always_alone: bool,
}
