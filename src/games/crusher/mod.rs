//! Crusher: a game on a hexagon, with the course text's function `crusher`.
//!
//! | file | what it is |
//! |---|---|
//! | `hex` | [`Hex`]: the board's shape and the numbers of its cells |
//! | `board` | [`Layout`]: where the pieces stand; [`Board`]: that and the history |
//! | `word` | sets of cells in a word no wider than needed |
//! | `pair` | such sets of both sides at once |
//! | `moves` | slides and leaps |
//! | `rules` | [`Crusher`]: the game |
//! | `relevance` | keys of positions in a game whose past matters |
//! | `notation` | boards and histories as the course text writes them |
//! | `draw` | boards as the course text prints them |
//! | `features`, `eval`, `weights` | [`Judge`]: what a position looks like at first sight |
//! | `replay` | a history checked as that of a real game |
//! | `function` | [`crusher()`]: the course text's function |
//! | `saved` | a saved game with its whole history |
//! | `illegal` | why a move is not legal |
//! | `solve` | N = 3 solved, and the player who knows it |
//! | `prompt`, `one_shot` | the game at the prompt and on the command line |
//! | `oracle` | the rules again, slowly and on strings, to test against |

mod board;
mod draw;
mod eval;
pub mod features;
mod function;
mod hex;
mod illegal;
mod moves;
mod notation;
pub(crate) mod one_shot;
#[cfg(test)]
mod oracle;
mod pair;
mod prompt;
mod relevance;
mod replay;
mod rules;
mod saved;
pub mod solve;
#[cfg(test)]
mod tests;
mod weights;
mod word;

pub use board::{Board, Layout};
pub use draw::diagram;
pub use eval::{Judge, Material, Weights};
pub use function::{CrusherError, Task, crusher};
pub use hex::{Cell, Hex};
pub use illegal::Illegal;
pub use moves::Move;
pub use notation::{
    BoardError, ListError, letter, parse_board, parse_list, show_board, show_list, side,
};
pub use replay::{ReplayError, replay};
pub use rules::{Crusher, SizeError};
