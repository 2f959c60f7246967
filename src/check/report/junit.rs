//! The report in the XML of `JUnit`, which CI servers read.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::{Outcome, Report};

pub(super) fn text(report: &Report) -> String {
    let mut all = quick_junit::Report::new(report.program.clone());
    for (section, _) in report.sections() {
        let mut suite = TestSuite::new(section);
        let outcomes = report.outcomes.iter();
        suite.add_test_cases(outcomes.filter(|one| one.section == section).map(case));
        all.add_test_suite(suite);
    }
    // Only a writer can fail, and this one is a string.
    all.to_string().unwrap_or_default()
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
}
