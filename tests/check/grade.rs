//! `game grade` for a class.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::signals::send;
use crate::{command, game};

/// `game grade` in a folder, with few cases.
fn grade(folder: &tempfile::TempDir) -> Command {
    let mut command = command();
    command
        .current_dir(folder.path())
        .args(["grade", "--out", "reports", "--random", "0"]);
    command.args([
        "--suite",
        "tafl/course/prompt",
        "--time-limit",
        "300",
        "--total-time",
        "3000",
    ]);
    command
}

#[test]
fn every_program_gets_a_row_a_page_and_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join("reports").join(name)).unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::create_dir_all(place("a b/c")).unwrap();
    std::os::unix::fs::symlink(game(), place("a b/c/game")).unwrap();
    fs::write(place("plain"), "no program\n").unwrap();
    fs::write(
        place("fault.sh"),
        format!(
            "'{}' \"$@\" | sed 's/^Stopping Game.$/Good Bye!/'\n",
            game()
        ),
    )
    .unwrap();
    let programs = ["a b/c/game", "sh 'fault.sh'", "./plain", "none"];
    let output = grade(&folder).args(programs).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let table = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["program", "form", "prompt", "points"]);
    assert_eq!(lines[1], ["a", "b/c/game", "0", "18/18", "100.0"]);
    assert_eq!(lines[2][..3], ["sh", "fault.sh", "0"], "{table}");
    assert_eq!(
        lines[3].join(" "),
        "./plain cannot be started: not executable 0.0"
    );
    assert_eq!(
        lines[4].join(" "),
        "none cannot be started: no such program 0.0"
    );
    assert_eq!(lines[5].join(" "), "reports/index.html, reports/grades.csv");
    let csv = read("grades.csv");
    assert!(csv.starts_with("program,points,form,\"prompt of 18\",not judged,remark\n\"a b/c/game\",100.0,0,18,0,\"\"\n"), "{csv}");
    assert!(
        csv.ends_with("\"none\",0.0,,,,\"cannot be started: no such program\"\n"),
        "{csv}"
    );
    let index = read("index.html");
    for name in ["a-b-c-game", "sh-fault.sh", "plain", "none"] {
        assert!(
            index.contains(&format!("<a href=\"{name}.html\">")),
            "{name}"
        );
        assert!(
            read(&format!("{name}.html")).starts_with("<!DOCTYPE html>"),
            "{name}"
        );
        let json: Value = serde_json::from_str(&read(&format!("{name}.json"))).unwrap();
        assert_eq!(json["holds"], name == "a-b-c-game", "{name}");
    }
}

#[test]
fn an_interrupted_run_leaves_what_was_finished() {
    let folder = tempfile::tempdir().unwrap();
    let begun = folder.path().join("begun");
    // The second program runs as soon as the first is finished.
    let waits = format!("sh -c 'echo >\"{}\"; exec sleep 600'", begun.display());
    let run = grade(&folder)
        .args(["--jobs", "1", "none", &waits])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let csv = folder.path().join("reports/grades.csv");
    while !begun.exists() || !csv.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    send(run.id(), "TERM");
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    assert_eq!(fs::read_to_string(csv).unwrap().lines().count(), 2);
}

#[test]
fn a_folder_that_cannot_be_written_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("reports"), "in the way").unwrap();
    let output = grade(&folder).arg("none").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
