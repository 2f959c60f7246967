//! A player that teaches itself a game by playing against itself, after the course text. It knows
//! nothing of any game but what [`Game`](super::Game) tells.
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
//! | `chart` | what makes training fast: the paths already known need no rules |
//! | `file` | a memory as bytes and back |
//! | [`plain`] | the text's algorithm word for word, to test against |
//! | [`check`] | whether a learnt player ever gives away what it had, tried to the end |

mod chart;
pub mod check;
mod choose;
mod file;
mod keys;
mod memory;
pub mod plain;
mod player;
#[cfg(test)]
mod tests;
mod train;

pub use choose::{Choice, best_choices, best_next_state, choose, score};
pub use file::MemoryError;
pub use memory::Memory;
pub use player::{LearntPlayer, ProvedPlayer};
pub use train::{Training, train};
