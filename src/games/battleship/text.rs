//! The sentences of the guessing game.

use std::fmt;

use super::{Answer, Placement};

/// An answer of the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
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
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Words::InvalidGuess => f.write_str("Invalid Guess!"),
            Words::InvalidAnswer => f.write_str("Invalid Answer!"),
            Words::NothingFits => f.write_str("No placement fits the answers."),
            Words::Guess(number, guess) => write!(f, "Guess {number}: {guess}"),
            Words::Told(guess, told) => write!(f, "{guess}: {told}"),
            Words::Found(guesses) => write!(f, "Found in {guesses} guesses"),
            Words::Left(1) => f.write_str("1 placement is left"),
            Words::Left(count) => write!(f, "{count} placements are left"),
            Words::Hint(guess) => write!(f, "Hint: {guess}"),
            Words::TookBack(guess, told) => write!(f, "Took back {guess}: {told}"),
        }
    }
}
