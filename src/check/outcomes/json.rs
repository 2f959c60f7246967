//! The report as one JSON object.

use serde_json::{Value, json};

use super::super::diff::Mark;
use super::super::difference::Difference;
use super::{Outcome, Report, Score};

pub(super) fn text(report: &Report) -> String {
    let sections: Vec<Value> = report
        .sections()
        .into_iter()
        .map(|(name, Score { hold, total })| json!({ "name": name, "hold": hold, "total": total }))
        .collect();
    let score = |Score { hold, total }: Score| json!({ "hold": hold, "total": total });
    let all = json!({
        "program": report.program,
        "suites": report.suites,
        "seed": report.seed,
        "holds": report.holds(),
        "interrupted": report.interrupted,
        "asked": report.asked,
        "transcripts": score(report.transcripts()),
        "random": score(report.random()),
        "sections": sections,
        "cases": report.outcomes.iter().map(case).collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

fn case(outcome: &Outcome) -> Value {
    json!({
        "name": outcome.name,
        "section": outcome.section,
        "about": outcome.about,
        "holds": outcome.holds(),
        "seconds": outcome.time.as_secs_f64(),
        "difference": outcome.difference.as_ref().map(difference),
        "standard_error": outcome.grumble.as_ref().map(ToString::to_string),
        "transcript": outcome.transcript,
    })
}

fn difference(difference: &Difference) -> Value {
    let lines = difference.lines.iter().map(|line| {
        let kind = match line.mark {
            Mark::Both => "both",
            Mark::Expected => "expected",
            Mark::Actual => "actual",
        };
        json!({ "kind": kind, "text": line.text })
    });
    let troubles = difference.troubles.iter().map(ToString::to_string);
    json!({
        "lines": lines.collect::<Vec<_>>(),
        "troubles": troubles.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_read_back() {
        let read: Value = serde_json::from_str(&text(&super::super::tests::sample())).unwrap();
        assert_eq!(read["holds"], false);
        assert_eq!(read["interrupted"], false);
        assert_eq!(read["transcripts"], json!({ "hold": 1, "total": 2 }));
        assert_eq!(read["sections"][2]["name"], "random");
        assert_eq!(read["cases"][0]["difference"], Value::Null);
        let difference = &read["cases"][1]["difference"];
        assert_eq!(
            difference["lines"][2],
            json!({ "kind": "expected", "text": "yes" })
        );
        assert_eq!(difference["troubles"][0], "it ended with status 3, not 0");
    }

    #[test]
    fn an_interrupted_check_is_called_so() {
        let report = super::super::tests::interrupted();
        let read: Value = serde_json::from_str(&text(&report)).unwrap();
        assert_eq!(read["interrupted"], true);
        assert_eq!(read["holds"], false);
        assert_eq!(read["asked"], 9);
        assert_eq!(read["transcripts"], json!({ "hold": 1, "total": 1 }));
    }
}
