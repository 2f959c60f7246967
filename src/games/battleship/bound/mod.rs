//! A proof that no strategy is much better than the one that is built in.
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
//!    by third ones, and so on. That gives a least total for a part of any size, with k ≤ 19.
//! 4. *Scores.* A class of c targets costs at least 2c − 1. So a set of n targets costs at least
//!    3n − s, where s is the highest score of a guess: the number of its answers, `3, 0, 0` counted twice.
//!    Sets of a few targets are at 2n − 1 only if one of them tells all others apart, else at 2n or
//!    more.
//! 5. *Branch and bound.* For each class of a first guess all second guesses are kept with a lower bound
//!    each. The least of these is a bound for the class, and the sum over the classes, plus 4960, is one
//!    for the first guess. It rises by looking deeper into the second guesses that hold it down: their
//!    bounds are first by counting, then by scores for one class after the other, then exact for one
//!    class after the other. Where the rise is cheapest is looked first, until the goal is reached.
//!
//! Nothing is left out on the strength of a guess: a second guess is dropped only when its own bound
//! has reached what the goal needs, and a guess is skipped only when an earlier one divides the set in
//! exactly the same way. Sets and divisions are recognised by random names of 128 and 64 bits; a
//! confusion would need an accident of less than one in a billion.
//!
//! Tests compare every bound and every exact total with an exhaustive search that knows no bounds, on
//! sets of up to ten targets that are hard to tell apart.
//!
//! # The record
//!
//! `fixtures/battleship/bounds.txt` holds what has been proved for each of the 1,240 first guesses
//! ([`BoundLog`]). [`prove_all`] goes on from there.
//!
//! [`Placement::representatives`]: crate::games::battleship::Placement::representatives

mod frontier;
mod log;
mod prove;

pub use log::{BadLog, BoundLog};
pub use prove::{Bound, prove, prove_all};

/// A total that no strategy at all can beat, as `fixtures/battleship/bounds.txt` proves.
pub const PROVED: u32 = 22_400;

#[cfg(test)]
mod tests;
