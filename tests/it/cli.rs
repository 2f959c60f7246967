//! The command line: what can be asked for, what comes back, and with which exit status.

use std::ffi::OsString;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use game::games::{NAMES, board_games};
use predicates::prelude::*;

/// Our program in the folder of the saved games, so that they can be named shortly.
fn game(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("game");
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/states"))
        .env_clear()
        .args(args);
    command
}

/// A one-shot command that fails: status 1, nothing on standard output, one line that says why.
fn fails(args: &[&str], why: &str) {
    game(args)
        .assert()
        .code(1)
        .stdout("")
        .stderr(predicate::str::starts_with("game: ").and(predicate::str::contains(why)))
        .stderr(predicate::function(|said: &str| said.lines().count() == 1));
}

#[test]
fn help_names_every_mode_and_option() {
    let mut all = game(&["--help"]).assert().code(0).stderr("");
    for word in [
        "--test", "--state", "--mode", "--seed", "--color", "--ascii", "perft", ":help",
    ] {
        all = all.stdout(predicate::str::contains(word));
    }
    for name in NAMES {
        all = all.stdout(predicate::str::contains(name));
    }
    game(&["-h"]).assert().code(0).stderr("");
    let mut perft = game(&["perft", "--help"]).assert().code(0).stderr("");
    for name in board_games() {
        perft = perft.stdout(predicate::str::contains(name));
    }
}

#[test]
fn version_is_that_of_the_package() {
    let version = concat!("game ", env!("CARGO_PKG_VERSION"), "\n");
    game(&["--version"])
        .assert()
        .code(0)
        .stdout(version)
        .stderr("");
}

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        &["--nonsense"][..],
        &["--state"],
        &["--mode"],
        &["--mode", "chess"],
        &["--mode", "TAFL"],
        &["--seed", "x"],
        &["--seed", "-1"],
        &["--seed", "007"],
        &["--seed", "+7"],
        &["--color", "sometimes"],
        &["--test", "--test"],
        &["dance"],
        &["start.csv"],
        &["perft"],
        &["perft", "tafl"],
        &["perft", "chess", "--depth", "1"],
        &["perft", "tafl", "--depth"],
        &["perft", "tafl", "--depth", "x"],
        &["perft", "tafl", "--depth", "-1"],
        &["perft", "tafl", "--depth", "01"],
        &["perft", "countdown", "--depth", "1", "--size", "021"],
        &["match", "countdown", "03", "random"],
        &["crusher", "[\"WWW-WW-------BB-BBB\"]", "W", "02", "3"],
        &["battleship", "prove", "--goal", "022"],
        &["perft", "tafl", "--depth", "99999999999999999999"],
        &["perft", "tafl", "--depth", "1001"],
        &["match", "tafl", "1", "1", "--opening", "1001"],
        &["match", "tafl", "1", "1", "--opening", "-1"],
        &["--test", "perft", "tafl", "--depth", "1"],
    ] {
        game(args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::is_empty().not());
    }
}

#[test]
fn a_number_that_is_too_big_is_told_the_largest() {
    let huge = "99999999999999999999";
    for (args, most) in [
        (&["--seed", huge][..], "18446744073709551615"),
        (
            &[
                "crusher",
                "[\"WWW-WW-------BB-BBB\"]",
                "W",
                "4294967296",
                "3",
            ],
            "4294967295",
        ),
        (&["battleship", "prove", "--goal", huge], "4294967295"),
        (&["perft", "tafl", "--depth", huge], "1000"),
        (&["--hash", "65537"], "65536"),
        (
            &["match", "tafl", "1", "1", "--most", "4294967295"],
            "100000",
        ),
        (
            &["match", "tafl", "1", "1", "--games", "4294967295"],
            "1000000",
        ),
        (
            &["perft", "tafl", "--depth", "1", "--threads", huge],
            "1024",
        ),
    ] {
        let said = format!("it is more than {most}\n");
        let refused = game(args).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains(said));
    }
}

