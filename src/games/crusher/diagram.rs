//! The board for people: the course text's diagram, read and written, and the drawing on a terminal.

use super::Move;
use super::board::Layout;
use super::hex::{Cell, Hex};
use super::notation::{letter, side};
use crate::repl::{Line, Tone};
use thiserror::Error;

/// How wide a terminal is if nobody has made it wider.
const USUAL_WIDTH: usize = 80;

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
fn rows(hex: &Hex) -> impl Iterator<Item = Vec<Cell>> {
    let mut first = 0;
    hex.rows().map(move |length| {
        let cells = first..first + length;
        first += length;
        cells.filter_map(|index| hex.cell(index)).collect()
    })
}

/// How a piece or an empty cell is painted.
pub(super) const fn tone(letter: char) -> Tone {
    match letter {
        'W' => Tone::First,
        'B' => Tone::Second,
        _ => Tone::Faint,
    }
}

/// Draws the board for a person who follows the game: the piece that moved stands in brackets, the
/// cell it came from in parentheses. The numbers of the cells are beside the board, or below it if
/// there is no room.
pub(super) fn annotated(hex: &Hex, layout: &Layout, last: Option<Move>) -> Vec<Line> {
    let mut board: Vec<Line> = rows(hex)
        .map(|cells| board_row(hex, layout, last, &cells))
        .collect();
    let beside = 2 * (2 + 4 * longest_row(hex)) <= USUAL_WIDTH;
    let numbers = rows(hex).map(|cells| {
        let numbers: Vec<String> = cells
            .iter()
            .map(|cell| format!("{:>2}", cell.number()))
            .collect();
        (margin(hex, cells.len()), numbers.join("  "))
    });
    if beside {
        for (line, (margin, numbers)) in board.iter_mut().zip(numbers) {
            // As far from the end of its row as that is from the end of the longest one.
            line.push(Tone::Plain, &margin.repeat(2));
            line.push(Tone::Faint, &numbers);
        }
    } else {
        board.push(Line::new());
        board.extend(numbers.map(|(margin, numbers)| {
            Line::new()
                .with(Tone::Plain, &margin)
                .with(Tone::Faint, &numbers)
        }));
    }
    board
}

/// A row of the board with the marks of the last move.
fn board_row(hex: &Hex, layout: &Layout, last: Option<Move>, cells: &[Cell]) -> Line {
    let mut line = Line::new().with(Tone::Plain, &margin(hex, cells.len()));
    for &cell in cells {
        let [before, after] = match last {
            Some(mv) if mv.to == cell => ["[", "]"],
            Some(mv) if mv.from == cell => ["(", ")"],
            _ => [" ", " "],
        };
        let letter = letter(layout.at(hex, cell));
        line.push(Tone::Trace, before);
        line.push(tone(letter), letter.encode_utf8(&mut [0; 4]));
        line.push(Tone::Trace, after);
        line.push(Tone::Plain, " ");
    }
    line
}

fn longest_row(hex: &Hex) -> usize {
    2 * hex.size() - 1
}

/// What stands before a row of so many cells, with room for the bracket of the first.
fn margin(hex: &Hex, cells: usize) -> String {
    " ".repeat(1 + 2 * (longest_row(hex) - cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
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

    #[test]
    fn cells_are_numbered_for_every_size_within_the_usual_width() {
        for size in Hex::SIZES {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let lines = annotated(hex, game.start().board.layout(), None);
            let text: Vec<String> = lines.iter().map(Line::plain).collect();
            assert!(text.iter().all(|line| line.trim_end().len() < USUAL_WIDTH));
            let numbers: Vec<usize> = text
                .iter()
                .flat_map(|line| line.split(' '))
                .filter_map(|word| word.parse().ok())
                .collect();
            assert_eq!(numbers, (1..=hex.cells()).collect::<Vec<_>>());
            // Without the numbers it is the diagram.
            for (drawn, row) in text
                .iter()
                .zip(diagram(hex, game.start().board.layout()).lines())
            {
                assert!(drawn.starts_with(row), "{drawn}");
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
