//! Formats the result of a check for people, browsers and other programs.

mod html;
mod human;
mod machine;
pub mod model;

use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use crate::games;

pub use super::slips::Kind;
pub(super) use html::{bar, escape, inline, page, part};
pub use human::Look;
pub use model::{Cause, FormEntry, Report, Section, SessionLine};

/// The longest report, in bytes.
const LONGEST: usize = 200_000;

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Style {
    /// Format of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Leave sessions out of the report
    #[arg(long)]
    pub brief: bool,
    /// Show every cause, not only the first three
    #[arg(long)]
    pub all: bool,
    /// Who sees the tests in Gradescope
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub visibility: Visibility,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    #[default]
    Human,
    /// One JSON object
    Json,
    /// XML for CI servers
    Junit,
    /// One self-contained page
    Html,
    /// The results.json of Gradescope
    Gradescope,
}

/// When students see a test in Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Visibility {
    /// Always
    #[default]
    Visible,
    /// Never
    Hidden,
    /// After the due date
    AfterDueDate,
    /// After grades are published
    AfterPublished,
}

impl Report {
    /// Formats the report, in fewer than 200 KB.
    #[must_use]
    pub fn text(&self, style: Style, look: Look) -> String {
        let causes = self.causes.len();
        let (mut shown, mut sessions) = (causes, if style.brief { 0 } else { causes });
        loop {
            let mut report = self.clone();
            report.causes.truncate(shown);
            for cause in report.causes.iter_mut().skip(sessions) {
                cause.session.clear();
            }
            if shown < causes || sessions < shown && !style.brief {
                report.remarks.push(format!(
                    "This report is cut: it has {shown} of {causes} causes, {sessions} with a session."
                ));
            }
            let text = match style.format {
                Format::Human => human::text(&report, style.all, look),
                Format::Json => machine::json(&report),
                Format::Junit => machine::junit(&report),
                Format::Html => html::text(&report, games::picture),
                Format::Gradescope => machine::gradescope(&report, style.visibility),
            };
            if text.len() < LONGEST || shown == 0 {
                return text;
            }
            // Sessions go before causes.
            if sessions > 0 {
                sessions /= 2;
            } else {
                shown /= 2;
            }
        }
    }

    /// Returns the points with one decimal; they look full only if they are.
    #[must_use]
    pub fn shown_points(&self) -> String {
        format!("{:.1}", (self.points() * 10.0 + 1e-6).floor() / 10.0)
    }

    /// Returns the suites, the number of cases and random sessions, and the seed.
    fn scope(&self) -> String {
        let suites = self.suites.join(" · ");
        let cases = counted(self.rules().total, "case");
        let random = counted(self.random.total, "random session");
        match self.random.total {
            _ if self.unjudged.is_some() => suites,
            0 => format!("{suites} · {cases}"),
            _ => format!("{suites} · {cases}, {random}, seed {}", self.seed),
        }
    }

    /// Returns a line about form: the number of differences and notes.
    fn form_summary(&self) -> String {
        if self.form.is_empty() {
            return "as in the text".to_owned();
        }
        let count = self.differences();
        let differences = counted(count, "difference");
        let notes = match self.form.len() - count {
            0 => String::new(),
            count => format!(" and {}", counted(count, "note")),
        };
        format!("{differences} from the text{notes}, allowed in what follows")
    }

    /// Returns a line about rules: cases, answers and points.
    fn rules_summary(&self) -> String {
        let rules = self.rules();
        let not_judged = match rules.not_judged {
            0 => String::new(),
            count => format!(" ({count} not judged)"),
        };
        format!(
            "{} of {} cases{not_judged}, {} of {} answers, {} points",
            number(rules.hold),
            number(rules.total),
            number(rules.answers_right),
            number(rules.answers_total),
            self.shown_points()
        )
    }
}

impl Section {
    /// Returns the number of cases that hold, of all, and of those not judged.
    fn score(&self) -> String {
        let score = format!("{} of {}", number(self.hold), number(self.total));
        match self.not_judged {
            0 => score,
            count => format!("{score}, {count} not judged"),
        }
    }
}

impl FormEntry {
    /// Returns the title, and how often it was seen.
    fn heading(&self) -> (String, String) {
        let kind = if self.note { "note: " } else { "" };
        (
            format!("{kind}{}", self.title),
            counted(self.count, self.id.unit()),
        )
    }
}

