//! What is repeated of the command line and of a script cannot steer a terminal, and a pipe gets it
//! as it is.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::pty;

/// Clears the screen, sets a title, in seven and in eight bits; rings; goes back; and is no text.
const EVIL: [&[u8]; 7] = [
    b"\x1b[2J",
    b"\x1b]0;title\x07",
    "\u{9b}2J".as_bytes(),
    b"a\rb\x08c\x7f",
    b"\xff\x1b[31m",
    "\u{202e}vsc.\u{2066}".as_bytes(),
    "\u{61c}v\u{200e}s\u{200f}c\u{202a}.\u{202d}v\u{2069}".as_bytes(),
];

fn game() -> Command {
    let mut command = Command::new(cargo_bin!("game"));
    command
        .env_clear()
        .env("TERM", "xterm")
        .stdin(Stdio::null());
    command
}

fn steers(c: char) -> bool {
    let bidirectional = "\u{61c}\u{200e}\u{200f}".contains(c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c);
    c.is_control() && !"\r\n".contains(c) || bidirectional
}

#[test]
fn messages_about_the_command_line_are_harmless() {
    let usages: [&[&str]; 24] = [
        &["EVIL"],
        &["--EVIL"],
        &["--mode", "EVIL"],
        &["--seed", "EVIL"],
        &["--color", "EVIL"],
        &["--memory", "EVIL"],
        &["--mode", "countdown", "--memory", "EVIL"],
        &["perft", "EVIL", "--depth", "1"],
        &["perft", "tafl", "--depth", "EVIL"],
        &["perft", "tafl", "--depth", "1", "--state", "EVIL"],
        &[
            "train",
            "countdown",
            "--plays",
            "1",
            "--out",
            "/nowhere/EVIL",
        ],
        &["match", "tictactoe", "EVIL", "random"],
        &["battleship", "EVIL"],
        &["battleship", "feedback", "EVIL", "H1 B2 D3"],
        &["battleship", "prove", "--log", "/nowhere/EVIL"],
        &["battleship", "optimise", "--out", "/nowhere/EVIL"],
        &["crusher", "EVIL", "W", "2", "3"],
        &["crusher", "[\"WWW-WW-------BB-BBB\"]", "EVIL", "2", "3"],
        &["crusher", "[\"EVIL\"]", "W", "2", "3"],
        &["generate", "EVIL"],
        &["--state", "EVIL"],
        &["check", "./EVIL"],
        &["check", "--suite", "EVIL", "true"],
        &["match", "tafl", "1", "1", "--record", "/nowhere/EVIL"],
    ];
    for usage in usages {
        for evil in EVIL {
            let args = usage.iter().map(|arg| {
                let (before, after) = arg.split_once("EVIL").unwrap_or((arg, ""));
                let middle = if arg.contains("EVIL") { evil } else { b"" };
                OsString::from_vec([before.as_bytes(), middle, after.as_bytes()].concat())
            });
            let (status, said) = pty::run(game().args(args));
            // A bar that is taken away again.
            let said = said.replace("\u{1b}[2K", "");
            assert!(!status.success(), "{usage:?}");
            assert!(!said.is_empty(), "{usage:?}");
            assert!(!said.contains(steers), "{usage:?}: {said:?}");
        }
    }
}

#[test]
fn an_ordinary_mistake_is_told_in_colour() {
    let (_, said) = pty::run(game().args(["--mode", "chess"]));
    assert!(
        said.contains("\u{1b}[") && said.contains("chess"),
        "{said:?}"
    );
    let (_, said) = pty::run(game().env("NO_COLOR", "1").args(["--mode", "chess"]));
    assert!(
        !said.contains('\u{1b}') && said.contains("chess"),
        "{said:?}"
    );
}

/// Runs a script of lines through a pipe.
fn typed(command: &mut Command, lines: &[u8]) {
    let (reader, mut writer) = std::io::pipe().expect("the machine allows it");
    std::io::Write::write_all(&mut writer, lines).expect("it fits");
    command.stdin(reader);
}

#[test]
fn answers_to_a_script_cannot_steer_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    // Not what is no text, and not what is two words.
    let nameable = |evil: &&[u8]| !evil.contains(&0xff) && !evil.contains(&b'\r');
    for evil in EVIL.into_iter().filter(nameable) {
        let lines = [
            b":start\n:save x",
            evil,
            b"\n:move ",
            evil,
            b"\n:load ",
            evil,
        ]
        .concat();
        for colour in ["never", "always"] {
            let mut command = game();
            command
                .current_dir(folder.path())
                .args(["--ascii", "--color", colour]);
            typed(&mut command, &lines);
            let (status, said) = pty::run(&mut command);
            assert!(status.success());
            // Our own colours are the only thing that may steer it.
            let mut plain = said.clone();
            while let Some(start) = plain.find("\u{1b}[")
                && let Some(end) = plain[start..].find('m')
                && plain[start + 2..start + end]
                    .chars()
                    .all(|c| c.is_ascii_digit() || c == ';')
            {
                plain.replace_range(start..=start + end, "");
            }
            assert!(!plain.contains(steers), "{said:?}");
            assert!(plain.contains("State saved in x"), "{said:?}");
            assert_eq!(colour == "always", said.contains("\u{1b}["), "{said:?}");
        }
        // A pipe gets the name as it is.
        let mut command = game();
        command.current_dir(folder.path()).arg("--test");
        typed(&mut command, &lines);
        let out = command.output().unwrap().stdout;
        let answer = [b"State saved in x".as_slice(), evil, b"\n"].concat();
        assert!(
            out.windows(answer.len()).any(|part| part == answer),
            "{evil:?}"
        );
    }
}

#[test]
fn what_fails_is_told_to_a_pipe_byte_for_byte() {
    let out = game()
        .args(["perft", "tafl", "--depth", "1", "--state", "no\u{1b}[2J"])
        .output();
    let said = String::from_utf8(out.unwrap().stderr).unwrap();
    assert!(said.contains("no\u{1b}[2J"), "{said:?}");
}
