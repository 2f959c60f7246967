//! Lower bounds: how few guesses any strategy needs.
//!
//! # The argument
//!
//! The *total* of a strategy is the number of guesses that it makes for all 4960 targets together.
//!
//! 1. *Mirrors.* The grid has four symmetries, and answers do not change under them. No placement of
//!    three is its own mirror image, so 4960 / 4 = 1,240 first guesses remain ([`Placement::representatives`]).
//! 2. *Sums.* A guess costs one for each target. Targets with different answers part for good. So the
//!    least total of a set is its size, plus the least totals of the classes that the best guess
//!    divides it into; `3, 0, 0` ends the game and costs nothing more.
//! 3. *Counting.* If no guess gets more than k answers from a set, other than `3, 0, 0`, then in any
//!    strategy for a part of it one target at most is found by the first guess, k by second guesses, k²
//!    by third ones, and so on. That gives a lower bound for a part of any size, with k ≤ 19.
//! 4. *Scores.* A class of c targets costs at least 2c − 1. So a set of n targets costs at least
//!    3n − s, where s is the highest score of a guess: the number of its answers, `3, 0, 0` counted twice.
//! 5. *Strict scores.* A class of c targets costs 2c − 1 only if one of them, as the next guess, gets a
//!    different answer from each: otherwise either that guess finds none, or two targets share an answer
//!    and one of them needs a third guess, so it costs at least 2c. So the bound of 4 still holds if s
//!    counts only the classes that one of their own members splits completely.
//! 6. *Branch and bound.* For each class of a first guess all second guesses are kept with a lower bound
//!    each. The least of these is a bound for the class, and the sum over the classes, plus 4960, is one
//!    for the first guess. It rises by looking deeper into the second guesses that hold it down. Their
//!    classes have bounds of their own: first by counting, then by scores, then by strict scores, then by
//!    a search with all third guesses that again raises a bound step by step and stops when it costs too
//!    much; only where all that is not enough is it given more. The class of the first guess whose last
//!    rise was cheapest is raised next, until the goal is reached.
//!
//! Nothing is left out on the strength of a guess: a second guess is dropped only when its own bound
//! has reached what the goal needs, and a guess is skipped only when an earlier one partitions the set in
//! exactly the same way. Sets and partitions are recognised by random hashes of 128 and 64 bits; a
//! collision has a chance of less than one in a billion.
//!
//! Tests compare every bound and every exact total with an exhaustive search that knows no bounds, on
//! sets of up to twelve targets that are hard to tell apart.
//!
//! # The record
//!
//! `fixtures/battleship/bounds.txt` holds what has been proved for each of the 1,240 first guesses
//! ([`Bounds`]); `docs/proving.md` says how to prove it again.
//!
//! [`Placement::representatives`]: crate::games::battleship::Placement::representatives

mod bounds;
mod frontier;
mod prove;

pub use bounds::{BadLine, Bounds, NotAPart, Part};
pub use prove::{Bound, prove, prove_all};

/// The total of the best strategies: `fixtures/battleship/bounds.txt` proves that none needs fewer, and
/// the stored one needs no more.
pub const PROVED: u32 = 22_856;

#[cfg(test)]
mod tests;
