//! The binary `game`: command line, console, loop, exit status.

use std::process::ExitCode;

use clap::Parser;
use game::cli::Cli;

fn main() -> ExitCode {
    game::start::start(Cli::parse())
}
