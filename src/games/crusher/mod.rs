//! Crusher: a game on a hexagon, with the course text's function `crusher`.
//!
//! The main operations of the course text:
//!
//! | operation | where |
//! |---|---|
//! | move generation | `moves`: slides, leaps, and which of them the history forbids; [`Crusher`] as a [`Game`](crate::engine::Game) in `rules` |
//! | board evaluation | [`Evaluation`] in `eval`, a weighted sum of features |
//! | minimax | [`engine::search`](crate::engine::search), the same for all games: plain in `minimax`, with alpha-beta pruning in `alphabeta`; called by [`Call::best`] in `function` |
//! | the function `crusher` | [`crusher()`] in `function` |
//! | user interaction | `prompt`, in the mode that all board games share: [`play`](crate::play) |
//! | conversion of boards | `notation` |
//!
//! And all files:
//!
//! | file | content |
//! |---|---|
//! | `hex` | [`Hex`]: the board's shape and the numbers of its cells; sets of cells as bits |
//! | `board` | [`Layout`]: where the pieces stand; [`Board`]: that and the history; their hashes |
//! | `moves` | [`Move`]: slides and leaps |
//! | `rules` | [`Crusher`]: the game; [`Illegal`]: why a move is not legal |
//! | `notation` | boards and histories as strings, diagrams, saved games |
//! | `draw` | boards on a terminal |
//! | `hints` | reasons for a move, in words |
//! | `eval` | [`Evaluation`]: the static evaluation |
//! | `function` | [`crusher()`]: the course text's function |
//! | `solve` | N = 3 solved, and the player that has the solution |
//! | `prompt`, `one_shot` | the game at the prompt and on the command line |

mod board;
mod draw;
pub mod eval;
mod function;
mod grade;
mod hex;
mod hints;
mod moves;
mod notation;
pub(crate) mod one_shot;
mod prompt;
mod rules;
pub mod solve;
#[cfg(test)]
mod tests;

pub use board::{Board, Layout};
pub use eval::{Evaluation, Weights};
pub use function::{Call, CrusherError, crusher};
pub use hex::{Cell, Hex};
pub use moves::Move;
pub use notation::{BoardError, diagram, parse_board, show_board};
pub use rules::{Crusher, Illegal};
