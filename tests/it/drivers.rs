//! `game battleship grade` and `game crusher grade`: our own drivers, faulty ones, and those of
//! `docs/grading.md` in Haskell.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};
use tempfile::tempdir;

use crate::modes::project;
use crate::program::{game, shell, skip};

/// Grades a driver that is a shell script; it calls the program `game`.
fn grade(mode: &str, script: &str) -> Assert {
    let folder = tempdir().expect("a folder");
    let driver = folder.path().join("driver");
    fs::write(&driver, format!("#!/bin/sh\n{script}\n")).expect("a file");
    fs::set_permissions(&driver, Permissions::from_mode(0o755)).expect("an executable");
    shell(folder.path(), &format!("game {mode} grade ./driver")).assert()
}

#[test]
fn our_own_drivers_have_no_faults() {
    let own = |mode| format!("{} {mode} driver", cargo_bin!("game").display());
    let battleship = game(&["battleship", "grade", &own("battleship")]).assert();
    let right = starts_with(
        "locations   0 wrong of 1,024 names      feedback   0 wrong of 5,000 pairs\n\
         guesses     4.6081 on average, 7 at most\n  1      1\n",
    );
    let full = contains("marks of the text: full (average at most 6)\n");
    battleship
        .code(0)
        .stdout(right.and(full).and(ends_with("\nno fault\n")));
    let crusher = game(&["crusher", "grade", &own("crusher")]).assert();
    let right = starts_with("calls       0 wrong of 100 ").and(contains("depth 4: White "));
    crusher.code(0).stdout(right.and(ends_with("\nno fault\n")));
}

#[test]
fn several_drivers_are_graded_one_after_the_other() {
    let folder = tempdir().expect("a folder");
    let script = "game battleship grade ./none 'game battleship driver'";
    shell(folder.path(), script)
        .assert()
        .code(1)
        .stdout(
            starts_with("./none\ncannot be started: No such file or directory\n\ngame battleship driver\nlocations   0 wrong")
                .and(ends_with("no fault\n")),
        )
        .stderr("game: 1 of 2 drivers have faults\n");
}

#[test]
fn every_kind_of_fault_in_battleship_is_reported() {
    for (script, report) in [
        (
            "game battleship driver | sed -u 's/^Nothing$/B2/'",
            "\"location \" answered \"B2\" instead of Nothing (and 991 more like it)",
        ),
        (
            "game battleship driver | sed -u 's/^0 1 1$/0 1 2/'",
            "answered \"0 1 2\" instead of 0 1 1 (and ",
        ),
        (
            "game battleship driver | sed -u 's/^A1 A3 H1$/A1 A1 H1/'",
            "one fault: guess 1 is \"A1 A1 H1\", not three different locations",
        ),
        (
            "game battleship driver | sed -u 's/^ok$/fine/'",
            "\"back\" answered \"fine\" instead of ok",
        ),
        (
            "while IFS= read -r line; do
                case $line in 'location A') exit 3;; location*) echo Nothing;; *) echo ok;; esac
            done",
            "\"location A\" ended the program (exit status: 3) instead of answering Nothing",
        ),
        (
            "while read -r line; do
                case $line in back) echo ok;; *) echo A1 A2 A3;; esac
            done",
            " of 4,960 targets not found",
        ),
        (
            "while read -r line; do printf 'Nothing\\nNothing\\n'; done",
            "came after an extra line, \"Nothing\"",
        ),
        (
            "echo 'out of ships' >&2; exit 7",
            "\"location \" ended the program (out of ships) instead of answering Nothing",
        ),
        ("exit 7", "given up: the driver failed too often"),
    ] {
        let told = grade("battleship", script).code(1).stdout(contains(report));
        told.stderr("game: ./driver has faults\n");
    }
}

#[test]
fn faults_in_crusher_are_reported() {
    for (script, report) in [
        (
            "game crusher driver | sed -u 's/, .*/]/'",
            " did not keep the history: \"[\\\"",
        ),
        (
            "sed -u 's/^(\\[\\(\"[^\"]*\"\\)\\(.*\\]\\).*/[\\1, \\1\\2/'",
            " returned an earlier board: \"[\\\"",
        ),
        (
            "game crusher driver | sed -u 's/W/B/'",
            " returned a board that no legal move leads to: \"[\\\"",
        ),
        ("yes", " did not return a list of boards: \"y\""),
    ] {
        grade("crusher", script).code(1).stdout(contains(report));
    }
}

/// Builds the driver of a page together with a solution, and grades it.
fn grade_haskell(mode: &str, module: &str, change: (&str, &str)) -> Option<Assert> {
    let folder = tempdir().expect("a folder");
    let page = fs::read_to_string(project("docs/grading.md")).expect("a file");
    let mut blocks = page.split("```haskell\n").skip(1);
    let import = format!("import {module}");
    let driver = blocks
        .find(|block| block.contains(&import))
        .expect("a file");
    let driver = driver.split("```").next().expect("a file");
    assert!(driver.lines().count() <= 40);
    let solution = project(&format!("fixtures/drivers/{module}.hs"));
    let solution = fs::read_to_string(solution).expect("a file");
    assert!(solution.contains(change.0), "{}", change.0);
    let solution = solution.replace(change.0, change.1);
    fs::write(folder.path().join("Driver.hs"), driver).expect("a file");
    fs::write(folder.path().join(format!("{module}.hs")), solution).expect("a file");
    let built = Command::new("ghc")
        .args(["--make", "-v0", "Driver.hs", "-o", "driver"])
        .current_dir(folder.path())
        .status();
    let Ok(built) = built else {
        skip("drivers in Haskell", "there is no ghc");
        return None;
    };
    assert!(built.success(), "{module}: {change:?}");
    Some(shell(folder.path(), &format!("game {mode} grade ./driver")).assert())
}

#[test]
fn haskell_modules_are_graded_through_the_drivers_of_the_page() {
    let unchanged = ("module", "module");
    for (mode, module, change, status, report) in [
        (
            "battleship",
            "Proj2",
            unchanged,
            0,
            "guesses     6.9335 on average, 15 at most\n",
        ),
        (
            "battleship",
            "Proj2",
            ("toLocation _ = Nothing", ""),
            1,
            "\"location \" answered \"error: Proj2.hs:",
        ),
        (
            "battleship",
            "Proj2",
            ("(head left, left)", "(guess, left)"),
            1,
            "D1 D2 D3 is not found after 100 guesses (and 18 more like it)",
        ),
        (
            "battleship",
            "Proj2",
            (
                "feedback target guess = (count 0, count 1, count 2)",
                "feedback guess target = (count 0, count 1, count 2)",
            ),
            1,
            " instead of ",
        ),
        (
            "crusher",
            "Crusher",
            unchanged,
            0,
            "calls       0 wrong of 100 ",
        ),
        (
            "crusher",
            "Crusher",
            (", new `notElem` history", ""),
            1,
            " returned an earlier board: ",
        ),
        (
            "crusher",
            "Crusher",
            ("best : history", "[best]"),
            1,
            " did not keep the history: ",
        ),
        (
            "crusher",
            "Crusher",
            ("q /= player -> [far]", "True -> [far]"),
            1,
            " returned a board that no legal move leads to: ",
        ),
        (
            "crusher",
            "Crusher",
            ("maximumBy", "minimumBy"),
            1,
            " missed a win in one move: ",
        ),
    ] {
        let Some(graded) = grade_haskell(mode, module, change) else {
            return;
        };
        graded.code(status).stdout(contains(report));
    }
}
