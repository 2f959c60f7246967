//! Without a clock the number of threads changes nothing: neither what is printed nor what is
//! written. (The plans of `game battleship optimise` take minutes: its unit tests compare smaller ones.)

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

fn game(folder: &Path, args: &str) -> Command {
    let mut command = cargo_bin_cmd!("game");
    command.current_dir(folder).env_clear();
    command.env("XDG_CACHE_HOME", folder);
    // A guess has blanks in it, which stand as underscores here.
    command.args(args.split(' ').map(|word| word.replace('_', " ")));
    command
}

/// What a command prints with so many threads, and what it writes to a file of this name.
fn run(args: &str, file: Option<&str>, threads: usize) -> (Vec<u8>, Option<Vec<u8>>) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut command = game(folder.path(), &format!("{args} --threads {threads}"));
    let done = command.assert().code(0).stderr("");
    let text = String::from_utf8_lossy(&done.get_output().stdout);
    // Where a table is kept is not the same twice.
    let text = text.replace(&folder.path().display().to_string(), "");
    let file = file.map(|name| fs::read(folder.path().join(name)).expect("a file"));
    (text.into_bytes(), file)
}

#[track_caller]
fn same_with_any_number(args: &str, file: Option<&str>) {
    let one = run(args, file, 1);
    assert!(!one.0.is_empty() || one.1.is_some());
    for threads in [2, 5] {
        assert!(run(args, file, threads) == one, "{args}, {threads} threads");
    }
}

#[test]
fn perft_counts_the_same() {
    same_with_any_number("perft tafl --depth 3 --divide", None);
    same_with_any_number("perft crusher --depth 5", None);
    same_with_any_number("perft countdown --depth 1", None);
    same_with_any_number("perft tictactoe --depth 0 --divide", None);
}

#[test]
fn a_match_has_the_same_games_in_the_same_order() {
    let record = Some("games");
    for players in [
        "tictactoe random learnt",
        "tafl random 1",
        "crusher 2 random",
    ] {
        let args = format!("match {players} --games 9 --seed 3 --most 40 --record games");
        same_with_any_number(&args, record);
    }
}

#[test]
fn a_solved_game_is_the_same_to_the_byte() {
    let table = Some("game/crusher-2.table");
    same_with_any_number("crusher solve --size 2 --check", table);
}
