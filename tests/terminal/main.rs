//! A person at a terminal: the same program on a pseudo terminal, where it edits lines, gives
//! advice, marks what a move did, uses colours and remembers what was typed.
//!
//! Boards are asked for with `--ascii` in most tests: the library that drives the terminal reads
//! bytes.

mod echoes;
mod ending;
mod guessing;
mod guide;
mod harm;
mod history;
mod looks;
mod narrow;
#[path = "../common/path.rs"]
mod path;
mod play;
mod pty;
mod questions;
mod report;
mod reviewing;
mod screen;
#[path = "../common/signals.rs"]
mod signals;
mod thinking;
mod typing;
