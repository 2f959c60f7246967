//! The integration tests, a module per topic. Tests that need a terminal are in `tests/terminal`,
//! those of `game check` in `tests/check`.

mod advice;
mod architecture;
mod cli;
mod commands;
mod controller;
mod docs;
mod drivers;
mod exact;
mod laws;
mod learning;
mod modes;
mod perft;
mod program;
mod robustness;
mod search;
mod selective;
mod small_game;
#[path = "../common/tafl_oracle.rs"]
mod tafl_oracle;
mod transcripts;
mod variety;
