//! The guessing game of the course text: three ships on a 4×8 grid, and answers that count how near
//! the guesses are.
//!
//! A *hider* chooses a [`Placement`]; a *searcher* guesses placements until the hider answers
//! `3, 0, 0`. The names of the course text and their counterparts:
//!
//! | the text | here |
//! |---|---|
//! | `Location`, `toLocation`, `fromLocation` | [`Location`], [`to_location`], [`from_location`] |
//! | `[Location]`, a target or a guess | [`Placement`]: three locations that are known to be different |
//! | `feedback` | [`feedback`] |
//! | `GameState`, `initialGuess`, `nextGuess` | [`GameState`], [`initial_guess`], [`next_guess`] |
//!
//! The searcher follows a [`Strategy`] that was computed in advance ([`solve::optimise`]): 22,856
//! guesses for all 4960 targets, 4.6081 on average and never more than seven. No strategy needs
//! fewer guesses: [`bound`] has the proof.

pub mod bound;
mod commands;
mod draw;
mod feedback;
mod grade;
mod guessing_game;
mod mode;
pub(crate) mod one_shot;
mod placement;
mod review;
mod searcher;
pub mod solve;
mod strategy;

pub use feedback::{ANSWERS, Answer, answer, feedback};
pub use guessing_game::Log;
pub use mode::Battleship;
pub use placement::{COLUMNS, Location, PLACEMENTS, Placement, ROWS, from_location, to_location};
pub use searcher::{GameState, NoGuess, Turn, initial_guess, next_guess, search, try_next_guess};
pub use strategy::{Evaluation, Strategy};
