//! The board on a terminal: in colour, with the numbers of the cells and the marks of the last move.

use super::Crusher;
use super::hex::{Cell, Hex};
use super::notation::{diagram, letter, margin};
use crate::engine::Side;
use crate::play::{BoardView, Mark};
use crate::repl::{DrawStyle, Line, Marks, Tone};

/// The usual width of a terminal.
const USUAL_WIDTH: usize = 80;

/// Returns the tone of a piece or an empty cell.
const fn tone(letter: char) -> Tone {
    match letter {
        'W' => Tone::Bright,
        'B' => Tone::Second,
        _ => Tone::Faint,
    }
}

/// A board that is drawn.
pub(super) struct Drawing<'a> {
    pub(super) hex: &'a Hex,
    pub(super) view: BoardView<'a, Crusher>,
    pub(super) style: DrawStyle,
}

impl Drawing<'_> {
    /// Draws the rows, for a person with the last moves marked. The numbers of the cells are beside the
    /// board, or in its empty cells if there is no room.
    pub(super) fn rows(&self) -> Vec<Line> {
        if self.style.marks == Marks::None {
            let rows = diagram(self.hex, self.view.state.board.layout());
            return rows.lines().map(|row| Line::painted(row, tone)).collect();
        }
        let longest = self.hex.longest_row();
        let width = self.style.width.unwrap_or(USUAL_WIDTH);
        let fits = |&pitch: &usize| (4 + pitch) * longest + 5 - pitch <= width;
        let pitch = [4, 3].into_iter().find(fits);
        let row = |cells: Vec<Cell>| match pitch {
            Some(pitch) => self.row_beside_numbers(&cells, pitch),
            None => self.numbered_row(&cells, 3 * longest + 7 <= width),
        };
        self.hex.rows().map(row).collect()
    }

    /// Draws a row of the board, then its numbers with so many columns for each.
    fn row_beside_numbers(&self, cells: &[Cell], pitch: usize) -> Line {
        let mut line = Line::new().with(Tone::Plain, &margin(self.hex, cells.len()));
        for &cell in cells {
            self.push_piece(&mut line, cell);
            line.push(Tone::Plain, " ");
        }
        // Two blanks after the longest row, and again half a cell for each that is missing.
        let shorter = self.hex.longest_row() - cells.len();
        let gap = 2 + 2 * shorter + pitch * shorter / 2;
        line.push(Tone::Plain, &" ".repeat(gap));
        let number = |cell: &Cell| format!("{:>2}", cell.number());
        let all: Vec<String> = cells.iter().map(number).collect();
        line.push(Tone::Faint, &all.join(&" ".repeat(pitch - 2)));
        line
    }

    /// Draws a row with numbers in its empty cells, and those of its ends `around` it.
    fn numbered_row(&self, cells: &[Cell], around: bool) -> Line {
        let margin = 1 + 3 * (self.hex.longest_row() - cells.len()) / 2;
        let mut line = Line::new().with(Tone::Plain, &" ".repeat(margin));
        let ends = cells.first().zip(cells.last()).filter(|_| around);
        if let Some((first, _)) = ends {
            line.push(Tone::Faint, &format!("{:>2}>", first.number()));
        }
        for &cell in cells {
            if self.piece(cell).is_none() && self.mark(cell).is_none() {
                line.push(Tone::Faint, &format!("{:>2} ", cell.number()));
            } else {
                self.push_piece(&mut line, cell);
            }
        }
        if let Some((_, last)) = ends {
            line.push(Tone::Faint, &format!("<{}", last.number()));
        }
        line
    }

    /// Returns the last moves in words, and how many of N pieces each side has lost:
    /// `B 17 → 10, crushes W`, `lost: W 1, B 0 of 3`.
    pub(super) fn captions(&self, game: &Crusher) -> Vec<Line> {
        let push = |line: &mut Line, side: Side, text: &str| {
            let letter = letter(Some(side));
            line.push(tone(letter), &letter.to_string());
            line.push(Tone::Plain, text);
        };
        let arrow = if self.style.ascii { "->" } else { "→" };
        let mut lines: Vec<Line> = Vec::new();
        for (before, mv) in self.view.marked(self.style) {
            let (mut line, side) = (Line::from("  "), before.to_move);
            push(&mut line, side, " ");
            line.push(Tone::Trace, &format!("{} {arrow} {}", mv.from, mv.to));
            if game.captures(before, mv) {
                line.push(Tone::Plain, ", crushes ");
                push(&mut line, side.other(), "");
            }
            lines.insert(0, line);
        }
        let pieces = 2 * game.size() - 1;
        let lost = |side| pieces.saturating_sub(self.view.state.board.count(side));
        let [white, black] = Side::BOTH.map(lost);
        let lost = format!("  lost: W {white}, B {black} of {}", game.size());
        lines.push(Line::from(&*lost));
        lines
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        self.view.state.board.layout().at(self.hex, cell)
    }

    fn mark(&self, cell: Cell) -> Option<Mark> {
        let mut moves = self.view.marked(self.style);
        let (before, mv) = moves.find(|(_, mv)| mv.to == cell || mv.from == cell)?;
        Some(Mark {
            reached: mv.to == cell,
            tone: tone(letter(Some(before.to_move))),
        })
    }

    /// Appends a cell of three columns.
    fn push_piece(&self, line: &mut Line, cell: Cell) {
        let (mark, marks) = (self.mark(cell), self.style.marks);
        let letter = letter(self.piece(cell));
        Mark::push_between(line, None, mark, marks);
        Mark::push_cell(line, mark, tone(letter), &letter.to_string(), marks);
        Mark::push_between(line, mark, None, marks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;

    /// Draws the start of a game in a window of this width.
    fn drawn(game: &Crusher, width: Option<usize>) -> Vec<String> {
        let drawing = Drawing {
            hex: game.hex(),
            view: BoardView {
                state: &game.start(),
                last: None,
                previous: None,
            },
            style: DrawStyle {
                width,
                marks: Marks::Brackets,
                ..DrawStyle::default()
            },
        };
        drawing.rows().iter().map(Line::plain).collect()
    }

    #[test]
    fn cells_are_numbered_for_every_size_within_the_usual_width() {
        for size in Hex::SIZES {
            let game = Crusher::new(size).unwrap();
            let hex = game.hex();
            let text = drawn(&game, None);
            assert!(text.iter().all(|line| line.trim_end().len() < USUAL_WIDTH));
            let numbers: Vec<usize> = text
                .iter()
                .flat_map(|line| line.split(' '))
                .filter_map(|word| word.parse().ok())
                .collect();
            assert_eq!(numbers, (1..=hex.cells()).collect::<Vec<_>>());
            // Without the numbers it is the diagram.
            let diagram = diagram(hex, game.start().board.layout());
            for (drawn, row) in text.iter().zip(diagram.lines()) {
                assert!(drawn.starts_with(row), "{drawn}");
            }
        }
    }

    #[test]
    fn the_largest_board_has_its_numbers_in_every_usual_window() {
        let game = Crusher::new(6).unwrap();
        let drawn = |width| drawn(&game, Some(width))[2].trim_end().to_owned();
        assert_eq!(
            drawn(80),
            "        -   -   -   -   -   -   -   -              14 15 16 17 18 19 20 21"
        );
        assert_eq!(drawn(40), "     14>14 15 16 17 18 19 20 21 <21");
        assert_eq!(drawn(36), "     14 15 16 17 18 19 20 21");
    }

    #[test]
    fn captions_name_the_moves_and_count_the_lost_pieces() {
        let game = Crusher::new(3).unwrap();
        let after = |state: &_, mv| game.play(state, game.parse_move(state, mv).unwrap());
        let start = game.start();
        let before = after(&start, "5 10");
        let last = |state, mv| Some((state, game.parse_move(state, mv).unwrap()));
        let drawing = Drawing {
            hex: game.hex(),
            view: BoardView {
                state: &after(&before, "19 10"),
                last: last(&before, "19 10"),
                previous: last(&start, "5 10"),
            },
            style: DrawStyle {
                marks: Marks::Brackets,
                ..DrawStyle::default()
            },
        };
        let captions: Vec<String> = drawing.captions(&game).iter().map(Line::plain).collect();
        let expected = [
            "  W 5 → 10",
            "  B 19 → 10, crushes W",
            "  lost: W 1, B 0 of 3",
        ];
        assert_eq!(captions, expected);
    }
}
