//! Formats that other programs read: JSON, the `results.json` of Gradescope, and the XML of `JUnit`.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::json;

use super::{Look, Report, Visibility, each, html::escape, human};

/// Formats the report as one JSON object.
pub(super) fn json(report: &Report) -> String {
    // Texts and numbers can always be converted to JSON.
    let mut value = serde_json::to_value(report).unwrap_or_default();
    value["holds"] = report.holds().into();
    value["points"] = report.points().into();
    value["rules"] = json!(report.rules());
    format!("{value:#}\n")
}

/// A result as servers show it.
#[derive(Default)]
struct Test {
    name: String,
    /// The test suite in `JUnit`, the tag in Gradescope.
    group: &'static str,
    passed: bool,
    points: f64,
    most: f64,
    output: String,
}

/// Returns a test for each section, worth its share of 100 points, then one for each cause, worth
/// nothing.
fn tests(report: &Report) -> Vec<Test> {
    let all: f64 = report.weighed().map(|(_, weight)| weight).sum();
    let share = if all > 0.0 { 100.0 / all } else { 0.0 };
    let sections = report.weighed().map(|(section, weight)| Test {
        name: section.name.clone(),
        group: "rules",
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
    let causes = report.causes.iter().map(|cause| {
        let session = each(&cause.session, |line| format!("\n{line}"));
        Test {
            name: cause.title.clone(),
            group: "cause",
            output: format!("explains {}\n{}{session}", cause.extent(), cause.about),
            ..Test::default()
        }
    });
    sections.chain(causes).collect()
}

/// Formats the `results.json` of Gradescope.
pub(super) fn gradescope(report: &Report, visibility: Visibility) -> String {
    let round = |points: f64| (points * 100.0).round() / 100.0;
    let visibility = visibility.to_possible_value();
    let visibility = visibility.as_ref().map(PossibleValue::get_name);
    let tests = tests(report).into_iter().zip(1..).map(|(test, number)| {
        json!({
            "name": test.name,
            "number": number.to_string(),
            "score": round(test.points),
            "max_score": round(test.most),
            "status": if test.passed { "passed" } else { "failed" },
            "output": test.output,
            "output_format": "text",
            "tags": [test.group],
            "visibility": visibility,
        })
    });
    // Each cause is a separate test.
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
        "tests": tests.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// Formats the XML of `JUnit`, which CI servers read.
pub(super) fn junit(report: &Report) -> String {
    let mut tests = tests(report);
    tests.extend(report.form.iter().map(|entry| Test {
        name: entry.title.clone(),
        group: "form",
        passed: entry.note,
        output: entry.about.clone() + &each(entry.examples(), |line| format!("\n{line}")),
        ..Test::default()
    }));
    tests.extend(report.unjudged.iter().map(|why| Test {
        name: "check".to_owned(),
        group: "check",
        output: format!("It {why}"),
        ..Test::default()
    }));
    let cases = each(&tests, |test| {
        let (name, group) = (escape(&test.name), test.group);
        let message = escape(test.output.lines().next().unwrap_or_default());
        let failure = match escape(&test.output) {
            _ if test.passed => String::new(),
            output => format!("<failure message=\"{message}\">{output}</failure>"),
        };
        format!("<testcase name=\"{name}\" classname=\"{group}\">{failure}</testcase>\n")
    });
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" time=\"{:.3}\"",
        tests.len(),
        tests.iter().filter(|test| !test.passed).count(),
        report.seconds
    );
    let (program, remarks) = (escape(&report.program), escape(&report.remarks.join("\n")));
    let content = format!("{cases}<system-out>{remarks}</system-out>\n");
    let suite = format!("<testsuite name=\"{program}\" {counts}>\n{content}</testsuite>\n");
    let first = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    format!("{first}<testsuites {counts}>\n{suite}</testsuites>\n")
}

#[cfg(test)]
mod unit_tests {
    use serde_json::Value;

    use super::super::tests::sample;
    use super::*;

    #[test]
    fn json_has_every_field() {
        let read: Value = serde_json::from_str(&json(&sample())).unwrap();
        assert_eq!(read["program"], "./mine");
        assert_eq!(
            (&read["holds"], &read["interrupted"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(
            read["rules"],
            json!({ "name": "rules", "hold": 26, "total": 30, "not_judged": 1, "answers_right": 57, "answers_total": 60 })
        );
        assert_eq!(
            (&read["sections"][0]["name"], &read["random"]["hold"]),
            (&json!("moving"), &json!(84))
        );
        assert_eq!(
            read["form"][0],
            json!({ "id": "punctuation", "note": false, "title": "\"Stopped\" without its full stop",
                "about": "A.2: \"Say it.\"", "expected": "Stopped.", "actual": "Stopped", "count": 31 })
        );
        let cause = &read["causes"][0];
        assert_eq!(
            (&cause["cases"], &cause["sessions"]),
            (&json!(2), &json!(12))
        );
        assert_eq!(
            cause["session"][2],
            json!({ "kind": "expected", "text": "No" })
        );
        assert!(read["points"].is_f64() && read["seconds"].is_f64());
    }

    #[test]
    fn sections_share_100_points_and_causes_are_worth_nothing() {
        let read = gradescope(&sample(), Visibility::AfterDueDate);
        let read: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(read["score"], 95.0);
        assert_eq!(read["execution_time"], 3.0);
        let output = read["output"].as_str().unwrap();
        assert!(output.contains("Form: 1 difference"), "{output}");
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

    #[test]
    fn junit_counts_sections_causes_and_form_but_a_note_is_not_a_failure() {
        let said = junit(&sample());
        assert!(said.starts_with("<?xml"), "{said}");
        assert!(said.contains("tests=\"9\" failures=\"7\""), "{said}");
        assert!(said.contains("toy&gt; :end\n- No\n+ Yes"), "{said}");
        let unjudged = Report {
            unjudged: Some("cannot be judged: it hangs".to_owned()),
            ..sample()
        };
        assert!(junit(&unjudged).contains("failures=\"8\""));
    }
}
