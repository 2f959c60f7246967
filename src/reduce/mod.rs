//! The theorem about `reduce`, `map` and `flatten`: code, proof and costs.
//!
//! | module | what it is |
//! |---|---|
//! | [`tree`], [`seq`] | the two types with `map`, `reduce`, `flatten`; `by_rows` is the theorem's left side, `at_once` its right side |
//! | [`laws`] | associativity and identities, as functions |
//! | [`costs`] | work, span and memory of both sides, by formula |
//! | [`counters`] | the same numbers, by running both sides |
//!
//! The written answer follows; it is the file `docs/reduce.md`.
//!
#![doc = include_str!("../../docs/reduce.md")]

pub mod costs;
pub mod counters;
pub mod laws;
pub mod seq;
pub mod tree;

#[cfg(test)]
mod tests;
