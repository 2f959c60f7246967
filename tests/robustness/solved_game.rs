//! The solved game in the cache folder: made only when asked, one program at a time, and nothing that
//! is not ours is touched.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::process::{Running, game, names, run, shell, wait_for_lock};

/// Solves a board, with the cache in this folder.
fn solve(size: &str, folder: &Path) -> Command {
    let mut command = game(["crusher", "solve", "--size", size]);
    command.env("XDG_CACHE_HOME", folder);
    command
}

/// Begins to solve the board that takes a minute, and waits until the work has begun.
fn solving(folder: &Path) -> Running {
    let running = Running::spawn(&mut solve("3", folder));
    wait_for_lock(&folder.join("game"));
    running
}

#[test]
fn an_interrupted_solver_ends_with_the_status_of_its_signal_and_leaves_nothing() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let folder = tempdir().unwrap();
        let mut running = solving(folder.path());
        running.signal(signal);
        assert_eq!(running.wait().code(), Some(status), "{signal}");
        assert_eq!(names(&folder.path().join("game")), [""; 0]);
    }
}

#[test]
fn a_second_solver_is_refused_at_once() {
    let folder = tempdir().unwrap();
    let mut first = solving(folder.path());
    let second = run(solve("3", folder.path()), "");
    assert_eq!(second.status.code(), Some(1), "{second:?}");
    let reason = "crusher-3.table: it cannot be written: another program is writing it\n";
    assert!(second.stderr.ends_with(reason), "{second:?}");
    // Another table is another file.
    assert!(run(solve("2", folder.path()), "").status.success());
    first.kill();
}

#[test]
fn nothing_that_is_not_a_table_of_ours_is_replaced() {
    let folder = tempdir().unwrap();
    let table = folder.path().join("game/crusher-2.table");
    assert!(run(solve("2", folder.path()), "").status.success());
    let mode = fs::metadata(table.parent().unwrap()).unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o700);
    let whole = fs::read(&table).unwrap();
    let refused = |reason: &str| {
        let outcome = run(solve("2", folder.path()), "");
        assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
        assert!(outcome.stderr.ends_with(reason), "{outcome:?}");
    };
    for theirs in ["", "notes\n"] {
        fs::write(&table, theirs).unwrap();
        refused("crusher-2.table: it is not a table of a solved game\n");
        assert_eq!(fs::read_to_string(&table).unwrap(), theirs);
    }
    // What is ours, but damaged, is made again when somebody asks for it.
    fs::write(&table, &whole[..whole.len() - 1]).unwrap();
    assert!(run(solve("2", folder.path()), "").status.success());
    assert_eq!(fs::read(&table).unwrap(), whole);
    // A link is not followed, wherever it leads.
    let theirs = folder.path().join("theirs");
    fs::write(&theirs, "mine").unwrap();
    for target in [&theirs, &folder.path().join("nothing")] {
        fs::remove_file(&table).unwrap();
        symlink(target, &table).unwrap();
        refused("crusher-2.table: it is a symbolic link\n");
    }
    assert_eq!(fs::read(&theirs).unwrap(), b"mine");
    assert!(!folder.path().join("nothing").exists());
}

#[test]
fn a_prompt_says_what_is_wrong_with_a_table_and_never_makes_one() {
    let folder = tempdir().unwrap();
    let cache = folder.path().join("game");
    fs::create_dir(&cache).unwrap();
    let table = cache.join("crusher-3.table");
    let session = |lines: &str| {
        let mut command = game(["--test", "--mode", "crusher"]);
        command.env("XDG_CACHE_HOME", folder.path());
        run(command, lines).stdout
    };
    let script = ":help\n:start 3 WB\n:hint\n:computer B perfect\n:stop\n:start 4 WB\n:hint\n";
    let without = session(script);
    assert!(without.contains("Hint: 3 7\n"), "{without}");
    assert!(
        without.contains("The command cannot be used.\n"),
        "{without}"
    );
    let damaged: [&[u8]; 4] = [
        b"",
        b"notes",
        b"crusher solved 1 of another version",
        b"crusher solved 2 and no more",
    ];
    for content in damaged {
        fs::write(&table, content).unwrap();
        assert_eq!(session(script), without);
        assert_eq!(fs::read(&table).unwrap(), content);
    }
    fs::remove_file(&table).unwrap();
    symlink("/dev/zero", &table).unwrap();
    assert_eq!(session(script), without);
    fs::remove_file(&table).unwrap();
    fs::create_dir(&table).unwrap();
    assert_eq!(session(script), without);
    fs::remove_dir(&table).unwrap();
    let mut pipe = shell("mkfifo game/crusher-3.table");
    assert!(run_in(&mut pipe, folder.path()));
    assert_eq!(session(script), without);
    assert_eq!(names(&cache), ["crusher-3.table"]);
}

fn run_in(command: &mut Command, folder: &Path) -> bool {
    command
        .current_dir(folder)
        .status()
        .is_ok_and(|s| s.success())
}
