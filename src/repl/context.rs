//! What a mode may use while it runs a command: how to draw, and whether to go on computing.

use std::sync::atomic::AtomicBool;

use super::interrupt::Interrupt;
use super::reply::{Part, Reply};
use super::text::Text;

/// How things are to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// Letters of ASCII alone.
    pub ascii: bool,
    /// Mark what the last move did: for a person who follows the game on a terminal.
    pub mark_last_move: bool,
}

/// What a mode may use while it runs a command.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How to draw.
    pub style: DrawStyle,
    /// Nobody wants to see scenery, so it need not be drawn.
    pub hide_boards: bool,
    /// Long computations ask this whether they should come to an end.
    pub interrupt: Interrupt,
}

impl Context {
    /// The scenery that `draw` draws, as a reply: nothing where nobody would see it.
    pub fn board(&self, draw: impl FnOnce(DrawStyle) -> Text) -> Reply {
        if self.hide_boards {
            return Reply::new();
        }
        Reply::new().with(Part::Board(draw(self.style)))
    }

    /// Does something long that Ctrl-C may cut short.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.interrupt.computing(work)
    }
}
