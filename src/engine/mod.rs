//! Two-player games of perfect information: what a game is, and what can be done with any of them.
//! No input, no output, and not a word of a particular game.

mod game;
pub mod learn;
pub mod rng;

pub use game::{Game, Side, State, StateOf, Status};
