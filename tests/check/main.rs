//! `game check` as students, teachers and their machines use it.

mod faults;
mod form;
mod formats;
mod grade;
mod missing;
mod processes;
mod programs;
#[path = "../common/signals.rs"]
mod signals;
mod suites;
mod tafl;

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// The output and the status of a run of `game check`.
struct Checked {
    stdout: String,
    stderr: String,
    status: i32,
}

/// The path of our own program.
fn game() -> String {
    cargo_bin!("game").display().to_string()
}

/// `game` with only `PATH` in its environment.
fn command() -> Command {
    let mut command = Command::new(game());
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path);
    command
}

/// Runs `game check` with these arguments in a folder, with limits that allow for a busy machine.
fn check_in(folder: &Path, words: &[&str]) -> Checked {
    let mut command = command();
    command.current_dir(folder).arg("check");
    if !words.is_empty() && !words.contains(&"--time-limit") {
        command.args(["--time-limit", "300", "--total-time", "3000"]);
    }
    let output = command.args(words).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Checked {
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        status: output.status.code().expect("a status"),
    }
}

/// Runs `game check` with these arguments.
fn check(words: &[&str]) -> Checked {
    check_in(Path::new(env!("CARGO_MANIFEST_DIR")), words)
}
