//! The board as text. An empty cell shows its number: what to type to mark it.

use super::board::{Board, Cell};
use crate::engine::Side;

/// The board of `size` rows, without blanks at the ends of lines. Cells are as wide as the biggest
/// number, aligned to the right.
pub(super) fn board(board: &Board, size: usize) -> String {
    let width = (size * size).to_string().len();
    let rule = vec!["-".repeat(width + 2); size].join("+");
    let rows: Vec<String> = (0..size)
        .map(|row| {
            let cells: Vec<String> = (row * size..(row + 1) * size)
                .map(|index| format!(" {:>width$}", label(board, Cell(index as u8))))
                .collect();
            cells.join(" |")
        })
        .collect();
    rows.join(&format!("\n{rule}\n"))
}

/// A drawn board with brackets around a cell: the mark that was made last.
pub(super) fn bracketed(board: &str, size: usize, cell: Cell) -> String {
    let width = (size * size).to_string().len();
    let (row, column) = (cell.index() / size, cell.index() % size);
    let mut lines: Vec<String> = board.lines().map(str::to_owned).collect();
    // Rows take turns with rules.
    if let Some(line) = lines.get_mut(2 * row) {
        // A cell has a blank on each side and a bar behind it, at the end of a line neither.
        let open = column * (width + 3);
        let close = open + width + 1;
        line.replace_range(open..=open, "[");
        line.replace_range(close..line.len().min(close + 1), "]");
    }
    lines.join("\n")
}

fn label(board: &Board, cell: Cell) -> String {
    match board.at(cell) {
        Some(Side::First) => "X".into(),
        Some(Side::Second) => "O".into(),
        None => cell.number().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_mark_stands_in_brackets() {
        let small = " X | 2 | 3\n---+---+---\n 4 | 5 | O";
        assert_eq!(
            bracketed(small, 3, Cell(0)),
            "[X]| 2 | 3\n---+---+---\n 4 | 5 | O"
        );
        assert_eq!(
            bracketed(small, 3, Cell(5)),
            " X | 2 | 3\n---+---+---\n 4 | 5 |[O]"
        );
        let wide = "  1 |  X |  3 |  4";
        assert_eq!(bracketed(wide, 4, Cell(1)), "  1 |[ X]|  3 |  4");
    }
}