impl Cause {
    /// Returns the number of failures it explains: `2 cases and 12 random sessions`.
    fn extent(&self) -> String {
        let cases = counted(self.cases, "case");
        let sessions = counted(self.sessions, "random session");
        match (self.cases, self.sessions) {
            (_, 0) => cases,
            (0, _) => sessions,
            _ => format!("{cases} and {sessions}"),
        }
    }
}

/// Joins the texts of all items.
pub(super) fn each<T>(
    things: impl IntoIterator<Item = T>,
    text: impl FnMut(T) -> String,
) -> String {
    things.into_iter().map(text).collect()
}

/// Returns a number with its noun.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", number(count))
}

/// Formats a number with commas between the thousands.
fn number(count: usize) -> HumanCount {
    HumanCount(count as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report with something of everything.
    pub(super) fn sample() -> Report {
        let section = |name: &str, [hold, total, not_judged, right, answers]: [usize; 5]| Section {
            name: name.to_owned(),
            hold,
            total,
            not_judged,
            answers_right: right,
            answers_total: answers,
        };
        let line = str::to_owned;
        let cause = Cause {
            title: line("`:end` is answered \"Yes\" instead of \"No\""),
            about: line("A.2: \"It ends <here> & now.\""),
            cases: 2,
            sessions: 12,
            session: vec![
                SessionLine::Same(line("$ game --test")),
                SessionLine::Same(line("toy> :end")),
                SessionLine::Expected(line("No")),
                SessionLine::Actual(line("Yes")),
            ],
            ..Cause::default()
        };
        let other = Cause {
            title: line("`:x` is answered \"a\" instead of \"b\""),
            cases: 1,
            ..Cause::default()
        };
        let entry = FormEntry {
            id: Kind::Punctuation,
            note: false,
            title: line("\"Stopped\" without its full stop"),
            about: line("A.2: \"Say it.\""),
            expected: line("Stopped."),
            actual: line("Stopped"),
            count: 31,
        };
        let note = FormEntry {
            id: Kind::BlankAfterPrompt,
            note: true,
            title: line("no blank after the prompt `toy>`"),
            about: String::new(),
            expected: line("toy> "),
            actual: line("toy>"),
            count: 1204,
        };
        Report {
            program: line("./mine"),
            suites: vec![line("toy/course")],
            seed: 1,
            form: vec![entry, note],
            sections: vec![
                section("moving", [18, 18, 0, 36, 36]),
                section("ending", [8, 12, 1, 21, 24]),
            ],
            random: section("random", [84, 100, 0, 844, 1000]),
            causes: vec![cause, other.clone(), other.clone(), other],
            remarks: vec![line("a folder could not be removed: /x")],
            seconds: 3.1,
            ..Report::default()
        }
    }

    #[test]
    fn points_look_full_only_if_they_are() {
        let mut report = sample();
        report.sections[1].answers_right = 24;
        assert_eq!(report.shown_points(), "100.0");
        report.sections[1].answers_total = 24_000;
        report.sections[1].answers_right = 23_999;
        assert_eq!(report.shown_points(), "99.9");
    }

    #[test]
    fn a_brief_report_has_no_sessions() {
        for &format in Format::value_variants() {
            let style = Style {
                format,
                ..Style::default()
            };
            let text = |style| sample().text(style, Look::default());
            assert!(text(style).contains("game --test"), "{format:?}");
            assert!(
                !text(Style {
                    brief: true,
                    ..style
                })
                .contains("game --test"),
                "{format:?}"
            );
        }
    }

    #[test]
    fn every_report_of_a_flood_is_short() {
        let mut report = sample();
        let dirt = "&<\"'>".repeat(40);
        let mut cause = report.causes[0].clone();
        cause.title.clone_from(&dirt);
        cause.session = vec![SessionLine::Actual(dirt.clone()); 50];
        report.causes = vec![cause; 300];
        for &format in Format::value_variants() {
            let style = Style {
                format,
                all: true,
                ..Style::default()
            };
            let text = report.text(style, Look::default());
            assert!(text.len() < 200_000, "{format:?}: {}", text.len());
            assert!(text.contains("This report is cut"), "{format:?}");
        }
    }

    #[test]
    fn sessions_are_left_out_before_causes() {
        let mut report = sample();
        let mut cause = report.causes[0].clone();
        cause.session = vec![SessionLine::Actual("x".repeat(150)); 60];
        report.causes = vec![cause; 40];
        let style = Style {
            format: Format::Json,
            ..Style::default()
        };
        let text = report.text(style, Look::default());
        assert!(text.contains("it has 40 of 40 causes, 10 with a session"));
    }
}
