//! Saved games on disk, in the words of the course text.

use std::fmt::Display;
use std::path::Path;

use super::message::Message;
use crate::repl::{Interrupt, Reply};
use crate::store;

/// Writes a saved game, and says how that went. What is longer than [`load`] would read is not
/// written.
#[must_use]
pub fn save(file: &str, longest: usize, text: &str) -> Reply {
    if text.len() > longest {
        return Reply::fail(Message::CannotSave).and_advise("the game is too long");
    }
    match store::save(Path::new(file), text.as_bytes()) {
        Ok(()) => Reply::say(Message::StateSaved(file)),
        Err(error) => Reply::fail(Message::CannotSave).and_advise(store::reason(&error)),
    }
}

/// Reads a saved game of at most `longest` bytes. Ctrl-C ends the wait for a pipe.
///
/// # Errors
/// What is to be said, when the file cannot be read or does not hold a game.
pub fn load<G, E: Display>(
    path: &Path,
    longest: usize,
    interrupt: &Interrupt,
    read: impl FnOnce(&[u8]) -> Result<G, E>,
) -> Result<G, Reply> {
    let bytes = interrupt
        .computing(|cancel| store::load_unless(path, longest, cancel))
        .map_err(|error| Reply::fail(Message::CannotLoad).and_advise(store::reason(&error)))?;
    read(&bytes).map_err(|reason| Reply::fail(Message::MalformedState).and_advise(reason))
}
