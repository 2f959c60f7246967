//! The board on a terminal: in colour, with the numbers of the cells and the marks of the last move.

use super::Move;
use super::board::Layout;
use super::hex::{Cell, Hex};
use super::notation::{letter, longest_row, margin, rows};
use crate::engine::Side;
use crate::play::Mark;
use crate::repl::{DrawStyle, Line, Tone};

/// How wide a terminal is if nobody has made it wider.
const USUAL_WIDTH: usize = 80;

/// How a piece or an empty cell is painted.
pub(super) const fn tone(letter: char) -> Tone {
    match letter {
        'W' => Tone::Bright,
        'B' => Tone::Second,
        _ => Tone::Faint,
    }
}

/// A board with the last moves, newest first, and the sides that made them.
pub(super) struct Annotated<'a> {
    pub(super) hex: &'a Hex,
    pub(super) layout: &'a Layout,
    pub(super) last: Vec<(Side, Move)>,
    pub(super) style: DrawStyle,
}

/// Draws the board for a person who follows the game, with the last moves marked. The numbers of the
/// cells are beside the board, or in its empty cells if there is no room.
pub(super) fn annotated(board: &Annotated<'_>) -> Vec<Line> {
    let longest = longest_row(board.hex);
    let width = board.style.width.unwrap_or(USUAL_WIDTH);
    let fits = |&pitch: &usize| (4 + pitch) * longest + 5 - pitch <= width;
    let pitch = [4, 3].into_iter().find(fits);
    let row = |cells: Vec<Cell>| match pitch {
        Some(pitch) => row_beside_numbers(board, &cells, pitch),
        None => numbered_row(board, &cells, 3 * longest + 7 <= width),
    };
    rows(board.hex).map(row).collect()
}

/// Draws a row of the board, then its numbers with so many columns for each.
fn row_beside_numbers(board: &Annotated<'_>, cells: &[Cell], pitch: usize) -> Line {
    let mut line = Line::new().with(Tone::Plain, &margin(board.hex, cells.len()));
    for &cell in cells {
        board.push_piece(&mut line, cell);
        line.push(Tone::Plain, " ");
    }
    // Two blanks after the longest row, and again half a cell for each that is missing.
    let shorter = longest_row(board.hex) - cells.len();
    let gap = 2 + 2 * shorter + pitch * shorter / 2;
    line.push(Tone::Plain, &" ".repeat(gap));
    let number = |cell: &Cell| format!("{:>2}", cell.number());
    let all: Vec<String> = cells.iter().map(number).collect();
    line.push(Tone::Faint, &all.join(&" ".repeat(pitch - 2)));
    line
}

/// Draws a row with numbers in its empty cells, and those of its ends `around` it.
fn numbered_row(board: &Annotated<'_>, cells: &[Cell], around: bool) -> Line {
    let margin = 1 + 3 * (longest_row(board.hex) - cells.len()) / 2;
    let mut line = Line::new().with(Tone::Plain, &" ".repeat(margin));
    let ends = cells.first().zip(cells.last()).filter(|_| around);
    if let Some((first, _)) = ends {
        line.push(Tone::Faint, &format!("{:>2}>", first.number()));
    }
    for &cell in cells {
        if board.layout.at(board.hex, cell).is_none() && board.mark(cell).is_none() {
            line.push(Tone::Faint, &format!("{:>2} ", cell.number()));
        } else {
            board.push_piece(&mut line, cell);
        }
    }
    if let Some((_, last)) = ends {
        line.push(Tone::Faint, &format!("<{}", last.number()));
    }
    line
}

impl Annotated<'_> {
    fn mark(&self, cell: Cell) -> Option<Mark> {
        let mark = |&(side, mv): &(Side, Move)| {
            (mv.to == cell || mv.from == cell).then(|| Mark {
                reached: mv.to == cell,
                tone: tone(letter(Some(side))),
            })
        };
        self.last.iter().find_map(mark)
    }

    /// Appends a cell of three columns.
    fn push_piece(&self, line: &mut Line, cell: Cell) {
        let (mark, marks) = (self.mark(cell), self.style.marks);
        let letter = letter(self.layout.at(self.hex, cell));
        Mark::push_between(line, None, mark, marks);
        let text = letter.encode_utf8(&mut [0; 4]).to_owned();
        Mark::push_cell(line, mark, tone(letter), &text, marks);
        Mark::push_between(line, mark, None, marks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::games::crusher::{Crusher, diagram};

    /// The start of a game in a window of some width.
    fn drawn(game: &Crusher, width: Option<usize>) -> Vec<Line> {
        annotated(&Annotated {
            hex: game.hex(),
            layout: game.start().board.layout(),
            last: Vec::new(),
            style: DrawStyle {
                width,
                ..DrawStyle::default()
            },
        })
    }

    #[test]
    fn cells_are_numbered_for_every_size_within_the_usual_width() {
        for size in Hex::SIZES {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let lines = drawn(&game, None);
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
            let lines = drawn(&game, Some(width));
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
