//! The theorem about `reduce`, `map` and `flatten`: code, proof and costs.
//!
//! [`tree`] and [`seq`] are the two types with `map`, `reduce` and `flatten`. In both, `by_rows` is
//! the left side of the theorem and `at_once` the right side.
//!
//! The written answer follows; it is the file `docs/reduce.md`.
//!
#![doc = include_str!("../../docs/reduce.md")]

pub mod seq;
pub mod tree;

#[cfg(test)]
mod tests;
