//! Formal deviations, counted by kind.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::report::{FormEntry, counted};
use crate::games::Checking;

/// The most examples that an entry shows: all wordings, since the text has few sentences.
const MOST_EXAMPLES: usize = 3;
const MOST_WORDINGS: usize = 20;

/// A kind of formal deviation. The text is silent about those from `Blank` on: they are notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    NoPrompt,
    Prompt,
    Punctuation,
    Wording,
    Board,
    Extra,
    Blank,
    LineBreak,
    BlankLines,
    Spaces,
    Invisible,
    Crlf,
    Greeting,
    Echo,
    Status,
    StateAnswer,
    LastLine,
}

impl Kind {
    /// The name for programs, the things that are counted, and the title.
    fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Kind::NoPrompt => ("no-prompt", "runs", "no prompt, or one that changes"),
            Kind::Prompt => ("prompt", "prompts", "the prompt `{is}` instead of `{due}`"),
            Kind::Punctuation => ("punctuation", "answers", "\"{is}\" instead of \"{due}\""),
            Kind::Wording => ("wording", "answers", "\"{is}\" instead of \"{due}\""),
            Kind::Board => (
                "board",
                "answers",
                "a board, or other lines, after an answer",
            ),
            Kind::Extra => (
                "extra-line",
                "answers",
                "a line that the text does not have: \"{is}\"",
            ),
            Kind::Blank => ("blank-after-prompt", "prompts", "no blank after `{is}`"),
            Kind::LineBreak => (
                "line-break-after-prompt",
                "prompts",
                "no line break after a prompt in a pipe",
            ),
            Kind::BlankLines => ("blank-lines", "lines", "blank lines"),
            Kind::Spaces => ("spaces", "lines", "blanks around a line: `{is}`"),
            Kind::Invisible => (
                "invisible",
                "runs",
                "colours, or a byte order mark, in a pipe",
            ),
            Kind::Crlf => ("crlf", "runs", "lines end in carriage return and line feed"),
            Kind::Greeting => ("greeting", "runs", "a greeting: \"{is}\""),
            Kind::Echo => ("echo", "lines", "the typed line is printed"),
            Kind::Status => ("exit-status", "runs", "exit status {is} instead of {due}"),
            Kind::StateAnswer => ("state-answer", "runs", "`--state` prints no answer"),
            Kind::LastLine => (
                "last-line-break",
                "runs",
                "no line break at the end of the output",
            ),
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
    pub fn new(kind: Kind, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        Slip {
            kind,
            expected: expected.into(),
            actual: actual.into(),
        }
    }
}

/// The entries of the report, from how often each deviation was seen: differences first, then notes,
/// each by count.
#[must_use]
pub fn entries(seen: BTreeMap<&Slip, usize>, checking: &Checking) -> Vec<FormEntry> {
    let seen: Vec<(&Slip, usize)> = seen.into_iter().collect();
    let kinds = seen.chunk_by(|(one, _), (next, _)| one.kind == next.kind);
    let mut entries: Vec<FormEntry> = kinds.map(|seen| entry(seen.to_vec(), checking)).collect();
    entries.sort_by_key(|entry| (entry.note, Reverse(entry.count)));
    entries
}

/// The entry of a kind.
fn entry(mut seen: Vec<(&Slip, usize)>, checking: &Checking) -> FormEntry {
    seen.sort_by_key(|(_, count)| Reverse(*count));
    let Slip {
        kind,
        expected: due,
        actual: is,
    } = seen[0].0;
    let kind = *kind;
    let (id, unit, title) = kind.row();
    let title = if kind == Kind::Punctuation && *due == format!("{is}.") {
        "\"{is}\" without its full stop"
    } else {
        title
    };
    let mut title = title.replace("{due}", due).replace("{is}", is);
    let is_wording = [Kind::Punctuation, Kind::Wording].contains(&kind);
    if is_wording && seen.len() > 1 {
        title += ", and ";
        title += &counted(seen.len() - 1, "other", "others");
    }
    let most = if is_wording {
        MOST_WORDINGS
    } else {
        MOST_EXAMPLES
    };
    let examples = |text: fn(&Slip) -> &str| {
        let texts: Vec<&str> = seen.iter().take(most).map(|(slip, _)| text(slip)).collect();
        texts.join("\n")
    };
    FormEntry {
        id: id.to_owned(),
        note: kind >= Kind::Blank,
        title,
        about: match kind {
            Kind::NoPrompt | Kind::Prompt => checking.prompt_about,
            Kind::Punctuation | Kind::Wording => checking.about(due),
            Kind::Board => checking.board_about,
            Kind::Extra => checking.extra_about,
            _ => "",
        }
        .to_owned(),
        expected: examples(|slip| &slip.expected),
        actual: examples(|slip| &slip.actual),
        count: seen.iter().map(|(_, count)| count).sum(),
        unit,
    }
}
