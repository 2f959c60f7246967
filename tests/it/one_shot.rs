//! The subcommands that do one thing without a prompt: learning, matches, and what the games add.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use assert_cmd::Command;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::prelude::*;
use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::spawn_with_options;

fn game(folder: &Path, args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("game");
    command.current_dir(folder).env_clear().args(args);
    command
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for temporary files")
}

#[test]
fn training_shows_a_table_that_can_be_repeated() {
    let dir = folder();
    let train = |args: &[&str]| {
        let words = [&["train", "tictactoe"], args].concat();
        let output = game(dir.path(), &words).assert().code(0).stderr("");
        String::from_utf8(output.get_output().stdout.clone()).expect("text")
    };
    let table = train(&["--plays", "20000", "--seed", "7"]);
    let plays = table.lines().map(|line| line.split_whitespace().next());
    let plays: Vec<&str> = plays.map(Option::unwrap_or_default).collect();
    assert_eq!(plays, ["plays", "10", "100", "1,000", "10,000", "20,000"]);
    assert!(table.contains(" %  ██"), "{table}");
    assert!(table.contains(" lost"), "{table}");
    assert_eq!(train(&["--plays", "20000", "--seed", "7"]), table);
    assert_ne!(train(&["--plays", "20000", "--seed", "8"]), table);
    // Nothing is known about perfect play on a board that is too big to be solved.
    let big = train(&["--plays", "100", "--size", "6"]);
    assert!(!big.contains('%') && big.lines().count() == 3, "{big}");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
}

#[test]
fn the_bar_of_a_match_moves_before_the_first_game_is_over() {
    let mut command = Process::new(cargo_bin!("game"));
    command
        .args(["match", "tafl", "200ms", "1", "--threads", "1"])
        .env_clear()
        .env("TERM", "xterm");
    let options = Options::new().timeout_ms(Some(180_000));
    let mut session = spawn_with_options(command, options).unwrap();
    session.exp_string("playing tafl, move 0 ").unwrap();
    // The time that is left is told when something is known about it.
    let (before, _) = session.exp_regex("playing tafl, move [1-9]").unwrap();
    assert!(before.contains("0/100"), "{before}");
    assert!(!before.contains("left"), "{before}");
    session.send_control('c').unwrap();
    let ended = session.process().wait().unwrap();
    assert!(matches!(ended, WaitStatus::Exited(_, 130)), "{ended:?}");
}

#[test]
fn a_match_is_told_with_its_interval_and_can_be_repeated() {
    let dir = folder();
    let args = [
        "match",
        "tictactoe",
        "9",
        "random",
        "--games",
        "21",
        "--seed",
        "4",
    ];
    let told = game(dir.path(), &args).assert().code(0).stderr("");
    let first = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    // An opening is played twice, so that there are 22 games.
    assert!(first.contains(" in 22 games: "), "{first}");
    assert!(first.contains(", 0 losses in "), "{first}");
    assert!(
        first.contains("Elo difference ") && first.contains("(95 %)"),
        "{first}"
    );
    game(dir.path(), &args).assert().code(0).stdout(first);
}

#[test]
fn every_kind_of_player_can_be_named() {
    let dir = folder();
    for (mode, player) in [
        ("countdown", "learnt"),
        ("countdown", "search"),
        ("countdown", "3"),
        ("tafl", "1"),
        ("crusher", "20ms"),
        ("crusher", "2"),
    ] {
        let args = [
            "match", mode, player, "random", "--games", "2", "--most", "6",
        ];
        game(dir.path(), &args)
            .assert()
            .code(0)
            .stdout(predicate::str::contains("in 2 games"));
    }
    game(dir.path(), &["match", "tafl", "learnt", "random"])
        .assert()
        .code(1)
        .stderr("game: tafl cannot be learnt\n");
    game(dir.path(), &["match", "tafl", "clever", "random"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "a player is random, learnt, search",
        ));
}

#[test]
fn the_guessing_game_answers_and_solves() {
    let dir = folder();
    for (target, guess, told) in [
        ("H1 B2 D3", "B3 C3 H3", "0, 2, 1\n"),
        ("H1 B2 D3", "B1 A2 H3", "0, 2, 1\n"),
        ("H1 B2 D3", "B2 H2 H1", "2, 1, 0\n"),
        ("A1 D2 B3", "A3 D2 H1", "1, 1, 0\n"),
        ("A1 D2 B3", "H4 G3 H2", "0, 0, 0\n"),
        ("A1 D2 B3", "D2 B3 A1", "3, 0, 0\n"),
    ] {
        game(dir.path(), &["battleship", "feedback", target, guess])
            .assert()
            .code(0)
            .stdout(told);
    }
    game(dir.path(), &["battleship", "solve", "H1 B2 D3"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("B2 D3 H1: 3, 0, 0\nFound in "));
    game(dir.path(), &["battleship", "solve", "H1 B2 H1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("must be different"));
}

#[test]
fn the_searcher_is_evaluated_on_all_targets() {
    let dir = folder();
    let told = game(dir.path(), &["battleship", "evaluate"])
        .assert()
        .code(0);
    let text = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["Average: 4.6081", "Worst case: 7"]);
    let counts = lines[2..].iter().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| -> u32 { words[index].parse().unwrap() };
        (number(0), number(1))
    });
    let (targets, guesses) = counts.fold((0, 0), |(targets, guesses), (n, count)| {
        (targets + count, guesses + n * count)
    });
    assert_eq!(targets, 4960);
    assert!(guesses <= 22_856);
}

