//! The board on a terminal: in colour, with the numbers of the cells and the marks of the last move.

use super::Move;
use super::board::Layout;
use super::diagram::{longest_row, margin, rows};
use super::hex::{Cell, Hex};
use super::notation::letter;
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

/// Where the numbers of the cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// In a picture of their own beside the board, with so many columns for each.
    Beside(usize),
    /// In the empty cells, and those of the first and the last cell at both ends of a row too.
    InsideAndAround,
    /// In the empty cells.
    Inside,
    /// Nowhere.
    Nowhere,
}

impl Numbers {
    /// The most that fits into so many columns.
    fn fitting(longest: usize, width: usize) -> Numbers {
        let forms = [
            (8 * longest + 1, Numbers::Beside(4)),
            (7 * longest + 2, Numbers::Beside(3)),
            (3 * longest + 7, Numbers::InsideAndAround),
            (3 * longest + 1, Numbers::Inside),
        ];
        let fits = forms.into_iter().find(|&(columns, _)| columns <= width);
        fits.map_or(Numbers::Nowhere, |(_, numbers)| numbers)
    }
}

/// Draws the board for a person who follows the game: the piece that moved stands in brackets, the
/// cell it came from in parentheses. The numbers of the cells are beside the board, or in it if there
/// is no room.
pub(super) fn annotated(
    hex: &Hex,
    layout: &Layout,
    last: Option<Move>,
    width: Option<usize>,
) -> Vec<Line> {
    let longest = longest_row(hex);
    let numbers = Numbers::fitting(longest, width.unwrap_or(USUAL_WIDTH));
    let row = |cells: Vec<Cell>| {
        let shorter = longest - cells.len();
        match numbers {
            Numbers::Beside(pitch) => {
                let mut line = Line::new().with(Tone::Plain, &margin(hex, cells.len()));
                for &cell in &cells {
                    push_piece(&mut line, hex, layout, last, cell);
                    line.push(Tone::Plain, " ");
                }
                // Two blanks behind the longest row, and again half a cell for each that is missing.
                let gap = 2 + 2 * shorter + pitch * shorter / 2;
                line.push(Tone::Plain, &" ".repeat(gap));
                let number = |cell: &Cell| format!("{:>2}", cell.number());
                let all: Vec<String> = cells.iter().map(number).collect();
                line.push(Tone::Faint, &all.join(&" ".repeat(pitch - 2)));
                line
            }
            Numbers::InsideAndAround | Numbers::Inside => {
                let around = numbers == Numbers::InsideAndAround;
                inside_row(hex, layout, last, &cells, around)
            }
            Numbers::Nowhere => bare_row(hex, layout, last, &cells),
        }
    };
    rows(hex).map(row).collect()
}

/// A row with numbers in its empty cells.
fn inside_row(
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

/// A row as narrow as it can be: no numbers, and of the marks only the brackets.
fn bare_row(hex: &Hex, layout: &Layout, last: Option<Move>, cells: &[Cell]) -> Line {
    let margin = " ".repeat(longest_row(hex) - cells.len());
    let mut line = Line::new().with(Tone::Plain, &margin);
    let mut before = " ";
    for &cell in cells {
        let moved = last.is_some_and(|mv| mv.to == cell);
        let letter = letter(layout.at(hex, cell));
        line.push(Tone::Trace, if moved { "[" } else { before });
        line.push(tone(letter), letter.encode_utf8(&mut [0; 4]));
        before = if moved { "]" } else { " " };
    }
    line.push(Tone::Trace, before.trim_end());
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
    fn no_line_is_wider_than_the_window_and_numbers_are_left_out_last() {
        for size in 3..=6 {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let start = game.start();
            let mv = game.move_list(&start)[0];
            let after = game.play(&start, mv);
            for width in 2 * longest_row(hex) + 1..100 {
                let lines = annotated(hex, after.board.layout(), Some(mv), Some(width));
                for line in &lines {
                    let columns = line.plain().trim_end().chars().count();
                    assert!(columns <= width, "{columns} > {width}: {line:?}");
                }
                let text: String = lines.iter().map(Line::plain).collect();
                assert!(text.contains(&format!("[{}]", 'W')), "{text}");
                let numbered = text.contains(char::is_numeric);
                assert_eq!(numbered, width > 3 * longest_row(hex), "{text}");
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
