//! Laws that hold in every mode for any input. After each line, [`driver`] checks the answer and
//! the prompt.
//!
//! `FUZZ_ROUNDS=100` tries a hundred times as many cases, `PROPTEST_RNG_SEED=7` others.

mod driver;
mod lines;

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use game::games::{NAMES, board_games};
use game::repl::console::Input;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;

use crate::modes::run;
use driver::{Driver, NOT_NOW, furnished};
use lines::{any_session, damaged, damages, line, moves};

/// Runs this many cases, times `FUZZ_ROUNDS`. Failures are not saved: a case worth keeping becomes a
/// named test.
fn cases(count: u32) -> Config {
    let rounds = std::env::var("FUZZ_ROUNDS").ok();
    let rounds = rounds.map_or(1, |text| text.parse().expect("FUZZ_ROUNDS is a number"));
    Config {
        cases: count.saturating_mul(rounds),
        failure_persistence: None,
        ..Config::default()
    }
}

fn any_board_game() -> impl Strategy<Value = &'static str> {
    select(board_games().collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_line_is_answered((mode, steps) in any_session(60), begun: bool) {
        let mut driver = if begun { Driver::begun(mode) } else { Driver::new(mode) };
        driver.go_through(&steps);
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn save_then_load_restores_the_game(
        (mode, steps) in any_session(40),
        future in vec(any::<Index>(), 0..8),
    ) {
        let mut driver = Driver::begun(mode);
        driver.go_through(&steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let bytes = driver.saved("kept");
        let mut other = Driver::new(mode);
        fs::write(other.path("kept"), &bytes)?;
        let told = other.feed(":load kept");
        prop_assert!(told.starts_with("State loaded from kept\n"), "{}", told);
        prop_assert_eq!(other.saved("again"), bytes);
        prop_assert_eq!(driver.look(), other.look());
        for choice in future {
            prop_assert_eq!(driver.play(choice), other.play(choice));
            prop_assert_eq!(driver.prompt(), other.prompt());
        }
    }

    #[test]
    fn a_damaged_file_is_rejected_or_is_another_game(
        (mode, steps) in any_session(30),
        damage in vec(damages(3), 40),
    ) {
        let mut driver = Driver::begun(mode);
        driver.go_through(&steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let bytes = driver.saved("kept");
        driver.feed(":load kept");
        let before = driver.look();
        for damage in damage {
            let file = damaged(&bytes, &damage);
            fs::write(driver.path("damaged"), &file)?;
            let told = driver.feed(":load damaged");
            if told == "Malformed Game State\n" {
                prop_assert_eq!(driver.look(), before.clone());
                continue;
            }
            prop_assert!(told.starts_with("State loaded from damaged\n"), "{}", told);
            if driver.is_playing() {
                // tafl reads 0 as O, because its text prints both.
                let text = String::from_utf8(file).expect("it was loaded");
                let text = if mode == "tafl" { text.replace('0', "O") } else { text };
                prop_assert_eq!(driver.saved("again"), text.into_bytes());
            }
            driver.feed(":load kept");
        }
    }

    #[test]
    fn undo_and_redo_are_inverse(
        mode in any_board_game(),
        computer in 0..4usize,
        steps in moves(50),
        turns in vec((1..12usize, 1..12usize), 1..6),
        choice: Index,
    ) {
        let mut driver = Driver::begun(mode);
        if let Some(side) = driver.offered(":computer ").get(computer).filter(|side| *side != "none") {
            driver.feed(&format!(":computer {side} 1"));
        }
        driver.play_steps(&steps);
        let everything = |driver: &mut Driver| (driver.look(), driver.feed(":history"));
        let mut left = Vec::new();
        for (back, on) in turns {
            for _ in 0..back {
                let before = everything(&mut driver);
                let told = driver.feed(":undo");
                if told == NOT_NOW {
                    prop_assert_eq!(everything(&mut driver), before);
                    break;
                }
                prop_assert!(told.starts_with("Took back "), "{}", told);
                left.push(before);
            }
            for _ in 0..on {
                let Some(before) = left.pop() else { break };
                let told = driver.feed(":redo");
                prop_assert!(told.starts_with("Played again "), "{}", told);
                prop_assert_eq!(everything(&mut driver), before);
            }
        }
        if driver.feed(":undo") != NOT_NOW && driver.is_playing() {
            driver.feed(":computer none");
            driver.play(choice);
            prop_assert!(!driver.is_playing() || driver.feed(":redo") == NOT_NOW);
        }
    }

    #[test]
    fn record_then_read_restores_the_game(
        mode in any_board_game(),
        steps in moves(40),
        from_file: bool,
    ) {
        let mut driver = Driver::begun(mode);
        let (before, after) = steps.split_at(if from_file { steps.len() / 3 } else { 0 });
        driver.go_through(before);
        if from_file && driver.is_playing() {
            driver.saved("middle");
            driver.feed(":load middle");
        }
        driver.go_through(after);
        let (history, board) = (driver.feed(":history"), driver.feed(":board"));
        let prompt = driver.prompt();
        prop_assert_eq!(driver.feed(":record record"), "Game recorded in record\n");
        let record = fs::read_to_string(driver.path("record"))?;
        for lines in [record.as_str(), ":read record"] {
            let lines = lines.lines().chain([":history", ":board"]);
            let inputs = lines.map(|line| Input::Line(line.to_owned()));
            let told = run(&driver.path(""), "tafl", true, inputs);
            let seen = format!("{prompt}\n{history}{prompt}\n{board}");
            prop_assert!(told.contains(&seen), "{}\nlacks\n{}", told, seen);
        }
    }
}

/// Words that are squares, cells or numbers, and some that are nearly right; pairs if a move has
/// two.
fn imaginable(words: usize) -> Vec<String> {
    let squares = ('a'..='i').flat_map(|file| (1..=9).map(move |rank| format!("{file}{rank}")));
    let numbers = (0..=if words == 1 { 102 } else { 20 }).map(|number| number.to_string());
    let odd = [
        "01", "+1", "-1", "1.0", "a0", "a10", "j1", "A1", "é5", "\u{a0}",
    ]
    .map(str::to_owned);
    let all: Vec<String> = numbers.chain(squares).chain(odd).collect();
    let with = |from| all.iter().map(move |to| format!("{from} {to}"));
    match words {
        1 => all,
        _ => all.iter().flat_map(with).collect(),
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn the_listed_moves_are_accepted_and_no_others(
        mode in any_board_game(),
        steps in moves(60),
    ) {
        let mut driver = Driver::begun(mode);
        driver.go_through(&steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let listed = driver.feed(":moves");
        let words = listed.lines().flat_map(|line| {
            let (from, to) = line.split_once(": ").unwrap_or(("", line));
            to.split(' ').map(move |to| format!("{from} {}", to.trim_end_matches('x')))
        });
        let listed: BTreeSet<String> = words.map(|words| format!(":move {}", words.trim())).collect();
        let offered: BTreeSet<String> = driver.legal().into_iter().collect();
        prop_assert_eq!(&listed, &offered);
        let before = driver.look();
        for words in imaginable(driver.words_of_a_move()) {
            let line = format!(":move {words}");
            if !listed.contains(&line) {
                let told = driver.session.feed(&line).scripted();
                prop_assert!(told.starts_with("Invalid Move!\n"), "{}: {}", line, told);
            }
        }
        prop_assert_eq!(driver.look(), before.clone());
        for line in listed {
            let told = driver.feed(&line);
            prop_assert!(!told.starts_with("Invalid Move!"), "{}: {}", line, told);
            driver.feed(":undo");
            prop_assert_eq!(driver.look(), before.clone());
        }
    }

    #[test]
    fn the_computer_plays_and_suggests_listed_moves(
        mode in any_board_game(),
        steps in moves(40),
        depth in 1..=2,
    ) {
        let mut driver = Driver::begun(mode);
        driver.go_through(&steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let (legal, before) = (driver.legal(), driver.look());
        let is_listed = |told: &str| {
            let ends = |line: &String| told.lines().any(|said| said.ends_with(&line[":move".len()..]));
            legal.iter().any(ends)
        };
        let hint = driver.feed(":hint");
        prop_assert!(hint.starts_with("Hint: ") && is_listed(&hint), "{}", hint);
        prop_assert_eq!(driver.look(), before);
        let prompt = driver.prompt();
        let side = prompt.trim_end_matches("> ").chars().next_back().expect("a side");
        let told = driver.feed(&format!(":computer {side} {depth}"));
        prop_assert!(is_listed(&told), "{}", told);
        prop_assert_ne!(driver.prompt(), prompt);
    }
}

/// Splits bytes into lines as the program should.
fn inputs(bytes: &[u8]) -> Vec<Input> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line
            .strip_suffix(b"\n")
            .map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        std::str::from_utf8(line).map_or(Input::NotText, |text| Input::Line(text.to_owned()))
    });
    lines.collect()
}

/// Lines of a mode, and bytes that are not text.
fn any_bytes() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    select(&NAMES[..]).prop_flat_map(|mode| {
        let noise = vec(any::<u8>(), 0..30);
        let line = prop_oneof![8 => line(mode).prop_map(String::into_bytes), 1 => noise];
        let end = select(vec![&b"\n"[..], b"\r\n", b"\n\n"]);
        let lines = vec(
            (line, end).prop_map(|(line, end)| [&line[..], end].concat()),
            0..25,
        );
        (Just(mode), lines.prop_map(|lines| lines.concat()))
    })
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn any_bytes_on_standard_input_are_answered((mode, bytes) in any_bytes(), test: bool) {
        let quick = &b":depth 1\n:computer none\n"[..];
        let bytes = [quick, &bytes].concat();
        let (here, there) = (furnished(), furnished());
        let mut command = cargo_bin_cmd!("game");
        command.args(["--mode", mode]).args(test.then_some("--test")).args(test.then_some("--ascii"));
        command.env_clear().current_dir(there.path()).write_stdin(bytes.clone());
        let done = command.assert().code(0).stderr("");
        let expected = run(here.path(), mode, test, inputs(&bytes));
        prop_assert_eq!(String::from_utf8_lossy(&done.get_output().stdout), expected);
    }
}
