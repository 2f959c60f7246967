//! What is shown of a transcript that does not hold.

use std::fmt;
use std::time::Duration;

use super::diff::{Line, Mark, diff, left_out};
use super::process::{End, Limits};
use super::transcript::{NO_LINE_BREAK, Shown, Step, Transcript};

/// How many lines of one difference are shown.
const MOST_LINES: usize = 24;

/// What was wrong with a run apart from what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It did not end in time.
    TimedOut(Duration),
    /// It printed more than so many bytes.
    Flooded(usize),
    /// A signal ended it.
    Crashed(i32),
    /// It ended with a status other than 0, and nobody had asked for it.
    Status(i32),
    /// It ended as it should, but too early.
    EndedEarly,
    /// It wrote this to standard error.
    Grumbled(String),
    /// It does not write the line break behind its prompts.
    NoLineBreaks,
    /// A tool failed: the command and the reason.
    Tool(String, String),
}

impl Trouble {
    /// What the end of a run tells, unless it ended as it should.
    #[must_use]
    pub fn of(end: End, limits: Limits, any_status: bool) -> Option<Self> {
        match end {
            End::Status(0) | End::Cancelled => None,
            End::Status(_) if any_status => None,
            End::Status(status) => Some(Trouble::Status(status)),
            End::Signal(signal) => Some(Trouble::Crashed(signal)),
            End::TimedOut => Some(Trouble::TimedOut(limits.time)),
            End::Flooded => Some(Trouble::Flooded(limits.output)),
        }
    }

    /// What the program wrote to standard error: the beginning is enough.
    #[must_use]
    pub fn grumbled(errors: &[u8]) -> Self {
        let text = String::from_utf8_lossy(errors);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let mut said = lines[..lines.len().min(6)].join("\n");
        if lines.len() > 6 {
            said.push_str("\n…");
        }
        Trouble::Grumbled(said)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::TimedOut(limit) => {
                write!(f, "it did not end within {limit:?}, and was stopped")
            }
            Trouble::Flooded(bytes) => {
                write!(f, "it printed more than {bytes} bytes, and was stopped")
            }
            Trouble::Crashed(signal) => {
                let name = signal_hook::low_level::signal_name(*signal).unwrap_or("unknown");
                write!(f, "it crashed: signal {signal} ({name})")
            }
            Trouble::Status(status) => write!(f, "it ended with status {status}, not 0"),
            Trouble::EndedEarly => f.write_str("it ended here, without an error"),
            Trouble::Grumbled(said) => write!(f, "on standard error: {said}"),
            Trouble::NoLineBreaks => f.write_str(
                "the line break behind the prompt is missing: in a pipe nobody echoes what is typed, \
                 so the program has to write it",
            ),
            Trouble::Tool(command, why) => write!(f, "$ {command}: {why}"),
        }
    }
}

/// The first difference between a transcript and what really happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Everything typed up to the difference, and the difference itself.
    pub lines: Vec<Line>,
    /// What was wrong apart from what was printed.
    pub troubles: Vec<Trouble>,
}

impl Difference {
    /// The first difference; `at` is the step where something else was wrong first, if anything
    /// was.
    #[must_use]
    pub fn new(
        expected: &Transcript,
        actual: &Transcript,
        mut troubles: Vec<Trouble>,
        at: Option<usize>,
    ) -> Self {
        let mut lines = Vec::new();
        let pairs = expected.steps.iter().zip(&actual.steps);
        for (index, (expected, actual)) in pairs.enumerate() {
            lines.push(Line::new(Mark::Both, format!("$ {}", expected.command)));
            if expected == actual && at != Some(index) {
                lines.extend(typed(&expected.screen));
                continue;
            }
            if expected == actual {
                lines.extend(typed(&expected.screen));
            } else if expected.is_game() {
                lines.extend(first_difference(expected, actual));
                troubles.extend(cause(expected, actual).filter(|_| troubles.is_empty()));
            } else {
                lines.extend(diff(&texts(&expected.screen), &texts(&actual.screen)));
            }
            break;
        }
        Difference { lines, troubles }
    }
}

