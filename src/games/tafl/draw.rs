//! Draws the board.

use super::{Move, Piece, Square, Tafl, WIDTH, captures_of};
use crate::play::{BoardView, Mark};
use crate::repl::{DrawStyle, Line, Text, Tone};

/// A move that is marked on the board.
struct Trace {
    mv: Move,
    piece: Piece,
    captured: Vec<(Square, Piece)>,
}

impl Trace {
    fn mark(&self, square: Square) -> Option<Mark> {
        let reached = square == self.mv.to();
        (reached || square == self.mv.from()).then(|| Mark {
            reached,
            tone: tone(self.piece),
        })
    }
}

/// Draws the board with its rows and columns labelled on all sides. Marks where the last moves
/// began and ended, puts a `*` for pieces that the last one captured, and repeats this in words
/// below.
pub(super) fn draw(view: &BoardView<'_, Tafl>, style: DrawStyle) -> Text {
    let traces = view.marked(style).filter_map(|(before, mv)| {
        let at = |square: Square| Some((square, before.board.piece_at(square)?));
        Some(Trace {
            mv,
            piece: before.board.piece_at(mv.from())?,
            captured: captures_of(before, mv).into_iter().filter_map(at).collect(),
        })
    });
    let traces: Vec<Trace> = traces.collect();
    let faint = |text: &str| Line::new().with(Tone::Faint, &spelled(text, style));
    let columns = faint("     a b c d e f g h i");
    let mut lines = vec![columns.clone(), faint("   ┌───────────────────┐")];
    for rank in (0..WIDTH).rev() {
        let label = rank + 1;
        let mut line = faint(&format!(" {label} │"));
        let mut before = None;
        for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
            let mut captured = traces.first().into_iter().flat_map(|trace| &trace.captured);
            let captured = captured.find(|(at, _)| *at == square);
            let (tone, letter) = match (view.state.board.piece_at(square), captured) {
                (Some(piece), _) => (tone(piece), letter(piece, style)),
                (None, Some((_, piece))) => (tone(*piece), "*".to_owned()),
                (None, None) if square == Square::CENTRE => (Tone::Faint, "X".to_owned()),
                (None, None) => (Tone::Faint, spelled("·", style)),
            };
            // A piece that moved and was captured is marked only as captured.
            let mark = traces.iter().find_map(|trace| trace.mark(square));
            let mark = mark.filter(|_| captured.is_none());
            Mark::push_between(&mut line, before, mark, style.marks);
            Mark::push_cell(&mut line, mark, tone, &letter, style.marks);
            before = mark;
        }
        Mark::push_between(&mut line, before, None, style.marks);
        line.push(Tone::Faint, &spelled(&format!("│ {label}"), style));
        lines.push(line);
    }
    lines.extend([faint("   └───────────────────┘"), columns]);
    lines.extend(traces.iter().rev().map(|trace| caption(trace, style)));
    Text(lines)
}

/// Describes a move in words, short enough for 40 columns: `O d9 → d8, takes G c8, G d7, G e8`.
fn caption(trace: &Trace, style: DrawStyle) -> Line {
    let name = |line: &mut Line, piece: Piece| {
        line.push(tone(piece), &letter(piece, style));
        line.push(Tone::Plain, " ");
    };
    let mut line = Line::new().with(Tone::Faint, "     ");
    name(&mut line, trace.piece);
    let (from, to) = (trace.mv.from(), trace.mv.to());
    line.push(Tone::Trace, &spelled(&format!("{from} → {to}"), style));
    for (index, (square, piece)) in trace.captured.iter().enumerate() {
        let words = if index == 0 { ", takes " } else { ", " };
        line.push(Tone::Plain, words);
        name(&mut line, *piece);
        line.push(tone(*piece), &square.to_string());
    }
    line
}

fn letter(piece: Piece, style: DrawStyle) -> String {
    match piece {
        Piece::Lambda => spelled("λ", style),
        _ => piece.letter().to_string(),
    }
}

/// Replaces everything beyond ASCII if the style demands it.
fn spelled(text: &str, style: DrawStyle) -> String {
    if !style.ascii {
        return text.to_owned();
    }
    text.replace('λ', "L")
        .replace('·', ".")
        .replace('→', "->")
        .replace('─', "-")
        .replace('│', "|")
        .replace(['┌', '┐', '└', '┘'], "+")
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
    fn adjacent_marks_are_distinguishable() {
        assert_eq!(row_after("d1 a1", 1), " 1 |[O]. .(.)O O . . . | 1");
        assert_eq!(row_after("d1 c1", 1), " 1 | . .[O].)O O . . . | 1");
        assert_eq!(row_after("f1 g1", 1), " 1 | . . . O O(.[O]. . | 1");
    }
}
