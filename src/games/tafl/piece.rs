//! The three kinds of pieces.

use crate::engine::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// An attacker.
    Object,
    /// A defender of λ.
    Guard,
    /// The one to be protected.
    Lambda,
}

impl Piece {
    /// All kinds.
    pub const ALL: [Piece; 3] = [Piece::Object, Piece::Guard, Piece::Lambda];

    /// Whose piece it is: the objects move first, guards and λ answer.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Piece::Object => Side::First,
            Piece::Guard | Piece::Lambda => Side::Second,
        }
    }

    /// Its letter in saved games: `O`, `G`, `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Piece::Object => 'O',
            Piece::Guard => 'G',
            Piece::Lambda => 'L',
        }
    }

    /// How many of it a board can hold.
    #[must_use]
    pub const fn limit(self) -> u32 {
        match self {
            Piece::Object => 16,
            Piece::Guard => 8,
            Piece::Lambda => 1,
        }
    }

    /// The piece with its article, for sentences.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Piece::Object => "an object",
            Piece::Guard => "a guard",
            Piece::Lambda => "the λ",
        }
    }

    /// What is to be said of one more than [`limit`](Piece::limit).
    pub(super) const fn one_too_many(self) -> &'static str {
        match self {
            Piece::Object => "this is object number 17, the game has 16",
            Piece::Guard => "this is guard number 9, the game has 8",
            Piece::Lambda => "this is a second λ, the game has one",
        }
    }
}
