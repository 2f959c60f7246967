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

/// The text of a report. Nothing can go wrong while a string is written.
pub(super) fn text(report: &Report, look: Look) -> String {
    let mut out = String::new();
    heading(&mut out, report, look);
    scores(&mut out, report, look);
    let failed = report.outcomes.iter().filter(|outcome| !outcome.holds());
    let (sessions, transcripts): (Vec<&Outcome>, Vec<&Outcome>) =
        failed.partition(|outcome| outcome.section == super::RANDOM);
    for outcome in &transcripts {
        failure(&mut out, outcome, look);
    }
    let shown = sessions.len().min(MOST_SESSIONS);
    for outcome in &sessions[..shown] {
        failure(&mut out, outcome, look);
    }
    if sessions.len() > shown {
        let more = sessions.len() - shown;
        let differ = if more == 1 { "differs" } else { "differ" };
        let more = counted(more, "random session");
        let _ = writeln!(out, "\n… and {more} more that {differ}");
    }
    out.push('\n');
    notes(&mut out, report, look);
    summary(&mut out, report, look);
    out
}

fn heading(out: &mut String, report: &Report, look: Look) {
    let bold = look.bold();
    let program = sanitize(&report.program);
    let mut parts = vec![program.clone()];
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
    let mut lines = folded(&parts, " · ", look.width).into_iter();
    // The program is bold: it comes first, and is never broken.
    if let Some(rest) = lines.next().and_then(|first| {
        let rest = first.strip_prefix(&program)?;
        Some(rest.to_owned())
    }) {
        let _ = writeln!(out, "{bold}{program}{bold:#}{rest}");
    }
    for line in lines {
        let _ = writeln!(out, "  {line}");
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

fn scores(out: &mut String, report: &Report, look: Look) {
    let sections = report.sections();
    let names = sections.iter().map(|(name, _)| name.chars().count());
    let column = names.max().unwrap_or(0);
    for (name, Score { hold, total }) in sections {
        let style = look.style(if hold == total {
            AnsiColor::Green
        } else {
            AnsiColor::Red
        });
        let told = format!("{hold:>4} of {total}");
        // Two blanks, the name, two blanks, the numbers, two blanks.
        let before = 2 + column + 2 + told.chars().count().max(NUMBERS) + 2;
        let bar = if look.width.is_some_and(|width| width >= before + BAR) {
            format!("{told:NUMBERS$}  {}", bar(hold, total))
        } else {
            told
        };
        let _ = writeln!(out, "  {name:column$}  {style}{}{style:#}", bar.trim_end());
    }
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

/// Everything that was typed, and the difference.
fn failure(out: &mut String, outcome: &Outcome, look: Look) {
    let Some(difference) = &outcome.difference else {
        return;
    };
    let (bold, dim) = (look.bold(), look.dim());
    let _ = writeln!(out, "\n{bold}{}{bold:#}", outcome.name);
    for line in wrapped(&outcome.about, look.width) {
        let _ = writeln!(out, "  {dim}{line}{dim:#}");
    }
    for line in &difference.lines {
        let style = match line.mark {
            Mark::Both => Style::new(),
            Mark::Expected => look.style(AnsiColor::Green),
            Mark::Actual => look.style(AnsiColor::Red),
        };
        let _ = writeln!(out, "  {style}{}{style:#}", sanitize(&line.to_string()));
    }
    for trouble in &difference.troubles {
        for line in wrapped(&sanitized(&trouble.to_string()), look.width) {
            let style = look.style(AnsiColor::Yellow);
            let _ = writeln!(out, "  {style}{line}{style:#}");
        }
    }
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

/// What is no fault, but worth knowing.
fn notes(out: &mut String, report: &Report, look: Look) {
    let mut grumbles = report
        .outcomes
        .iter()
        .filter_map(|outcome| outcome.grumble.as_ref());
    if let Some(first) = grumbles.next() {
        let count = grumbles.count() + 1;
        let cases = counted(count, "case");
        let first = sanitized(&first.to_string());
        let first = first.lines().next().unwrap_or_default();
        let note = format!("In {cases} the program wrote to standard error; {first}");
        let _ = writeln!(out, "{}", wrapped(&note, look.width).join("\n  "));
    }
}

fn summary(out: &mut String, report: &Report, look: Look) {
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
    let style = look.style(if report.holds() {
        AnsiColor::Green
    } else {
        AnsiColor::Red
    });
    // A comma or a full stop comes at the end of each line.
    let room = look.width.map(|width| width.saturating_sub(1));
    let lines = folded(&told, ", ", room);
    let _ = writeln!(out, "{style}{}.{style:#}", lines.join(",\n  "));
}

/// Several lines without anything that steers a terminal.
fn sanitized(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(sanitize).collect();
    lines.join("\n")
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
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
