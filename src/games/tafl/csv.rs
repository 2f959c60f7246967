//! Saved games: CSV of exactly 172 bytes in ten lines.
//!
//! The first line is `O to play` or `G to play`. Nine lines follow, from row 9 down to row 1, with
//! nine cells separated by commas: `O`, `G`, `L` or a blank, and `L` or `X` in the centre. Every line
//! ends in a line feed. The assignment prints the digit `0` for the letter `O`, so `0` is read too,
//! but never written.

use super::board::{Board, Piece};
use super::square::{Square, WIDTH};
use crate::engine::{Side, State};
use crate::games::saved_rows;

/// The length of a saved game in bytes.
pub const LEN: usize = 172;

/// Writes a position as a saved game.
///
/// ```
/// use game::engine::Game;
/// use game::games::tafl::{Tafl, csv};
///
/// let text = csv::write(&Tafl.start());
/// assert_eq!(text.len(), csv::LEN);
/// assert_eq!(csv::read(text.as_bytes()), Ok(Tafl.start()));
/// ```
#[must_use]
pub fn write(state: &State<Board>) -> String {
    let turn = ['O', 'G'][state.to_move.index()];
    let cells = (0..Square::COUNT).map(|cell| state.board.letter_at(square_of(cell), ' '));
    let rows = saved_rows::write(WIDTH.into(), cells);
    format!("{turn} to play\n{rows}")
}

/// Reads a saved game.
///
/// # Errors
/// A sentence about the first fault. Lines and columns are counted from 1.
pub fn read(bytes: &[u8]) -> Result<State<Board>, String> {
    if bytes.contains(&b'\r') {
        return Err("lines must end in a line feed, without a carriage return".to_owned());
    }
    let (to_move, rows) = match bytes.split_at_checked("O to play\n".len()) {
        Some((b"O to play\n" | b"0 to play\n", rows)) => (Side::First, rows),
        Some((b"G to play\n", rows)) => (Side::Second, rows),
        _ => return Err("line 1 must be \"O to play\" or \"G to play\"".to_owned()),
    };
    let mut board = Board::EMPTY;
    saved_rows::read(rows, WIDTH.into(), |cell, letter| {
        let square = square_of(cell);
        let piece = match letter {
            b'O' | b'0' => Piece::Object,
            b'G' => Piece::Guard,
            b'L' => Piece::Lambda,
            b'X' if square == Square::CENTRE => return Ok(()),
            b' ' if square != Square::CENTRE => return Ok(()),
            _ if square == Square::CENTRE => return Err("the centre is L or X".to_owned()),
            _ => return Err("a cell is O, G, L or a blank".to_owned()),
        };
        board.put(square, piece).map_err(|why| why.to_string())
    })?;
    Ok(State::new(board, to_move))
}

/// Returns the square of a cell, counted from 0 in reading order: the first row is row 9.
fn square_of(cell: usize) -> Square {
    let (row, column) = (cell as u8 / WIDTH, cell as u8 % WIDTH);
    Square::at(column, WIDTH - 1 - row).expect("nine rows of nine cells")
}
