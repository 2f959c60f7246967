//! Where the prompt reads and prints.
//!
//! [`Plain`] serves pipes, files and terminals that can do nothing but print; [`Terminal`] serves a
//! person with a real one; [`Script`] serves tests.

mod complete;
mod files;
mod fold;
mod history;
mod listing;
mod output;
mod paint;
mod plain;
mod progress;
mod sanitize;
mod script;
mod stream;
mod terminal;
mod terminal_guard;

use std::io;

pub use history::HistoryFile;
pub use output::Output;
pub use paint::{OutputOptions, write_reply};
pub use plain::Plain;
pub(crate) use plain::read_line;
pub use progress::Progress;
pub use sanitize::{sanitize, steers};
pub use script::Script;
pub use stream::Stream;
pub use terminal::Terminal;

use super::reply::Reply;
use super::session::SharedSession;

/// The longest line that is looked at, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// What came when a line was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its line break.
    Line(String),
    /// A line that is no text, or too long to be one.
    NotText,
    /// The person pressed Ctrl-C instead.
    Interrupt,
    /// The person pressed Ctrl-D instead.
    Leave,
    /// There is nothing more to read.
    End,
}

/// Where lines come from and replies go to.
pub trait Console {
    /// Asks for a line.
    ///
    /// # Errors
    /// When reading or writing the prompt fails.
    fn read(&mut self, session: &SharedSession) -> io::Result<Input>;

    /// Prints a reply.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, reply: &Reply) -> io::Result<()>;

    /// Sends everything printed on its way: the program is about to end.
    ///
    /// # Errors
    /// When it cannot be written.
    fn flush(&mut self) -> io::Result<()>;
}
