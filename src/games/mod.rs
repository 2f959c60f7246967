//! The games.

pub mod battleship;
