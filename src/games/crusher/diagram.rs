//! Boards as the course text prints them, read and written.

use super::board::Layout;
use super::hex::{Cell, Hex};
use super::notation::{letter, side};
use thiserror::Error;

/// What stands between two cells of a row.
const GAP: &str = "   ";

/// Writes a board as the course text prints it: a line for each row, rows centred, three blanks
/// between cells, and no line break at the end.
///
/// ```
/// use game::games::crusher::{Hex, diagram, parse_board, parse_diagram};
///
/// let hex = Hex::new(2).ok_or("no such board")?;
/// let layout = parse_board(&hex, "WW-W-BB")?;
/// let drawn = "    W   W\n  -   W   -\n    B   B";
/// assert_eq!(diagram(&hex, &layout), drawn);
/// assert_eq!(parse_diagram(&hex, drawn)?, layout);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diagram(hex: &Hex, layout: &Layout) -> String {
    let lines: Vec<String> = rows(hex)
        .map(|cells| {
            let letters: Vec<String> = cells
                .iter()
                .map(|&cell| letter(layout.at(hex, cell)).to_string())
                .collect();
            // A cell and its gap are four columns wide, and each row is half a cell off the next.
            margin(hex, cells.len()) + " " + &letters.join(GAP)
        })
        .collect();
    lines.join("\n")
}

/// Why a text is not a diagram of a board. Rows and cells are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// It has too few or too many rows.
    #[error("the diagram has {found} rows, but N = {size} needs {needed}")]
    Rows {
        /// How many rows it has.
        found: usize,
        /// How many it should have.
        needed: usize,
        /// N.
        size: usize,
    },
    /// A row has too few or too many cells.
    #[error("row {row} of the diagram has {found} cells instead of {needed}")]
    Cells {
        /// Which row.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        needed: usize,
    },
    /// A row has something else than cells with three blanks between them.
    #[error(
        "cell {cell} in row {row} of the diagram is not one of W, B and - with three blanks before the next"
    )]
    Cell {
        /// Which row.
        row: usize,
        /// Which cell of that row.
        cell: usize,
    },
}

/// Reads a board as [`diagram`] writes it. How far a row is indented does not matter, nor do empty
/// lines around the diagram or blanks at the end of a line.
///
/// # Errors
/// If a row is missing or too long, or has anything but cells with three blanks between them.
pub fn parse_diagram(hex: &Hex, text: &str) -> Result<Layout, DiagramError> {
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .collect();
    let end = lines
        .iter()
        .rposition(|line| !line.trim().is_empty())
        .map_or(0, |last| last + 1);
    let lines = &lines[..end];
    let needed = rows(hex).count();
    if lines.len() != needed {
        return Err(DiagramError::Rows {
            found: lines.len(),
            needed,
            size: hex.size(),
        });
    }
    let mut pieces = [0; 2];
    for (index, (line, cells)) in lines.iter().zip(rows(hex)).enumerate() {
        let row = index + 1;
        let words: Vec<&str> = line.trim_matches(' ').split(GAP).collect();
        for (place, word) in words.iter().enumerate() {
            let bit = cells.get(place).map_or(0, |&cell| hex.bit(cell));
            let mut letters = word.chars();
            let only = letters.next().filter(|_| letters.next().is_none());
            match only.map(|letter| (letter, side(letter))) {
                Some((_, Some(side))) => pieces[side.index()] |= bit,
                Some(('-', None)) => {}
                _ => {
                    return Err(DiagramError::Cell {
                        row,
                        cell: place + 1,
                    });
                }
            }
        }
        if words.len() != cells.len() {
            return Err(DiagramError::Cells {
                row,
                found: words.len(),
                needed: cells.len(),
            });
        }
    }
    Ok(Layout::new(pieces))
}

/// The cells of each row, from the top.
pub(super) fn rows(hex: &Hex) -> impl Iterator<Item = Vec<Cell>> {
    let mut first = 0;
    hex.rows().map(move |length| {
        let cells = first..first + length;
        first += length;
        cells.filter_map(|index| hex.cell(index)).collect()
    })
}

pub(super) fn longest_row(hex: &Hex) -> usize {
    2 * hex.size() - 1
}

/// What stands before a row of so many cells, with room for the bracket of the first.
pub(super) fn margin(hex: &Hex, cells: usize) -> String {
    " ".repeat(1 + 2 * (longest_row(hex) - cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::crusher::tests::random_state;
    use crate::games::crusher::{Crusher, parse_board, show_board};

    #[test]
    fn what_is_written_is_read_for_every_size_and_any_board() {
        let mut rng = Rng::new(17);
        for size in Hex::SIZES {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let full = |piece: &str| parse_board(hex, &piece.repeat(hex.cells())).unwrap();
            let random = (0..100).map(|_| *random_state(&game, &mut rng).board.layout());
            for layout in random.chain(["-", "W", "B"].map(full)) {
                let drawn = diagram(hex, &layout);
                assert_eq!(parse_diagram(hex, &drawn), Ok(layout), "{drawn}");
                assert_eq!(parse_diagram(hex, &format!("\n{drawn} \n\n")), Ok(layout));
            }
        }
    }

    /// A diagram of the course text, the last two rows of which are indented wrongly.
    const INDENTED_WRONGLY: &str = "
      W   W   -
    -   W   -   -
  -   -   B   -   -
      B   -   B   -
    -   -   -
";

    #[test]
    fn margins_do_not_matter() {
        let hex = Hex::new(3).unwrap();
        let layout = parse_diagram(&hex, INDENTED_WRONGLY).unwrap();
        assert_eq!(show_board(&hex, &layout), "WW--W----B--B-B----");
    }

    #[test]
    fn each_way_of_being_wrong_is_told() {
        let hex = Hex::new(3).unwrap();
        let reason = |from: &str, to: &str| {
            let text = INDENTED_WRONGLY.replacen(from, to, 1);
            parse_diagram(&hex, &text).unwrap_err().to_string()
        };
        assert_eq!(
            reason("    -   -   -\n", ""),
            "the diagram has 4 rows, but N = 3 needs 5"
        );
        assert_eq!(
            parse_diagram(&hex, " \n").unwrap_err().to_string(),
            "the diagram has 0 rows, but N = 3 needs 5"
        );
        assert_eq!(
            reason("W   W   -", "W   W"),
            "row 1 of the diagram has 2 cells instead of 3"
        );
        assert_eq!(
            reason("W   W   -", "W   W   -   B"),
            "row 1 of the diagram has 4 cells instead of 3"
        );
        let cell = "of the diagram is not one of W, B and - with three blanks before the next";
        for (from, to, place) in [
            ("B   -   -", "*   -   -", "cell 3 in row 3"),
            ("B   -   -", "B  -   -", "cell 3 in row 3"),
            ("B   -   -", "B    -   -", "cell 4 in row 3"),
            ("B   -   -", "w   -   -", "cell 3 in row 3"),
            ("B   -   -", "B\t-   -", "cell 3 in row 3"),
            ("  -   -   B   -   -", "", "cell 1 in row 3"),
        ] {
            assert_eq!(reason(from, to), format!("{place} {cell}"), "{to:?}");
        }
    }
}
