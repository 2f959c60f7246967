//! `CountDown`, the subtraction game of the course text: a pile of pieces, of which the players
//! take one, two or three in turn. Who takes the last one wins.

mod rules;
#[cfg(test)]
mod tests;

pub use rules::CountDown;
