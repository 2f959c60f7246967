//! The reply to a line: sentences, boards and advice, or one of three refusals.

use std::fmt::Display;

use thiserror::Error;

use super::console::Input;
use super::text::{Line, Text};
use super::wrap;

/// A part of a reply. The console decides which parts are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A sentence: always printed, to the byte.
    Say(String),
    /// A requested board: always printed.
    Show(Text),
    /// A page of Markdown that is filled to the width of the window: always printed.
    Prose(String),
    /// A board that accompanies a game: left out with `--test`.
    Board(Text),
    /// A sentence that stands in for a board: printed with `--test` only.
    Script(String),
    /// A reason or a hint for a person: printed on a terminal only.
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
    /// The same mode goes on.
    #[default]
    Stay,
    /// The program ends.
    Leave,
    /// Another mode opens.
    Switch(&'static str),
    /// These lines are typed.
    Read(FileLines),
}

/// The answer to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The parts, in the order of printing.
    pub parts: Vec<Part>,
    /// The next step.
    pub next: Next,
    /// Whether the line was refused and nothing was done.
    pub failed: bool,
    /// A whole line that the next prompt offers as ghost text.
    pub suggestion: Option<String>,
}

impl Reply {
    /// An empty reply.
    #[must_use]
    pub fn new() -> Self {
        Reply::default()
    }

    /// A reply of one sentence.
    pub fn say(sentence: impl Display) -> Self {
        Reply::new().and_say(sentence)
    }

    /// A reply of one sentence to a line that is refused.
    pub fn fail(sentence: impl Display) -> Self {
        Reply {
            failed: true,
            ..Reply::say(sentence)
        }
    }

    /// One of the three refusals, with the reason or the way out.
    pub fn refuse(refusal: Refusal, advice: impl Display) -> Self {
        Reply::fail(refusal).and_advise(advice)
    }

    /// A reply to a line that was refused without a sentence.
    pub fn fail_quietly(advice: impl Display) -> Self {
        Reply {
            failed: true,
            ..Reply::new().and_advise(advice)
        }
    }

    /// Suggests a whole line that was probably meant.
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

    /// Inserts advice after the first sentence and its reasons, before a board or a question that
    /// follows.
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

    /// Appends all parts of another reply, and takes over what happens next.
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

    /// Says what happens next.
    #[must_use]
    pub fn and_next(mut self, next: Next) -> Self {
        self.next = next;
        self
    }

    /// Returns the part of it that a script with `--test` sees.
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

/// Why a line was not carried out. The words are the course text's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No command has this name.
    #[error("The entered command was not recognised.")]
    NotRecognised,
    /// The name is right, the words after it are not.
    #[error("The entered command was malformed.")]
    Malformed,
    /// The command is right, the moment is not.
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
