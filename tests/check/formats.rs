//! Reports for machines.

use serde_json::Value;

use crate::{check, game, ours_through};

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

#[test]
fn tap_has_a_line_for_each_transcript() {
    let report = report("tap");
    assert!(report.starts_with("TAP version 14\n1.."), "{report}");
    assert!(
        report.contains("not ok ") && report.contains(" - tafl/course/prompt/stop\n"),
        "{report}"
    );
    assert!(
        report.contains("\n    - Stopping Game.\n    + Stopping game.\n"),
        "{report}"
    );
}
