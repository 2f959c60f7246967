//! The games.

pub mod countdown;
mod decimal;
pub mod tictactoe;
