//! The report for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::super::diff::Mark;
use super::{Outcome, Report, Score};
use crate::repl::console::sanitize;

/// How many random sessions that differ are shown; the others are counted.
const MOST_SESSIONS: usize = 5;

/// How wide the numbers before a bar are.
const NUMBERS: usize = 14;

/// How wide the bar of a section is.
const BAR: usize = 20;

/// What the reader can see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Colours are wanted.
    pub colour: bool,
    /// A person reads it on a terminal of so many columns.
    pub width: Option<usize>,
}

impl Look {
    fn style(self, colour: AnsiColor) -> Style {
        if self.colour {
            Style::new().fg_color(Some(colour.into()))
        } else {
            Style::new()
        }
    }

    fn bold(self) -> Style {
        if self.colour {
            Style::new().bold()
        } else {
            Style::new()
        }
    }

    fn dim(self) -> Style {
        if self.colour {
            Style::new().dimmed()
        } else {
            Style::new()
        }
    }
}

/// The report as it grows. All text comes in through [`line`](Page::line), and nothing in it steers a
/// terminal: names of folders, what a program prints, and whatever else others have written.
struct Page {
    look: Look,
    text: String,
}

impl Page {
    /// Adds a line of pieces, each in its style.
    fn line(&mut self, pieces: &[(Style, &str)]) {
        for (style, piece) in pieces {
            // Nothing can go wrong while a string is written.
            let _ = write!(self.text, "{style}{}{style:#}", sanitize(piece));
        }
        self.text.push('\n');
    }

    /// Adds a line without colours.
    fn plain(&mut self, line: &str) {
        self.line(&[(Style::new(), line)]);
    }

    /// Adds a line in one style, indented.
    fn indented(&mut self, style: Style, line: &str) {
        self.line(&[(Style::new(), "  "), (style, line)]);
    }
}

/// The text of a report.
pub(super) fn text(report: &Report, look: Look) -> String {
    let mut page = Page {
        look,
        text: String::new(),
    };
    page.heading(report);
    page.scores(report);
    let failed = report.outcomes.iter().filter(|outcome| !outcome.holds());
    let (sessions, transcripts): (Vec<&Outcome>, Vec<&Outcome>) =
        failed.partition(|outcome| outcome.section == super::RANDOM);
    let shown = sessions.len().min(MOST_SESSIONS);
    for outcome in transcripts.iter().chain(&sessions[..shown]) {
        page.failure(outcome);
    }
    if sessions.len() > shown {
        let more = sessions.len() - shown;
        let differ = if more == 1 { "differs" } else { "differ" };
        let more = counted(more, "random session");
        page.plain("");
        page.plain(&format!("… and {more} more that {differ}"));
    }
    page.plain("");
    page.notes(report);
    page.summary(report);
    page.text
}

impl Page {
    fn heading(&mut self, report: &Report) {
        let mut parts = vec![report.program.clone()];
        if !report.suites.is_empty() {
            parts.push(report.suites.join(", "));
        }
        let (transcripts, random) = (report.transcripts().total, report.random().total);
        let mut amount = counted(transcripts, "transcript");
        if random > 0 {
            let _ = write!(
                amount,
                ", {} of seed {}",
                counted(random, "random session"),
                report.seed
            );
        }
        parts.push(amount);
        let mut lines = folded(&parts, " · ", self.look.width).into_iter();
        // The program is bold: it comes first, and is never broken.
        let first = lines.next().unwrap_or_default();
        let rest = first.strip_prefix(&report.program).unwrap_or_default();
        self.line(&[(self.look.bold(), &report.program), (Style::new(), rest)]);
        for line in lines {
            self.indented(Style::new(), &line);
        }
    }

    fn scores(&mut self, report: &Report) {
        let sections = report.sections();
        let names = sections.iter().map(|(name, _)| name.chars().count());
        let column = names.max().unwrap_or(0);
        for (name, Score { hold, total }) in sections {
            let style = self.look.style(match hold == total {
                // There may have been more in it.
                true if report.interrupted => AnsiColor::Yellow,
                true => AnsiColor::Green,
                false => AnsiColor::Red,
            });
            let told = format!("{hold:>4} of {total}");
            // Two blanks, the name, two blanks, the numbers, two blanks.
            let before = 2 + column + 2 + told.chars().count().max(NUMBERS) + 2;
            let has_room = |width: usize| width >= before + BAR && !report.interrupted;
            let bar = if self.look.width.is_some_and(has_room) {
                format!("{told:NUMBERS$}  {}", bar(hold, total))
            } else {
                told
            };
            let name = format!("  {name:column$}  ");
            self.line(&[(Style::new(), &name), (style, bar.trim_end())]);
        }
    }

