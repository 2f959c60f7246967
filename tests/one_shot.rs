//! The subcommands that do one thing without a prompt: learning, matches, and what the games add.

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use game::games::battleship::bound::BoundLog;
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

const QUICK: [&str; 7] = [
    "train",
    "tictactoe",
    "--plays",
    "20000",
    "--out",
    "a.mem",
    "--seed=7",
];

#[test]
fn training_is_silent_in_a_pipe_and_can_be_repeated() {
    let dir = folder();
    game(dir.path(), &QUICK)
        .assert()
        .code(0)
        .stdout("")
        .stderr("");
    let first = fs::read(dir.path().join("a.mem")).unwrap();
    fs::remove_file(dir.path().join("a.mem")).unwrap();
    game(dir.path(), &QUICK).assert().code(0);
    assert_eq!(fs::read(dir.path().join("a.mem")).unwrap(), first);
    // Once more goes on from what is there.
    game(dir.path(), &QUICK).assert().code(0);
    assert_ne!(fs::read(dir.path().join("a.mem")).unwrap(), first);
}

#[test]
fn a_memory_is_used_by_the_mode_it_was_made_for() {
    let dir = folder();
    game(dir.path(), &["train", "countdown", "--out", "a.mem"])
        .assert()
        .code(0);
    game(
        dir.path(),
        &["--test", "--mode", "countdown", "--memory", "a.mem"],
    )
    .write_stdin(":start\n3\n")
    .assert()
    .code(0)
    // 18 is no multiple of four: whoever knows the game leaves one.
    .stdout(predicate::str::contains("Player O plays 2\n"));
    game(
        dir.path(),
        &["--test", "--mode", "tictactoe", "--memory", "a.mem"],
    )
    .assert()
    .code(1)
    .stdout("")
    .stderr(
        "game: a.mem cannot be used: it was learnt for \"countdown 21\", not for \"tictactoe\"\n",
    );
}

#[test]
fn a_damaged_memory_is_refused_and_left_alone() {
    let dir = folder();
    game(dir.path(), &QUICK).assert().code(0);
    let file = dir.path().join("a.mem");
    let whole = fs::read(&file).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in [
        &whole[..whole.len() - 10],
        &changed,
        b"",
        b"something else\n",
    ] {
        fs::write(&file, damaged).unwrap();
        for args in [&QUICK[..], &["--mode", "tictactoe", "--memory", "a.mem"]] {
            game(dir.path(), args)
                .assert()
                .code(1)
                .stdout("")
                .stderr(predicate::str::starts_with("game: a.mem cannot be used: "));
            assert_eq!(fs::read(&file).unwrap(), damaged);
        }
    }
}

#[test]
fn a_memory_that_cannot_be_written_is_told_before_the_training() {
    let dir = folder();
    let plays = u64::MAX.to_string();
    game(
        dir.path(),
        &[
            "train",
            "countdown",
            "--plays",
            &plays,
            "--out",
            "no/such/folder",
        ],
    )
    .assert()
    .code(1)
    .stderr(predicate::str::starts_with(
        "game: no/such/folder cannot be ",
    ));
}

#[test]
fn ctrl_c_ends_training_and_keeps_what_was_learnt() {
    let dir = folder();
    let plays = u64::MAX.to_string();
    let mut command = Process::new(cargo_bin!("game"));
    command
        .args(["train", "countdown", "--plays", &plays, "--out", "a.mem"])
        .current_dir(dir.path())
        .env_clear()
        .env("TERM", "xterm");
    let options = Options::new().timeout_ms(Some(180_000));
    let mut session = spawn_with_options(command, options).unwrap();
    // The bar, after a while.
    session.exp_string("learning countdown").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("positions in a.mem").unwrap();
    let ended = session.process().wait().unwrap();
    assert!(matches!(ended, WaitStatus::Exited(_, 130)), "{ended:?}");
    game(
        dir.path(),
        &["--test", "--mode", "countdown", "--memory", "a.mem"],
    )
    .assert()
    .code(0);
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
fn a_log_of_proofs_is_left_in_order_with_its_notes() {
    let dir = folder();
    let kept = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/battleship/bounds.txt"
    ))
    .expect("the proofs");
    let (notes, proofs): (Vec<&str>, Vec<&str>) =
        kept.lines().partition(|line| line.starts_with('#'));
    // Backwards, with one proof twice, and without one that has to be made.
    let mut lines = notes.clone();
    lines.push(proofs[700]);
    lines.extend(proofs.iter().rev().filter(|line| !line.starts_with("D2 ")));
    let log = dir.path().join("log");
    fs::write(&log, lines.join("\n")).expect("a file");
    let prove = ["battleship", "prove", "--goal", "10000", "--log", "log"];
    game(dir.path(), &prove)
        .assert()
        .code(0)
        .stdout("done: 1240 of 1240 first guesses have a total of at least 10000\n");
    let after = fs::read_to_string(&log).expect("the log");
    let guess = |line: &&str| line.rsplit_once(" 2").map(|(guess, _)| guess.to_owned());
    let expected: Vec<String> = proofs.iter().filter_map(guess).collect();
    assert_eq!(expected.len(), 1240);
    let (notes_after, proofs_after): (Vec<&str>, Vec<&str>) =
        after.lines().partition(|line| line.starts_with('#'));
    assert_eq!(notes_after, notes);
    assert_eq!(proofs_after.len(), 1240);
    for (line, first) in proofs_after.iter().zip(&expected) {
        assert!(
            line.starts_with(first.as_str()),
            "{line} is not about {first}"
        );
    }
}

