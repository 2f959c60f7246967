//! The report for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSeparator, WordSplitter};

use super::{Cause, FormEntry, Report, Section, SessionLine, counted, grouped};

/// The number of causes that are shown if not all are wanted.
const CAUSES: usize = 3;

/// The width of a section's bar.
const BAR: usize = 10;

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

fn colour(colour: AnsiColor) -> Style {
    PLAIN.fg_color(Some(colour.into()))
}

/// A report as it grows.
struct Page {
    look: Look,
    text: String,
}

impl Page {
    /// Adds pieces, each in its style, and a line break.
    fn line(&mut self, pieces: &[(Style, &str)]) {
        for (style, piece) in pieces {
            let style = if self.look.colour { *style } else { PLAIN };
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{style}{piece}{style:#}");
        }
        self.text.push('\n');
    }

    /// Adds a paragraph, wrapped on a terminal.
    fn paragraph(&mut self, style: Style, indent: &str, text: &str) {
        let width = self.look.width.unwrap_or(usize::MAX).max(indent.len() + 20);
        let options = Options::new(width)
            .initial_indent(indent)
            .subsequent_indent(indent)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .break_words(false);
        for line in textwrap::wrap(text, options) {
            self.line(&[(style, &line)]);
        }
    }

    fn form(&mut self, entries: &[FormEntry], all: bool) {
        let title = |entry: &FormEntry| {
            let kind = if entry.note { "note: " } else { "" };
            format!("{kind}{}", entry.title)
        };
        let count = |entry: &FormEntry| format!("{} {}", grouped(entry.count), entry.unit);
        let widths = entries.iter().map(|entry| title(entry).chars().count());
        let column = widths.filter(|&width| width <= TITLES).max().unwrap_or(0);
        let counts = entries.iter().map(|entry| count(entry).len()).max();
        let counts = counts.unwrap_or(0);
        for entry in entries {
            let (title, count) = (title(entry), count(entry));
            let place = entry.about.split_once(':').map_or("", |(place, _)| place);
            let style = if entry.note { PLAIN.dimmed() } else { PLAIN };
            let end = format!("{count:>counts$}   {place}");
            let fits = |width| 2 + column.max(title.chars().count()) + 2 + end.len() <= width;
            if self.look.width.is_none_or(fits) {
                let line = format!("  {title:column$}  {}", end.trim_end());
                self.line(&[(style, &line)]);
            } else {
                self.paragraph(style, "  ", &title);
                self.line(&[(style, format!("    {count}   {place}").trim_end())]);
            }
            if all {
                if !entry.about.is_empty() {
                    self.paragraph(PLAIN.dimmed(), "    ", &entry.about);
                }
                self.session(
                    "    ",
                    &[
                        SessionLine::Expected(entry.expected.clone()),
                        SessionLine::Actual(entry.actual.clone()),
                    ],
                );
            }
        }
    }

    fn sections(&mut self, report: &Report) {
        let sections = || report.sections.iter().chain([&report.random]);
        let widths = sections().map(|section| section.name.chars().count());
        let column = widths.max().unwrap_or(0);
        for section in sections().filter(|section| section.total > 0) {
            let style = colour(match section.holds() {
                true if report.interrupted => AnsiColor::Yellow,
                true => AnsiColor::Green,
                false => AnsiColor::Red,
            });
            let name = format!("  {:column$}  ", section.name);
            let bar = format!("{:BAR$}", bar(section, BAR));
            self.line(&[
                (PLAIN, &name),
                (style, &bar),
                (PLAIN, "  "),
                (PLAIN, &section.score()),
            ]);
        }
    }

    fn cause(&mut self, index: usize, cause: &Cause) {
        let first = if index == 0 { "Fix this first" } else { "Then" };
        self.line(&[]);
        self.line(&[
            (PLAIN.bold(), first),
            (PLAIN, &format!(": explains {}", cause.extent())),
        ]);
        self.paragraph(PLAIN, "  ", &cause.title);
        if !cause.about.is_empty() {
            self.paragraph(PLAIN.dimmed(), "  ", &cause.about);
        }
        self.session("    ", &cause.session);
    }

    fn session(&mut self, indent: &str, session: &[SessionLine]) {
        for line in session {
            let style = match line {
                SessionLine::Same(_) => PLAIN,
                SessionLine::Expected(_) => colour(AnsiColor::Green),
                SessionLine::Actual(_) => colour(AnsiColor::Red),
            };
            self.line(&[(PLAIN, indent), (style, &line.to_string())]);
        }
    }
}

/// Formats a report; without `all` only the first causes.
pub(super) fn text(report: &Report, all: bool, look: Look) -> String {
    let mut page = Page {
        look,
        text: String::new(),
    };
    page.line(&[
        (PLAIN.bold(), &report.program),
        (PLAIN, " · "),
        (PLAIN, &report.scope()),
    ]);
    page.line(&[]);
    if let Some(why) = &report.unjudged {
        page.paragraph(colour(AnsiColor::Red), "", &format!("It {why}"));
        page.line(&[(PLAIN, "0 points")]);
    } else {
        page.line(&[
            (PLAIN.bold(), "Form"),
            (PLAIN, ": "),
            (PLAIN, &report.form_summary()),
        ]);
        page.form(&report.form, all);
        page.line(&[]);
        page.line(&[
            (PLAIN.bold(), "Rules"),
            (PLAIN, ": "),
            (PLAIN, &report.rules_summary()),
        ]);
        page.sections(report);
    }
    let shown = if all { usize::MAX } else { CAUSES };
    for (index, cause) in report.causes.iter().enumerate().take(shown) {
        page.cause(index, cause);
    }
    let more = report.causes.len().saturating_sub(shown);
    if more > 0 || !report.remarks.is_empty() || report.interrupted {
        page.line(&[]);
    }
    if more > 0 {
        page.line(&[(
            PLAIN,
            &(counted(more, "more cause", "more causes") + ": --all"),
        )]);
    }
    for remark in &report.remarks {
        page.paragraph(PLAIN, "", remark);
    }
    if report.interrupted {
        page.line(&[(
            colour(AnsiColor::Yellow),
            "Interrupted: not everything was tried.",
        )]);
    }
    page.text
}

/// A bar as long as the share of right answers, in eighths of a column. It is full only if every
/// case holds.
fn bar(section: &Section, width: usize) -> String {
    let most = width * 8;
    let eighths = (section.share() * most as f64) as usize;
    let eighths = if section.holds() {
        most
    } else {
        eighths.min(most - 1)
    };
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
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

    #[test]
    fn a_bar_is_full_only_if_everything_holds() {
        let mut section = Section {
            hold: 9,
            total: 10,
            answers_right: 9999,
            answers_total: 10_000,
            ..Section::default()
        };
        assert_eq!(bar(&section, 2), "█▉");
        section.hold = 10;
        assert_eq!(bar(&section, 2), "██");
        section = Section {
            total: 10,
            answers_total: 10,
            ..Section::default()
        };
        assert_eq!(bar(&section, 2), "");
    }
}
