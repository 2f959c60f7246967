//! Learning a game by self-play, after the course text, for any [`Game`](super::Game).
//!
//! Every position has a score. A finished one scores 1 if the first side has won, −1 if the second
//! has, 0 for a draw. Any other starts with 0, and each time the player moves from it, its score
//! goes three tenths of the way towards the score of the position moved to ([`train`]). The first
//! side moves to the position with the highest score, the second to the lowest; among equals chance
//! decides ([`best_next_state`]).
//!
//! | file | what it is |
//! |---|---|
//! | `memory` | [`Memory`]: the scores learnt so far |
//! | `choose` | [`best_next_state`]: how the player moves, given a memory |
//! | `player` | [`LearntPlayer`]: a memory that plays; [`ProvedPlayer`]: the same with a search that checks it |
//! | `train` | [`train`], and [`Training`] for whoever wants to watch and interrupt it |
//! | `graph` | the positions seen in training, as a graph that needs no rules: it makes training fast |
//! | `file` | a memory as bytes and back |
//! | `reference` | the text's algorithm word for word, to test against |
//! | [`check`] | exhaustive check whether a learnt player ever blunders |

pub mod check;
mod choose;
mod file;
mod graph;
mod memory;
mod player;
#[doc(hidden)]
pub mod reference;
#[cfg(test)]
mod tests;
mod train;

pub use choose::{Choice, best_choices, best_next_state, choose, score};
pub use file::MemoryError;
pub use memory::Memory;
pub use player::{LearntPlayer, ProvedPlayer};
pub use train::{Training, train};
