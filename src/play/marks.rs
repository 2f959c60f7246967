//! Marks of the last moves on a board: brackets, or colours behind the cells.

use crate::repl::{Line, Marks, Tone};

/// A cell that one of the last moves left or reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether the piece that moved stands there, or stood.
    pub reached: bool,
    /// The tone of that piece.
    pub tone: Tone,
}

impl Mark {
    /// Appends what stands between two cells: a blank, or the mark of one of them. Where only one
    /// has room, the cell that was reached goes first: `[O]·)`.
    pub fn push_between(line: &mut Line, left: Option<Mark>, right: Option<Mark>, marks: Marks) {
        let (mark, brackets) = match (left, right) {
            (None, None) => return line.push(Tone::Plain, " "),
            (Some(left), Some(right)) if left.reached || !right.reached => (left, [")", "]"]),
            (_, Some(right)) => (right, ["(", "["]),
            (Some(left), None) => (left, [")", "]"]),
        };
        match marks {
            Marks::Colours => line.push_marked(mark.tone, " "),
            _ => line.push(Tone::Trace, brackets[usize::from(mark.reached)]),
        }
    }

    /// Appends the letter of a cell, in the colour of its mark if it has one.
    pub fn push_cell(line: &mut Line, mark: Option<Mark>, tone: Tone, text: &str, marks: Marks) {
        match mark {
            Some(mark) if marks == Marks::Colours => {
                // An empty cell has the colour of the piece that left it.
                let tone = if tone == Tone::Faint { mark.tone } else { tone };
                line.push_marked(tone, text);
            }
            _ => line.push(tone, text),
        }
    }
}
