//! `game`: five games out of five course texts behind one line-oriented prompt.

pub mod engine;
pub mod games;
pub mod reduce;
