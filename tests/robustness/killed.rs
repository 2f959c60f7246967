//! Killed while saving, hundreds of times: the old content or the new, and nothing else beside it.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use game::engine::rng::Rng;
use game::games::battleship::bound::BoundLog;
use game::play::read_memory;
use tempfile::tempdir;

use crate::process::{Running, answers, game, names, run, wait_until};

/// How often the prompt is killed while it saves, and how often at most on a machine so busy that
/// it has hardly begun by then.
const KILLS: usize = 300;
const MOST_KILLS: usize = 3000;

/// How often each other writer is killed.
const KILLS_OF_OTHERS: usize = 50;

/// How often the one that proves is killed: each time it needs a while before it writes.
const KILLS_OF_PROOFS: usize = 5;

/// Waits for up to so many microseconds.
fn pause(random: &mut Rng, most: usize) {
    thread::sleep(Duration::from_micros(random.below(most) as u64));
}

fn strays(folder: &Path) -> usize {
    let names = names(folder);
    names.iter().filter(|name| name.starts_with('.')).count()
}

#[test]
fn a_saved_game_is_the_old_or_the_new_one() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    let in_folder = || {
        let mut command = game(["--test"]);
        command.current_dir(folder.path());
        command
    };
    // The two contents between which it changes.
    let save = answers(
        in_folder(),
        &[":start", ":save f", ":move d1 d4", ":save g"],
    );
    assert_eq!(save[1], "State saved in f");
    let old = fs::read(&file).unwrap();
    let new = fs::read(folder.path().join("g")).unwrap();
    fs::remove_file(folder.path().join("g")).unwrap();
    assert_ne!(old, new);

    let mut random = Rng::new(7);
    let mut found = [0; 2];
    let mut left = 0;
    for round in 0..MOST_KILLS {
        if round >= KILLS && !found.contains(&0) {
            break;
        }
        // In every third round there is nothing to replace.
        if round % 3 == 0 {
            let _ = fs::remove_file(&file);
        }
        let there = file.exists();
        let mut running = Running::spawn(&mut in_folder());
        let again = ":save f\n:move d1 d4\n:save f\n:undo\n".repeat(200);
        running.say(":start\n");
        running.until("Starting Game.");
        running.feed(again.into_bytes());
        pause(&mut random, 8000 + 100 * round.saturating_sub(KILLS));
        running.kill();
        left += strays(folder.path());
        match fs::read(&file) {
            Ok(content) => {
                assert!(content == old || content == new, "a mixture: {content:?}");
                found[usize::from(content == new)] += 1;
            }
            Err(_) => assert!(!there, "the file is lost"),
        }
    }
    println!("kills: {found:?} old and new, {left} times a stray file");
    assert!(found.iter().all(|&times| times > 0), "{found:?}");
    // What a kill may have left goes with the next save.
    let first = if file.exists() { ":load f" } else { ":start" };
    let said = answers(in_folder(), &[first, ":save f"]);
    assert!(["State loaded from f", "Starting Game."].contains(&said[0].as_str()));
    assert_eq!(said[said.len() - 2], "State saved in f");
    assert_eq!(names(folder.path()), ["f"]);
}

#[test]
fn a_stray_file_of_a_killed_program_goes_with_the_next_save() {
    let folder = tempdir().unwrap();
    let stray = ".game-0123456789abcdef.tmp";
    fs::write(folder.path().join(stray), "half a ga").unwrap();
    let mut command = game(["--test"]);
    command.current_dir(folder.path());
    let said = answers(command, &[":start", ":save f"]);
    assert_eq!(said[1], "State saved in f");
    assert_eq!(names(folder.path()), ["f"]);
}

/// Whether a program has written to a file that is not the one it saves: the new one, which has that
/// name later. Only Linux tells.
fn is_saving(id: u32, file: &Path) -> bool {
    let open = fs::read_dir(format!("/proc/{id}/fd"));
    let mut open = open.into_iter().flatten().flatten();
    open.any(|entry| {
        let name = fs::read_link(entry.path()).unwrap_or_default();
        let beside = name != file && name.parent() == file.parent();
        beside && fs::metadata(entry.path()).is_ok_and(|data| data.len() > 0)
    })
}

#[test]
fn a_memory_is_whole() {
    let folder = tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("memory");
    let train = |plays: &str| {
        let size = ["train", "tictactoe", "--size", "4"];
        let rest = ["--plays", plays, "--out", "memory"];
        let mut command = game([&size[..], &rest].concat());
        command.current_dir(folder.path());
        command
    };
    assert!(run(train("20000"), "").status.success());
    let inode = || fs::metadata(&file).unwrap().ino();
    let mut random = Rng::new(8);
    let mut while_saving = 0;
    for round in 0..MOST_KILLS {
        if round >= KILLS_OF_OTHERS && while_saving > 0 {
            break;
        }
        let before = inode();
        let mut running = Running::spawn(&mut train("1"));
        // Every other one at any moment, the others as soon as the new file has content.
        let mut saving = false;
        if round % 2 == 0 {
            pause(&mut random, 30_000);
        } else {
            while !saving && running.child.try_wait().unwrap().is_none() {
                saving = is_saving(running.child.id(), &file);
            }
        }
        running.kill();
        while_saving += usize::from(saving && inode() == before);
        read_memory(&file, "tictactoe").expect("the memory is whole");
    }
    println!("a memory: killed {while_saving} times while it was saved");
    assert!(while_saving > 0 || !cfg!(target_os = "linux"));
    assert!(run(train("1"), "").status.success());
    assert_eq!(names(folder.path()), ["memory"]);
}

#[test]
fn a_table_is_whole_or_not_there() {
    let folder = tempdir().unwrap();
    let solve = || {
        let mut command = game(["crusher", "solve", "--size", "2"]);
        command.env("XDG_CACHE_HOME", folder.path());
        command
    };
    let file = folder.path().join("game/crusher-2.table");
    assert!(run(solve(), "").status.success());
    let whole = fs::read(&file).unwrap();
    let mut random = Rng::new(9);
    for _ in 0..KILLS_OF_OTHERS {
        fs::remove_file(&file).unwrap();
        let mut running = Running::spawn(&mut solve());
        pause(&mut random, 10_000);
        running.kill();
        if file.exists() {
            assert_eq!(fs::read(&file).unwrap(), whole);
        }
        assert!(run(solve(), "").status.success());
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    assert_eq!(names(file.parent().unwrap()), ["crusher-2.table"]);
}

#[test]
fn a_log_of_proofs_has_whole_lines() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("log");
    let mut random = Rng::new(10);
    let mut proofs = 0;
    for _ in 0..KILLS_OF_PROOFS {
        // A goal that is proved at once, so that lines are written all the time.
        let mut command = game(["battleship", "prove", "--goal", "10000", "--log", "log"]);
        let mut running = Running::spawn(command.current_dir(folder.path()));
        let length = || fs::metadata(&file).map_or(0, |data| data.len());
        let before = length();
        wait_until("a proof", || {
            length() != before || running.child.try_wait().unwrap().is_some()
        });
        pause(&mut random, 2000);
        running.kill();
        let text = fs::read_to_string(&file).unwrap();
        let log: BoundLog = text.parse().expect("every line makes sense");
        assert!(text.ends_with('\n'));
        assert!(log.len() >= proofs, "proofs are lost");
        proofs = log.len();
    }
    assert!(proofs >= KILLS_OF_PROOFS);
}
