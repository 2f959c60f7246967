//! The result of a search.

use super::score::{Ending, ending};

/// The result of a search, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move; none only if the game is over.
    pub best: Option<M>,
    /// What it is worth: see [`ending`](super::ending) for forced ends.
    pub score: i32,
    /// How many plies ahead the last complete iteration looked. 0 if not even the first one was
    /// completed: then the move is merely legal.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// The principal variation: the line that both sides are expected to play.
    pub line: Vec<M>,
    /// Whether the score is what the position is truly worth: no deeper search can find another.
    pub proven: bool,
}

/// Gets the report of a search that goes on. Called by the thread that started the search.
pub type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<M: Copy> Report<M> {
    /// The report of a move that was chosen without a search: nothing is known about its worth.
    pub fn unsearched(mv: M) -> Self {
        Report {
            best: Some(mv),
            score: 0,
            depth: 0,
            nodes: 0,
            line: vec![mv],
            proven: false,
        }
    }
}

impl<M> Report<M> {
    /// The forced end that the search found, if it found one.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        ending(self.score)
    }
}
