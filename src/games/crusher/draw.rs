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
}
