//! Programs that cannot be started, crash, hang or flood.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::signals::send;
use crate::{check, check_in, command, game};

/// Checks a shell script that runs our program as `$0`.
fn around(options: &[&str], script: &str) -> Value {
    let game = game();
    let usual = ["--random", "0"];
    let program = ["--format", "json", "sh", "-c", script, &game];
    let checked = check(&[options, &usual, &program].concat());
    serde_json::from_str(&checked.stdout).expect("a report")
}

/// Some cases; a program that cannot be judged needs none.
const PROMPT: [&str; 2] = ["--suite", "tafl/course/prompt/st"];

fn first_title(report: &Value) -> &str {
    report["causes"][0]["title"].as_str().unwrap_or_default()
}

#[test]
fn a_program_that_ends_is_reported_with_its_last_words() {
    let at_stop = |end: &str| {
        let script = format!(
            r#"while IFS= read -r line; do
                 if test "$line" = ":stop"; then printf '%s' "$lines" | "$0" --test | sed '$d'; {end}; fi
                 lines="$lines$line
"; done; printf '%s' "$lines" | "$0" "$@""#
        );
        around(&PROMPT, &script)
    };
    let title = first_title(&at_stop("echo 'KeyError: 3' >&2; exit 1")).to_owned();
    assert_eq!(
        title,
        "at `:stop` it ends with status 1: KeyError: 3; \"Stopping Game.\" is expected"
    );
    for errors in [
        r"Exception: x\n\tat A.java:1\nCaused by: y\n\t... 5 more\n",
        r"Exception: x\nCallStack (from HasCallStack):\n  error, called at Main.hs:1:1\n",
    ] {
        let title = first_title(&at_stop(&format!("printf '{errors}' >&2; exit 1"))).to_owned();
        assert!(
            title.starts_with("at `:stop` it ends with status 1: Exception: x;"),
            "{title}"
        );
    }
    let title = first_title(&at_stop("ulimit -c 0; kill -s SEGV $$")).to_owned();
    assert!(
        title.starts_with("at `:stop` it crashes with SIGSEGV"),
        "{title}"
    );
}

#[test]
fn a_program_that_only_hangs_or_prints_no_known_sentence_cannot_be_judged() {
    for (options, script, why) in [
        (
            &["--time-limit", "0.5"][..],
            "exec sleep 1000",
            "it does not end",
        ),
        (&PROMPT, "echo hello", "it prints \"hello\"; no sentence"),
        (&PROMPT, "exit 3", "it ends with status 3; no sentence"),
        (&PROMPT, "exit 0", "it prints nothing; no sentence"),
        (&PROMPT, "yes", "it prints without end; no sentence"),
    ] {
        let report = around(options, script);
        let said = report["unjudged"].as_str().unwrap_or_default();
        assert!(said.contains(why), "{script}: {said}");
        assert_eq!(report["points"], 0.0, "{script}");
    }
}

#[test]
fn a_command_at_which_a_program_hangs_is_soon_not_tried_again() {
    // It answers every command but :stop.
    let script = r#"while IFS= read -r line; do
          if test "$line" = ":stop"; then printf '%s' "$lines" | "$0" --test | sed '$d'; exec sleep 1000; fi
          lines="$lines$line
"; done; printf '%s' "$lines" | "$0" "$@""#;
    let suite = ["--suite", "tafl/course/prompt", "--time-limit", "2"];
    let report = around(&suite, script);
    let remarks = report["remarks"].to_string();
    assert!(remarks.contains("hung at `:stop`"), "{report}");
}

#[test]
fn standard_error_is_not_judged() {
    let report = around(&PROMPT, r#"echo warning >&2; exec "$0" "$@""#);
    assert_eq!(report["holds"], true, "{report}");
}

#[test]
fn memory_and_files_are_limited() {
    let report = around(
        &["--suite", "tafl/course/prompt/st", "--memory", "64"],
        r#"read -r line; x=$(head -c 200000000 /dev/zero | tr '\0' x) && exec "$0" "$@""#,
    );
    assert!(report["unjudged"].is_string(), "{report}");
    let report = around(
        &PROMPT,
        r#"read -r line; head -c 100000000 /dev/zero >big && exec "$0" "$@""#,
    );
    assert!(report["unjudged"].is_string(), "{report}");
}

#[test]
fn a_program_that_cannot_be_started_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "print('hello')\n").unwrap();
    // A file that a concurrent test holds open for writing would fail to start for another reason.
    let written = Command::new("sh")
        .args(["-c", r"printf '\177ELF' >empty && chmod 755 empty"])
        .current_dir(folder.path())
        .status();
    assert!(written.unwrap().success());
    for (program, sentence) in [
        ("./none", "no such program"),
        ("no-such-program-anywhere", "no such program"),
        ("./plain", "not executable"),
        (".", "not executable"),
        ("./empty", "not a program"),
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
fn each_run_has_a_fresh_folder_and_a_clean_environment_and_finds_its_script() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        r#"test "$HOME" = "$PWD" && test -z "$CARGO_MANIFEST_DIR" && test ! -e mark && touch mark && exec '{}' "$@""#,
        game().replace('\'', r"'\''")
    );
    fs::write(folder.path().join("mine.sh"), script).unwrap();
    let suite = [
        "--random",
        "0",
        "--suite",
        "tafl/course/moving/no-diagonals",
    ];
    let checked = check_in(folder.path(), &[&suite[..], &["sh", "mine.sh"]].concat());
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}

#[test]
fn an_interrupted_check_reports_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let begun = folder.path().join("begun");
    // A program that reports its start and then waits.
    let mine = format!("echo >'{}'; exec sleep 600", begun.display());
    let check = command()
        .args([
            "check",
            "--jobs",
            "1",
            "--time-limit",
            "600",
            "--format",
            "json",
        ])
        .args(["sh", "-c", &mine])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    while !fs::exists(&begun).expect("a folder that can be looked at") {
        std::thread::sleep(Duration::from_millis(5));
    }
    send(check.id(), "TERM");
    let done = check.wait_with_output().expect("its output");
    assert_eq!(done.status.code(), Some(143));
    let json: Value = serde_json::from_slice(&done.stdout).expect("a report");
    assert_eq!(
        (&json["interrupted"], &json["holds"]),
        (&true.into(), &false.into())
    );
}
