//! Completion, hints and highlighting for rustyline.

use std::borrow::Cow;

use anstyle::Style;
use rustix::stdio::stdout;
use rustix::termios::tcgetwinsize;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::render::{sanitize_but, steers};
use crate::repl::Folders;
use crate::repl::completion::{self, Completion};
use crate::repl::session::SharedSession;

/// Supplies rustyline with completions, hints and colours.
pub(super) struct PromptHelper {
    /// The session to complete for.
    pub(super) session: Option<SharedSession>,
    /// A whole line to offer at an empty prompt.
    pub(super) suggestion: Option<String>,
    /// Whether to show hints in grey.
    pub(super) colour: bool,
}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if let (Some(suggestion), true) = (&self.suggestion, line.is_empty()) {
            let whole = Pair {
                display: suggestion.clone(),
                replacement: suggestion.clone(),
            };
            return Ok((0, vec![whole]));
        }
        let (typed, behind) = line.split_at(pos);
        let Some(session) = &self.session else {
            return Ok((pos, Vec::new()));
        };
        let (start, pairs) = match session.borrow().complete(typed) {
            Completion::File { start } => (start, file_pairs(&typed[start..])),
            Completion::Words { start, words, more } => {
                // Add a blank if this word is certain and another follows.
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
        Ok((start, fit_on_screen(pairs)))
    }
}

/// Completes a file name. Leaves out names with blanks, which would be several words.
fn file_pairs(typed: &str) -> Vec<Pair> {
    let path = Folders::of_user().path_of(typed.as_ref());
    let path = path.to_str().unwrap_or(typed);
    let found = FilenameCompleter::new().complete_path(path, path.len());
    let (start, mut pairs) = found.unwrap_or_default();
    let hidden = path.rsplit('/').next().unwrap_or(path).starts_with('.');
    let odd = |c: char| c == '\\' || c.is_ascii_whitespace() || steers(c);
    pairs.retain(|pair| {
        (hidden || !pair.display.starts_with('.')) && !pair.replacement.contains(odd)
    });
    // The folder stays as typed, with `~/`.
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
    for pair in &mut pairs {
        let whole = format!("{}{}", &path[..start], pair.replacement);
        let name = whole.get(folder(path)..).unwrap_or_default();
        pair.replacement = format!("{}{name}", &typed[..folder(typed)]);
    }
    pairs
}

/// A hint after the cursor.
pub(super) struct ShownHint {
    text: String,
    typed: String,
}

impl Hint for ShownHint {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        // The names of arguments are not completed.
        (!self.typed.is_empty()).then_some(self.typed.as_str())
    }
}

impl ShownHint {
    /// Creates a hint of which → accepts only the `name`. Without colours the hint must not look like
    /// typed text, so it is the `whole` line in brackets.
    fn new(name: &str, args: &str, whole: &str, colour: bool) -> Self {
        ShownHint {
            text: if colour {
                format!("{name}{args}")
            } else {
                format!("   ({whole})")
            },
            typed: name.to_owned(),
        }
    }
}

impl Hinter for PromptHelper {
    type Hint = ShownHint;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<ShownHint> {
        if pos < line.len() {
            return None;
        }
        if let (Some(suggestion), true) = (&self.suggestion, line.is_empty()) {
            return Some(ShownHint::new(suggestion, "", suggestion, self.colour));
        }
        let commands = self.session.as_ref()?.borrow().commands();
        let hint = completion::hint(&commands, line)?;
        let completion::Hint { name, args, usage } = &hint;
        Some(ShownHint::new(name, args, usage, self.colour))
    }
}

