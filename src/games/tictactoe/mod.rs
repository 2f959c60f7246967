//! Tic-tac-toe on a board of N by N cells, N marks in a row to win, for N from 1 to 10.

mod eval;
mod hints;
mod prompt;
mod rules;
#[cfg(test)]
mod tests;
mod text;

pub use eval::OpenLines;
pub use rules::{Board, Cell, Illegal, TicTacToe};
