//! The report in the Test Anything Protocol.

use std::fmt::Write;

use super::Report;

pub(super) fn text(report: &Report) -> String {
    let mut out = String::from("TAP version 14\n");
    let plan = if report.interrupted {
        report.asked
    } else {
        report.outcomes.len()
    };
    let _ = writeln!(out, "1..{plan}");
    for (outcome, number) in report.outcomes.iter().zip(1..) {
        let ok = if outcome.holds() { "ok" } else { "not ok" };
        // A number sign would begin a directive.
        let name = outcome.name.replace('#', "\\#");
        let _ = writeln!(out, "{ok} {number} - {name}");
        if let Some(difference) = &outcome.difference {
            out.push_str("  ---\n  about: |\n");
            block(&mut out, &outcome.about);
            out.push_str("  difference: |\n");
            block(&mut out, &difference.to_string());
            out.push_str("  ...\n");
        }
    }
    if report.interrupted {
        let _ = writeln!(
            out,
            "Bail out! Interrupted: {} were tried",
            report.progress()
        );
    }
    out
}

/// A literal block of YAML. Control characters have no place in one.
fn block(out: &mut String, text: &str) {
    for line in text.lines() {
        let line: String = line
            .chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect();
        let _ = writeln!(out, "    {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_carry_their_difference() {
        let said = text(&super::super::tests::sample());
        assert!(
            said.starts_with("TAP version 14\n1..4\nok 1 - toy/course/moving/good\nnot ok 2 - ")
        );
        assert!(
            said.contains("  difference: |\n    $ game --test\n    toy> <&>\n    - yes\n"),
            "{said}"
        );
    }

    #[test]
    fn an_interrupted_check_bails_out() {
        let said = text(&super::super::tests::interrupted());
        assert!(said.starts_with("TAP version 14\n1..9\nok 1 - "), "{said}");
        let end = "\nBail out! Interrupted: 2 of 9 transcripts and random sessions were tried\n";
        assert!(said.ends_with(end), "{said}");
    }
}
