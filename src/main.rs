//! The binary `game`: command line, prompt or task, exit status.

use std::process::ExitCode;

use include_dir::{Dir, include_dir};

/// The transcripts for `game check`. They are here and not in the library, so that a changed
/// transcript does not recompile everything.
static FIXTURES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/fixtures");

fn main() -> ExitCode {
    game::start::start(std::env::args_os(), &FIXTURES)
}
