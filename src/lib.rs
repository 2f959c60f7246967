//! `game`: five games out of five course texts behind one line-oriented prompt.

pub mod app;
pub mod cli;
pub mod engine;
pub mod games;
mod generate;
pub mod play;
pub mod reduce;
pub mod repl;
pub mod start;
mod surroundings;
