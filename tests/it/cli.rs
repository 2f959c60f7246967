//! The command line: options, one-shot commands, exit statuses.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use game::games::{NAMES, board_games};
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};
use tempfile::tempdir;

use crate::modes::project;
use crate::program::{game, printed, shell, skip};

/// A position of crusher from the course text.
const START: &str = r#"["WWW-WW-------BB-BBB"]"#;

/// Splits a line at blanks; an underscore is a blank inside a word.
fn words(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('_', " ")).collect()
}

fn command(line: &str) -> assert_cmd::Command {
    let words = words(line);
    game(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn help_names_every_mode_and_option_and_its_examples_parse() {
    let help = printed(&["--help"]);
    let options = [
        "--test", "--state", "--mode", "--seed", "--color", "--ascii", "perft", ":help",
    ];
    for word in options.into_iter().chain(NAMES) {
        assert!(help.contains(word), "{word}: {help}");
    }
    let battleship = printed(&["battleship", "--help"]);
    assert!(battleship.contains("opens the prompt") && !battleship.contains("--vs"));
    let perft = printed(&["perft", "--help"]);
    assert!(board_games().all(|name| perft.contains(name)), "{perft}");
    let (_, examples) = help.split_once("Examples:").expect("there are some");
    let examples = examples.lines().filter(|line| line.starts_with("  game"));
    for line in examples.clone() {
        // After its words come redirections.
        let typed = line.trim_start().split(['<', '>']).next().expect("a piece");
        let split = format!("for word in {typed}; do echo \"$word\"; done");
        let split = shell(&project(""), &split)
            .output()
            .expect("a shell")
            .stdout;
        let words = String::from_utf8(split).expect("text");
        let words: Vec<OsString> = words.lines().map(OsString::from).collect();
        assert!(game::cli::parse(&words).is_ok(), "{typed}");
    }
    assert!(examples.count() >= 8);
    let version = concat!("game ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(printed(&["--version"]), version);
}

#[test]
fn usage_errors_have_status_2_and_a_reason() {
    for (line, said) in [
        ("--nonsense", "--nonsense"),
        ("--state", "--state"),
        ("--mode chess", "chess"),
        ("--mode TAFL", "TAFL"),
        ("--seed -1", "-1"),
        ("--seed 007", "007"),
        ("--color sometimes", "sometimes"),
        ("--test --test", "--test"),
        ("dance", "unrecognized subcommand 'dance'"),
        ("start.csv", "start.csv"),
        ("taf", "tafl"),
        ("tafl dance", "dance"),
        ("tafl crusher", "crusher"),
        ("--mode tafl crusher", "--mode"),
        ("--test train tictactoe", "--test"),
        ("battleship dance", "dance"),
        ("battleship solve H1_B2_H1", "must be different"),
        ("perft tafl", "--depth"),
        ("perft chess --depth 1", "chess"),
        ("perft tafl --depth 01", "01"),
        ("match countdown 03 random", "03"),
        (
            "match tafl clever random",
            "a player is random, learnt, search",
        ),
        ("match tafl 1 1 --opening -1", "-1"),
        ("generate cmd", "cmd"),
        ("tafl --vs clever", "a level is"),
        ("tafl --vs easy --as Q", "SIDE is O or L"),
        ("--as L", "--vs"),
        ("--vs easy --mode battleship", "battleship"),
        ("rules tafl", "run 'game', then type :rules"),
        ("tafl --mode crusher", "'--mode' cannot be used with 'tafl'"),
        ("match tafl 1 1 --games 3", "both sides"),
        ("match tafl 1 1 --games 0", "0 is not in 2..=1000000"),
        ("train countdown --plays 0", "0 is not in 1.."),
        ("perft tafl 3", "'--depth 3'"),
        ("match tafl 1 2 --gams 3", "'--games'"),
        ("--vs easy --state start.csv", "--state"),
        (
            "--vs easy battleship",
            "'--vs' cannot be used with 'battleship'",
        ),
        (
            "--resume crusher",
            "'--resume' cannot be used with 'crusher'",
        ),
        ("--resume --test", "--test"),
        (
            "--test battleship evaluate",
            "'--test' cannot be used with 'evaluate'",
        ),
        (
            "crusher [] W 2 3 --threads 2",
            "'--threads' cannot be used with 'crusher'",
        ),
        ("--seed 99999999999999999999", "too large"),
        ("--seed +7", "without a sign or a leading zero"),
        ("--hash 65537", "65536"),
        ("perft tafl --depth 1001", "1000"),
        ("perft tafl --depth 1 --threads 1025", "1024"),
        ("match tafl 1 1 --games 4294967295", "1000000"),
    ] {
        let refused = command(line).assert().code(2).stdout("");
        refused.stderr(contains(said));
    }
}

#[test]
fn failures_have_status_1_and_a_line_with_the_reason() {
    for (line, said) in [
        (
            "perft tafl --depth 1 --state no-such-file.csv",
            "no-such-file.csv",
        ),
        (
            "perft tafl --depth 1 --state .",
            "Cannot load saved game state: ",
        ),
        (
            "perft tafl --depth 1 --state malformed/crlf.csv",
            "carriage return",
        ),
        ("perft tafl --depth 1 --size 4", "size 4"),
        (
            "perft tafl --depth 1 --size 4 --state start.csv",
            "not both",
        ),
        ("match tafl learnt random", "tafl cannot be learnt"),
        (
            "match tafl 9s 9s --record /no/such/folder/games",
            "/no/such/folder/games: ",
        ),
        (
            r#"crusher ["WWW-WW-----BB-BBB"] W 2 3"#,
            "has 17 cells, but N = 3 needs 19",
        ),
        ("crusher [] W 2 3", "the history is empty"),
        (&format!("crusher {START} WB 2 3"), "the player is W or B"),
        (&format!("crusher {START} W 0 3"), "the depth is 0"),
        (&format!("crusher {START} W 2 9"), "N is from 2 to 6"),
        (
            r#"crusher ["WW-----------BB-BBB"] W 2 3"#,
            "the game is over",
        ),
        ("crusher WWW W 2 3", "a history begins with ["),
    ] {
        let failed = command(line).assert().code(1).stdout("");
        let one_line = predicate::function(|said: &str| said.lines().count() == 1);
        failed.stderr(starts_with("game: ").and(contains(said)).and(one_line));
    }
    for (file, said) in [
        ("no-such-file.csv", "Cannot load saved game state\n"),
        (".", "Cannot load saved game state\n"),
        ("malformed/crlf.csv", "Malformed Game State\n"),
        // The value of an option can be the name of a game.
        ("tafl", "Cannot load saved game state\n"),
    ] {
        game(&["--test", "--state", file])
            .write_stdin(":start\n")
            .assert()
            .code(1)
            .stdout(said);
    }
}

#[test]
fn the_name_of_a_game_opens_it_with_options_before_or_after() {
    game(&["--test"])
        .assert()
        .code(0)
        .stdout(format!("{}> \nGood Bye!\n", NAMES[0]));
    for name in NAMES {
        let opened = format!("{name}> \nSeed: 7\n{name}> \nGood Bye!\n");
        for args in [
            &[name, "--test", "--seed", "7"][..],
            &["--test", "--seed=7", name],
            &["--seed", "7", "--test", "--mode", name],
        ] {
            let done = game(args).write_stdin(":seed\n").assert().code(0);
            done.stdout(opened.clone()).stderr("");
        }
    }
}

#[test]
fn strict_sets_the_exit_status_if_a_line_was_rejected() {
    let good = ":start\n:move d1 d4\n\n:stop\n";
    game(&["--test", "--strict"])
        .write_stdin(good)
        .assert()
        .code(0);
    game(&["--strict"])
        .write_stdin(&b"\xff\n"[..])
        .assert()
        .code(1);
    for (mode, refused) in [
        ("tafl", ":strat"),
        ("tafl", ":start now"),
        ("tafl", ":move d1 d4"),
        ("tafl", ":start\n:move d1 d1"),
        ("tafl", ":load none"),
        ("tafl", ":load malformed/crlf.csv"),
        ("tafl", ":start\n:save no/such/folder/file"),
        ("countdown", ":computer none\n:start\n4"),
        ("battleship", ":start A1 A1 A1"),
        ("battleship", ":search\n:answer 2 1 0\n:answer 0 0 0"),
        ("crusher", ":crusher [] W 2 3"),
        ("crusher", ":start\n7\n3\nWB"),
    ] {
        let script = format!("{refused}\n:exit\n");
        for (strict, status) in [(None, 0), (Some("--strict"), 1)] {
            let mut command = game(&["--test", "--mode", mode]);
            command
                .args(strict)
                .write_stdin(script.clone())
                .assert()
                .code(status);
        }
    }
}

#[test]
fn perft_counts_positions_in_all_or_by_first_move() {
    for (options, count) in [
        ("--depth 0", "1\n"),
        ("--depth 2", "4400\n"),
        ("--depth 2 --state start.csv", "4400\n"),
        ("--depth 1 --state lambda-is-free.csv", "0\n"),
        // The object on a9 alone: eight squares down, eight to the right.
        (
            "--depth 1 --state lambda-is-free-objects-to-play.csv",
            "16\n",
        ),
        ("--depth 0 --divide", "1\n"),
    ] {
        command(&format!("perft tafl {options}"))
            .assert()
            .code(0)
            .stdout(count);
    }
    for mode in board_games() {
        let divided = printed(&["perft", mode, "--depth", "2", "--divide"]);
        let total = printed(&["perft", mode, "--depth", "2"]);
        assert!(divided.ends_with(&format!("\n{total}")), "{divided}");
        let counts = divided.lines().filter_map(|line| line.split_once(": "));
        let sum: u64 = counts
            .map(|(_, count)| count.parse::<u64>().expect("a number"))
            .sum();
        assert_eq!(sum.to_string(), total.trim_end(), "{mode}");
    }
}

#[test]
fn recorded_matches_can_be_replayed() {
    let folder = tempdir().unwrap();
    for mode in board_games() {
        let file = folder.path().join(mode);
        let options = [
            "--games",
            "4",
            "--max-plies",
            "30",
            "--record",
            file.to_str().unwrap(),
        ];
        printed(&[&["match", mode, "random", "random"], &options[..]].concat());
        let text = fs::read_to_string(&file).unwrap();
        game(&["--test", "--strict"])
            .write_stdin(text)
            .assert()
            .code(0)
            .stdout(predicate::str::contains("Starting Game.").count(4));
    }
}

#[test]
fn every_player_can_be_named_and_a_match_shows_an_interval() {
    for players in [
        "countdown learnt",
        "countdown search",
        "countdown 3",
        "crusher 20ms",
    ] {
        let match_ = command(&format!("match {players} random --games 2 --max-plies 6")).assert();
        match_.code(0).stdout(contains("too few games"));
    }
    let words = words("match tictactoe 9 random --games 22 --seed 4");
    let told = printed(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        told.starts_with("9 21 – 1 random   (20 wins, 2 draws, 0 losses)\n"),
        "{told}"
    );
    assert!(
        told.contains("Elo difference of 9: +529 (+304 to +753, 95 %)\n"),
        "{told}"
    );
}

#[test]
fn training_shows_a_table_that_depends_on_the_seed_alone() {
    let train = |seed| printed(&["train", "tictactoe", "--plays", "2000", "--seed", seed]);
    let table = train("7");
    let plays = table
        .lines()
        .map(|line| line.split_whitespace().next().unwrap_or_default());
    assert_eq!(
        plays.collect::<Vec<_>>(),
        ["plays", "10", "100", "1,000", "2,000"]
    );
    assert!(
        table.contains(" %  ██") && table.contains("X: ") && table.contains(" lost"),
        "{table}"
    );
    assert_eq!(train("7"), table);
    assert_ne!(train("8"), table);
    // For a board too big to solve, the share of perfect moves is unknown.
    let big = printed(&["train", "tictactoe", "--plays", "100", "--size", "6"]);
    assert!(!big.contains('%') && big.lines().count() == 3, "{big}");
}

#[test]
fn battleship_answers_solves_and_evaluates() {
    for (target, guess, told) in [
        ("H1 B2 D3", "B3 C3 H3", "0, 2, 1\n"),
        ("H1 B2 D3", "B2 H2 H1", "2, 1, 0\n"),
        ("A1 D2 B3", "H4 G3 H2", "0, 0, 0\n"),
    ] {
        assert_eq!(printed(&["battleship", "feedback", target, guess]), told);
    }
    let solved = printed(&["battleship", "solve", "H1 B2 D3"]);
    assert!(solved.contains("B2 D3 H1: 3, 0, 0\nFound in "), "{solved}");
    let told = printed(&["battleship", "evaluate"]);
    assert!(
        told.starts_with("Average: 4.6081\nWorst case: 7\n"),
        "{told}"
    );
}

#[test]
fn battleship_bounds_counts_the_lines_of_proofs() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    let bounds = |lines: &str| {
        fs::write(&file, lines).unwrap();
        game(&["battleship", "bounds", "f"])
            .current_dir(folder.path())
            .assert()
    };
    let only = ["--only", "A1 A2 A3", "--only", "A1 A2 B1"];
    let proved = printed(&[&["battleship", "prove", "--goal", "19000"], &only[..]].concat());
    bounds(&proved)
        .code(1)
        .stdout(starts_with(
            "the file says: 2 of 1240 first guesses need at least ",
        ))
        .stderr("game: 1238 first guesses are not covered\n");
    for (line, why) in [
        ("mine", "`mine` is not a first guess with a bound"),
        (
            "A1 A3 H1 22857",
            "`A1 A3 H1 22857` contradicts `A1 A3 H1 22856 =`",
        ),
        ("H1 H2 H3 9", "`H1 H2 H3 9` is a mirror image of A1 A2 A3"),
    ] {
        let refused = bounds(&format!("A1 A2 B1 7\n{line}\n")).code(1).stdout("");
        refused.stderr(format!("game: f: line 2: {why}\n"));
    }
    let all = fs::read_to_string(project("fixtures/battleship/bounds.txt")).unwrap();
    let said = "the file says: 1240 of 1240 first guesses need at least 22856 guesses\n";
    bounds(&all).code(0).stdout(said);
}

#[test]
fn crusher_prints_a_history_and_solves_the_smallest_board() {
    let history = printed(&["crusher", START, "W", "2", "3"]);
    let (before, after) = (history.starts_with("[\""), format!("\", {}", &START[1..]));
    assert!(
        before && history.ends_with(&format!("{after}\n")),
        "{history}"
    );
    let folder = tempdir().unwrap();
    let solve = |args: &[&str]| {
        let mut command = game(&["crusher", "solve", "--size", "2"]);
        command
            .env("XDG_CACHE_HOME", folder.path())
            .args(args)
            .assert()
            .code(0)
    };
    solve(&[]).stdout(ends_with("crusher-2.table\n"));
    let checked = contains("is there already\n").and(contains("follows from those after it\n"));
    solve(&["--check"]).stdout(checked);
}

/// Without a clock, the number of threads changes neither what is printed nor what is written.
#[test]
fn any_number_of_threads_gives_the_same_result() {
    for (line, file) in [
        ("perft tafl --depth 3 --divide", None),
        ("perft crusher --depth 5", None),
        (
            "match tafl random 1 --games 10 --seed 3 --max-plies 40 --record games",
            Some("games"),
        ),
        (
            "match tictactoe random learnt --games 10 --record games",
            Some("games"),
        ),
        ("crusher solve --size 2", Some("game/crusher-2.table")),
    ] {
        let run = |threads: usize| {
            let folder = tempdir().unwrap();
            let mut command = command(&format!("{line} --threads {threads}"));
            command
                .current_dir(folder.path())
                .env("XDG_CACHE_HOME", folder.path());
            let done = command.assert().code(0).stderr("");
            let printed = String::from_utf8_lossy(&done.get_output().stdout);
            // The path of the table differs.
            let printed = printed.replace(&folder.path().display().to_string(), "");
            (
                printed,
                file.map(|name| fs::read(folder.path().join(name)).expect("a file")),
            )
        };
        let one = run(1);
        assert!(
            [2, 5].into_iter().all(|threads| run(threads) == one),
            "{line}"
        );
    }
}

#[test]
fn completions_work_in_the_shells_that_are_installed() {
    let bash = "source ./_game
        COMP_WORDS=(game --mo) COMP_CWORD=1; _game game --mo game; echo \"${COMPREPLY[@]}\"
        COMP_WORDS=(game ta) COMP_CWORD=1; _game game ta game; echo \"${COMPREPLY[@]}\"";
    let fish = "source ./_game; complete -C 'game --mo'; complete -C 'game ta'";
    let zsh = "fpath=($PWD $fpath); autoload -Uz compinit && compinit -u -d ./dump
        autoload +X _game && print -r -- \"$functions[_game]\"";
    let (bash, fish, zsh) = (("--norc", bash), ("--no-config", fish), ("-f", zsh));
    for (shell, (option, script)) in [("bash", bash), ("fish", fish), ("zsh", zsh)] {
        let folder = tempdir().unwrap();
        // The name that zsh looks for.
        fs::write(folder.path().join("_game"), printed(&["generate", shell])).unwrap();
        let output = Command::new(shell)
            .args([option, "-c", script])
            .current_dir(folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs([("HOME", folder.path()), ("ZDOTDIR", folder.path())])
            .output();
        let Ok(output) = output else {
            skip(&format!("completions for {shell}"), "it is not installed");
            continue;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("--mode") && said.contains("tafl"),
            "{shell}: {output:?}"
        );
        assert!(
            is_empty().eval(&String::from_utf8_lossy(&output.stderr)),
            "{output:?}"
        );
    }
    assert!(printed(&["generate", "man"]).contains(".TH game 1"));
}

#[test]
fn the_link_in_the_root_leads_to_the_program() {
    let target = fs::read_link(project("game")).expect("`game` is a link");
    assert_eq!(target, std::path::Path::new("target/release/game"));
    assert!(cargo_bin!("game").ends_with("game"));
}
