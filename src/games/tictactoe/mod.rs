//! Tic-tac-toe on a board of N by N cells, N marks in a row to win, for N from 1 to 10.
//!
//! | file | what it is |
//! |---|---|
//! | `board` | the marks as two words of bits, and what is kept along with them |
//! | `geometry` | the lines of a board, and the lines through each cell |
//! | `rules` | [`TicTacToe`]: the game |
//! | `eval` | [`OpenLines`]: what a position looks like |
//! | `csv` | a saved game |
//! | `draw` | the board as text |
//! | `prompt` | the game at the prompt |
//! | `plain` | the rules again, slowly and obviously, to test against |

mod board;
mod csv;
mod draw;
mod eval;
mod geometry;
#[cfg(test)]
mod plain;
mod prompt;
mod rules;
#[cfg(test)]
mod tests;

pub use board::{Board, Cell};
pub use eval::OpenLines;
pub use rules::{Illegal, SizeError, TicTacToe};
