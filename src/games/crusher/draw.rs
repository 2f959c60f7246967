//! The board as the course text prints it: rows centred, three blanks between cells.

use super::Move;
use super::board::Layout;
use super::hex::{Cell, Hex};
use super::notation::letter;
use crate::repl::{Line, Tone};

/// How wide a terminal is if nobody has made it wider.
const USUAL_WIDTH: usize = 80;

/// The board as a diagram: a line for each row, without a line break at the end.
#[must_use]
pub fn diagram(hex: &Hex, layout: &Layout) -> String {
    let widest = 2 * hex.size() - 1;
    let mut index = 0;
    let lines: Vec<String> = hex
        .rows()
        .map(|length| {
            let cells: Vec<String> = (index..index + length)
                .filter_map(|index| hex.cell(index))
                .map(|cell| letter(layout.at(hex, cell)).to_string())
                .collect();
            index += length;
            // A cell and its gap are four columns wide, and each row is half a cell off the next.
            let indent = " ".repeat(2 + 2 * (widest - length));
            indent + &cells.join("   ")
        })
        .collect();
    lines.join("\n")
}

/// How a piece or an empty cell is painted.
pub(super) const fn tone(letter: char) -> Tone {
    match letter {
        'W' => Tone::First,
        'B' => Tone::Second,
        _ => Tone::Faint,
    }
}

/// The diagram for a person who follows the game: the piece that moved stands in brackets, the cell
/// it came from in parentheses. The numbers of the cells are beside it, where there is room.
pub(super) fn annotated(hex: &Hex, layout: &Layout, last: Option<Move>) -> Vec<Line> {
    let widest = 2 * hex.size() - 1;
    let half = 2 + 4 * widest;
    let mut index = 0;
    hex.rows()
        .map(|length| {
            let cells: Vec<Cell> = (index..index + length)
                .filter_map(|index| hex.cell(index))
                .collect();
            index += length;
            let margin = " ".repeat(1 + 2 * (widest - length));
            let mut line = Line::new().with(Tone::Plain, &margin);
            for &cell in &cells {
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
            if 2 * half <= USUAL_WIDTH {
                line.push(Tone::Plain, &margin);
                line.push(Tone::Plain, &margin);
                let numbers: Vec<String> = cells
                    .iter()
                    .map(|cell| format!("{:>2}", cell.number()))
                    .collect();
                line.push(Tone::Faint, &numbers.join("  "));
            }
            line
        })
        .collect()
}
