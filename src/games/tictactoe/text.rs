//! The board as text, and saved games.
//!
//! A saved game is a line that says whose turn it is, then a line of cells for each row:
//!
//! ```text
//! O to play
//! X, ,
//!  ,O,
//! X, ,
//! ```

use super::rules::{Board, Cell, TicTacToe};
use crate::engine::{Side, State, StateOf};

const LETTERS: [char; 2] = ['X', 'O'];

/// The length of the longest saved game: a board of 10 by 10.
pub(super) const LONGEST_FILE: usize = "X to play\n".len() + 2 * 10 * 10;

/// Writes a position as a saved game.
pub(super) fn write(game: &TicTacToe, state: &State<Board>) -> String {
    let mut text = turn_line(state.to_move);
    for index in 0..game.size() * game.size() {
        let mark = state.board.at(Cell(index as u8));
        text.push(mark.map_or(' ', |side| LETTERS[side.index()]));
        text.push(char::from(separator(game.size(), index)));
    }
    text
}

fn turn_line(side: Side) -> String {
    format!("{} to play\n", LETTERS[side.index()])
}

/// What follows a cell.
const fn separator(size: usize, index: usize) -> u8 {
    if (index + 1).is_multiple_of(size) {
        b'\n'
    } else {
        b','
    }
}

/// Reads exactly what [`write`] makes, or says what is wrong first.
pub(super) fn read(bytes: &[u8]) -> Result<(TicTacToe, StateOf<TicTacToe>), String> {
    let mut turns = Side::BOTH.into_iter();
    let (to_move, cells) = turns
        .find_map(|side| Some((side, bytes.strip_prefix(turn_line(side).as_bytes())?)))
        .ok_or("the first line must be \"X to play\" or \"O to play\"")?;
    let size = TicTacToe::SIZES
        .into_iter()
        .find(|size| 2 * size * size == cells.len());
    let game = size.and_then(TicTacToe::new).ok_or_else(|| {
        let len = bytes.len();
        format!("no board from 1 by 1 to 10 by 10 fits into {len} bytes")
    })?;
    let mut marks = [0; 2];
    for (index, pair) in cells.chunks(2).enumerate() {
        let wrong = |place: usize, expected: &str| {
            let (row, column) = (index / game.size(), index % game.size());
            let (line, column) = (row + 2, 2 * column + place);
            Err(format!("line {line}, column {column}: expected {expected}"))
        };
        match pair[0] {
            b'X' => marks[0] |= 1 << index,
            b'O' => marks[1] |= 1 << index,
            b' ' => {}
            _ => return wrong(1, "X, O or a blank"),
        }
        match separator(game.size(), index) {
            expected if pair[1] == expected => {}
            b',' => return wrong(2, "a comma"),
            _ => return wrong(2, "a line break"),
        }
    }
    let state = game
        .position(marks)
        .ok_or("no game comes to this position")?;
    if state.to_move != to_move {
        return Err("it cannot be this player's turn: X begins, and turns alternate".to_owned());
    }
    Ok((game, state))
}

/// Draws the board as wide as `fits` allows: with lines between cells and a number in every empty
/// one, which is what to type to mark it; without lines between rows; without numbers. Brackets
/// mark the last move.
pub(super) fn draw(
    board: &Board,
    size: usize,
    last: Option<Cell>,
    fits: impl Fn(usize) -> bool,
) -> String {
    let digits = (size * size).to_string().len();
    // The last cell of a row may end in a bracket.
    let wide = fits(size * (digits + 3));
    let numbers = wide || fits(4 * size - 1);
    let width = if wide { digits } else { 1 };
    let symbol = |cell: Cell| match board.at(cell) {
        Some(owner) => {
            let [open, close] = if last == Some(cell) {
                ['[', ']']
            } else {
                [' '; 2]
            };
            format!("{open}{:>width$}{close}", LETTERS[owner.index()])
        }
        None if wide => format!(" {:>width$} ", cell.number()),
        None if numbers => format!("{:>3}", cell.number()),
        None => " - ".to_owned(),
    };
    let row = |row: usize| {
        let cells = (row * size..(row + 1) * size).map(|index| symbol(Cell(index as u8)));
        let line = cells
            .collect::<Vec<_>>()
            .join(if numbers { "|" } else { "" });
        if wide {
            line.trim_end().to_owned()
        } else {
            line
        }
    };
    let rows: Vec<String> = (0..size).map(row).collect();
    if wide {
        let rule = vec!["-".repeat(width + 2); size].join("+");
        rows.join(&format!("\n{rule}\n"))
    } else {
        rows.join("\n")
    }
}
