//! The board as text. An empty cell shows its number: what to type to mark it.

use super::board::{Board, Cell};
use crate::engine::Side;
use crate::games::grid::{self, Grid};

/// Cells are as wide as the biggest number.
fn width(size: usize) -> usize {
    (size * size).to_string().len()
}

/// The board of `size` rows.
pub(super) fn board(board: &Board, size: usize) -> String {
    let grid = Grid {
        rows: size,
        columns: size,
    };
    grid.draw(width(size), |row, column| {
        let cell = Cell((row * size + column) as u8);
        match board.at(cell) {
            Some(Side::First) => "X".into(),
            Some(Side::Second) => "O".into(),
            None => cell.number().to_string(),
        }
    })
}

/// A drawn board with brackets around a cell: the mark that was made last.
pub(super) fn bracketed(board: &str, size: usize, cell: Cell) -> String {
    let (row, column) = (cell.index() / size, cell.index() % size);
    grid::bracket(board, width(size), row, column)
}

/// How wide the board is at most: the last cell of a row may end in a bracket.
pub(super) fn columns(size: usize) -> usize {
    size * (width(size) + 3)
}

/// How wide the narrow board with numbers is.
pub(super) fn narrow_columns(size: usize) -> usize {
    4 * size - 1
}

/// The board for a narrow window: three columns for a cell, and a line between cells only if their
/// numbers are shown.
pub(super) fn narrow(board: &Board, size: usize, last: Option<Cell>, numbers: bool) -> String {
    let symbol = |index: usize| {
        let cell = Cell(index as u8);
        match board.at(cell) {
            None if numbers => format!("{:>3}", cell.number()),
            None => " - ".to_owned(),
            Some(owner) => {
                let mark = ['X', 'O'][owner.index()];
                if last == Some(cell) {
                    format!("[{mark}]")
                } else {
                    format!(" {mark} ")
                }
            }
        }
    };
    let row = |row: usize| {
        let cells: Vec<String> = (row * size..(row + 1) * size).map(symbol).collect();
        cells.join(if numbers { "|" } else { "" })
    };
    let rows: Vec<String> = (0..size).map(row).collect();
    rows.join("\n")
}
