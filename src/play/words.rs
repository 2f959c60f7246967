//! The sentences that all board games answer with. They are the course text's.

use std::fmt;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words<'a> {
    /// A game begins.
    StartingGame,
    /// A game ends before its end.
    StoppingGame,
    /// The move was made.
    MoveSuccessful,
    /// The move is not legal, or no move at all.
    InvalidMove,
    /// The game is in this file now.
    StateSaved(&'a str),
    /// It is not.
    CannotSave,
    /// The game is the one in this file now.
    StateLoaded(&'a str),
    /// The file holds no game.
    MalformedState,
    /// The file cannot be read.
    CannotLoad,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Words::StartingGame => f.write_str("Starting Game."),
            Words::StoppingGame => f.write_str("Stopping Game."),
            Words::MoveSuccessful => f.write_str("Move Successful"),
            Words::InvalidMove => f.write_str("Invalid Move!"),
            Words::StateSaved(file) => write!(f, "State saved in {file}"),
            Words::CannotSave => f.write_str("Cannot save game"),
            Words::StateLoaded(file) => write!(f, "State loaded from {file}"),
            Words::MalformedState => f.write_str("Malformed Game State"),
            Words::CannotLoad => f.write_str("Cannot load saved game state"),
        }
    }
}
