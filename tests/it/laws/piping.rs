//! The program itself: any bytes on its standard input are answered as the modes answer, with
//! status 0 and not a word on standard error.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use game::app::{self, End};
use game::games::{self, NAMES};
use game::play::Options;
use game::repl::console::{Input, OutputOptions, Script};
use game::repl::{CommandInfo, Context, Kind};
use proptest::prelude::*;
use proptest::sample::select;

use super::cases;
use super::driver::{folder, furnish};
use super::lines;
use super::quick::quick;
use super::tours::opening;

/// The lines that bytes are, told without the program's own reader.
fn inputs(bytes: &[u8]) -> Vec<Input> {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let last = lines.pop().expect("there is always a piece");
    let mut all: Vec<Input> = lines
        .into_iter()
        .map(|line| read(line.strip_suffix(b"\r").unwrap_or(line)))
        .collect();
    if !last.is_empty() {
        all.push(read(last));
    }
    all
}

fn read(line: &[u8]) -> Input {
    match std::str::from_utf8(line) {
        Ok(text) => Input::Line(text.to_owned()),
        Err(_) => Input::NotText,
    }
}

fn commands(mode: &str) -> Vec<CommandInfo> {
    let entry = games::find(mode).expect("a mode");
    let session = (entry.open)(Options::default(), Context::default());
    session.commands()
}

/// What can be typed without a long wait and without leaving the folder or the mode.
fn tamed(mode: &str, bytes: &[u8]) -> Vec<u8> {
    let commands = commands(mode);
    let pieces = bytes.split(|&byte| byte == b'\n').map(|line| {
        let Ok(text) = std::str::from_utf8(line) else {
            return line.to_vec();
        };
        let quick = quick(&commands, text).replace('/', "_");
        match quick.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            [":mode", name] if NAMES.contains(&name) => b":mode nowhere".to_vec(),
            _ => quick.into_bytes(),
        }
    });
    pieces.collect::<Vec<_>>().join(&b'\n')
}

/// What the modes print for these bytes, without a process.
fn printed(mode: &str, test: bool, bytes: &[u8]) -> Vec<u8> {
    let options = OutputOptions {
        test,
        ..OutputOptions::default()
    };
    let mut script = Script::new(inputs(bytes), options);
    let open = |name: &str| {
        let context = Context {
            ..Context::default()
        };
        (games::find(name).expect("a mode").open)(Options::default(), context)
    };
    let end = app::run(&mut script, mode, None, &open).expect("a vector takes all");
    assert_ne!(end, End::NotLoaded);
    script.printed
}

fn run(mode: &str, test: bool, bytes: &[u8], at: &Path) -> Vec<u8> {
    let mut command = cargo_bin_cmd!("game");
    command.args(["--mode", mode]);
    if test {
        command.arg("--test");
    }
    let run = command
        .env_clear()
        .current_dir(at)
        .write_stdin(bytes)
        .assert()
        .code(0)
        .stderr("");
    run.get_output().stdout.clone()
}

fn with_opening(mode: &str, bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for line in opening(mode) {
        all.extend_from_slice(line.as_bytes());
        all.push(b'\n');
    }
    all.extend_from_slice(&tamed(mode, bytes));
    all
}

/// The commands of a mode that name files.
fn filing(mode: &str) -> Vec<&'static str> {
    let names_file = |row: &CommandInfo| row.args.iter().any(|arg| arg.kind == Kind::File);
    let commands = commands(mode).into_iter().filter(names_file);
    commands.map(|command| command.name).collect()
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn any_bytes_are_answered_as_the_modes_answer(
        (mode, bytes) in select(&NAMES[..])
            .prop_flat_map(|mode| lines::bytes(mode).prop_map(move |bytes| (mode, bytes))),
        test: bool,
    ) {
        let folder = folder();
        furnish(folder.path());
        let bytes = with_opening(mode, &bytes);
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        // The program runs in another folder than we do.
        let filing = filing(mode);
        let filed = lines.iter().any(|line| {
            let line = line.trim_ascii_start();
            filing.iter().any(|name| line.starts_with(name.as_bytes()))
        });
        let stdout = run(mode, test, &bytes, folder.path());
        prop_assert!(stdout.ends_with(b"\nGood Bye!\n"));
        if !filed {
            let expected = printed(mode, test, &bytes);
            prop_assert_eq!(String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&expected));
        }
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        prop_assert!(left.iter().all(|entry| !entry.file_name().display().to_string().starts_with(".game-")));
    }
}

/// From mode to mode and back, with a game in each.
#[test]
fn every_mode_opens_from_every_other() {
    let mut input = String::new();
    for from in NAMES {
        for to in NAMES {
            writeln!(input, ":mode {from}\n:mode {to}\n:help\n:stop").unwrap();
        }
    }
    let folder = folder();
    let stdout = run("tafl", true, input.as_bytes(), folder.path());
    let expected = printed("tafl", true, input.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&expected)
    );
    let switched = String::from_utf8_lossy(&stdout).matches("\nMode: ").count();
    assert_eq!(switched, 2 * NAMES.len() * NAMES.len());
}
