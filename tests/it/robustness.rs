//! Bad input and a bad environment that real users meet: nothing is lost, and an answer comes.
//!
//! What needs a terminal is in `tests/terminal`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use game::engine::rng::Rng;
use tempfile::tempdir;

/// Runs a shell script in a folder; the program is `$GAME`.
fn shell(folder: &Path, script: &str) -> Output {
    Command::new("sh")
        .args(["-c", script])
        .env("GAME", cargo_bin!("game"))
        .current_dir(folder)
        .output()
        .expect("a shell")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_kill_while_saving_leaves_the_old_or_the_new_file() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    let game = || {
        let mut command = Command::new(cargo_bin!("game"));
        command.arg("--test").current_dir(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        command
    };
    let setup = "printf ':start\\n:save f\\n:move d1 d4\\n:save g\\n' | \"$GAME\" --test";
    assert!(shell(folder.path(), setup).status.success());
    let old = fs::read(&file).unwrap();
    let new = fs::read(folder.path().join("g")).unwrap();
    let lines = ":start\n".to_owned() + &":save f\n:move d1 d4\n:save f\n:undo\n".repeat(500);
    let mut random = Rng::new(7);
    let mut found = [0; 2];
    for _ in 0..100 {
        let mut child = game().spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let typed = lines.clone();
        // It fails when the program is killed.
        let writer = thread::spawn(move || input.write_all(typed.as_bytes()));
        thread::sleep(Duration::from_micros(2000 + random.below(8000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let _ = writer.join();
        let content = fs::read(&file).unwrap();
        assert!(content == old || content == new, "a mixture: {content:?}");
        found[usize::from(content == new)] += 1;
    }
    assert!(found[0] > 0, "{found:?}");
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_new() {
    let folder = tempdir().unwrap();
    let script = r#"unshare --user --map-root-user --mount sh -c '
        mount -t tmpfs -o size=64k none . && cd "$PWD" || exit 77
        echo old >f; cat /dev/zero >filler 2>/dev/null
        printf ":start\n:save f\n:save new\n" | "$GAME" --test
        cat f; ls -A' || exit 77"#;
    let output = shell(folder.path(), script);
    if output.status.code() == Some(77) {
        eprintln!("NOT TESTED HERE: a full disk; this machine does not allow mounting");
        return;
    }
    let said = stdout(&output);
    assert_eq!(said.matches("Cannot save game\n").count(), 2, "{said}");
    assert!(said.ends_with("old\nf\nfiller\n"), "{said}");
}

#[test]
fn endless_lines_and_endless_input_need_little_memory() {
    let folder = tempdir().unwrap();
    let limited = |input: &str| {
        let script = format!("ulimit -v 200000; {input} | \"$GAME\" --test | tail -n 3");
        let output = shell(folder.path(), &script);
        assert!(output.status.success(), "{output:?}");
        stdout(&output)
    };
    let malformed = "The entered command was malformed.\n";
    let said = limited("{ head -c 100000000 /dev/zero; echo; echo :exit; }");
    assert_eq!(said, format!("{malformed}tafl> \nGood Bye!\n"));
    let said = limited("{ yes :strat | head -n 300000; }");
    assert!(said.ends_with("tafl> \nGood Bye!\n"), "{said}");
}

#[test]
fn closed_streams_and_a_reader_that_goes_away_are_no_failure() {
    let folder = tempdir().unwrap();
    for script in [
        r#"yes :strat | head -n 100000 | { "$GAME" --test; echo $? >&2; } | head -n 1"#,
        r#"echo :start | "$GAME" --test >&-; echo $? >&2"#,
        r#""$GAME" --test <&-; echo $? >&2"#,
    ] {
        let output = shell(folder.path(), script);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors, "0\n", "{script}");
    }
}

#[test]
fn a_full_standard_output_is_status_1_and_no_panic() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempdir().unwrap();
    for command in ["--test </dev/null", "--help", "perft tafl --depth 1"] {
        let output = shell(folder.path(), &format!("\"$GAME\" {command} >/dev/full"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.starts_with("game: ") && !errors.contains("panic"),
            "{errors}"
        );
    }
}

#[test]
fn a_signal_stops_a_one_shot_command_with_its_status_and_leaves_nothing() {
    let folder = tempdir().unwrap();
    let cache = folder.path().join("game");
    // The others may be ignored where tests run, as under nohup; tests/terminal has all four.
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
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
        let kill = format!("kill -s {signal} {}", child.id());
        assert!(shell(folder.path(), &kill).status.success());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signal}");
        assert_eq!(fs::read_dir(&cache).unwrap().count(), 0, "{signal}");
    }
}
