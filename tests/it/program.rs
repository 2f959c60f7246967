//! Runs the program.

use std::io::{Write as _, stderr};
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};

use crate::modes::project;

/// Runs the program in the folder of the saved games, with an empty environment.
pub fn game(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("game");
    command
        .current_dir(project("fixtures/states"))
        .env_clear()
        .args(args);
    command
}

/// Returns the output of a command that succeeds.
pub fn printed(args: &[&str]) -> String {
    let done = game(args).assert().code(0).stderr("");
    String::from_utf8(done.get_output().stdout.clone()).expect("text")
}

/// A shell script in a folder; it calls the program `game`.
pub fn shell(folder: &Path, script: &str) -> Command {
    let program = cargo_bin!("game").parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{}:{path}", program.display()));
    command
}

/// Reports a skipped test and the reason, even if the test passes.
pub fn skip(what: &str, why: &str) {
    // `eprintln!` only shows with a test that fails.
    let _ = writeln!(stderr(), "NOT TESTED HERE: {what}: {why}");
}
