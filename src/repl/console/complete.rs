//! Completion, hints and highlighting for rustyline.

use std::borrow::Cow;
use std::rc::Rc;

use anstyle::Style;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::file_names;
use super::listing;
use super::sanitize::{sanitize_but, steers};
use crate::repl::completion::{self, Completion};
use crate::repl::session::SharedSession;

/// The helper that rustyline asks for completions, hints and colours.
pub(super) struct PromptHelper {
    session: Option<SharedSession>,
    colour: bool,
}

impl PromptHelper {
    pub(super) fn new(colour: bool) -> Self {
        PromptHelper {
            session: None,
            colour,
        }
    }

    /// Helps with this session from now on.
    pub(super) fn serve(&mut self, session: &SharedSession) {
        self.session = Some(Rc::clone(session));
    }
}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (typed, behind) = line.split_at(pos);
        let Some(session) = &self.session else {
            return Ok((pos, Vec::new()));
        };
        let (start, pairs) = match session.borrow().complete(typed) {
            Completion::File { start } => (start, file_pairs(&typed[start..])),
            Completion::Words { start, words, more } => {
                // A blank goes on to the next word, once this one is certain.
                let end = if more && words.len() == 1 && behind.is_empty() {
                    " "
                } else {
                    ""
                };
                let pair = |word: String| Pair {
                    replacement: format!("{word}{end}"),
                    display: word,
                };
                (start, words.into_iter().map(pair).collect())
            }
        };
        Ok((start, listing::fit_on_screen(pairs)))
    }
}

/// The files that `typed` can become; in a list their folder needs not be said again.
fn file_pairs(typed: &str) -> Vec<Pair> {
    let pair = |name: String| Pair {
        display: file_names::last_part(&name).to_owned(),
        replacement: name,
    };
    file_names::beginning_with(typed)
        .into_iter()
        .map(pair)
        .collect()
}

/// A hint behind the cursor.
pub(super) struct ShownHint {
    text: String,
    typed: String,
}

impl Hint for ShownHint {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        // The words behind a command only stand for what is to be typed there.
        (!self.typed.is_empty()).then_some(self.typed.as_str())
    }
}

impl ShownHint {
    /// Where nothing can be grey, the hint must not look like something typed.
    fn new(hint: completion::Hint, colour: bool) -> Self {
        ShownHint {
            text: if colour {
                format!("{}{}", hint.name, hint.args)
            } else {
                format!("   ({})", hint.usage)
            },
            typed: hint.name,
        }
    }
}

impl Hinter for PromptHelper {
    type Hint = ShownHint;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<ShownHint> {
        // This is asked as soon as keys are read, and at every key.
        if pos < line.len() {
            return None;
        }
        let commands = self.session.as_ref()?.borrow().commands();
        let hint = completion::hint(&commands, line)?;
        Some(ShownHint::new(hint, self.colour))
    }
}

impl Highlighter for PromptHelper {
    /// A paste can bring characters that would steer the terminal.
    fn highlight<'l>(&self, line: &'l str, _pos: usize) -> Cow<'l, str> {
        if line.contains(steers) {
            return Cow::Owned(sanitize_but(&['\n'], line));
        }
        Cow::Borrowed(line)
    }

    fn highlight_char(&self, line: &str, _pos: usize, _kind: CmdKind) -> bool {
        line.contains(steers)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if !self.colour {
            return Cow::Borrowed(hint);
        }
        let faint = Style::new().dimmed();
        Cow::Owned(format!("{faint}{hint}{faint:#}"))
    }
}

impl Validator for PromptHelper {}

impl Helper for PromptHelper {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_arrow_types_names_and_no_stand_ins() {
        let hint = |name: &str| completion::Hint {
            name: name.into(),
            args: " FILE".into(),
            usage: ":save FILE".into(),
        };
        let shown = ShownHint::new(hint("ave"), true);
        assert_eq!(
            (shown.display(), shown.completion()),
            ("ave FILE", Some("ave"))
        );
        let shown = ShownHint::new(hint(""), true);
        assert_eq!((shown.display(), shown.completion()), (" FILE", None));
        let shown = ShownHint::new(hint("ave"), false);
        assert_eq!(shown.display(), "   (:save FILE)");
    }
}