#[test]
fn two_programs_prove_a_part_each_at_once_and_their_logs_are_joined() {
    let dir = folder();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/battleship/bounds.txt"
    );
    let record = fs::read_to_string(path).expect("the proofs");
    let known = record.lines().filter(|line| !line.starts_with("D1 D"));
    let known = known.collect::<Vec<_>>().join("\n") + "\n# mine\n";
    let before: BoundLog = known.parse().expect("proofs");
    let parts = ["1", "2"].map(|k| {
        let (log, part) = (format!("{k}.log"), format!("{k}/2"));
        fs::write(dir.path().join(&log), &known).expect("a file");
        let mut command = Process::new(cargo_bin!("game"));
        command.args(["battleship", "prove", "--goal", "19000", "--threads", "1"]);
        command.args(["--part", &part, "--log", &log]);
        command.current_dir(dir.path()).stdout(Stdio::null());
        command.spawn().expect("a program")
    });
    for mut part in parts {
        assert!(part.wait().expect("it ends").success());
    }
    let read = |name: &str| -> BoundLog {
        let text = fs::read_to_string(dir.path().join(name)).expect("a log");
        text.parse().expect("proofs")
    };
    let added = ["1.log", "2.log"].map(|name| read(name).len() - before.len());
    assert!(added.iter().all(|&added| added > 0), "{added:?}");
    assert_eq!(added[0] + added[1] + before.len(), 1240);
    let merge = ["battleship", "merge", "1.log", "2.log", "--goal", "19000"];
    let told = "1240 of 1240 first guesses have a total of at least 19000\n";
    game(dir.path(), &merge).assert().code(0).stdout(told);
    let merge = [&merge[..], &["--out", "1.log"]].concat();
    game(dir.path(), &merge).assert().code(0).stdout(told);
    let both = read("1.log").to_string();
    let comments = |text: &str| -> Vec<String> {
        let comments = text.lines().filter(|line| line.starts_with('#'));
        comments.map(str::to_owned).collect()
    };
    assert_eq!(comments(&both), comments(&known), "each comment once");
    assert!(both.ends_with("\n# mine\n"));
}

#[test]
fn logs_that_contradict_each_other_are_not_joined() {
    let dir = folder();
    fs::write(dir.path().join("1.log"), "A1 A3 H1 22856 =\n").expect("a file");
    fs::write(dir.path().join("2.log"), "A1 A3 H1 22857\n").expect("a file");
    let merge = ["battleship", "merge", "1.log", "2.log", "--out", "both"];
    game(dir.path(), &merge)
        .assert()
        .code(1)
        .stdout("")
        .stderr("game: 2.log: `A1 A3 H1 22857` contradicts `A1 A3 H1 22856 =`\n");
    assert!(!dir.path().join("both").exists());
    let merge = ["battleship", "merge", "1.log", "gone"];
    game(dir.path(), &merge).assert().code(1).stdout("");
}

#[test]
fn a_single_first_guess_can_be_proved_again() {
    let dir = folder();
    let prove = ["battleship", "prove", "--goal", "20000"];
    let only = [&prove[..], &["--only", "B2 C3 D3", "--only", "H1 G1 F1"]].concat();
    let (out, sorted) = {
        let output = game(dir.path(), &only).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        let out = String::from_utf8(output.stdout).expect("text");
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort();
        (out, lines)
    };
    assert_eq!(sorted.len(), 2, "{out}");
    assert!(sorted[0].starts_with("B2 C3 D3 2") && sorted[1].starts_with("F1 G1 H1 2"));
    assert!(
        out.parse::<BoundLog>()
            .is_ok_and(|log| log.at_least(20_000) == 2)
    );
    assert!(fs::read_dir(dir.path()).expect("a folder").next().is_none());

    // A log that knows it already does not spare the work, and keeps the higher bound.
    fs::write(dir.path().join("log"), "B2 C3 D3 22856\n").expect("a file");
    let only = [&prove[..], &["--only", "B2 C3 D3", "--log", "log"]].concat();
    let output = game(dir.path(), &only).output().expect("it runs");
    let out = String::from_utf8(output.stdout).expect("text");
    assert!(out.starts_with("B2 C3 D3 2"), "{out}");
    assert!(out.ends_with("\ndone: 1 of 1240 first guesses have a total of at least 20000\n"));
    let log = fs::read_to_string(dir.path().join("log")).expect("a log");
    assert_eq!(log, "B2 C3 D3 22856\n");

    game(dir.path(), &prove).assert().code(2);
    let both = [&only[..], &["--part", "1/2"]].concat();
    game(dir.path(), &both).assert().code(2);
}
