//! The board on a terminal: in colour, with the numbers of the cells and the marks of the last move.

use super::Move;
use super::board::Layout;
use super::hex::{Cell, Hex};
use super::notation::{letter, longest_row, margin, rows};
use crate::repl::{Line, Tone};

/// How wide a terminal is if nobody has made it wider.
const USUAL_WIDTH: usize = 80;

/// How a piece or an empty cell is painted.
pub(super) const fn tone(letter: char) -> Tone {
    match letter {
        'W' => Tone::First,
        'B' => Tone::Second,
        _ => Tone::Faint,
    }
}

/// Draws the board for a person who follows the game: the piece that moved stands in brackets, the
/// cell it came from in parentheses. The numbers of the cells are beside the board, or in its empty
/// cells if there is no room.
pub(super) fn annotated(
    hex: &Hex,
    layout: &Layout,
    last: Option<Move>,
    width: Option<usize>,
) -> Vec<Line> {
    let longest = longest_row(hex);
    let width = width.unwrap_or(USUAL_WIDTH);
    let fits = |&pitch: &usize| (4 + pitch) * longest + 5 - pitch <= width;
    let pitch = [4, 3].into_iter().find(fits);
    let row = |cells: Vec<Cell>| match pitch {
        Some(pitch) => row_beside_numbers(hex, layout, last, &cells, pitch),
        None => numbered_row(hex, layout, last, &cells, 3 * longest + 7 <= width),
    };
    rows(hex).map(row).collect()
}

/// Draws a row of the board, then its numbers with so many columns for each.
fn row_beside_numbers(
    hex: &Hex,
    layout: &Layout,
    last: Option<Move>,
    cells: &[Cell],
    pitch: usize,
) -> Line {
    let mut line = Line::new().with(Tone::Plain, &margin(hex, cells.len()));
    for &cell in cells {
        push_piece(&mut line, hex, layout, last, cell);
        line.push(Tone::Plain, " ");
    }
    // Two blanks after the longest row, and again half a cell for each that is missing.
    let shorter = longest_row(hex) - cells.len();
    let gap = 2 + 2 * shorter + pitch * shorter / 2;
    line.push(Tone::Plain, &" ".repeat(gap));
    let number = |cell: &Cell| format!("{:>2}", cell.number());
    let all: Vec<String> = cells.iter().map(number).collect();
    line.push(Tone::Faint, &all.join(&" ".repeat(pitch - 2)));
    line
}

/// Draws a row with numbers in its empty cells, and those of its ends `around` it.
fn numbered_row(
    hex: &Hex,
    layout: &Layout,
    last: Option<Move>,
    cells: &[Cell],
    around: bool,
) -> Line {
    let margin = 1 + 3 * (longest_row(hex) - cells.len()) / 2;
    let mut line = Line::new().with(Tone::Plain, &" ".repeat(margin));
    let ends = cells.first().zip(cells.last()).filter(|_| around);
    if let Some((first, _)) = ends {
        line.push(Tone::Faint, &format!("{:>2}>", first.number()));
    }
    for &cell in cells {
        let left = last.is_some_and(|mv| mv.from == cell);
        if layout.at(hex, cell).is_none() && !left {
            line.push(Tone::Faint, &format!("{:>2} ", cell.number()));
        } else {
            push_piece(&mut line, hex, layout, last, cell);
        }
    }
    if let Some((_, last)) = ends {
        line.push(Tone::Faint, &format!("<{}", last.number()));
    }
    line
}

/// A cell of three columns with the marks of the last move.
fn push_piece(line: &mut Line, hex: &Hex, layout: &Layout, last: Option<Move>, cell: Cell) {
    let [before, after] = match last {
        Some(mv) if mv.to == cell => ["[", "]"],
        Some(mv) if mv.from == cell => ["(", ")"],
        _ => [" ", " "],
    };
    let letter = letter(layout.at(hex, cell));
    line.push(Tone::Trace, before);
    line.push(tone(letter), letter.encode_utf8(&mut [0; 4]));
    line.push(Tone::Trace, after);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::games::crusher::{Crusher, diagram};

    #[test]
    fn cells_are_numbered_for_every_size_within_the_usual_width() {
        for size in Hex::SIZES {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let lines = annotated(hex, game.start().board.layout(), None, None);
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
    #[test]
    fn the_largest_board_has_its_numbers_in_every_usual_window() {
        let game = Crusher::new(6).unwrap();
        let drawn = |width| {
            let lines = annotated(game.hex(), game.start().board.layout(), None, Some(width));
            lines[2].plain().trim_end().to_owned()
        };
        assert_eq!(
            drawn(80),
            "        -   -   -   -   -   -   -   -              14 15 16 17 18 19 20 21"
        );
        assert_eq!(drawn(40), "     14>14 15 16 17 18 19 20 21 <21");
        assert_eq!(drawn(36), "     14 15 16 17 18 19 20 21");
    }
}