    /// Everything that was typed, and the difference.
    fn failure(&mut self, outcome: &Outcome) {
        let Some(difference) = &outcome.difference else {
            return;
        };
        let look = self.look;
        self.plain("");
        self.line(&[(look.bold(), &outcome.name)]);
        for line in wrapped(&outcome.about, look.width) {
            self.indented(look.dim(), &line);
        }
        for line in &difference.lines {
            let style = match line.mark {
                Mark::Both => Style::new(),
                Mark::Expected => look.style(AnsiColor::Green),
                Mark::Actual => look.style(AnsiColor::Red),
            };
            self.indented(style, &line.to_string());
        }
        for trouble in &difference.troubles {
            for line in wrapped(&trouble.to_string(), look.width) {
                self.indented(look.style(AnsiColor::Yellow), &line);
            }
        }
    }

    /// What is no fault, but worth knowing.
    fn notes(&mut self, report: &Report) {
        let grumbles = report.outcomes.iter().flat_map(|outcome| &outcome.grumble);
        let mut grumbles = grumbles.peekable();
        let Some(first) = grumbles.peek().map(ToString::to_string) else {
            return;
        };
        let cases = counted(grumbles.count(), "case");
        let first = first.lines().next().unwrap_or_default();
        let note = format!("In {cases} the program wrote to standard error; {first}");
        self.continued(Style::new(), &wrapped(&note, self.look.width));
    }

    fn summary(&mut self, report: &Report) {
        let mut told = Vec::new();
        let Score { hold, total } = report.transcripts();
        if total > 0 {
            let hold_or_holds = if total == 1 { "holds" } else { "hold" };
            told.push(format!(
                "{hold} of {} {hold_or_holds}",
                counted(total, "transcript")
            ));
        }
        let Score { hold, total } = report.random();
        if total > 0 {
            let agree_or_agrees = if total == 1 { "agrees" } else { "agree" };
            told.push(format!(
                "{hold} of {} {agree_or_agrees}",
                counted(total, "random session")
            ));
        }
        let differs = report.outcomes.iter().any(|outcome| !outcome.holds());
        let style = self.look.style(match differs {
            true => AnsiColor::Red,
            false if report.interrupted => AnsiColor::Yellow,
            false => AnsiColor::Green,
        });
        // A comma or a full stop comes at the end of each line.
        let room = self.look.width.map(|width| width.saturating_sub(1));
        let mut lines = folded(&told, ", ", room);
        let last = lines.len().saturating_sub(1);
        for (index, line) in lines.iter_mut().enumerate() {
            line.push(if index == last { '.' } else { ',' });
        }
        self.continued(style, &lines);
        if report.interrupted {
            let note = format!("Interrupted: {} were tried.", report.progress());
            let style = self.look.style(AnsiColor::Yellow);
            self.continued(style, &wrapped(&note, self.look.width));
        }
    }

    /// Adds lines of which all but the first are indented.
    fn continued(&mut self, style: Style, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            let margin = if index == 0 { "" } else { "  " };
            self.line(&[(Style::new(), margin), (style, line)]);
        }
    }
}

