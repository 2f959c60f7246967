//! The context of a running command: drawing style, interruption, files, the other modes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::console::{StatusLine, Task};
use super::file_name::Folders;
use super::interrupt::Interrupt;
use super::text::Marks;

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ASCII characters only.
    pub ascii: bool,
    /// How the last moves are marked; for a person at a terminal.
    pub marks: Marks,
    /// How many columns there are; none in a pipe, where a board is never made narrower.
    pub width: Option<usize>,
}

impl DrawStyle {
    /// Whether a line of so many characters can be shown without a break.
    #[must_use]
    pub fn fits(self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }

    /// A sentence of ours as it can be shown: without letters beyond ASCII if only that is wanted.
    #[must_use]
    pub fn spelled(self, text: &str) -> String {
        if self.ascii {
            text.replace('λ', "lambda")
        } else {
            text.to_owned()
        }
    }
}

/// What a command may use while it runs.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How to draw.
    pub style: DrawStyle,
    /// A person at a terminal reads along: what only advice tells is worth computing.
    pub person: bool,
    /// Tells long computations whether to stop.
    pub interrupt: Interrupt,
    /// Where a person sees how a long computation is getting on.
    pub status_line: Option<StatusLine>,
    /// The RNG seed, for whoever wants to see the same game again.
    pub seed: u64,
    /// Where files are that a person names.
    pub folders: Folders,
    /// Where a game in progress is kept for another run; none in a pipe.
    pub kept: Option<PathBuf>,
    /// The modes there are; the dispatcher fills them in.
    pub modes: Modes,
}

impl Context {
    /// Runs a long computation that Ctrl-C may cut short.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.interrupt.computing(work)
    }

    /// Runs a long computation that Ctrl-C may cut short, and shows a person how it is getting on.
    /// It passes on what it has found so far, in few words each, whenever there is news.
    pub fn computing_shown<R>(
        &self,
        task: Task,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(Vec<String>)) -> R,
    ) -> R {
        self.computing(|cancel| {
            let shown = self.status_line.map(|line| line.show(task));
            work(cancel, &mut |found| {
                if let Some(shown) = &shown {
                    shown.tell(found);
                }
            })
        })
    }
}

/// All modes, as far as each of them knows the others.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    /// Their names.
    pub names: &'static [&'static str],
    /// The rules of the mode with this name, in Markdown.
    pub rules: fn(&str) -> &'static str,
    /// The mode whose saved game is in this file.
    pub owner: fn(&Path) -> Option<&'static str>,
}

impl Modes {
    /// Modes of which only the names are known.
    #[must_use]
    pub const fn named(names: &'static [&'static str]) -> Self {
        Modes {
            names,
            rules: |_| "",
            owner: |_| None,
        }
    }

    /// A line for each mode: its name, and what it is.
    pub(super) fn list(&self, style: DrawStyle) -> Vec<String> {
        let width = self.names.iter().map(|name| name.len()).max().unwrap_or(0);
        let line = |name: &&str| {
            format!(
                "{name:width$}  {}",
                style.spelled(title((self.rules)(name)))
            )
        };
        self.names.iter().map(line).collect()
    }
}

impl Default for Modes {
    fn default() -> Self {
        Modes::named(&[])
    }
}

/// What a game is, by the title of its rules: `# tafl: Protect the λ`.
fn title(rules: &str) -> &str {
    let title = rules.lines().next().unwrap_or_default();
    title.split_once(": ").map_or("", |(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_listed_with_the_titles_of_their_rules() {
        let modes = Modes {
            rules: |name| match name {
                "go" => "# go: surround\n\nMore: than that\n",
                _ => "",
            },
            ..Modes::named(&["go", "chess"])
        };
        assert_eq!(
            modes.list(DrawStyle::default()),
            ["go     surround", "chess  "]
        );
    }
}
