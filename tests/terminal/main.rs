//! The program on a pseudo terminal, where it edits lines, gives advice, marks what a move did, uses
//! colours and remembers what was typed.
//!
//! Most tests use `--ascii`, because rexpect reads bytes.

mod ending;
mod harm;
mod history;
mod keys;
mod looks;
mod pty;
mod screen;
#[path = "../common/signals.rs"]
mod signals;
mod thinking;
