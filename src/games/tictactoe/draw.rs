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

fn label(board: &Board, cell: Cell) -> String {
    match board.at(cell) {
        Some(Side::First) => "X".into(),
        Some(Side::Second) => "O".into(),
        None => cell.number().to_string(),
    }
}
