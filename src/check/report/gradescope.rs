//! The `results.json` of Gradescope.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::{Look, Report, Visibility, human};

/// A result that a server shows: a section or a cause.
pub(super) struct Test {
    pub name: String,
    /// Its kind: `rules`, `random` or `cause`.
    pub tag: &'static str,
    pub passed: bool,
    pub points: f64,
    pub most: f64,
    pub output: String,
}

/// A test for each section, worth its share of 100 points, then one for each cause, worth nothing.
pub(super) fn tests(report: &Report) -> Vec<Test> {
    let all: f64 = report.weighed().map(|(_, weight)| weight).sum();
    let share = if all > 0.0 { 100.0 / all } else { 0.0 };
    let sections = report.weighed().map(|(section, weight)| Test {
        name: section.name.clone(),
        tag: if section == &report.random {
            "random"
        } else {
            "rules"
        },
        passed: section.holds(),
        points: weight * share * section.share(),
        most: weight * share,
        output: format!(
            "cases: {}; answers: {} of {}",
            section.score(),
            section.answers_right,
            section.answers_total
        ),
    });
    let causes = report.causes.iter().map(|cause| Test {
        name: cause.title.clone(),
        tag: "cause",
        passed: false,
        points: 0.0,
        most: 0.0,
        output: format!(
            "explains {}\n{}\n{}",
            cause.extent(),
            cause.about,
            cause.transcript()
        ),
    });
    sections.chain(causes).collect()
}

pub(super) fn text(report: &Report, visibility: Visibility) -> String {
    let round = |points: f64| (points * 100.0).round() / 100.0;
    let visibility = visibility.to_possible_value();
    let visibility = visibility
        .as_ref()
        .map_or("visible", |value| value.get_name());
    let test = |(index, test): (usize, Test)| -> Value {
        json!({
            "name": test.name,
            "number": (index + 1).to_string(),
            "score": round(test.points),
            "max_score": round(test.most),
            "status": if test.passed { "passed" } else { "failed" },
            "output": test.output,
            "output_format": "text",
            "tags": [test.tag],
            "visibility": visibility,
        })
    };
    // The causes are tests of their own.
    let summary = Report {
        causes: Vec::new(),
        ..report.clone()
    };
    let value = json!({
        "score": round(report.points()),
        "execution_time": report.seconds.round(),
        "output": human::text(&summary, false, Look::default()),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests(report).into_iter().enumerate().map(test).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

#[cfg(test)]
mod unit_tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn sections_share_100_points_and_causes_are_worth_nothing() {
        let report = sample();
        let read: Value = serde_json::from_str(&text(&report, Visibility::AfterDueDate)).unwrap();
        assert_eq!(read["score"], 95.0);
        assert_eq!(read["execution_time"], 3.0);
        assert!(
            read["output"]
                .as_str()
                .unwrap()
                .contains("Form: 1 difference")
        );
        assert_eq!(read["tests"].as_array().unwrap().len(), 3 + 4);
        assert_eq!(
            read["tests"][1],
            json!({
                "name": "ending", "number": "2", "score": 35.0, "max_score": 40.0, "status": "failed",
                "output": "cases: 8 of 12, 1 not judged; answers: 21 of 24", "output_format": "text",
                "tags": ["rules"], "visibility": "after_due_date",
            })
        );
        let cause = &read["tests"][3];
        assert_eq!(
            (&cause["max_score"], &cause["status"]),
            (&json!(0.0), &json!("failed"))
        );
        assert!(cause["output"].as_str().unwrap().ends_with("- No\n+ Yes"));
    }
}
