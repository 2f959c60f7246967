//! Standard input and output that are not as a program would like them: closed, full, too long,
//! waiting for each other.

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
