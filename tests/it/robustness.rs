//! Bad input and environments that users meet: no data is lost, and every line gets an answer.
//!
//! Tests that need a terminal are in `tests/terminal`, damaged files in `laws`.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use game::engine::rng::Rng;
use game::repl::console::LONGEST_LINE;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};
use tempfile::tempdir;

use crate::program::{game, shell, skip};

/// Starts the program with pipes, in a folder.
fn spawn(folder: &Path) -> Child {
    Command::new(cargo_bin!("game"))
        .arg("--test")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts")
}

#[test]
fn a_kill_while_saving_leaves_the_old_or_the_new_file() {
    let folder = tempdir().unwrap();
    let setup = "printf ':start\\n:save f\\n:move d1 d4\\n:save g\\n' | game --test";
    shell(folder.path(), setup).assert().code(0);
    let read = |name| fs::read(folder.path().join(name)).unwrap();
    let (old, new) = (read("f"), read("g"));
    let lines = ":start\n".to_owned() + &":save f\n:move d1 d4\n:save f\n:undo\n".repeat(500);
    let mut random = Rng::new(7);
    for _ in 0..100 {
        let mut child = spawn(folder.path());
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let typed = lines.clone();
        // Fails when the program is killed.
        let writer = thread::spawn(move || input.write_all(typed.as_bytes()));
        thread::sleep(Duration::from_micros(2000 + random.below(8000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let _ = writer.join();
        let content = read("f");
        assert!(content == old || content == new, "a mixture: {content:?}");
    }
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_new() {
    let folder = tempdir().unwrap();
    let script = r#"unshare --user --map-root-user --mount sh -c '
        mount -t tmpfs -o size=64k none . && cd "$PWD" || exit 77
        echo old >f; cat /dev/zero >filler 2>/dev/null
        printf ":start\n:save f\n:save new\n" | game --test
        cat f; ls -A' || exit 77"#;
    let output = shell(folder.path(), script).output().unwrap();
    if output.status.code() == Some(77) {
        skip("a full disk", "this machine does not allow mounting");
        return;
    }
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.matches("Cannot save game\n").count(), 2, "{said}");
    assert!(said.ends_with("old\nf\nfiller\n"), "{said}");
}

#[test]
fn a_folder_a_read_only_file_and_a_missing_folder_cannot_be_saved_to() {
    let folder = tempdir().unwrap();
    let script = r#"mkdir d; echo old >f; chmod 444 f
        printf ":start\n:save d\n:save f\n:save no/f\n" | game --test; cat f; ls -A"#;
    let output = shell(folder.path(), script).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.matches("Cannot save game\n").count(), 3, "{said}");
    assert!(said.ends_with("Good Bye!\nold\nd\nf\n"), "{said}");
}

/// Whether this system can limit a program's memory.
fn can_limit_memory() -> bool {
    let script = "ulimit -v 300000 && test $(ulimit -v) = 300000";
    let can = shell(Path::new("/"), script)
        .output()
        .expect("a shell")
        .status
        .success();
    if !can {
        skip("little memory", "there is no ulimit -v");
    }
    can
}

#[test]
fn endless_lines_and_endless_input_need_little_memory() {
    if !can_limit_memory() {
        return;
    }
    let limited = |input: &str| {
        let script = format!("ulimit -v 200000; {input} | game --test | tail -n 3");
        shell(Path::new("/"), &script).assert().code(0)
    };
    let malformed = "The entered command was malformed.\ntafl> \nGood Bye!\n";
    limited("{ head -c 100000000 /dev/zero; echo; echo :exit; }").stdout(malformed);
    limited("{ yes :strat | head -n 300000; }").stdout(ends_with("tafl> \nGood Bye!\n"));
}

#[test]
fn without_memory_for_its_table_a_search_takes_a_smaller_one() {
    if !can_limit_memory() {
        return;
    }
    // The search reaches the end of this game at once, so it never uses the hour.
    let lines = ":start 20\\n:computer O 3600s\\n:move 1\\n";
    for options in ["--threads 1 --hash 65536", "--threads 1024 --hash 1024"] {
        let program = format!("game countdown --test {options}");
        let script = format!("ulimit -v 300000; printf '{lines}' | {program}");
        let done = shell(Path::new("/"), &script).assert().code(0).stderr("");
        done.stdout(contains("Player O plays").and(ends_with("Good Bye!\n")));
    }
}

/// Reads exactly what is expected.
fn expect(from: &mut impl Read, expected: &str) {
    let mut read = vec![0; expected.len()];
    from.read_exact(&mut read).expect("what was written");
    assert_eq!(String::from_utf8_lossy(&read), expected);
}

#[test]
fn answers_are_flushed() {
    let mut child = spawn(Path::new("/"));
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    expect(&mut from, "tafl> ");
    // Half a line gets no answer before the other half arrives.
    to.write_all(b":sta").unwrap();
    to.write_all(b"rt\n").unwrap();
    expect(&mut from, "\nStarting Game.\ntafl game O> ");
    // Waiting lines after a slow command do not delay its answer.
    let crusher = r#":stop
:mode crusher
:crusher ["WWW-WW-------BB-BBB"] W 99 3
:stop
"#;
    to.write_all(crusher.as_bytes()).unwrap();
    expect(
        &mut from,
        "\nStopping Game.\ntafl> \nMode: crusher\ncrusher> \n",
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn closed_streams_and_broken_pipes_end_normally() {
    for script in [
        "yes :strat | head -n 100000 | { game --test; echo $? >&2; } | head -n 1",
        "{ game perft tafl --depth 1; echo $? >&2; } | true",
        "{ game --help; echo $? >&2; } | head -c 1",
        "echo :start | game --test >&-; echo $? >&2",
        "game --test <&-; echo $? >&2",
    ] {
        shell(Path::new("/"), script).assert().stderr("0\n");
    }
}

#[test]
fn failing_streams_give_status_1_without_a_panic() {
    let mut scripts = vec!["game --test </"];
    if Path::new("/dev/full").exists() {
        scripts.extend([
            "game --test </dev/null >/dev/full",
            "game --help >/dev/full",
            "game perft tafl --depth 1 >/dev/full",
        ]);
    }
    for script in scripts {
        let failed = shell(Path::new("/"), script).assert().code(1);
        failed.stderr(starts_with("game: ").and(contains("panic").not()));
    }
}

#[test]
fn overlong_lines_and_invalid_utf_8_are_malformed_and_other_lines_work() {
    let fits = "x".repeat(LONGEST_LINE);
    let mut input = format!("{fits}\n{fits}x\n").into_bytes();
    input.extend(b":start\xc0\n:start\n\x80");
    game(&["--test"])
        .write_stdin(input)
        .assert()
        .code(0)
        .stdout(
            "tafl> \nThe entered command was not recognised.\n\
         tafl> \nThe entered command was malformed.\n\
         tafl> \nThe entered command was malformed.\n\
         tafl> \nStarting Game.\n\
         tafl game O> \nThe entered command was malformed.\n\
         tafl game O> \nGood Bye!\n",
        );
}

#[test]
fn a_signal_stops_a_one_shot_command_with_its_status_and_leaves_no_files() {
    let folder = tempdir().unwrap();
    let cache = folder.path().join("game");
    let mut child = Command::new(cargo_bin!("game"))
        .args(["crusher", "solve"])
        .env("XDG_CACHE_HOME", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while fs::read_dir(&cache).map_or(0, Iterator::count) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    // The others may be ignored where tests run, as under nohup; tests/terminal has all four.
    let kill = format!("kill -s TERM {}", child.id());
    shell(folder.path(), &kill).assert().code(0);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 0);
}
