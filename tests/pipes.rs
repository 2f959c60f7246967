//! Standard input and output that are not as a program would like them: closed, full, too long,
//! waiting for each other.

#[path = "common/path.rs"]
mod path;

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::prelude::*;

const LONGEST_LINE: usize = game::repl::console::LONGEST_LINE;

/// Our program with pipes on all sides.
fn spawn() -> Child {
    Command::new(cargo_bin!("game"))
        .arg("--test")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("our program can be started")
}

/// Our program started by a shell, which can do to its streams what is asked for.
fn shell(script: &str) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new("/bin/sh");
    command
        .env_clear()
        .env("GAME", cargo_bin!("game"))
        .args(["-c", script]);
    command
}

/// Reads exactly what is expected; anything else is shown.
fn expect(from: &mut impl Read, expected: &str) {
    let mut read = vec![0; expected.len()];
    from.read_exact(&mut read)
        .unwrap_or_else(|why| panic!("{expected:?} did not come: {why}"));
    assert_eq!(String::from_utf8_lossy(&read), expected);
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    let mut child = spawn();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    expect(&mut from, "tafl> ");
    to.write_all(b":start\n").unwrap();
    expect(&mut from, "\nStarting Game.\ntafl game O> ");
    // Half a line is not answered, the other half brings the answer.
    to.write_all(b":move d1").unwrap();
    to.write_all(b" d4\n").unwrap();
    expect(&mut from, "\nMove Successful\ntafl game L> ");
    drop(to);
    expect(&mut from, "\nGood Bye!\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_was_answered_is_not_held_back_by_a_command_that_takes_long() {
    let board = r#"["WWW-WW-------BB-BBB"]"#;
    let mut child = spawn();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // All at once, so that more lines are waiting whenever one is answered.
    let script = format!(":mode crusher\n:start 3 WB\n:crusher {board} W 99 3\n:stop\n");
    to.write_all(script.as_bytes()).unwrap();
    expect(
        &mut from,
        "tafl> \nMode: crusher\ncrusher> \nStarting Game.\ncrusher game W> \n",
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn nothing_behind_exit_is_read() {
    cargo_bin_cmd!("game")
        .arg("--test")
        .write_stdin(":exit\n:start\n:strat\n")
        .assert()
        .code(0)
        .stdout("tafl> \nGood Bye!\n");
}

#[test]
fn a_listener_who_goes_away_is_a_normal_end() {
    let mut child = spawn();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(b":start\n:help\n");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    for task in ["perft tafl --depth 1", "--help"] {
        let script = format!(r#""$GAME" {task} | true; "$GAME" {task} | head -c 1"#);
        shell(&script).assert().code(0).stderr("");
    }
}

#[test]
fn a_listener_who_goes_away_in_the_middle_is_a_normal_end() {
    let mut child = spawn();
    let mut from = child.stdout.take().unwrap();
    let mut to = child.stdin.take().unwrap();
    expect(&mut from, "tafl> ");
    drop(from);
    // More answers than a pipe holds.
    let writer = std::thread::spawn(move || to.write_all(&b":help\n".repeat(10_000)));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_behind_standard_output_is_status_1_and_no_panic() {
    for task in ["--test </dev/null", "perft tafl --depth 1"] {
        shell(&format!(r#"exec "$GAME" {task} >/dev/full"#))
            .assert()
            .code(1)
            .stderr(predicate::str::starts_with("game: "))
            .stderr(predicate::str::contains("panic").not());
    }
}

#[test]
fn closed_streams_are_survived() {
    shell(r#"exec "$GAME" --test <&-"#)
        .assert()
        .code(0)
        .stdout("tafl> \nGood Bye!\n");
    for streams in ["</dev/null >&-", "</dev/null 2>&-", "<&- >&- 2>&-"] {
        shell(&format!(r#"exec "$GAME" --test {streams}"#))
            .assert()
            .code(0);
    }
}

#[test]
fn an_input_that_cannot_be_read_is_status_1_and_no_panic() {
    shell(r#"exec "$GAME" --test </"#)
        .assert()
        .code(1)
        .stderr(predicate::str::starts_with("game: "));
}

#[test]
fn a_line_that_is_too_long_is_malformed_and_nothing_else_is_lost() {
    let fits = "x".repeat(LONGEST_LINE);
    let mut input = String::new();
    for line in [&fits, &format!("{fits}x"), &fits.repeat(3), ":start"] {
        writeln!(input, "{line}").unwrap();
    }
    cargo_bin_cmd!("game")
        .arg("--test")
        .write_stdin(input)
        .assert()
        .code(0)
        .stdout(
            "tafl> \nThe entered command was not recognised.\n\
             tafl> \nThe entered command was malformed.\n\
             tafl> \nThe entered command was malformed.\n\
             tafl> \nStarting Game.\n\
             tafl game O> \nGood Bye!\n",
        );
}

#[test]
fn bytes_that_are_no_text_are_malformed_and_nothing_else_is_lost() {
    cargo_bin_cmd!("game")
        .arg("--test")
        .write_stdin(&b"\xff\xfe\x00\n:start\xc0\n:start\n\x80"[..])
        .assert()
        .code(0)
        .stdout(
            "tafl> \nThe entered command was malformed.\n\
             tafl> \nThe entered command was malformed.\n\
             tafl> \nStarting Game.\n\
             tafl game O> \nThe entered command was malformed.\n\
             tafl game O> \nGood Bye!\n",
        );
}

/// The most memory that a process has had so far, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("the process still runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let digits = line
        .into_iter()
        .flat_map(str::chars)
        .filter(char::is_ascii_digit);
    let kilobytes: String = digits.collect();
    kilobytes.parse().expect("the system tells the peak")
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_takes_no_memory() {
    let mut child = spawn();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    to.write_all(b"x\n").unwrap();
    expect(
        &mut from,
        "tafl> \nThe entered command was not recognised.\ntafl> ",
    );
    let before = peak(&child);
    for _ in 0..20 {
        to.write_all(&vec![b'x'; 1 << 20]).unwrap();
    }
    to.write_all(b"\n").unwrap();
    expect(&mut from, "\nThe entered command was malformed.\ntafl> ");
    let grown = peak(&child) - before;
    // The system may join pages to huge ones of 2 MB.
    assert!(grown < 4096, "20 MB in one line took {grown} kB");
    drop(to);
    expect(&mut from, "\nGood Bye!\n");
    child.wait().unwrap();
}

#[test]
fn a_full_disk_leaves_the_old_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.csv");
    std::fs::write(&file, "old").unwrap();
    // No file may grow at all: that is what a full disk looks like from inside.
    shell(r#"trap "" XFSZ; ulimit -f 0; exec "$GAME" --test"#)
        .current_dir(folder.path())
        .write_stdin(":start\n:save game.csv\n:save other.csv\n")
        .assert()
        .code(0)
        .stdout(
            "tafl> \nStarting Game.\n\
             tafl game O> \nCannot save game\n\
             tafl game O> \nCannot save game\n\
             tafl game O> \nGood Bye!\n",
        );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_named_pipe_without_a_writer_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    shell("mkfifo pipe && exec \"$GAME\" --test")
        .env("PATH", path::path())
        .current_dir(folder.path())
        .write_stdin(":load pipe\n:start\n:save pipe\n")
        .assert()
        .code(0)
        .stdout(
            "tafl> \nMalformed Game State\n\
             tafl> \nStarting Game.\n\
             tafl game O> \nCannot save game\n\
             tafl game O> \nGood Bye!\n",
        );
}
