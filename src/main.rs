//! The binary `game`: command line, prompt or task, exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    game::start::start(std::env::args_os())
}
