//! The sentences of the guessing game.

use std::fmt;

use super::{Answer, Placement};

/// An answer of the mode.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// How many guesses find the ships on the average.
    Expected(f64),
    /// A guess was taken back.
    TookBack(Placement, Answer),
    /// A guess that was taken back is made again.
    PlayedAgain(Placement, Answer),
    /// Nothing has been guessed.
    NoMoves,
    /// What came of a review.
    Reviewed {
        /// How many guesses were made.
        guesses: usize,
        /// How many of them were not the best.
        not_best: usize,
        /// How many guesses those have given away, on the average.
        lost: f64,
    },
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
            Message::Expected(guesses) if *guesses <= 1.0 => {
                f.write_str("this guess finds the ships")
            }
            Message::Expected(guesses) => write!(
                f,
                "the ships are found with {guesses:.1} guesses on the average, this one included"
            ),
            Message::TookBack(guess, told) => write!(f, "Took back {guess}: {told}"),
            Message::PlayedAgain(guess, told) => write!(f, "Played again {guess}: {told}"),
            Message::NoMoves => f.write_str("No moves yet."),
            Message::Reviewed {
                guesses: 1,
                not_best: 0,
                ..
            } => f.write_str("The guess was no mistake."),
            Message::Reviewed {
                guesses,
                not_best: 0,
                ..
            } => write!(f, "None of {guesses} guesses was a mistake."),
            Message::Reviewed {
                guesses,
                not_best,
                lost,
            } => {
                let plural = if *guesses == 1 { "" } else { "es" };
                let were = if *not_best == 1 { "was" } else { "were" };
                write!(
                    f,
                    "{not_best} of {guesses} guess{plural} {were} not the best: {lost:.2} guesses lost."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let reviewed = |guesses, not_best, lost| {
            let told = Message::Reviewed {
                guesses,
                not_best,
                lost,
            };
            told.to_string()
        };
        assert_eq!(Message::Found(1).to_string(), "Found in 1 guess");
        assert_eq!(Message::Left(1).to_string(), "1 placement is left");
        assert_eq!(reviewed(1, 0, 0.0), "The guess was no mistake.");
        assert_eq!(reviewed(3, 0, 0.0), "None of 3 guesses was a mistake.");
        assert_eq!(
            reviewed(1, 1, 1.0),
            "1 of 1 guess was not the best: 1.00 guesses lost."
        );
        assert_eq!(
            reviewed(3, 2, 0.25),
            "2 of 3 guesses were not the best: 0.25 guesses lost."
        );
    }
}