/// The difference as plain text.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        for trouble in &self.troubles {
            writeln!(f, "({trouble})")?;
        }
        Ok(())
    }
}

/// What a program that differs in many places probably does wrong.
fn cause(expected: &Step, actual: &Step) -> Option<Trouble> {
    let mut actual = actual.clone();
    let missing = Shown::Output(NO_LINE_BREAK.to_owned());
    actual.screen.retain(|shown| *shown != missing);
    let (expected, actual) = (expected.output(), actual.output());
    let solid = |output: &[u8]| -> Vec<u8> {
        let solid = output.iter().filter(|byte| **byte != b'\n');
        solid.copied().collect()
    };
    if actual.len() >= expected.len() {
        None
    } else if solid(&expected) == solid(&actual) {
        Some(Trouble::NoLineBreaks)
    } else {
        expected.starts_with(&actual).then_some(Trouble::EndedEarly)
    }
}

/// The lines of a screen.
fn texts(screen: &[Shown]) -> Vec<String> {
    let lines = screen.iter().map(ToString::to_string);
    lines
        .flat_map(|shown| shown.split('\n').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// What is typed on a screen, with its prompts.
fn typed(screen: &[Shown]) -> impl Iterator<Item = Line> {
    let prompts = screen
        .iter()
        .filter(|shown| matches!(shown, Shown::Prompt { .. }));
    let lines: Vec<Shown> = prompts.cloned().collect();
    texts(&lines)
        .into_iter()
        .map(|line| Line::new(Mark::Both, line))
}

/// A prompt in which only blanks differ. What was printed is not recognised as a prompt then, so
/// nothing is shown as typed there: both are shown without it.
fn another_prompt(expected: Option<&Shown>, actual: Option<&Shown>) -> Option<Vec<Line>> {
    let (Shown::Prompt { prompt, .. }, Shown::Output(line)) = (expected?, actual?) else {
        return None;
    };
    let solid = |text: &str| -> String { text.split_whitespace().collect() };
    (solid(prompt) == solid(line))
        .then(|| diff(std::slice::from_ref(prompt), std::slice::from_ref(line)))
}

/// What is typed up to the first difference, all that was printed since the last typed line, and the
/// difference.
fn first_difference(expected: &Step, actual: &Step) -> Vec<Line> {
    let same = expected
        .screen
        .iter()
        .zip(&actual.screen)
        .take_while(|(expected, actual)| expected == actual)
        .count();
    let before = &expected.screen[..same];
    let last_typed = before
        .iter()
        .rposition(|shown| matches!(shown, Shown::Prompt { .. }))
        .unwrap_or(0);
    let mut lines: Vec<Line> = typed(&before[..last_typed]).collect();
    let since = texts(&before[last_typed..]).into_iter();
    lines.extend(since.map(|line| Line::new(Mark::Both, line)));
    if let Some(hunk) = another_prompt(expected.screen.get(same), actual.screen.get(same)) {
        lines.extend(hunk);
        return lines;
    }
    let rest = diff(
        &texts(&expected.screen[same..]),
        &texts(&actual.screen[same..]),
    );
    let differs = rest.into_iter().take_while(|line| line.mark != Mark::Both);
    let mut hunk: Vec<Line> = differs.collect();
    // First what should come, then what came.
    hunk.sort_by_key(|line| line.mark == Mark::Actual);
    for mark in [Mark::Expected, Mark::Actual] {
        let count = hunk.iter().filter(|line| line.mark == mark).count();
        if count > MOST_LINES {
            let first = hunk.iter().position(|line| line.mark == mark).unwrap_or(0);
            let cut = first + MOST_LINES..first + count;
            let more = left_out(cut.len());
            hunk.splice(cut, [Line::new(mark, more)]);
        }
    }
    lines.extend(hunk);
    lines
}
