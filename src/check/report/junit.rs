//! The report in the XML of `JUnit`, which CI servers read.

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::Report;
use super::gradescope::{Test, tests};

pub(super) fn text(report: &Report) -> String {
    let mut all = quick_junit::Report::new(report.program.clone());
    if let Ok(seconds) = Duration::try_from_secs_f64(report.seconds) {
        all.set_time(seconds);
    }
    let why = report.unjudged.clone();
    let interrupted = report
        .interrupted
        .then(|| "interrupted: not everything was tried".to_owned());
    if let Some(why) = why.or(interrupted) {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(why);
        add(&mut all, "check", vec![TestCase::new("check", status)]);
    }
    let form = report.form.iter().map(|entry| {
        let about = format!("{}\n- {}\n+ {}", entry.about, entry.expected, entry.actual);
        case(&entry.title, entry.note, &about)
    });
    add(&mut all, "form", form.collect());
    let (causes, sections): (Vec<Test>, Vec<Test>) = tests(report)
        .into_iter()
        .partition(|test| test.tag == "cause");
    for (name, tests) in [("rules", sections), ("causes", causes)] {
        let tests = tests.iter();
        let tests = tests.map(|test| case(&test.name, test.passed, &test.output));
        add(&mut all, name, tests.collect());
    }
    if !report.remarks.is_empty() {
        let mut suite = TestSuite::new("remarks");
        suite.set_system_out(report.remarks.join("\n"));
        all.add_test_suite(suite);
    }
    // Writing to a string cannot fail.
    all.to_string().unwrap_or_default()
}

fn add(all: &mut quick_junit::Report, name: &str, cases: Vec<TestCase>) {
    let mut suite = TestSuite::new(name);
    suite.add_test_cases(cases);
    all.add_test_suite(suite);
}

fn case(name: &str, passed: bool, about: &str) -> TestCase {
    if passed {
        return TestCase::new(name, TestCaseStatus::success());
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(about.lines().next().unwrap_or_default());
    status.set_description(about);
    TestCase::new(name, status)
}

#[cfg(test)]
mod unit_tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn sections_and_causes_are_cases_and_a_note_is_no_failure() {
        let said = text(&sample());
        assert!(said.starts_with("<?xml"), "{said}");
        assert!(
            said.contains(r#"tests="9" skipped="0" failures="7" errors="0""#),
            "{said}"
        );
        assert!(said.contains("toy&gt; :end\n- No\n+ Yes"), "{said}");
    }

    #[test]
    fn an_interrupted_check_is_an_error() {
        let report = Report {
            interrupted: true,
            ..sample()
        };
        assert!(text(&report).contains(r#"errors="1""#));
    }
}
