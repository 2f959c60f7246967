//! What games on a grid of cells share: a saved game as CSV, and the board as text.
//!
//! A saved game is a line that says whose turn it is, then a line of cells for each row:
//!
//! ```text
//! O to play
//! X, ,
//!  ,O,
//! X, ,
//! ```

use std::fmt;

use thiserror::Error;

use crate::engine::Side;

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// Why a file is not a saved game on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The first line is wrong.
    #[error("the first line must be \"{0} to play\" or \"{1} to play\"")]
    Turn(char, char),
    /// The number of bytes fits no board.
    #[error("{found} bytes are not a board: {expected} are")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A cell, a comma or a line break is not where it must be.
    #[error("line {line}, column {column}: expected {expected}")]
    Symbol {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What must stand there.
        expected: Expected,
    },
}

/// What must stand somewhere in a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The letter of a side, or a blank.
    Cell([char; 2]),
    /// The comma between two cells.
    Comma,
    /// The end of a line.
    LineBreak,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Cell([first, second]) => write!(f, "{first}, {second} or a blank"),
            Expected::Comma => f.write_str("a comma"),
            Expected::LineBreak => f.write_str("a line break"),
        }
    }
}

/// The side to move by the first line of a file, and the bytes after that line.
pub(super) fn read_turn(bytes: &[u8], letters: [char; 2]) -> Result<(Side, &[u8]), Malformed> {
    let read = Side::BOTH.into_iter().find_map(|side| {
        let line = format!("{} to play\n", letters[side.index()]);
        Some((side, bytes.strip_prefix(line.as_bytes())?))
    });
    read.ok_or(Malformed::Turn(letters[0], letters[1]))
}

impl Grid {
    /// How many bytes a saved game has.
    pub(super) const fn file_len(self) -> usize {
        "X to play\n".len() + self.cells_len()
    }

    const fn cells_len(self) -> usize {
        2 * self.rows * self.columns
    }

    /// A saved game with the cell at each row and column, from 0.
    pub(super) fn write(self, turn: char, cell: impl Fn(usize, usize) -> char) -> String {
        let mut text = format!("{turn} to play\n");
        for row in 0..self.rows {
            for column in 0..self.columns {
                text.push(cell(row, column));
                let last = column + 1 == self.columns;
                text.push(if last { '\n' } else { ',' });
            }
        }
        text
    }

    /// The cells after the first line, in reading order: whose letter each one bears.
    pub(super) fn read_cells(
        self,
        bytes: &[u8],
        letters: [char; 2],
    ) -> Result<Vec<Option<Side>>, Malformed> {
        if bytes.len() != self.cells_len() {
            return Err(Malformed::Length {
                found: bytes.len(),
                expected: self.cells_len(),
            });
        }
        let mut cells = Vec::with_capacity(self.rows * self.columns);
        for (index, pair) in bytes.chunks(2).enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let wrong = |place: usize, expected| Malformed::Symbol {
                line: row + 2,
                column: 2 * column + place,
                expected,
            };
            let is = |side: Side| char::from(pair[0]) == letters[side.index()];
            cells.push(match Side::BOTH.into_iter().find(|&side| is(side)) {
                None if pair[0] != b' ' => return Err(wrong(1, Expected::Cell(letters))),
                side => side,
            });
            let expected = if column + 1 == self.columns {
                (b'\n', Expected::LineBreak)
            } else {
                (b',', Expected::Comma)
            };
            if pair[1] != expected.0 {
                return Err(wrong(2, expected.1));
            }
        }
        Ok(cells)
    }

    /// The board as text, with lines between the cells and without blanks at the ends of lines.
    /// Labels are aligned to the right.
    pub(super) fn draw(self, width: usize, label: impl Fn(usize, usize) -> String) -> String {
        let rule = vec!["-".repeat(width + 2); self.columns].join("+");
        let row = |row: usize| {
            let cells = (0..self.columns).map(|column| format!(" {:>width$}", label(row, column)));
            cells.collect::<Vec<String>>().join(" |")
        };
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        rows.join(&format!("\n{rule}\n"))
    }
}

/// A [drawn](Grid::draw) board with brackets around a cell: the last move.
pub(super) fn bracket(drawn: &str, width: usize, row: usize, column: usize) -> String {
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    // Rows alternate with rules.
    if let Some(line) = lines.get_mut(2 * row) {
        // A cell has a blank on each side and a bar behind it, at the end of a line neither.
        let open = column * (width + 3);
        let close = open + width + 1;
        line.replace_range(open..=open, "[");
        line.replace_range(close..line.len().min(close + 1), "]");
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LETTERS: [char; 2] = ['X', 'O'];

    proptest! {
        #[test]
        fn what_was_written_is_read(rows in 1usize..9, columns in 1usize..9, cells in prop::collection::vec(0u8..3, 64), second: bool) {
            let grid = Grid { rows, columns };
            let side = |row, column| match cells[row * columns + column] {
                0 => None,
                1 => Some(Side::First),
                _ => Some(Side::Second),
            };
            let letter = |row, column| side(row, column).map_or(' ', |side: Side| LETTERS[side.index()]);
            let turn = Side::BOTH[usize::from(second)];
            let text = grid.write(LETTERS[turn.index()], letter);
            prop_assert_eq!(text.len(), grid.file_len());
            let (read, rest) = read_turn(text.as_bytes(), LETTERS).unwrap();
            prop_assert_eq!(read, turn);
            let all: Vec<_> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            let all: Vec<_> = all.into_iter().map(|(row, column)| side(row, column)).collect();
            prop_assert_eq!(grid.read_cells(rest, LETTERS), Ok(all));
        }
    }

    #[test]
    fn a_wrong_length_is_told() {
        let grid = Grid {
            rows: 2,
            columns: 3,
        };
        for bytes in [&b""[..], b"X, , \n , , ", b"X, , \n , , \n\n"] {
            let wrong = Malformed::Length {
                found: bytes.len(),
                expected: 12,
            };
            assert_eq!(grid.read_cells(bytes, LETTERS), Err(wrong));
        }
        assert!(grid.read_cells(b"X, , \n ,O, \n", LETTERS).is_ok());
    }

    #[test]
    fn the_last_move_stands_in_brackets() {
        let small = " X | 2 | 3\n---+---+---\n 4 | 5 | O";
        assert_eq!(
            bracket(small, 1, 0, 0),
            "[X]| 2 | 3\n---+---+---\n 4 | 5 | O"
        );
        assert_eq!(
            bracket(small, 1, 1, 2),
            " X | 2 | 3\n---+---+---\n 4 | 5 |[O]"
        );
        let wide = "  1 |  X |  3 |  4";
        assert_eq!(bracket(wide, 2, 0, 1), "  1 |[ X]|  3 |  4");
    }
}
