//! Reports for machines.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::signals::send;
use crate::{check, command, game, ours_through};

/// Two transcripts and three random sessions of a program that says one thing wrong.
fn report(format: &str) -> String {
    let game = game();
    let filter = r#""$0" "$@" | sed 's/^Stopping Game.$/Stopping game./'"#;
    let options = [
        "--random",
        "3",
        "--suite",
        "tafl/course/prompt/st",
        "--format",
        format,
    ];
    let checked = check(&ours_through(&options, filter, &game));
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    checked.stdout
}

#[test]
fn json_has_scores_cases_and_differences() {
    let report: Value = serde_json::from_str(&report("json")).unwrap();
    assert_eq!(report["holds"], false);
    assert_eq!(report["seed"], 1);
    assert_eq!(report["random"]["total"], 3);
    let cases = report["cases"].as_array().unwrap();
    let stop = cases
        .iter()
        .find(|case| case["name"] == "tafl/course/prompt/stop")
        .unwrap();
    assert_eq!(stop["holds"], false);
    let lines = stop["difference"]["lines"].as_array().unwrap();
    assert!(
        lines
            .iter()
            .any(|line| line["text"] == "Stopping Game." && line["kind"] == "expected")
    );
    assert!(
        lines
            .iter()
            .any(|line| line["text"] == "Stopping game." && line["kind"] == "actual")
    );
}

#[test]
fn junit_has_a_case_for_each_transcript() {
    let report = report("junit");
    assert!(
        report.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{report}"
    );
    assert!(
        report.contains("<testcase name=\"tafl/course/prompt/start\""),
        "{report}"
    );
    assert!(
        report.contains("- Stopping Game.\n+ Stopping game.\n"),
        "{report}"
    );
}

/// What `game check` tells in a format, and on standard error, when a signal ends it while the program
/// runs for the first time.
fn interrupted(format: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let begun = folder.path().join("begun");
    // A program that says that it runs, and then waits.
    let mine = format!("echo >'{}'; exec sleep 600", begun.display());
    let check = command()
        .args(["check", "--jobs", "1", "--random", "2000"])
        .args(["--time-limit", "600", "--format", format])
        .args(["sh", "-c", &mine])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    while !fs::exists(&begun).expect("a folder that can be looked at") {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    send(check.id(), "TERM");
    let done = check.wait_with_output().expect("its output");
    assert_eq!(done.status.code(), Some(143));
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(done.stdout), text(done.stderr))
}

#[test]
fn every_format_tells_that_the_check_was_interrupted() {
    let (human, complaint) = interrupted("human");
    let progress = complaint
        .strip_prefix("game: interrupted: ")
        .unwrap()
        .trim_end();
    assert!(progress.starts_with("0 of 2"), "{complaint}");
    let line = format!("\nInterrupted: {progress} were tried.\n");
    assert!(human.ends_with(&line), "{human}");
    let json: Value = serde_json::from_str(&interrupted("json").0).unwrap();
    assert_eq!(
        (&json["interrupted"], &json["holds"]),
        (&true.into(), &false.into())
    );
    let junit = interrupted("junit").0;
    assert!(junit.contains(r#"errors="1""#), "{junit}");
}