/// Parts with something between them, in as many lines as the window needs; a part is never broken.
fn folded(parts: &[String], between: &str, width: Option<usize>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        // All lines but the first are indented.
        let margin = if lines.len() > 1 { 2 } else { 0 };
        let fits = |line: &String| {
            let columns = [line.as_str(), between, part].map(|text| text.chars().count());
            width.is_none_or(|width| margin + columns.iter().sum::<usize>() <= width)
        };
        match lines.last_mut() {
            Some(line) if fits(line) => line.extend([between, part]),
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// So much of it is full. It looks full only when it is.
fn bar(hold: usize, total: usize) -> String {
    let full = if hold == total {
        BAR
    } else {
        (hold * BAR / total.max(1)).min(BAR - 1)
    };
    "█".repeat(full) + &"░".repeat(BAR - full)
}

/// Lines that fit, where a person reads them; one line otherwise.
fn wrapped(text: &str, width: Option<usize>) -> Vec<String> {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(2).max(20));
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut piece = String::new();
        for word in line.split(' ') {
            let longer = piece.chars().count() + 1 + word.chars().count();
            if !piece.is_empty() && longer > room {
                lines.push(std::mem::take(&mut piece));
            } else if !piece.is_empty() {
                piece.push(' ');
            }
            piece.push_str(word);
        }
        lines.push(piece);
    }
    lines
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::super::super::difference::Trouble;
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn a_pipe_gets_plain_text() {
        assert_eq!(
            text(&sample(), Look::default()),
            "./mine · toy/course · 2 transcripts, 2 random sessions of seed 1
  moving     1 of 1
  ending     0 of 1
  random     1 of 2

toy/course/ending/bad
  Text: \"It ends.\"
  $ game --test
  toy> <&>
  - yes
  + no\u{fffd}[2J
  it ended with status 3, not 0

random session 2
  shrunk from 9 lines to 1
  $ game --test
  toy> <&>
  - yes
  + no\u{fffd}[2J
  it ended with status 3, not 0

1 of 2 transcripts hold, 1 of 2 random sessions agree.
"
        );
    }

    #[test]
    fn a_terminal_gets_bars_and_colours_and_no_line_that_is_too_long() {
        let look = Look {
            colour: true,
            width: Some(60),
        };
        let said = text(&sample(), look);
        assert!(
            said.contains("████") && said.contains("\u{1b}[32m"),
            "{said}"
        );
        let narrow = Look {
            colour: false,
            width: Some(24),
        };
        let said = text(&sample(), narrow);
        assert!(!said.contains('█') && !said.contains('\u{1b}'), "{said}");
        assert!(said.contains("  shrunk from 9 lines to\n  1\n"), "{said}");
    }

    #[test]
    fn a_check_that_was_interrupted_is_no_success() {
        let report = super::super::tests::interrupted();
        let said = text(&report, Look::default());
        let end = "1 of 1 transcript holds, 1 of 1 random session agrees.\n\
                   Interrupted: 2 of 9 transcripts and random sessions were tried.\n";
        assert!(said.ends_with(end), "{said}");
        let look = Look {
            colour: true,
            width: Some(60),
        };
        let said = text(&report, look);
        let green = AnsiColor::Green.render_fg().to_string();
        assert!(!said.contains(&green) && !said.contains('█'), "{said}");
    }

    #[test]
    fn nothing_in_a_report_steers_the_terminal() {
        let bad = "a\u{1b}[2J\u{202e}";
        let mut report = sample();
        report.program = bad.to_owned();
        report.suites = vec![bad.to_owned()];
        for outcome in &mut report.outcomes {
            outcome.name += bad;
            outcome.section += bad;
            outcome.about += bad;
            outcome.grumble = Some(Trouble::Grumbled(bad.to_owned()));
            if let Some(difference) = &mut outcome.difference {
                let tool = Trouble::Tool(bad.to_owned(), bad.to_owned());
                difference.troubles.push(tool);
            }
        }
        let said = text(&report, Look::default());
        assert!(said.matches("a\u{fffd}[2J\u{fffd}").count() > 9, "{said}");
        assert!(said.lines().all(|line| sanitize(line) == line), "{said:?}");
    }

    #[test]
    fn heading_and_bars_fit_into_the_window() {
        let mut report = sample();
        report.program = "a-program-with-a-name/and-a-path".to_owned();
        report.outcomes[0].section = "a-long-section".to_owned();
        for width in 46..90 {
            let look = Look {
                colour: false,
                width: Some(width),
            };
            let said = text(&report, look);
            for line in said.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
            assert_eq!(said.contains('█'), width >= 54, "{width}: {said}");
        }
    }

    #[test]
    fn one_is_singular() {
        let mut report = sample();
        report.outcomes = vec![report.outcomes[0].clone(), report.outcomes[2].clone()];
        let said = text(&report, Look::default());
        let last = "1 of 1 transcript holds, 1 of 1 random session agrees.\n";
        assert!(said.ends_with(last), "{said}");
    }

    #[test]
    fn a_bar_is_full_only_if_nothing_is_missing() {
        assert_eq!(bar(100, 100).matches('█').count(), BAR);
        assert_eq!(bar(99, 100).matches('█').count(), BAR - 1);
        assert_eq!(bar(0, 100).matches('█').count(), 0);
    }
}
