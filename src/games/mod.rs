//! The games.

pub mod countdown;
mod decimal;
pub mod tafl;
pub mod tictactoe;