impl Highlighter for PromptHelper {
    /// Pasted text can contain characters that would control the terminal.
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

/// Blanks between two columns, as in the line editor.
const GAP: usize = 2;

/// Limits completions to what fits on the screen. With more, the line editor asks "Display all …
/// (y or n)" or stops at "--More--", and neither can be left with Ctrl-C or Ctrl-D.
fn fit_on_screen(pairs: Vec<Pair>) -> Vec<Pair> {
    let size = tcgetwinsize(stdout()).map(|size| (size.ws_col.into(), size.ws_row.into()));
    match size {
        Ok((columns @ 1.., rows @ 1..)) => fit(pairs, columns, rows),
        _ => fit(pairs, 80, 24),
    }
}

/// Limits completions to a window. The last one then shows how many are left out.
fn fit(mut pairs: Vec<Pair>, columns: usize, rows: usize) -> Vec<Pair> {
    let note = |count: usize| format!("... {count} more");
    let widths = pairs.iter().map(|pair| pair.display.chars().count());
    let widest = widths.max().unwrap_or(0).max(note(pairs.len()).len()) + GAP;
    // The last row is for the prompt that follows.
    let room = (rows.saturating_sub(1) * (columns / widest).max(1)).max(2);
    if pairs.len() <= room {
        return pairs;
    }
    // The common prefix of all, which is completed, is that of the first and the last.
    pairs.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    let left_out = pairs.len() - (room - 1);
    let last = pairs.pop().map(|last| Pair {
        display: note(left_out),
        ..last
    });
    pairs.truncate(room - 1);
    pairs.extend(last);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::completion::longest_common_prefix;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn the_right_arrow_accepts_names_but_not_placeholders() {
        let hint = |name, colour| ShownHint::new(name, " FILE", ":save FILE", colour);
        let shown = hint("ave", true);
        assert_eq!(
            (shown.display(), shown.completion()),
            ("ave FILE", Some("ave"))
        );
        let shown = hint("", true);
        assert_eq!((shown.display(), shown.completion()), (" FILE", None));
        let shown = hint("ave", false);
        assert_eq!(shown.display(), "   (:save FILE)");
    }

    #[test]
    fn names_that_can_be_typed_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for name in [
            "a.csv",
            "ab",
            "with blank",
            "tab\there",
            "esc\u{1b}",
            "reversed\u{202e}vsc",
            ".hidden",
            "äö",
        ] {
            fs::write(path.join(name), "").unwrap();
        }
        fs::write(path.join(std::ffi::OsStr::from_bytes(b"a\xff")), "").unwrap();
        fs::create_dir(path.join("sub")).unwrap();
        let root = format!("{}/", path.display());
        let found = |typed: &str| {
            let pairs = file_pairs(&format!("{root}{typed}")).into_iter();
            let name = |pair: Pair| pair.replacement.strip_prefix(&root).map(str::to_owned);
            pairs.filter_map(name).collect::<Vec<_>>()
        };
        assert_eq!(found(""), ["a.csv", "ab", "sub/", "äö"]);
        assert_eq!(found("a"), ["a.csv", "ab"]);
        assert_eq!(found("."), [".hidden"]);
        assert_eq!(found("sub/"), [""; 0]);
        assert_eq!(found("nowhere/"), [""; 0]);
    }

    fn pairs(count: usize) -> Vec<Pair> {
        let name = |n: usize| format!("name{n:04}");
        let pair = |n| Pair {
            display: name(n),
            replacement: format!("/folder/{}", name(n)),
        };
        (0..count).map(pair).collect()
    }

    fn shown(pairs: &[Pair]) -> Vec<&str> {
        pairs.iter().map(|pair| pair.display.as_str()).collect()
    }

    #[test]
    fn all_completions_that_fit_are_shown() {
        // Columns of 12 with their gap, as "... 30 more" needs 11: six of them, five rows.
        let fitting = fit(pairs(30), 80, 6);
        assert_eq!(fitting.len(), 30);
        assert!(shown(&fitting).iter().all(|name| name.starts_with("name")));
    }

    #[test]
    fn completions_that_do_not_fit_are_counted() {
        let fitting = fit(pairs(1000), 80, 6);
        let names = shown(&fitting);
        assert_eq!(names.len(), 25);
        assert_eq!(names[23], "name0023");
        assert_eq!(names[24], "... 976 more");
        // The common prefix stays the same.
        let all = longest_common_prefix(&pairs(1000)).map(str::to_owned);
        let kept = longest_common_prefix(&fitting);
        assert_eq!(kept, all.as_deref());
    }
}
