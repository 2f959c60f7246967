//! Reports for people, browsers and other programs.

use std::fs;
use std::path::Path;

use game::check::report::{Format, Look, Style};
use game::check::{Report, Run};
use serde_json::Value;

use crate::programs::{CASES_AND_SESSIONS, Slip, converse, report};
use crate::tafl::Tafl;
use crate::{check, game};

/// Two cases of a program with one wrong sentence.
fn checked(format: &str) -> String {
    let game = game();
    let filter = r#""$0" "$@" | sed 's/^Stopping Game.$/Good Bye!/'"#;
    let options = [
        "--random",
        "2",
        "--suite",
        "tafl/course/prompt/st",
        "--format",
        format,
    ];
    let checked = check(&[&options[..], &["sh", "-c", filter, &game]].concat());
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    checked.stdout
}

#[test]
fn every_format_is_available() {
    let human = checked("human");
    assert!(human.contains("\nFix this first: explains "), "{human}");
    let json: Value = serde_json::from_str(&checked("json")).unwrap();
    assert_eq!(json["holds"], false);
    assert_eq!(json["rules"]["hold"], 1);
    let session = json["causes"][0]["session"].as_array().unwrap();
    assert!(
        session
            .iter()
            .any(|line| line["text"] == "Stopping Game." && line["kind"] == "expected")
    );
    let junit = checked("junit");
    assert!(
        junit.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{junit}"
    );
    assert!(junit.contains("- Stopping Game.\n"), "{junit}");
    let html = checked("html");
    assert!(
        html.starts_with("<!DOCTYPE html>") && html.contains("id=\"cause-1\""),
        "{html}"
    );
    let gradescope: Value = serde_json::from_str(&checked("gradescope")).unwrap();
    let points = |value: &Value| value.as_f64().unwrap() as u32;
    assert_eq!(points(&gradescope["score"]), points(&json["points"]));
    assert_eq!(gradescope["tests"][0]["name"], "prompt");
}

#[test]
fn a_program_that_floods_gets_a_short_report() {
    let flood = r"while read -r line; do
        printf 'tafl> \nThe entered command was not recognised.\nStarting Game.\n'
        head -c 100000 /dev/zero | tr '\0' '\033'; head -c 100000 /dev/zero | tr '\0' '&'; echo
    done";
    for format in ["human", "json", "junit", "html", "gradescope"] {
        let options = [
            "--random",
            "3",
            "--suite",
            "tafl/course/prompt",
            "--all",
            "--format",
            format,
        ];
        let checked = check(&[&options[..], &["sh", "-c", flood]].concat());
        assert!(
            checked.stdout.len() < 200_000,
            "{format}: {}",
            checked.stdout.len()
        );
        assert!(!checked.stdout.contains('\u{1b}'), "{format}");
    }
}

/// The program of the first screen of `docs/checking.md`.
fn sample() -> Report {
    let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
        let mut tafl = Tafl::new("save-without-a-game", folder);
        converse(&mut tafl, &[Slip::NoFullStops, Slip::NoBlank], args, input)
    };
    let report = report(&program, &CASES_AND_SESSIONS);
    Report {
        program: "./mine".to_owned(),
        ..report
    }
}

#[test]
fn the_page_for_students_shows_a_real_report() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/checking.md");
    let page = fs::read_to_string(path).unwrap();
    let begin = page.find("```text\n./mine").expect("a report") + "```text\n".len();
    let end = begin + page[begin..].find("```").expect("its end");
    let style = Style {
        format: Format::Human,
        ..Style::default()
    };
    let report = sample().text(style, Look::default());
    if std::env::var("GOLDEN").is_ok_and(|value| value == "rewrite") {
        fs::write(path, page[..begin].to_owned() + &report + &page[end..]).unwrap();
    } else {
        assert_eq!(
            page[begin..end],
            report,
            "GOLDEN=rewrite shows what is printed"
        );
    }
}