#[test]
fn the_name_of_a_game_opens_it_with_options_before_or_behind() {
    for name in NAMES {
        let opened = format!("{name}> \nSeed: 7\n{name}> \nGood Bye!\n");
        for args in [
            &[name, "--test", "--seed", "7"][..],
            &["--test", name, "--seed=7"],
            &["--seed", "7", "--test", name],
        ] {
            game(args)
                .write_stdin(":seed\n")
                .assert()
                .code(0)
                .stdout(opened.clone())
                .stderr("");
        }
        // The value of an option is not a game, even if it has the name of one.
        game(&["--state", name])
            .assert()
            .code(1)
            .stdout("Cannot load saved game state\n");
        game(&[name, "--help"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains(name));
    }
}

#[test]
fn wrong_words_beside_the_name_of_a_game_are_told() {
    for (args, said) in [
        (&["tafl", "dance"][..], "dance"),
        (&["dance", "tafl"], "unrecognized subcommand 'dance'"),
        (&["tafl", "crusher"], "crusher"),
        (&["tafl", "--nonsense"], "--nonsense"),
        (
            &["--mode", "tafl", "crusher"],
            "'--mode' cannot be used with 'crusher'",
        ),
        (&["--test", "perft", "tafl"], "--depth"),
        (
            &["--test", "train", "tictactoe"],
            "'--test' cannot be used with 'train'",
        ),
        (&["--mode", "tafl", "--mode", "tafl"], "multiple times"),
        (&["battleship", "dance"], "'dance'"),
        (&["taf"], "tafl"),
    ] {
        game(args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(said));
    }
}

#[test]
fn the_end_of_input_ends_every_mode_with_status_0() {
    for name in NAMES {
        game(&["--test", "--mode", name])
            .write_stdin("")
            .assert()
            .code(0)
            .stdout(format!("{name}> \nGood Bye!\n"))
            .stderr("");
    }
}

#[test]
fn the_first_mode_opens_unless_another_is_named() {
    game(&["--test"])
        .write_stdin("")
        .assert()
        .code(0)
        .stdout(format!("{}> \nGood Bye!\n", NAMES[0]));
}

#[test]
fn a_state_that_cannot_be_loaded_has_status_1_and_no_prompt() {
    for (file, said) in [
        ("no-such-file.csv", "Cannot load saved game state\n"),
        ("", "Cannot load saved game state\n"),
        (".", "Cannot load saved game state\n"),
        ("malformed/crlf.csv", "Malformed Game State\n"),
    ] {
        game(&["--test", "--state", file])
            .write_stdin(":start\n")
            .assert()
            .code(1)
            .stdout(said)
            .stderr("");
    }
}

#[test]
fn perft_prints_one_number() {
    for (args, count) in [
        (&["--depth", "0"][..], "1\n"),
        (&["--depth", "1"], "80\n"),
        (&["--depth", "2"], "4400\n"),
        (&["--depth", "3"], "353200\n"),
        (&["--depth", "2", "--state", "start.csv"], "4400\n"),
        // A finished game has no moves.
        (&["--depth", "1", "--state", "lambda-is-free.csv"], "0\n"),
        (&["--depth", "0", "--state", "lambda-is-free.csv"], "1\n"),
        // The object on a9 alone: eight squares down, eight to the right.
        (
            &[
                "--depth",
                "1",
                "--state",
                "lambda-is-free-objects-to-play.csv",
            ],
            "16\n",
        ),
        // Every one of these leaves λ a way out.
        (
            &[
                "--depth",
                "2",
                "--state",
                "lambda-is-free-objects-to-play.csv",
            ],
            "0\n",
        ),
    ] {
        let args = [&["perft", "tafl"], args].concat();
        game(&args).assert().code(0).stdout(count).stderr("");
    }
}

#[test]
fn perft_that_fails_says_why() {
    fails(
        &[
            "perft",
            "tafl",
            "--depth",
            "1",
            "--state",
            "no-such-file.csv",
        ],
        "no-such-file.csv",
    );
    for unreadable in [".", ""] {
        fails(
            &["perft", "tafl", "--depth", "1", "--state", unreadable],
            "Cannot load saved game state: ",
        );
    }
    fails(
        &[
            "perft",
            "tafl",
            "--depth",
            "1",
            "--state",
            "malformed/crlf.csv",
        ],
        "carriage return",
    );
    fails(&["perft", "tafl", "--depth", "1", "--size", "4"], "size 4");
    fails(
        &[
            "perft",
            "tafl",
            "--depth",
            "1",
            "--size",
            "4",
            "--state",
            "start.csv",
        ],
        "not both",
    );
}

#[test]
fn completions_and_the_manual_are_made_from_the_definition() {
    for (what, sign) in [
        ("bash", "complete -F _game"),
        ("zsh", "#compdef game"),
        ("fish", "complete -c game"),
        ("man", ".TH game 1"),
    ] {
        game(&["generate", what])
            .assert()
            .code(0)
            .stdout(predicate::str::contains(sign).and(predicate::str::contains("battleship")))
            .stderr("");
    }
    for args in [&["generate"][..], &["generate", "cmd"]] {
        game(args).assert().code(2).stdout("");
    }
}

/// The words of a line, as a shell sees them.
fn split(line: &str) -> Vec<String> {
    let script = format!("for word in {line}; do echo \"$word\"; done");
    let output = Command::new("/bin/sh").args(["-c", &script]).output();
    let text = String::from_utf8(output.expect("there is a shell").stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_example_of_the_help_is_a_command_line() {
    let output = game(&["--help"]).output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    let (_, examples) = help.split_once("Examples:").expect("there are some");
    let mut count = 0;
    for line in examples.lines().filter(|line| line.starts_with("  game")) {
        // Behind its words stands where they come from or go.
        let typed = line.trim_start().split(['<', '>']).next();
        let typed = typed.unwrap_or_default();
        let words: Vec<OsString> = split(typed).into_iter().map(OsString::from).collect();
        assert!(game::cli::parse(&words).is_ok(), "{typed}");
        count += 1;
    }
    assert!(count >= 8, "{examples}");
}
