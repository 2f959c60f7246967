//! The program under bad input and in a bad environment: nothing is lost, nothing is let through,
//! an answer comes.
//!
//! What a terminal is needed for stands in `tests/terminal`. Where the machine cannot make the
//! trouble that a test wants, the test says so on standard error and passes.

// The figures are for people: they are shown with --nocapture.
#![allow(clippy::print_stdout)]

mod killed;
mod loading;
mod long_input;
mod long_run;
#[path = "../common/other_user.rs"]
mod other_user;
#[path = "../common/path.rs"]
mod path;
mod places;
mod process;
mod racing;
mod rights;
#[path = "../common/rounds.rs"]
#[allow(dead_code)]
mod rounds;
#[path = "../common/signals.rs"]
mod signals;
#[path = "../common/skip.rs"]
mod skip;
mod solved_game;
mod streams;
#[path = "../common/tours.rs"]
mod tours;
mod unsavable;
mod writers;
