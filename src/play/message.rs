//! The sentences that all board games answer with. They are the course text's.

use std::fmt;

use crate::repl::FileName;

/// An answer.
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
