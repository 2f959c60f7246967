//! The sentences that all board games answer with, and the files behind them: saved games and
//! records.

use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

use super::prompt_game::PromptGame;
use super::record::ActiveGame;
use crate::repl::{Context, FileName, Reply};
use crate::store;

/// An answer of the course text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// A game begins.
    StartingGame,
    /// A game ends before its end.
    StoppingGame,
    /// The move was made.
    MoveSuccessful,
    /// The move is not legal, or no move at all.
    InvalidMove,
    /// The game is in this file now.
    StateSaved(&'a FileName),
    /// It is not.
    CannotSave,
    /// The moves of the game are in this file now.
    GameRecorded(&'a FileName),
    /// They are not.
    CannotRecord,
    /// The game is the one in this file now.
    StateLoaded(&'a FileName),
    /// The file holds no game.
    MalformedState,
    /// The file cannot be read.
    CannotLoad,
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::StartingGame => f.write_str("Starting Game."),
            Message::StoppingGame => f.write_str("Stopping Game."),
            Message::MoveSuccessful => f.write_str("Move Successful"),
            Message::InvalidMove => f.write_str("Invalid Move!"),
            Message::StateSaved(file) => write!(f, "State saved in {file}"),
            Message::CannotSave => f.write_str("Cannot save game"),
            Message::GameRecorded(file) => write!(f, "Game recorded in {file}"),
            Message::CannotRecord => f.write_str("Cannot record game"),
            Message::StateLoaded(file) => write!(f, "State loaded from {file}"),
            Message::MalformedState => f.write_str("Malformed Game State"),
            Message::CannotLoad => f.write_str("Cannot load saved game state"),
        }
    }
}

/// Saves a game and returns the answer. A text that [`load`] would not read is not saved.
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

/// Writes a game of a mode as lines that can be typed again, and returns the answer.
///
/// `lines` fails with the reason why the game cannot be written so.
#[must_use]
pub fn record(file: &FileName, mode: &str, lines: Result<Vec<String>, String>) -> Reply {
    let saved = lines.and_then(|lines| {
        let text = format!(":mode {mode}\n{}\n", lines.join("\n"));
        store::save(file.path(), text.as_bytes()).map_err(|error| store::reason(&error))
    });
    match saved {
        Ok(()) => Reply::say(Message::GameRecorded(file)),
        Err(reason) => Reply::fail(Message::CannotRecord).and_advise(reason),
    }
}

/// The line that loads the position again from which a game began.
pub(super) fn loading_line<T: PromptGame>(
    game: &ActiveGame<T>,
    origin: &Path,
    record: &Path,
    context: &Context,
) -> Result<String, String> {
    let name = context.folders.relative(origin);
    let shown = name.display();
    let typed = name.to_str().filter(|name| {
        let blank = |byte: u8| byte.is_ascii_whitespace();
        !name.is_empty() && !name.bytes().any(blank)
    });
    let Some(name) = typed else {
        return Err(format!(
            "the game began from {shown}, a name that cannot be typed"
        ));
    };
    if let (Ok(from), Ok(to)) = (fs::canonicalize(origin), fs::canonicalize(record))
        && from == to
    {
        return Err("the game began from this file: its record needs another".to_owned());
    }
    let holds_start = |bytes: &[u8]| {
        T::read(bytes).is_ok_and(|(read, state)| {
            state == *game.record.start() && read.label() == game.game.label()
        })
    };
    if !store::load(origin, T::LONGEST_FILE).is_ok_and(|bytes| holds_start(&bytes)) {
        return Err(format!(
            "{shown} no longer holds the position from which the game began"
        ));
    }
    Ok(format!(":load {name}"))
}