#[test]
fn crusher_is_a_function_of_its_arguments() {
    let dir = folder();
    let start = r#"["WWW-WW-------BB-BBB"]"#;
    let told = game(dir.path(), &["crusher", start, "W", "2", "3"])
        .assert()
        .code(0)
        .stderr("");
    let line = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(line.starts_with("[\"") && line.ends_with("\", \"WWW-WW-------BB-BBB\"]\n"));
    for (args, why) in [
        (
            [r#"["WWW-WW-----BB-BBB"]"#, "W", "2", "3"],
            "has 17 cells, but N = 3 needs 19",
        ),
        (["[]", "W", "2", "3"], "the history is empty"),
        ([start, "X", "2", "3"], "the player is W or B"),
        ([start, "WB", "2", "3"], "the player is W or B"),
        ([start, "W", "0", "3"], "the depth is 0"),
        ([start, "W", "2", "9"], "N is from 2 to 6"),
        (
            [r#"["WW-----------BB-BBB"]"#, "W", "2", "3"],
            "the game is over",
        ),
        (["WWW", "W", "2", "3"], "a history begins with ["),
    ] {
        let args = [&["crusher"], &args[..]].concat();
        game(dir.path(), &args)
            .assert()
            .code(1)
            .stdout("")
            .stderr(predicate::str::starts_with("game: ").and(predicate::str::contains(why)));
    }
}

#[test]
fn a_solved_board_is_checked_when_asked() {
    let dir = folder();
    let solve = |args: &[&str]| {
        let mut command = game(dir.path(), &["crusher", "solve", "--size", "2"]);
        command.env("XDG_CACHE_HOME", dir.path()).args(args);
        command.assert().code(0)
    };
    solve(&[]).stdout(predicate::str::ends_with("crusher-2.table\n"));
    solve(&["--check"]).stdout(predicate::str::contains("is there already\n").and(
        predicate::str::contains("values follows from those after it\n"),
    ));
}

#[test]
fn proofs_are_printed_as_lines_that_bounds_counts() {
    let dir = folder();
    let prove = ["battleship", "prove", "--goal", "19000"];
    let only = ["--only", "A1 A2 A3", "--only", "A1 A2 B1"];
    let output = game(dir.path(), &[&prove[..], &only].concat())
        .assert()
        .code(0);
    let lines = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    fs::write(dir.path().join("some"), &lines).expect("a file");
    let part = [&prove[..], &["--part", "1240/1240"]].concat();
    let output = game(dir.path(), &part).assert().code(0);
    fs::write(dir.path().join("part"), &output.get_output().stdout).expect("a file");
    game(dir.path(), &["battleship", "bounds", "some", "part"])
        .assert()
        .code(1)
        .stdout(predicate::str::starts_with(
            "the files say: 3 of 1240 first guesses need at least ",
        ))
        .stderr("game: 1237 first guesses are not covered\n");
    let all = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/battleship/bounds.txt"
    );
    game(dir.path(), &["battleship", "bounds", all])
        .assert()
        .code(0)
        .stdout("the file says: 1240 of 1240 first guesses need at least 22856 guesses\n");
}

#[test]
fn lines_that_cannot_be_bounds_are_told_with_their_place() {
    let dir = folder();
    for (line, why) in [
        ("mine", "`mine` is not a first guess with a bound"),
        (
            "A1 A3 H1 22857",
            "`A1 A3 H1 22857` contradicts `A1 A3 H1 22856 =`",
        ),
        (
            "H1 H2 H3 9",
            "`H1 H2 H3 9` is a mirror image: A1 A2 A3 stands for it",
        ),
    ] {
        fs::write(dir.path().join("f"), format!("A1 A2 B1 7\n{line}\n")).expect("a file");
        game(dir.path(), &["battleship", "bounds", "f"])
            .assert()
            .code(1)
            .stdout("")
            .stderr(format!("game: f: line 2: {why}\n"));
    }
}
