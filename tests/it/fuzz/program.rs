//! The program with damaged files: it loads them or says why not, with status 1, and never panics.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use game::games::{NAMES, board_games};

use super::mutate::Mutator;
use super::{corpus, rounds};

/// Files of every kind that the command line takes.
fn files() -> Vec<Vec<u8>> {
    let mut files = corpus::states();
    files.extend([
        b"X to play\n17 pieces left\n".to_vec(),
        b"battleship S\nB2 D3 H1\nA1 A3 H1: 1, 0, 1\n".to_vec(),
        b"B to play\nWWW--W---W---BB-BBB\nWWW-WW-------BB-BBB\n".to_vec(),
    ]);
    files
}

#[test]
fn damaged_files_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let boards: Vec<&str> = board_games().collect();
    let mut mutator = Mutator::new(60, files());
    for round in rounds(60) {
        let round = round as usize;
        let bytes = match round % 3 {
            0 => mutator.sound().to_vec(),
            _ => mutator.damaged(),
        };
        fs::write(&file, bytes).unwrap();
        let mode = NAMES[round % NAMES.len()];
        let board = boards[round % boards.len()];
        let line = match mutator.rng.below(4) {
            0 => format!("perft {board} --depth 1 --state file"),
            _ => format!("--test --mode {mode} --state file"),
        };
        let run = cargo_bin_cmd!("game")
            .args(line.split(' '))
            .env_clear()
            .current_dir(folder.path())
            // The computer is not to begin.
            .write_stdin(":board\n:stop\n:exit\n")
            .output()
            .expect("our program can be started");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(!errors.contains("panic"), "{line}: {errors}");
        let status = run.status.code();
        assert!([Some(0), Some(1)].contains(&status), "{line}: {status:?}");
        let told = String::from_utf8_lossy(&run.stdout);
        if status == Some(1) {
            assert!(
                errors.starts_with("game: ") || told.lines().count() == 1,
                "{line}: {told}"
            );
        }
    }
}
