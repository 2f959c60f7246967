//! The context of a running command: drawing style and interruption.

use std::sync::atomic::AtomicBool;

use super::console::{StatusLine, Task};
use super::file_name::Folders;
use super::interrupt::Interrupt;
use super::modes::Modes;
use super::reply::{Part, Reply};
use super::text::Text;

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ASCII characters only.
    pub ascii: bool,
    /// Mark what the last move did, for a person at a terminal.
    pub mark_last_move: bool,
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
    /// Suppress boards (`--test`).
    pub hide_boards: bool,
    /// Tells long computations whether to stop.
    pub interrupt: Interrupt,
    /// Where a person sees how a long computation is getting on.
    pub status_line: Option<StatusLine>,
    /// The RNG seed, for whoever wants to see the same game again.
    pub seed: u64,
    /// Where files are that a person names.
    pub folders: Folders,
    /// The modes there are; the dispatcher fills them in.
    pub modes: Modes,
}

impl Context {
    /// The board that `draw` draws, unless boards are suppressed.
    pub fn board(&self, draw: impl FnOnce(DrawStyle) -> Text) -> Reply {
        if self.hide_boards {
            return Reply::new();
        }
        Reply::new().with(Part::Board(draw(self.style)))
    }

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
