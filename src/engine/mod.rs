//! Two-player games of perfect information: the trait [`Game`], and search, training, matches and
//! perft for any game. Performs no I/O.

pub mod arena;
pub mod game;
pub(crate) mod hash;
pub mod learn;
mod perft;
pub mod player;
pub mod rng;
pub mod search;
#[cfg(test)]
#[path = "tests/graph.rs"]
pub(crate) mod testing;

pub use game::{Game, Side, State, StateOf, Status};
pub use perft::{divide, perft};
