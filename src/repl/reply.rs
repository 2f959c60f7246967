//! The reply to a line: sentences, boards and advice, or one of three refusals.

use std::fmt::Display;

use thiserror::Error;

use super::console::Input;
use super::text::{Line, Text};
use super::wrap;

/// A part of a reply. The console decides which parts are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A sentence: always printed, exactly.
    Say(String),
    /// A requested board: always printed.
    Show(Text),
    /// A page of Markdown, wrapped to the window: always printed.
    Prose(String),
    /// The board of a game: left out with `--test`.
    Board(Text),
    /// A sentence instead of a board: printed only with `--test`.
    Script(String),
    /// A reason or a hint: printed only on a terminal.
    Advice(String),
}

/// The lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The name of the file.
    pub file: String,
    /// Its lines, as a console reads them.
    pub lines: Vec<Input>,
}

/// The step after a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Stay in the mode.
    #[default]
    Stay,
    /// End the program.
    Leave,
    /// Open another mode.
    Switch(&'static str),
    /// Run these lines.
    Read(FileLines),
}

/// The answer to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The parts, in the order of printing.
    pub parts: Vec<Part>,
    /// The next step.
    pub next: Next,
    /// Whether the line was rejected.
    pub failed: bool,
    /// A whole line that the next prompt offers as ghost text.
    pub suggestion: Option<String>,
}

impl Reply {
    /// Creates an empty reply.
    #[must_use]
    pub fn new() -> Self {
        Reply::default()
    }

    /// Creates a reply of one sentence.
    pub fn say(sentence: impl Display) -> Self {
        Reply::new().and_say(sentence)
    }

    /// Creates a reply that rejects a line with a sentence.
    pub fn fail(sentence: impl Display) -> Self {
        Reply {
            failed: true,
            ..Reply::say(sentence)
        }
    }

    /// Creates one of the three refusals, with advice.
    pub fn refuse(refusal: Refusal, advice: impl Display) -> Self {
        Reply::fail(refusal).and_advise(advice)
    }

    /// Creates a reply that rejects a line without a sentence.
    pub fn fail_quietly(advice: impl Display) -> Self {
        Reply {
            failed: true,
            ..Reply::new().and_advise(advice)
        }
    }

    /// Suggests a corrected line.
    #[must_use]
    pub fn and_suggest(self, line: &str) -> Self {
        let asked = self.and_explain(format_args!("did you mean {line}?"));
        asked.and_offer(line)
    }

    /// Offers a whole line at the next prompt, as ghost text.
    #[must_use]
    pub fn and_offer(mut self, line: &str) -> Self {
        self.suggestion = Some(line.to_owned());
        self
    }

    /// Appends a sentence.
    #[must_use]
    pub fn and_say(self, sentence: impl Display) -> Self {
        self.with(Part::Say(sentence.to_string()))
    }

    /// Appends advice.
    #[must_use]
    pub fn and_advise(self, advice: impl Display) -> Self {
        self.with(Part::Advice(advice.to_string()))
    }

    /// Inserts advice after the first sentence and its advice, before a board or a question.
    #[must_use]
    pub fn and_explain(mut self, advice: impl Display) -> Self {
        let reasons = self.parts.iter().skip(1);
        let reasons = reasons.take_while(|part| matches!(part, Part::Advice(_)));
        let place = self.parts.len().min(1 + reasons.count());
        self.parts.insert(place, Part::Advice(advice.to_string()));
        self
    }

    /// Appends a part.
    #[must_use]
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// Appends all parts of another reply, and takes its next step.
    #[must_use]
    pub fn then(mut self, other: Reply) -> Self {
        self.parts.extend(other.parts);
        self.next = other.next;
        self.failed |= other.failed;
        self.suggestion = other.suggestion.or(self.suggestion);
        self
    }

    /// Puts a line above the first board.
    #[must_use]
    pub(super) fn with_heading(mut self, heading: &str) -> Self {
        let is_board = |part: &Part| matches!(part, Part::Board(_));
        if let Some(place) = self.parts.iter().position(is_board) {
            self.parts.insert(place, Part::Board(Text::plain(heading)));
        }
        self
    }

    /// Sets the next step.
    #[must_use]
    pub fn and_next(mut self, next: Next) -> Self {
        self.next = next;
        self
    }

    /// Returns the text that is printed with `--test`.
    #[must_use]
    pub fn scripted(&self) -> String {
        let lines = |part: &Part| match part {
            Part::Say(line) | Part::Script(line) => vec![line.clone()],
            Part::Show(text) => text.0.iter().map(Line::plain).collect(),
            Part::Prose(page) => wrap::page(page, None),
            Part::Board(_) | Part::Advice(_) => Vec::new(),
        };
        let lines = self.parts.iter().flat_map(lines);
        lines.map(|line| line + "\n").collect()
    }

    /// Returns all advice in the reply.
    pub fn advice(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Advice(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

/// Why a line was rejected, in the words of the course text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No command has this name.
    #[error("The entered command was not recognised.")]
    NotRecognised,
    /// The words after the name are wrong.
    #[error("The entered command was malformed.")]
    Malformed,
    /// The command cannot be used now.
    #[error("The command cannot be used.")]
    NotNow,
}

/// Lets a handler end early with `?`.
impl From<Option<Reply>> for Reply {
    fn from(reply: Option<Reply>) -> Self {
        reply.unwrap_or_default()
    }
}

impl From<Result<Reply, Reply>> for Reply {
    fn from(outcome: Result<Reply, Reply>) -> Self {
        outcome.unwrap_or_else(|refused| refused)
    }
}
