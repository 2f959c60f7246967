//! Consoles read lines and print replies.
//!
//! [`Terminal`] edits lines, [`Plain`] is for pipes, files and dumb terminals.
//! Text for a terminal is [sanitized](sanitize). A pipe or a file gets the exact bytes.

mod complete;

mod plain;
mod render;
mod status_line;
mod terminal;

use std::io;
use std::os::fd::AsFd;

use rustix::termios::tcgetwinsize;

pub use plain::Plain;
pub(crate) use plain::read_line;
pub use render::{Output, OutputOptions, sanitize, steers, write_reply};
pub use status_line::Activity;
pub use terminal::Terminal;

use super::reply::Reply;
use super::session::SharedSession;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Returns the width of a terminal in columns, if known.
fn width(stream: impl AsFd) -> Option<usize> {
    let size = tcgetwinsize(stream).ok()?;
    Some(size.ws_col.into()).filter(|&columns| columns > 0)
}

/// Returns the width of standard output in columns, if it is a terminal.
#[must_use]
pub fn output_width() -> Option<usize> {
    width(io::stdout())
}

/// The result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its line break.
    Line(String),
    /// A line that is not UTF-8 or too long.
    NotText,
    /// Ctrl-C was pressed.
    Interrupt,
    /// Ctrl-D was pressed.
    Leave,
    /// The input has ended.
    End,
}

/// A source of lines and a destination of replies.
pub trait Console {
    /// Prints the prompt and reads a line.
    ///
    /// # Errors
    /// When reading or writing the prompt fails.
    fn read(&mut self, session: &SharedSession) -> io::Result<Input>;

    /// Prints the prompt and a line read from a file.
    ///
    /// # Errors
    /// When it cannot be written.
    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()>;

    /// Prints a reply.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, reply: &Reply) -> io::Result<()>;

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// When it cannot be written.
    fn flush(&mut self) -> io::Result<()>;
}
