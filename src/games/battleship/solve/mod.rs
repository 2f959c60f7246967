//! Exact search: the least total of a set of targets, and the plan that has it.
//!
//! The *total* of a set is the number of guesses that a searcher needs for all its targets together.
//! A guess costs one for each target of the set, and then each class of targets with the same answer
//! is a smaller set of its own: the least total of a set is its size plus the least totals of the
//! classes, for the best guess there is.
//!
//! Most guesses are ruled out without a look into their classes:
//!
//! - by *counting*: a guess has at most 19 answers that go on, often fewer, so the classes cannot
//!   be smaller than they are and only so many targets can be found early (`least`);
//! - by *scores*: how many answers the best guess gets from each class (`planes`, for 256 guesses at
//!   once);
//! - because another guess divides the set in the same way (`names`), which is so for most of them
//!   once a set has only a few dozen targets.
//!
//! What has been found out about a set is remembered by its name.

mod classes;
mod least;
mod names;
mod optimise;
mod planes;
mod search;
mod universe;
mod watch;

pub(super) use classes::Classes;
pub use optimise::optimise;
pub(super) use optimise::{best_guess, classes_of};
pub(super) use search::Search;
pub(super) use universe::{FOUND, Universe};
pub use watch::{Interrupted, Progress, Watch};

#[cfg(test)]
pub(super) mod tests;
