//! The sentences of the guessing game.

use std::fmt;

use super::{Answer, Placement};

/// An answer of the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Three words that are not three different locations.
    InvalidGuess,
    /// Three words that no hider could say.
    InvalidAnswer,
    /// The answers contradict each other.
    NothingFits,
    /// The computer's guess, and which one it is.
    Guess(usize, Placement),
    /// A guess with its answer.
    Told(Placement, Answer),
    /// All ships are found.
    Found(usize),
    /// How many placements are possible.
    Left(usize),
    /// A guess to try.
    Hint(Placement),
    /// A guess was taken back.
    TookBack(Placement, Answer),
    /// A guess that was taken back is made again.
    PlayedAgain(Placement, Answer),
    /// Nothing has been guessed.
    NoMoves,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::InvalidGuess => f.write_str("Invalid Guess!"),
            Message::InvalidAnswer => f.write_str("Invalid Answer!"),
            Message::NothingFits => f.write_str("No placement fits the answers."),
            Message::Guess(number, guess) => write!(f, "Guess {number}: {guess}"),
            Message::Told(guess, told) => write!(f, "{guess}: {told}"),
            Message::Found(1) => f.write_str("Found in 1 guess"),
            Message::Found(guesses) => write!(f, "Found in {guesses} guesses"),
            Message::Left(1) => f.write_str("1 placement is left"),
            Message::Left(count) => write!(f, "{count} placements are left"),
            Message::Hint(guess) => write!(f, "Hint: {guess}"),
            Message::TookBack(guess, told) => write!(f, "Took back {guess}: {told}"),
            Message::PlayedAgain(guess, told) => write!(f, "Played again {guess}: {told}"),
            Message::NoMoves => f.write_str("No moves yet."),
        }
    }
}
