//! A missing command is one cause and hides nothing else.

use std::path::Path;

use game::check::{Report, Run, report::Section};

use crate::programs::{CASES, CASES_AND_SESSIONS, Player, converse, ours, report, titles};

/// Our own program without some commands.
struct Without<'a>(Box<dyn Player>, &'a [&'a str]);

impl Player for Without<'_> {
    fn prompt(&self) -> String {
        self.0.prompt()
    }

    fn feed(&mut self, line: &str) -> (String, bool) {
        let word = line.split(' ').next().unwrap_or_default();
        if self.1.contains(&word) {
            self.0.feed(":unknown")
        } else {
            self.0.feed(line)
        }
    }

    fn load(&mut self, name: &str) -> Option<String> {
        if self.1.contains(&"--state") {
            Some(String::new())
        } else {
            self.0.load(name)
        }
    }
}

fn without(missing: &[&str]) -> Report {
    let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
        converse(&mut Without(ours(folder), missing), &[], args, input)
    };
    report(&program, &CASES)
}

fn section<'a>(report: &'a Report, name: &str) -> &'a Section {
    let mut sections = report.sections.iter();
    sections
        .find(|section| section.name == name)
        .expect("a section")
}

#[test]
fn without_state_games_are_loaded_by_the_command() {
    let report = without(&["--state"]);
    assert_eq!(
        section(&report, "capturing").hold,
        54,
        "{:?}",
        titles(&report)
    );
    assert_eq!(titles(&report), ["`--state` does not load the game"]);
    assert_eq!(report.causes[0].case, "tafl/course/prompt/test-and-state");
}

#[test]
fn without_load_games_are_loaded_by_the_option() {
    let report = without(&[":load"]);
    assert_eq!(
        section(&report, "capturing").hold,
        54,
        "{:?}",
        titles(&report)
    );
    assert_eq!(
        titles(&report),
        ["`:load` is missing: it is answered \"The entered command was not recognised.\""]
    );
}

#[test]
fn without_any_loading_the_cases_that_need_it_are_not_judged() {
    let report = without(&["--state", ":load"]);
    let capturing = section(&report, "capturing");
    assert_eq!(
        (capturing.hold, capturing.not_judged),
        (0, 54),
        "{:?}",
        titles(&report)
    );
    assert!(section(&report, "moving").hold > 8);
}

#[test]
fn without_save_captures_are_judged_by_moves() {
    let report = without(&[":save"]);
    let capturing = section(&report, "capturing");
    assert!(
        capturing.hold + capturing.not_judged == 54 && capturing.hold > 45,
        "{capturing:?}"
    );
    assert_eq!(
        titles(&report),
        ["`:save` is missing: it is answered \"The entered command was not recognised.\""]
    );
}

#[test]
fn files_that_were_not_saved_are_not_loaded() {
    let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
        converse(&mut Without(ours(folder), &[":save"]), &[], args, input)
    };
    let report = report(&program, &CASES_AND_SESSIONS);
    assert_eq!(
        titles(&report),
        ["`:save` is missing: it is answered \"The entered command was not recognised.\""]
    );
}

#[test]
fn without_save_a_wrong_capture_is_found() {
    for fault in [
        "the-centre-is-harmless",
        "captured-by-moving-into-a-gap",
        "one-capture-a-move",
    ] {
        let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
            let faulty = Box::new(crate::tafl::Tafl::new(fault, folder));
            converse(&mut Without(faulty, &[":save"]), &[], args, input)
        };
        let report = report(&program, &CASES);
        let capturing = section(&report, "capturing");
        let wrong = capturing.total - capturing.hold - capturing.not_judged;
        assert!(wrong > 0, "{fault}: {capturing:?}");
    }
}

#[test]
fn one_failed_load_does_not_mean_that_loading_is_missing() {
    struct Picky(Box<dyn Player>);
    impl Player for Picky {
        fn prompt(&self) -> String {
            self.0.prompt()
        }

        fn feed(&mut self, line: &str) -> (String, bool) {
            match line {
                ":load crossing.csv" => ("Malformed Game State\n".to_owned(), false),
                line => self.0.feed(line),
            }
        }

        fn load(&mut self, name: &str) -> Option<String> {
            self.0.load(name).filter(|_| name != "crossing.csv")
        }
    }
    let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
        converse(&mut Picky(ours(folder)), &[], args, input)
    };
    let report = report(&program, &CASES);
    assert_eq!(
        section(&report, "capturing").hold,
        54,
        "{:?}",
        titles(&report)
    );
}
