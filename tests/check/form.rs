//! Formal deviations are learnt, reported once and then allowed.

use game::check::Report;

use crate::programs::{CASES, CASES_AND_SESSIONS, SLIPS, Slip, changed, in_form, report, titles};

fn assert_full(report: &Report, what: &str) {
    let rules = report.rules();
    assert_eq!(
        (rules.hold, rules.answers_right),
        (124, rules.answers_total),
        "{what}: {:?}",
        titles(report)
    );
    assert_eq!(report.random.hold, report.random.total, "{what}");
}

#[test]
fn each_formal_deviation_is_reported_and_hides_no_rule() {
    for slip in SLIPS {
        let report = report(&in_form(&[slip]), &CASES_AND_SESSIONS);
        let what = format!("{slip:?}: {:?}", report.form);
        assert_full(&report, &what);
        assert!((1..=3).contains(&report.form.len()), "{what}");
        assert_eq!(report.holds(), !slip.is_difference(), "{what}");
        let about = |entry: &&game::check::report::FormEntry| !entry.note && entry.about.is_empty();
        assert!(!report.form.iter().any(|entry| about(&entry)), "{what}");
    }
}

#[test]
fn rules_are_judged_behind_any_two_deviations() {
    for (place, one) in SLIPS.into_iter().enumerate() {
        for two in &SLIPS[..place] {
            let report = report(&in_form(&[one, *two]), &CASES);
            assert_full(&report, &format!("{one:?} and {two:?}: {:?}", report.form));
        }
    }
}

#[test]
fn a_program_as_in_the_text_has_no_deviation() {
    let report = report(&in_form(&[]), &CASES_AND_SESSIONS);
    assert!(
        report.holds() && report.form.is_empty(),
        "{:?}",
        report.form
    );
    assert!((report.points() - 100.0).abs() < 1e-9);
}

/// The report on our own program with one sentence replaced.
fn with(from: &'static str, to: &'static str) -> Report {
    let change = move |_: &str, answer: String| answer.replace(from, to);
    report(&changed(change), &CASES)
}

#[test]
fn a_similar_but_wrong_sentence_stays_wrong() {
    for (from, to) in [
        ("Objects Win", "Lambdas Win"),
        ("State loaded from", "State saved in"),
        ("not recognised.", "malformed."),
        ("Move Successful", "Invalid Move!"),
    ] {
        let report = with(from, to);
        let rules = report.rules();
        assert!(rules.hold < 124, "{from}: {:?}", report.form);
        let title = &report.causes[0].title;
        assert!(title.contains(from) && title.contains(to), "{title}");
    }
}

#[test]
fn the_opposite_of_a_sentence_is_not_accepted_for_it() {
    // "Move Unsuccessful" resembles "Move Successful", and is said where a move is invalid.
    let change = |_: &str, answer: String| answer.replace("Invalid Move!", "Move Unsuccessful");
    let report = report(&changed(change), &CASES);
    let title = &report.causes[0].title;
    assert!(
        title.contains("\"Move Unsuccessful\" instead of \"Invalid Move!\""),
        "{title}"
    );
    let wording = report.form.iter().any(|entry| entry.id == "wording");
    assert!(!wording, "{:?}", report.form);
}

#[test]
fn a_prompt_at_the_wrong_moment_is_a_fault() {
    let slip: &[Slip] = &[];
    let program = |args: &[String], input: &[u8], folder: &std::path::Path| {
        let mut run = game::check::Program::run(&in_form(slip), args, input, folder)
            .unwrap_or_else(|why| panic!("{why}"));
        // After a file is loaded the turn is not shown.
        let text = String::from_utf8(run.output).expect("text");
        let wrong = text.replace(
            "State loaded from start-guards-to-play.csv\ntafl game L>",
            "State loaded from start-guards-to-play.csv\ntafl game O>",
        );
        run.output = wrong.into_bytes();
        run
    };
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        [
            r#"after "State loaded from <fname>" the prompt is "tafl game O>" instead of "tafl game L>""#
        ]
    );
}
