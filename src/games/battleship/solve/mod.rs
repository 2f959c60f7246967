//! Exact search: the least total of a set of targets, and the plan that has it.
//!
//! The *total* of a set is the number of guesses that a searcher needs for all its targets together.
//! A guess costs one for each target of the set, and then each class of targets with the same answer
//! is a smaller set of its own: the least total of a set is its size plus the least totals of the
//! classes, for the best guess there is.
//!
//! Most guesses are ruled out without a search in their classes:
//!
//! - by *counting* (`lower_bound`): a guess has at most 19 answers that go on, often fewer, so only so
//!   many targets can be found early;
//! - by *scores* (`bit_planes`, for 512 guesses at once): how many answers the best guess gets from each
//!   class; *strict* scores count only classes that one of their own members splits completely;
//! - because another guess partitions the set in the same way (`set_hash`), which is so for most of
//!   them once a set has only a few dozen targets.
//!
//! What has been found out about a set is remembered by its hash.

mod bit_planes;
mod candidate_set;
mod classes;
mod lower_bound;
mod optimise;
mod rise;
mod search;
mod set_hash;
mod watch;

pub(super) use candidate_set::{CandidateSet, FOUND};
pub(super) use classes::Classes;
pub use optimise::optimise;
pub(super) use optimise::{best_guess, classes_of};
pub(super) use search::Search;
pub use watch::{Interrupted, Progress, Watch};

#[cfg(test)]
pub(super) mod tests;
