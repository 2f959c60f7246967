//! The three ways in which a command is turned down before it does anything.

use thiserror::Error;

/// Why a line was not carried out. The words are the course text's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No command has this name.
    #[error("The entered command was not recognised.")]
    NotRecognised,
    /// The name is right, the words after it are not.
    #[error("The entered command was malformed.")]
    Malformed,
    /// The command is right, the moment is not.
    #[error("The command cannot be used.")]
    NotNow,
}

/// A refusal, and what a person might want to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which of the three.
    pub refusal: Refusal,
    /// The reason or the way out; shown on a terminal only.
    pub advice: Option<String>,
}

impl Refused {
    /// A refusal with a word of advice.
    pub fn because(refusal: Refusal, advice: impl Into<String>) -> Self {
        Refused {
            refusal,
            advice: Some(advice.into()),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused {
            refusal,
            advice: None,
        }
    }
}
