//! The report as one JSON object.

use serde_json::{Value, json};

use super::{Cause, FormEntry, Report, Section, SessionLine};

pub(super) fn text(report: &Report) -> String {
    let rules = report.rules();
    let value = json!({
        "program": report.program,
        "suites": report.suites,
        "seed": report.seed,
        "holds": report.holds(),
        "points": report.points(),
        "unjudged": report.unjudged,
        "form": report.form.iter().map(entry).collect::<Vec<_>>(),
        "rules": {
            "hold": rules.hold,
            "total": rules.total,
            "not_judged": rules.not_judged,
            "answers_right": rules.answers_right,
            "answers_total": rules.answers_total,
        },
        "sections": report.sections.iter().map(section).collect::<Vec<_>>(),
        "random": {
            "hold": report.random.hold,
            "total": report.random.total,
            "answers_right": report.random.answers_right,
            "answers_total": report.random.answers_total,
        },
        "causes": report.causes.iter().map(cause).collect::<Vec<_>>(),
        "remarks": report.remarks,
        "interrupted": report.interrupted,
        "seconds": report.seconds,
    });
    format!("{value:#}\n")
}

fn entry(entry: &FormEntry) -> Value {
    json!({
        "id": entry.id,
        "note": entry.note,
        "title": entry.title,
        "about": entry.about,
        "expected": entry.expected,
        "actual": entry.actual,
        "count": entry.count,
    })
}

fn section(section: &Section) -> Value {
    json!({
        "name": section.name,
        "hold": section.hold,
        "total": section.total,
        "not_judged": section.not_judged,
        "answers_right": section.answers_right,
        "answers_total": section.answers_total,
    })
}

fn cause(cause: &Cause) -> Value {
    let session = cause.session.iter().map(|line| {
        let kind = match line {
            SessionLine::Same(_) => "same",
            SessionLine::Expected(_) => "expected",
            SessionLine::Actual(_) => "actual",
        };
        json!({ "kind": kind, "text": line.text() })
    });
    json!({
        "title": cause.title,
        "about": cause.about,
        "cases": cause.cases,
        "sessions": cause.sessions,
        "session": session.collect::<Vec<_>>(),
        "case": cause.case,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn everything_can_be_read_back() {
        let read: Value = serde_json::from_str(&text(&sample())).unwrap();
        assert_eq!(read["program"], "./mine");
        assert_eq!(
            (&read["holds"], &read["interrupted"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(
            read["rules"],
            json!({ "hold": 26, "total": 30, "not_judged": 1, "answers_right": 57, "answers_total": 60 })
        );
        assert_eq!(
            read["sections"][0],
            json!({ "name": "moving", "hold": 18, "total": 18, "not_judged": 0, "answers_right": 36, "answers_total": 36 })
        );
        assert_eq!(
            read["random"],
            json!({ "hold": 84, "total": 100, "answers_right": 844, "answers_total": 1000 })
        );
        assert_eq!(
            read["form"][0],
            json!({ "id": "full-stop", "note": false, "title": "\"Stopped\" without its full stop",
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
}
