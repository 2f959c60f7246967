//! Formal deviations, counted by kind.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::report::{FormEntry, counted};
use super::sentences::shown;
use crate::games::Checking;

/// The maximum number of examples of an entry, except wordings: the text has few sentences.
const MAX_EXAMPLES: usize = 3;
const MAX_WORDINGS: usize = 20;

/// A kind of formal deviation. The text is silent about those from `BlankAfterPrompt` on: they are
/// notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`title` describes them")]
pub enum Kind {
    #[default]
    NoPrompt,
    Prompt,
    Punctuation,
    Wording,
    Board,
    ExtraLine,
    BlankAfterPrompt,
    LineBreakAfterPrompt,
    BlankLines,
    Spaces,
    Invisible,
    Crlf,
    Greeting,
    Echo,
    ExitStatus,
    StateAnswer,
    LastLineBreak,
}

impl Kind {
    /// Returns the unit that is counted.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Kind::Prompt | Kind::BlankAfterPrompt | Kind::LineBreakAfterPrompt => "prompt",
            Kind::Punctuation | Kind::Wording | Kind::Board | Kind::ExtraLine => "answer",
            Kind::BlankLines | Kind::Spaces | Kind::Echo => "line",
            _ => "run",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Kind::NoPrompt => "no prompt, or one that changes",
            Kind::Prompt => "the prompt `{is}` instead of `{due}`",
            Kind::Punctuation | Kind::Wording => "\"{is}\" instead of \"{due}\"",
            Kind::Board => "a board, or other lines, after an answer",
            Kind::ExtraLine => "a line that the text does not have: \"{is}\"",
            Kind::BlankAfterPrompt => "no blank after `{is}`",
            Kind::LineBreakAfterPrompt => "no line break after a prompt in a pipe",
            Kind::BlankLines => "blank lines",
            Kind::Spaces => "blanks around a line: `{is}`",
            Kind::Invisible => "colours, or a byte order mark, in a pipe",
            Kind::Crlf => "lines end in carriage return and line feed",
            Kind::Greeting => "a greeting: \"{is}\"",
            Kind::Echo => "the typed line is printed",
            Kind::ExitStatus => "exit status {is} instead of {due}",
            Kind::StateAnswer => "`--state` prints no answer",
            Kind::LastLineBreak => "no line break at the end of the output",
        }
    }
}

/// A formal deviation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slip {
    pub kind: Kind,
    pub expected: String,
    pub actual: String,
}

impl Slip {
    pub fn new(kind: Kind, expected: &str, actual: &str) -> Self {
        let [expected, actual] = [expected, actual].map(shown);
        Slip {
            kind,
            expected,
            actual,
        }
    }
}

/// Returns the entries of the report from the counts of deviations: differences first, then notes,
/// each by count.
pub fn entries(seen: &BTreeMap<Slip, usize>, checking: &Checking) -> Vec<FormEntry> {
    let seen: Vec<(&Slip, usize)> = seen.iter().map(|(slip, count)| (slip, *count)).collect();
    let kinds = seen.chunk_by(|(one, _), (next, _)| one.kind == next.kind);
    let mut entries: Vec<FormEntry> = kinds.map(|seen| entry(seen.to_vec(), checking)).collect();
    entries.sort_by_key(|entry| (entry.note, Reverse(entry.count)));
    entries
}

/// Returns the entry of a kind.
fn entry(mut seen: Vec<(&Slip, usize)>, checking: &Checking) -> FormEntry {
    seen.sort_by_key(|(_, count)| Reverse(*count));
    let Slip {
        kind,
        expected: due,
        actual: is,
    } = seen[0].0;
    let mut title = kind.title().replace("{due}", due).replace("{is}", is);
    if *kind == Kind::Punctuation && *due == format!("{is}.") {
        title = format!("\"{is}\" without its full stop");
    }
    let mut max = MAX_EXAMPLES;
    if [Kind::Punctuation, Kind::Wording].contains(kind) {
        max = MAX_WORDINGS;
        if seen.len() > 1 {
            title = format!("{title}, and {}", counted(seen.len() - 1, "other"));
        }
    }
    let examples = |text: fn(&Slip) -> &str| {
        let texts: Vec<&str> = seen.iter().take(max).map(|(slip, _)| text(slip)).collect();
        texts.join("\n")
    };
    let about = match kind {
        Kind::NoPrompt | Kind::Prompt => checking.prompt_about,
        Kind::Punctuation | Kind::Wording => checking.about(due),
        Kind::Board => checking.board_about,
        Kind::ExtraLine => checking.extra_about,
        _ => "",
    };
    FormEntry {
        id: *kind,
        note: *kind >= Kind::BlankAfterPrompt,
        title,
        about: about.to_owned(),
        expected: examples(|slip| &slip.expected),
        actual: examples(|slip| &slip.actual),
        count: seen.iter().map(|(_, count)| count).sum(),
    }
}
