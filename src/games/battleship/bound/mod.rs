//! A proof that no strategy is much better than ours.
mod frontier;
mod log;
mod prove;

pub use log::{BadLog, BoundLog};
pub use prove::{Bound, prove, prove_all};

#[cfg(test)]
mod tests;
