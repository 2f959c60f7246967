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
