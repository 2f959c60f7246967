//! Two-player games of perfect information: what a game is, and what can be done with any of them.
//! No input, no output, and not a word of a particular game.

pub mod arena;
mod game;
pub mod learn;
mod perft;
pub mod player;
pub mod rng;
pub mod search;
#[cfg(test)]
pub(crate) mod testing;

pub use game::{Game, Side, State, StateOf, Status};
pub use perft::{Leaves, perft, perft_made};
