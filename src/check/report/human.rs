//! The report for people.

use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSeparator, WordSplitter};

use super::{Cause, FormEntry, Report, SessionLine, counted, each};
use crate::repl::bar;

/// The number of causes shown without `--all`.
const CAUSES: usize = 3;

/// The widest column of titles.
const TITLES: usize = 72;

/// How a report looks on a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Whether to use colours.
    pub colour: bool,
    /// The width of the terminal, if there is one.
    pub width: Option<usize>,
}

const PLAIN: Style = Style::new();
const BOLD: Style = PLAIN.bold();
const DIM: Style = PLAIN.dimmed();
const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// Formats a report; without `all` only the first causes.
pub(super) fn text(report: &Report, all: bool, look: Look) -> String {
    let program = look.style(BOLD, &report.program);
    let mut text = format!("{program} · {}\n\n", report.scope());
    if let Some(why) = &report.unjudged {
        text += &look.paragraph(RED, "", &format!("It {why}"));
        text += "0 points\n";
    } else {
        let [form, rules] = ["Form", "Rules"].map(|heading| look.style(BOLD, heading));
        text.extend([&form, ": ", &report.form_summary(), "\n"]);
        text += &look.form(&report.form, all);
        text.extend(["\n", &rules, ": ", &report.rules_summary(), "\n"]);
        text += &look.sections(report);
    }
    let shown = if all { usize::MAX } else { CAUSES };
    let causes = report.causes.iter().take(shown).enumerate();
    text.extend(causes.map(|(index, cause)| look.cause(index, cause)));
    let more = report.causes.len().saturating_sub(shown);
    if more > 0 || !report.remarks.is_empty() {
        text += "\n";
    }
    if more > 0 {
        text.extend([&*counted(more, "more cause"), ": --all\n"]);
    }
    let remarks = report.remarks.iter();
    text.extend(remarks.map(|remark| look.paragraph(PLAIN, "", remark)));
    text
}

impl Look {
    fn style(self, style: Style, text: &str) -> String {
        if self.colour {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// Wraps a paragraph on a terminal.
    fn paragraph(self, style: Style, indent: &str, text: &str) -> String {
        let width = self.width.unwrap_or(usize::MAX).max(indent.len() + 20);
        each(wrap(text, width - indent.len()), |line| {
            format!("{indent}{}\n", self.style(style, &line))
        })
    }

    fn form(self, entries: &[FormEntry], all: bool) -> String {
        let rows: Vec<_> = entries.iter().map(FormEntry::heading).collect();
        let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let counts = longest(&mut rows.iter().map(|(_, count)| count.len()));
        let titles = longest(&mut rows.iter().map(|(title, _)| title.chars().count()));
        let room = self.width.unwrap_or(usize::MAX).max(counts + 32) - counts - 12;
        let column = titles.min(TITLES).min(room);
        let mut text = String::new();
        for (entry, (title, count)) in entries.iter().zip(&rows) {
            let place = entry.about.split_once(':').map_or("", |(place, _)| place);
            let style = if entry.note { DIM } else { PLAIN };
            let mut end = format!("  {count:>counts$}   {place}");
            for line in wrap(title, column) {
                let line = format!("  {line:column$}{}", std::mem::take(&mut end));
                text.extend([&*self.style(style, line.trim_end()), "\n"]);
            }
            if all {
                text += &self.about(&entry.about, "    ");
                text += &self.session(&entry.examples());
            }
        }
        text
    }

    /// Formats the sentence of the course text, if there is one.
    fn about(self, about: &str, indent: &str) -> String {
        match about {
            "" => String::new(),
            about => self.paragraph(DIM, indent, about),
        }
    }

    fn sections(self, report: &Report) -> String {
        let names = report
            .shown_sections()
            .map(|section| section.name.chars().count());
        let column = names.max().unwrap_or(0);
        each(report.shown_sections(), |section| {
            let style = match section.holds() {
                true if report.interrupted => YELLOW,
                true => GREEN,
                false => RED,
            };
            let bar = self.style(style, &format!("{:10}", bar(section.filled(80))));
            format!("  {:column$}  {bar}  {}\n", section.name, section.score())
        })
    }

    fn cause(self, index: usize, cause: &Cause) -> String {
        let first = if index == 0 { "Fix this first" } else { "Then" };
        format!(
            "\n{}: explains {}\n{}{}{}",
            self.style(BOLD, first),
            cause.extent(),
            self.paragraph(PLAIN, "  ", &cause.title),
            self.about(&cause.about, "  "),
            self.session(&cause.session)
        )
    }

    fn session(self, session: &[SessionLine]) -> String {
        let line = |line: &SessionLine| {
            let style = match line {
                SessionLine::Same(_) => PLAIN,
                SessionLine::Expected(_) => GREEN,
                SessionLine::Actual(_) => RED,
            };
            format!("    {}\n", self.style(style, &line.to_string()))
        };
        each(session, line)
    }
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn a_pipe_gets_plain_text() {
        assert_eq!(
            text(&sample(), false, Look::default()),
            "\
./mine · toy/course · 30 cases, 100 random sessions, seed 1

Form: 1 difference from the text and 1 note, allowed in what follows
  \"Stopped\" without its full stop            31 answers   A.2
  note: no blank after the prompt `toy>`  1,204 prompts

Rules: 26 of 30 cases (1 not judged), 57 of 60 answers, 95.0 points
  moving  ██████████  18 of 18
  ending  ████████▊   8 of 12, 1 not judged
  random  ████████▍   84 of 100

Fix this first: explains 2 cases and 12 random sessions
  `:end` is answered \"Yes\" instead of \"No\"
  A.2: \"It ends <here> & now.\"
    $ game --test
    toy> :end
    - No
    + Yes

Then: explains 1 case
  `:x` is answered \"a\" instead of \"b\"

Then: explains 1 case
  `:x` is answered \"a\" instead of \"b\"

1 more cause: --all
a folder could not be removed: /x
"
        );
    }

    #[test]
    fn all_shows_every_cause_and_quotes_the_text_about_form() {
        let said = text(&sample(), true, Look::default());
        assert_eq!(said.matches("explains").count(), 4);
        let quoted = "    A.2: \"Say it.\"\n    - Stopped.\n    + Stopped\n";
        assert!(said.contains(quoted), "{said}");
    }

    #[test]
    fn colours_and_narrow_lines_are_for_terminals() {
        let look = Look {
            colour: true,
            width: Some(60),
        };
        assert!(text(&sample(), false, look).contains("\u{1b}[32m"));
        let look = Look {
            colour: false,
            width: Some(44),
        };
        for line in text(&sample(), false, look).lines() {
            let prose = line.starts_with("  ");
            assert!(!prose || line.chars().count() <= 44, "{line}");
        }
    }

    #[test]
    fn a_program_that_cannot_be_judged_gets_one_sentence() {
        let report = Report {
            program: "./mine".to_owned(),
            suites: vec!["toy/course".to_owned()],
            unjudged: Some("cannot be judged: it says nothing".to_owned()),
            ..Report::default()
        };
        assert_eq!(
            text(&report, false, Look::default()),
            "./mine · toy/course\n\nIt cannot be judged: it says nothing\n0 points\n"
        );
    }
}
