//! Saving and loading games, with the answers of the assignment.

use std::fmt::Display;

use super::message::Message;
use crate::repl::{FileName, Reply};
use crate::store;

/// Saves a game and answers how that went. A text that [`load`] would not read is not saved.
#[must_use]
pub fn save(file: &FileName, longest: usize, text: &str) -> Reply {
    if text.len() > longest {
        return Reply::fail(Message::CannotSave).and_advise("the game is too long");
    }
    match store::save(file.path(), text.as_bytes()) {
        Ok(()) => Reply::say(Message::StateSaved(file)),
        Err(error) => Reply::fail(Message::CannotSave).and_advise(store::reason(&error)),
    }
}

/// Loads a game of at most `longest` bytes.
///
/// # Errors
/// The answer, if the file cannot be read or does not hold a game.
pub fn load<G, E: Display>(
    file: &FileName,
    longest: usize,
    read: impl FnOnce(&[u8]) -> Result<G, E>,
) -> Result<G, Reply> {
    let bytes = store::load(file.path(), longest)
        .map_err(|error| Reply::fail(Message::CannotLoad).and_advise(store::reason(&error)))?;
    read(&bytes).map_err(|reason| Reply::fail(Message::MalformedState).and_advise(reason))
}
