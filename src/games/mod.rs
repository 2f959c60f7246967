//! The games.

pub mod tafl;
