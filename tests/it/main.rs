//! The integration tests, a module per topic. What needs a terminal is in `tests/terminal`, and what
//! checks other programs in `tests/check` and `tests/faults`.

mod advice;
mod architecture;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod controller;
mod docs;
mod fuzz;
mod laws;
mod learning;
mod one_shot;
mod perft;
mod pipes;
mod resources;
mod robustness;
mod scripting;
mod search;
mod selective;
mod shells;
mod small_game;
mod tab;
mod table;
mod threads;
mod transcripts;
