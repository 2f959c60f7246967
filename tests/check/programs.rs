//! Programs that cannot be started, crash, hang, flood, fork: each is told as what it is.

use std::fs;
use std::process::Command;

use crate::{check, check_in, game};

/// One transcript: what `sh` does with this script instead of playing.
fn told(script: &str) -> String {
    // A program that hangs is given up soon, and a busy machine gets its time with the others.
    let limit = if script.contains("sleep 1000") && !script.ends_with("exit 0") {
        "0.5"
    } else {
        "180"
    };
    let options = [
        "--random",
        "0",
        "--time-limit",
        limit,
        "--suite",
        "tafl/course/prompt/stop",
    ];
    let mut words = options.to_vec();
    words.extend(["sh", "-c", script]);
    let checked = check(&words);
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    assert!(
        checked.stdout.contains("0 of 1 transcript holds."),
        "{}",
        checked.stdout
    );
    checked.stdout
}

#[test]
fn what_became_of_a_program_is_told() {
    for (script, sentence) in [
        ("exit 0", "it ended here, without an error"),
        ("exit 3", "it ended with status 3, not 0"),
        (
            "ulimit -c 0; kill -s ABRT $$",
            "it crashed: signal 6 (SIGABRT)",
        ),
        ("kill -s TERM $$", "it crashed: signal 15 (SIGTERM)"),
        ("sleep 1000", "it did not end within 500ms, and was stopped"),
        (
            "exec <&-; sleep 1000",
            "it did not end within 500ms, and was stopped",
        ),
        ("yes", "it printed more than 1048576 bytes, and was stopped"),
        (
            "echo 'Traceback: oh' >&2; exit 1",
            "on standard error: Traceback: oh",
        ),
        ("printf 'tafl> '", "(the line break at the end is missing)"),
        ("sleep 1000 & exit 0", "it ended here, without an error"),
    ] {
        let said = told(script);
        assert!(said.contains(sentence), "{script}: {said}");
        assert!(said.contains("  $ game --test\n"), "{script}: {said}");
    }
}

#[test]
fn standard_error_alone_is_no_fault_but_is_told() {
    let game = game();
    let script = r#"echo warning >&2; exec "$0" "$@""#;
    let options = ["--random", "0", "--suite", "tafl/course/prompt"];
    let mut words = options.to_vec();
    words.extend(["sh", "-c", script, &game]);
    let checked = check(&words);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    let note = "In 18 cases the program wrote to standard error; on standard error: warning\n";
    assert!(checked.stdout.contains(note), "{}", checked.stdout);
}

#[test]
fn what_cannot_be_started_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "print('hello')\n").unwrap();
    // A program that a sibling of ours still holds open for writing could not be started, for another
    // reason than this one.
    let written = Command::new("sh")
        .args(["-c", r"printf '\177ELF' >empty && chmod 755 empty"])
        .current_dir(folder.path())
        .status();
    assert!(written.unwrap().success());
    for (program, sentence) in [
        ("./none", "there is no such program"),
        ("no-such-program-anywhere", "there is no such program"),
        ("./plain", "it is not executable"),
        (".", "it is not executable"),
        ("./empty", "it is no program"),
    ] {
        let checked = check_in(folder.path(), &[program]);
        assert_eq!(
            (checked.status, checked.stdout.as_str()),
            (2, ""),
            "{program}"
        );
        assert!(
            checked.stderr.contains(sentence),
            "{program}: {}",
            checked.stderr
        );
        assert_eq!(checked.stderr.lines().count(), 1, "{}", checked.stderr);
    }
}

#[test]
fn a_script_beside_its_interpreter_is_found_from_every_folder() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("exec '{}' \"$@\"\n", game().replace('\'', r"'\''"));
    fs::write(folder.path().join("mine.sh"), script).unwrap();
    let words = [
        "--random",
        "0",
        "--suite",
        "tafl/course/prompt",
        "sh",
        "mine.sh",
    ];
    let checked = check_in(folder.path(), &words);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    assert!(
        checked
            .stdout
            .starts_with("sh mine.sh · tafl/course/prompt · 18 transcripts\n")
    );
}

#[test]
fn each_run_has_a_fresh_folder_and_a_clean_environment() {
    let game = game();
    let script = r#"test "$HOME" = "$PWD" && test -z "$CARGO_MANIFEST_DIR" && test ! -e mark && touch mark && exec "$0" "$@""#;
    let options = [
        "--random",
        "0",
        "--suite",
        "tafl/course/prompt/stop",
        "--suite",
        "tafl/course/prompt/exit",
    ];
    let mut words = options.to_vec();
    words.extend(["sh", "-c", script, &game]);
    let checked = check(&words);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}
