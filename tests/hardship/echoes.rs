//! What is repeated of the command line cannot steer a terminal.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use crate::process::{game, run};

/// Clears the screen, sets a title, in seven and in eight bits; rings; goes back; and is no text.
const EVIL: [&[u8]; 5] = [
    b"\x1b[2J",
    b"\x1b]0;title\x07",
    "\u{9b}2J".as_bytes(),
    b"a\rb\x08c\x7f",
    b"\xff\x1b[31m",
];

#[test]
fn messages_about_the_command_line_are_harmless() {
    let usages: [&[&str]; 20] = [
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
    ];
    for usage in usages {
        for evil in EVIL {
            let args = usage.iter().map(|arg| {
                let (before, after) = arg.split_once("EVIL").unwrap_or((arg, ""));
                let middle = if arg.contains("EVIL") { evil } else { b"" };
                OsString::from_vec([before.as_bytes(), middle, after.as_bytes()].concat())
            });
            let outcome = run(game(args), "");
            assert!(!outcome.status.success(), "{usage:?}");
            assert!(!outcome.stderr.is_empty(), "{usage:?}");
            for said in [outcome.stdout, outcome.stderr] {
                let harmful = said.contains(|c: char| c.is_control() && c != '\n');
                assert!(!harmful, "{usage:?}: {said:?}");
            }
        }
    }
}
