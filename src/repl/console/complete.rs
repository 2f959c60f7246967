//! Completion, hints and highlighting for rustyline.

use std::borrow::Cow;
use std::fs;
use std::rc::Rc;

use anstyle::Style;
use rustix::stdio::stdout;
use rustix::termios::tcgetwinsize;
use rustyline::completion::{Completer, Pair, longest_common_prefix};
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
    session: Option<SharedSession>,
    /// A whole line that was probably meant before.
    suggestion: Option<String>,
    colour: bool,
}

impl PromptHelper {
    pub(super) fn new(colour: bool) -> Self {
        PromptHelper {
            session: None,
            suggestion: None,
            colour,
        }
    }

    /// Helps with this session from now on.
    pub(super) fn serve(&mut self, session: &SharedSession) {
        self.session = Some(Rc::clone(session));
    }

    /// Offers a line at an empty prompt.
    pub(super) fn suggest(&mut self, line: Option<String>) {
        self.suggestion = line;
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
        if let (Some(suggestion), true) = (&self.suggestion, line.is_empty()) {
            let (display, replacement) = (suggestion.clone(), suggestion.clone());
            return Ok((
                0,
                vec![Pair {
                    display,
                    replacement,
                }],
            ));
        }
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
        Ok((start, fit_on_screen(pairs)))
    }
}

/// Completes a file name; the list shows it without its folder.
fn file_pairs(typed: &str) -> Vec<Pair> {
    let pair = |name: String| Pair {
        display: last_part(&name).to_owned(),
        replacement: name,
    };
    files_beginning_with(typed).into_iter().map(pair).collect()
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
        // The names of arguments are not typed.
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
        if pos < line.len() {
            return None;
        }
        if let (Some(suggestion), true) = (&self.suggestion, line.is_empty()) {
            let line = completion::Hint {
                name: suggestion.clone(),
                args: String::new(),
                usage: suggestion.clone(),
            };
            return Some(ShownHint::new(line, self.colour));
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

/// The most file names that are offered.
const MOST_FILES: usize = 1000;

/// File names that begin with what was typed, folders with a slash at the end. A name with a blank is
/// left out: it would be two words.
fn files_beginning_with(typed: &str) -> Vec<String> {
    if typed == "~" {
        return vec!["~/".to_owned()];
    }
    let (folder, beginning) = split_path(typed);
    let place = Folders::of_user().path_of(if folder.is_empty() { "." } else { folder });
    let Ok(entries) = fs::read_dir(place) else {
        return Vec::new();
    };
    let names = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let wanted = name.starts_with(beginning)
            && (beginning.starts_with('.') || !name.starts_with('.'))
            && !name.contains(|c: char| c.is_ascii_whitespace() || steers(c));
        // Through links: what they lead to is what can be loaded.
        let slash = |path| fs::metadata(path).is_ok_and(|data| data.is_dir());
        wanted.then(|| {
            let slash = if slash(entry.path()) { "/" } else { "" };
            format!("{folder}{name}{slash}")
        })
    });
    let mut names: Vec<String> = names.take(MOST_FILES).collect();
    names.sort();
    names
}

/// The last component of a path.
fn last_part(name: &str) -> &str {
    let trimmed = name.strip_suffix('/').unwrap_or(name);
    &name[split_path(trimmed).0.len()..]
}

/// Splits a path after its last slash.
fn split_path(typed: &str) -> (&str, &str) {
    typed.split_at(typed.rfind('/').map_or(0, |slash| slash + 1))
}

/// Blanks between two columns, as the line editor has them.
const GAP: usize = 2;

/// Limits completions to what fits on the screen. For more the line editor asks "Display all …
/// (y or n)" or stops at "--More--", and neither question can be left by Ctrl-C or Ctrl-D.
fn fit_on_screen(pairs: Vec<Pair>) -> Vec<Pair> {
    // As the line editor does: an unknown width is 80 columns, an unknown height no limit.
    let known = |size: u16, unknown: usize| if size == 0 { unknown } else { size.into() };
    let (columns, rows) = tcgetwinsize(stdout()).map_or((80, 24), |size| {
        (known(size.ws_col, 80), known(size.ws_row, u16::MAX.into()))
    });
    fit(pairs, columns, rows)
}

/// Limits completions to so many columns and rows. The last one then says how many are left out. The
/// common prefix stays the same.
fn fit(mut pairs: Vec<Pair>, columns: usize, rows: usize) -> Vec<Pair> {
    // The last row is for the prompt that follows.
    let rows = rows.saturating_sub(1);
    let widest = pairs.iter().map(|pair| display_width(&pair.display)).max();
    // Room for the note about the others, too.
    let column = (widest.unwrap_or(0).max(display_width(&note(pairs.len()))) + GAP).min(columns);
    let room = rows * (columns / column.max(1)).max(1);
    if pairs.len() <= room || pairs.len() < 2 {
        return pairs;
    }
    if room < 2 {
        let common = longest_common_prefix(&pairs).map(str::to_owned);
        let only = |common: String| Pair {
            display: common.clone(),
            replacement: common,
        };
        return common.map(only).into_iter().collect();
    }
    pairs.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    let left_out = pairs.len() - (room - 1);
    // What the first and the last have in common, all have.
    if let Some(mut last) = pairs.pop() {
        last.display = note(left_out);
        pairs.truncate(room - 1);
        pairs.push(last);
    }
    pairs
}

fn note(count: usize) -> String {
    format!("... {count} more")
}

/// How many columns a text takes at most.
fn display_width(text: &str) -> usize {
    text.chars()
        .map(|c| if c < '\u{1100}' { 1 } else { 2 })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

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
            let names = files_beginning_with(&format!("{root}{typed}"));
            let short = names.iter().map(|name| name.strip_prefix(&root).unwrap());
            short.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(found(""), ["a.csv", "ab", "sub/", "äö"]);
        assert_eq!(found("a"), ["a.csv", "ab"]);
        assert_eq!(found("."), [".hidden"]);
        assert_eq!(found("sub/"), [""; 0]);
        assert_eq!(found("nowhere/"), [""; 0]);
        assert_eq!(last_part("/x/sub/"), "sub/");
        assert_eq!(last_part("x/y"), "y");
        assert_eq!(last_part("y"), "y");
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
    fn what_fits_is_shown_whole() {
        // Columns of 12 with their gap, as "... 30 more" needs 11: six of them, five rows.
        let fitting = fit(pairs(30), 80, 6);
        assert_eq!(fitting.len(), 30);
        assert!(shown(&fitting).iter().all(|name| name.starts_with("name")));
    }

    #[test]
    fn of_more_the_first_are_shown_and_the_rest_is_counted() {
        let fitting = fit(pairs(1000), 80, 6);
        let names = shown(&fitting);
        assert_eq!(names.len(), 25);
        assert_eq!(names[23], "name0023");
        assert_eq!(names[24], "... 976 more");
        // What is typed further stays what all have in common.
        let all = longest_common_prefix(&pairs(1000)).map(str::to_owned);
        let kept = longest_common_prefix(&fitting);
        assert_eq!(kept, all.as_deref());
    }

    #[test]
    fn no_screen_is_too_small() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 1), (1, 24), (5, 3), (12, 2)] {
            for count in [0, 1, 2, 3, 100] {
                let fitting = fit(pairs(count), columns, rows);
                assert!(fitting.len() <= count);
                // The line editor would stop at "--More--" in the last row.
                assert!(fitting.len() < rows.max(2), "{columns}x{rows} {count}");
            }
        }
    }
}
