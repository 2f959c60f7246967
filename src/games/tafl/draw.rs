//! Draws the board.

use super::{Board, Move, Piece, Square, Tafl, WIDTH, captures_of};
use crate::engine::State;
use crate::play::{BoardView, Mark};
use crate::repl::{DrawStyle, Line, Text, Tone};

/// The characters a board is drawn with.
struct Letters {
    lambda: &'static str,
    empty: &'static str,
    corners: [&'static str; 4],
    horizontal: &'static str,
    vertical: &'static str,
    arrow: &'static str,
}

const UNICODE: Letters = Letters {
    lambda: "λ",
    empty: "·",
    corners: ["┌", "┐", "└", "┘"],
    horizontal: "─",
    vertical: "│",
    arrow: "→",
};

const ASCII: Letters = Letters {
    lambda: "L",
    empty: ".",
    corners: ["+", "+", "+", "+"],
    horizontal: "-",
    vertical: "|",
    arrow: "->",
};

/// What a move did to the board.
struct Trace {
    mv: Move,
    piece: Option<Piece>,
    captured: Vec<(Square, Option<Piece>)>,
}

impl Trace {
    fn of((before, mv): (&State<Board>, Move)) -> Trace {
        Trace {
            mv,
            piece: before.board.piece_at(mv.from()),
            captured: captures_of(before, mv)
                .into_iter()
                .map(|square| (square, before.board.piece_at(square)))
                .collect(),
        }
    }

    fn is_captured(&self, square: Square) -> bool {
        self.captured.iter().any(|(taken, _)| *taken == square)
    }

    fn mark(&self, square: Square) -> Option<Mark> {
        let reached = square == self.mv.to();
        (reached || square == self.mv.from()).then(|| Mark {
            reached,
            tone: self.piece.map_or(Tone::Plain, tone),
        })
    }
}

/// The board with its rows and columns labelled on all sides. The last moves are marked where they
/// began and ended, captured pieces leave a `*`, and lines below say the same in words.
pub(super) fn draw(view: &BoardView<'_, Tafl>, style: DrawStyle) -> Text {
    let letters = if style.ascii { &ASCII } else { &UNICODE };
    let traces: Vec<Trace> = view.marked(style).map(Trace::of).collect();
    let columns = Line::new().with(Tone::Faint, "     a b c d e f g h i");
    let border = |left: &str, right: &str| {
        let middle = letters.horizontal.repeat(2 * usize::from(WIDTH) + 1);
        Line::new().with(Tone::Faint, &format!("   {left}{middle}{right}"))
    };
    let [top_left, top_right, bottom_left, bottom_right] = letters.corners;
    let mut lines = vec![columns.clone(), border(top_left, top_right)];
    for rank in (0..WIDTH).rev() {
        lines.push(row(&view.state.board, rank, &traces, letters, style));
    }
    lines.push(border(bottom_left, bottom_right));
    lines.push(columns);
    for trace in traces.iter().rev() {
        lines.extend(caption(trace, letters, style));
    }
    Text(lines)
}

fn row(board: &Board, rank: u8, traces: &[Trace], letters: &Letters, style: DrawStyle) -> Line {
    let label = rank + 1;
    let mut line = Line::new().with(Tone::Faint, &format!(" {label} {}", letters.vertical));
    let mut before = None;
    for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
        let (tone, letter) = cell(board, square, traces, letters);
        // A piece that moved and was captured is marked as captured alone.
        let mark = traces.iter().find_map(|trace| trace.mark(square));
        let mark = mark.filter(|_| tone != Tone::Loss);
        Mark::push_between(&mut line, before, mark, style.marks);
        Mark::push_cell(&mut line, mark, tone, letter, style.marks);
        before = mark;
    }
    Mark::push_between(&mut line, before, None, style.marks);
    line.push(Tone::Faint, &format!("{} {label}", letters.vertical));
    line
}

fn cell(
    board: &Board,
    square: Square,
    traces: &[Trace],
    letters: &Letters,
) -> (Tone, &'static str) {
    match board.piece_at(square) {
        Some(piece) => (tone(piece), letter(piece, letters)),
        None if traces.iter().any(|trace| trace.is_captured(square)) => (Tone::Loss, "*"),
        // As in the saved game: the centre that λ has left.
        None if square == Square::CENTRE => (Tone::Faint, "X"),
        None => (Tone::Faint, letters.empty),
    }
}

/// The move in words; a window that is too narrow gets several lines.
fn caption(trace: &Trace, letters: &Letters, style: DrawStyle) -> Vec<Line> {
    const MARGIN: &str = "     ";
    let name = |line: &mut Line, piece: Option<Piece>| {
        if let Some(piece) = piece {
            line.push(tone(piece), letter(piece, letters));
            line.push(Tone::Plain, " ");
        }
    };
    let mut line = Line::new().with(Tone::Faint, MARGIN);
    name(&mut line, trace.piece);
    let (from, to) = (trace.mv.from(), trace.mv.to());
    line.push(Tone::Trace, &format!("{from} {} {to}", letters.arrow));
    let mut lines = Vec::new();
    for (index, (square, piece)) in trace.captured.iter().enumerate() {
        let [mark, word] = if index == 0 {
            [",", "takes "]
        } else {
            ["", "and "]
        };
        line.push(Tone::Plain, mark);
        // A piece and its square take four columns.
        let columns = line.plain().chars().count() + 1 + word.len() + 4;
        if style.fits(columns) {
            line.push(Tone::Plain, " ");
        } else {
            lines.push(std::mem::take(&mut line));
            line.push(Tone::Faint, MARGIN);
        }
        line.push(Tone::Plain, word);
        name(&mut line, *piece);
        line.push(Tone::Loss, &square.to_string());
    }
    lines.push(line);
    lines
}

fn letter(piece: Piece, letters: &Letters) -> &'static str {
    match piece {
        Piece::Object => "O",
        Piece::Guard => "G",
        Piece::Lambda => letters.lambda,
    }
}

fn tone(piece: Piece) -> Tone {
    match piece {
        Piece::Object => Tone::First,
        Piece::Guard => Tone::Second,
        Piece::Lambda => Tone::Royal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::repl::Marks;

    /// The row of the start position with this label, after a move.
    fn row_after(mv: &str, label: usize) -> String {
        let start = Tafl.start();
        let mv = Tafl.parse_move(&start, mv).unwrap();
        let view = BoardView {
            state: &Tafl.play(&start, mv),
            last: Some((&start, mv)),
            previous: None,
        };
        let style = DrawStyle {
            ascii: true,
            marks: Marks::Brackets,
            ..DrawStyle::default()
        };
        draw(&view, style).0[11 - label].plain()
    }

    #[test]
    fn marks_beside_each_other_can_be_told_apart() {
        assert_eq!(row_after("d1 a1", 1), " 1 |[O]. .(.)O O . . . | 1");
        assert_eq!(row_after("d1 c1", 1), " 1 | . .[O].)O O . . . | 1");
        assert_eq!(row_after("f1 g1", 1), " 1 | . . . O O(.[O]. . | 1");
    }
}
