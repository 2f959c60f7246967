//! Streams that another program has switched to `O_NONBLOCK`: the program waits and goes on.

use std::fs::{self, File};
use std::io::{Read, Write, pipe};
use std::os::fd::AsFd;
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::ioctl_fionread;
use tempfile::tempdir;

use crate::pty;
use crate::skip::skip;

/// How often to look at a program that waits nobody knows for what: long enough for one that fails
/// to do so.
const LOOKS: usize = 50;

fn game(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("game"));
    command.env_clear().args(args).stdin(Stdio::null());
    command
}

fn make_nonblocking(stream: impl AsFd) {
    let flags = fcntl_getfl(&stream).expect("it is open");
    fcntl_setfl(&stream, flags | OFlags::NONBLOCK).expect("it is open");
}

/// Waits until a program waits for a stream that is not ready. One that cannot wait ends.
#[track_caller]
fn until_it_waits(child: &mut Child) {
    let mut untold = 0;
    pty::wait_until("it waits for a stream", || {
        if child.try_wait().expect("it is our child").is_some() {
            return true;
        }
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
        let runs = read("stat").is_ok_and(|stat| stat.contains(") R "));
        // The function of the system that it sleeps in, or 0.
        let place = read("wchan").unwrap_or_default();
        let told = place.len() > 1;
        untold = if runs || told { 0 } else { untold + 1 };
        place.contains("poll") || untold == LOOKS
    });
    if untold == LOOKS {
        skip(
            "that a program has met a stream that is not ready",
            "the system does not tell what it waits for",
        );
    }
}

#[test]
fn a_script_may_come_slowly() {
    let (reader, mut writer) = pipe().unwrap();
    make_nonblocking(&reader);
    let mut command = game(&["--test"]);
    let mut child = command
        .stdin(reader.try_clone().unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(command);
    for piece in [":sta", "rt\n", ":stop\n"] {
        pty::wait_until("all has been read", || ioctl_fionread(&reader) == Ok(0));
        until_it_waits(&mut child);
        writer.write_all(piece.as_bytes()).unwrap();
    }
    drop(writer);
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "{out:?}");
    let said = String::from_utf8(out.stdout).unwrap();
    assert_eq!(
        said,
        "tafl> \nStarting Game.\ntafl game O> \nStopping Game.\ntafl> \nGood Bye!\n"
    );
}

/// Runs a command whose output, or whose errors, go to a pipe that is full for a while.
fn through_a_full_pipe(mut command: Command, errors: bool) -> Vec<u8> {
    let (mut reader, mut writer) = pipe().expect("the machine allows it");
    make_nonblocking(&writer);
    let mut filled = 0;
    while let Ok(length) = writer.write(&[b'.'; 4096]) {
        filled += length;
    }
    if errors {
        command.stderr(writer);
    } else {
        command.stdout(writer);
    }
    let mut child = command.spawn().expect("the machine allows it");
    drop(command);
    until_it_waits(&mut child);
    let mut all = Vec::new();
    reader.read_to_end(&mut all).expect("the machine allows it");
    child.wait().expect("the machine allows it");
    all.split_off(filled)
}

#[test]
fn whoever_reads_may_be_slow() {
    let script = format!(":start\n{}", ":help\n".repeat(200));
    let folder = tempdir().unwrap();
    let path = folder.path().join("script");
    std::fs::write(&path, script).unwrap();
    let prompt = || {
        let mut command = game(&["--ascii"]);
        command.stdin(File::open(&path).unwrap());
        command
    };
    let whole = prompt().output().unwrap().stdout;
    assert!(whole.len() > 100_000);
    assert!(through_a_full_pipe(prompt(), false) == whole);
    for task in [
        &["--help"][..],
        &["generate", "man"],
        &["perft", "tafl", "--depth", "1"],
        &["match", "tictactoe", "random", "random", "--games", "2"],
        &["battleship", "evaluate"],
    ] {
        let whole = game(task).output().unwrap().stdout;
        let got = through_a_full_pipe(game(task), false);
        assert!(got == whole && !got.is_empty(), "{task:?}");
    }
    for wrong in [
        &["--nonsense"][..],
        &["perft", "tafl", "--depth", "1", "--state", "none"],
    ] {
        let whole = game(wrong).output().unwrap().stderr;
        let got = through_a_full_pipe(game(wrong), true);
        assert!(got == whole && !got.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_line_that_is_being_typed_is_kept() {
    let (mut near, far) = pty::open();
    make_nonblocking(&far);
    let clone = || far.try_clone().unwrap();
    let home = tempdir().unwrap();
    let mut command = game(&["--test", "--ascii", "--color", "never"]);
    command.env("TERM", "xterm").env("HOME", home.path());
    let mut child = command
        .stdin(clone())
        .stdout(clone())
        .stderr(clone())
        .spawn()
        .unwrap();
    pty::until(&mut near, "tafl> ");
    near.write_all(b":star").unwrap();
    pty::until(&mut near, "> :star");
    make_nonblocking(&far);
    // The beginning of a key: its end would be waited for, and is not there yet.
    near.write_all(b"\x1b[").unwrap();
    pty::until(&mut near, "\u{1b}[?2004h");
    pty::until(&mut near, "> :star");
    near.write_all(b"t\r").unwrap();
    pty::until(&mut near, "Starting Game.");
    pty::until(&mut near, "tafl game O> ");
    make_nonblocking(&far);
    near.write_all(b":exit\r").unwrap();
    pty::until(&mut near, "Good Bye!");
    assert!(child.wait().unwrap().success());
}
