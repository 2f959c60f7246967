//! A person at a terminal: the same program on a pseudo terminal, where it edits lines, gives
//! advice, marks what a move did, uses colours and remembers what was typed.
//!
//! Boards are asked for with `--ascii` in most tests: the library that drives the terminal reads
//! bytes.

mod echoes;
mod ending;
mod guessing;
mod guide;
mod hangup;
mod harm;
mod history;
mod looks;
mod narrow;
mod nonblocking;
#[path = "../common/other_user.rs"]
mod other_user;
#[path = "../common/path.rs"]
mod path;
mod play;
mod pty;
mod questions;
mod report;
mod reviewing;
mod scarcity;
mod screen;
#[path = "../common/signals.rs"]
mod signals;
#[path = "../common/skip.rs"]
mod skip;
mod thinking;
mod typing;
mod unfinished;
