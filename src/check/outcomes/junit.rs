//! The report in the XML of `JUnit`, which CI servers read.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::{Outcome, Report};

/// The name of what stands for an interruption.
const INTERRUPTED: &str = "interrupted";

pub(super) fn text(report: &Report) -> String {
    let mut all = quick_junit::Report::new(report.program.clone());
    for (section, _) in report.sections() {
        let mut suite = TestSuite::new(section);
        let outcomes = report.outcomes.iter();
        suite.add_test_cases(outcomes.filter(|one| one.section == section).map(case));
        all.add_test_suite(suite);
    }
    if report.interrupted {
        let mut suite = TestSuite::new(INTERRUPTED);
        suite.add_test_case(interruption(report));
        all.add_test_suite(suite);
    }
    // Only a writer can fail, and this one is a string.
    all.to_string().unwrap_or_default()
}

/// A test case that stands for all that were not tried: an error, as CI servers ignore whatever else
/// tells of it.
fn interruption(report: &Report) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let progress = report.progress();
    status
        .set_message(format!("interrupted: {progress} were tried"))
        .set_type(INTERRUPTED);
    TestCase::new(INTERRUPTED, status)
}

fn case(outcome: &Outcome) -> TestCase {
    let status = match &outcome.difference {
        None => TestCaseStatus::success(),
        Some(difference) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let first = difference.troubles.first().map(ToString::to_string);
            status
                .set_message(first.unwrap_or_else(|| "the output differs".to_owned()))
                .set_type("difference")
                .set_description(format!("{}\n{difference}", outcome.about));
            status
        }
    };
    let mut case = TestCase::new(outcome.name.clone(), status);
    case.set_classname(outcome.section.clone())
        .set_time(outcome.time);
    if let Some(grumble) = &outcome.grumble {
        case.set_system_err(grumble.to_string());
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_carry_their_difference() {
        let said = text(&super::super::tests::sample());
        assert!(said.starts_with("<?xml"), "{said}");
        assert!(
            said.contains(r#"tests="4" skipped="0" failures="2" errors="0""#),
            "{said}"
        );
        assert!(said.contains("toy&gt; &lt;&amp;&gt;\n- yes\n"), "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }

    #[test]
    fn an_interrupted_check_has_an_error() {
        let said = text(&super::super::tests::interrupted());
        assert!(said.contains(r#"failures="0" errors="1""#), "{said}");
        let message = "interrupted: 2 of 9 transcripts and random sessions were tried";
        assert!(said.contains(message), "{said}");
    }
}
