//! Adding up a grid: each row first and then the results, or everything at once?
//!
//! The course's first lecture added a grid of numbers by `sum (map (sum, c))`: the sum of every
//! row, and the sum of these. Shorter is `sum (flatten c)`: make one sequence out of all rows and
//! add that. Both give the same:
//!
//! ```
//! use game::reduce::seq::{Seq, flatten, map, reduce};
//!
//! fn sum(s: &Seq<i32>) -> i32 {
//!     reduce(|x, y| x + y, &0, s)
//! }
//!
//! let c = Seq::from([
//!     Seq::from([1, 2, 3]),
//!     Seq::from([4, 5, 6]),
//!     Seq::from([7, 8, 9]),
//! ]);
//! assert_eq!(sum(&map(sum, &c)), 45);
//! assert_eq!(sum(&flatten(&c)), 45);
//! ```
//!
//! Is this so for every grid, for trees of trees as well, and for other functions than `+`? And
//! which of the two is the better program? This module answers with code, a proof and numbers:
//!
//! - [`tree`] and [`seq`]: the two types with `map`, `reduce` and `flatten`. In both, `by_rows` is
//!   the left side of the equation and `at_once` the right side.
//! - [`theorem`]: **`reduce(n, e, map(fn t' => reduce(n, e, t'), t)) = reduce(n, e, flatten t)`**,
//!   proved case by case; what it asks of `n` and `e`, which depends on how `flatten` appends; and
//!   a counterexample for each assumption left out.
//! - [`costs`]: work, span and memory of both sides, in big-O and in exact numbers.
//! - [`counters`]: the same numbers, found by running both sides with watched elements.
//!
//! The answers in short. On trees, with `flatten = reduce(Node, Empty)`, the two sides are equal
//! for every `n` that is pure and total, and the right side is cheaper by a little. On sequences
//! `n` has to be associative, and `e` its identity if a row may be empty; there the left side is
//! cheaper by a factor of about the logarithm of the number of rows, because `flatten` copies
//! every element that often.

pub mod costs;
pub mod counters;
pub mod seq;
pub mod theorem;
pub mod tree;

#[cfg(test)]
mod tests;
