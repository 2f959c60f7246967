//! Tic-tac-toe on a board of N by N cells, N marks in a row to win, for N from 1 to 10.
//!
//! | file | what it is |
//! |---|---|
//! | `board` | [`Board`]: a bitboard for each side |
//! | `geometry` | the lines of a board, and the lines through each cell |
//! | `rules` | [`TicTacToe`]: the rules |
//! | `eval` | [`OpenLines`]: the evaluation |
//! | `csv` | a saved game |
//! | `draw` | the board as text |
//! | `prompt` | the game at the prompt |

mod board;
mod csv;
mod draw;
mod eval;
mod geometry;
mod prompt;
mod rules;
#[cfg(test)]
mod tests;

pub use board::{Board, Cell};
pub use eval::OpenLines;
pub use rules::{Illegal, SizeError, TicTacToe};
