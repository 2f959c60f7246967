//! Saved games: CSV of exactly 172 bytes in ten lines.
//!
//! The first line is `O to play` or `G to play`. Nine lines follow, from row 9 down to row 1, with
//! nine cells separated by commas: `O`, `G`, `L` or a blank, and `L` or `X` in the centre. Every line
//! ends in a line feed. The assignment prints the digit `0` for the letter `O`, so `0` is read too,
//! but never written.

use super::board::{Board, Piece};
use super::square::{Square, WIDTH};
use crate::engine::{Side, State};

/// The length of a saved game in bytes.
pub const LEN: usize = 172;

/// The bytes of a board line: nine cells and the commas between them.
const LINE_LEN: usize = 2 * WIDTH as usize - 1;

/// The lines of a saved game.
const LINES: usize = 1 + WIDTH as usize;

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
    let mut text = format!("{turn} to play\n");
    for (line, cell) in (2..=LINES).flat_map(|line| (1..=9).map(move |cell| (line, cell))) {
        text.push(state.board.letter_at(square_of(line, cell), ' '));
        text.push(if cell == 9 { '\n' } else { ',' });
    }
    text
}

/// Reads a saved game.
///
/// # Errors
/// A sentence about the first fault. Lines and cells are counted from 1.
pub fn read(bytes: &[u8]) -> Result<State<Board>, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut next_line = |number: usize| {
        let ended = || {
            let last = number - 1;
            format!("the file ends after line {last}, a game has {LINES} lines")
        };
        let line = lines.next().ok_or_else(ended)?;
        if line.contains(&b'\r') {
            return Err(format!(
                "line {number} has a carriage return: lines end in a line feed alone"
            ));
        }
        Ok(line.strip_suffix(b"\n").unwrap_or(line))
    };
    let to_move = match next_line(1)? {
        b"O to play" | b"0 to play" => Side::First,
        b"G to play" => Side::Second,
        _ => return Err("line 1 must be \"O to play\" or \"G to play\"".to_owned()),
    };
    let mut board = Board::EMPTY;
    for number in 2..=LINES {
        read_row(&mut board, number, next_line(number)?)?;
    }
    if lines.next().is_some() {
        Err(format!(
            "there is more after line {LINES}, where a game ends"
        ))
    } else if bytes.ends_with(b"\n") {
        Ok(State::new(board, to_move))
    } else {
        Err(format!(
            "the line feed at the end of line {LINES} is missing"
        ))
    }
}

fn read_row(board: &mut Board, line: usize, text: &[u8]) -> Result<(), String> {
    if text.len() != LINE_LEN {
        let found = text.len();
        return Err(format!(
            "line {line} has {found} characters, a row has {LINE_LEN}"
        ));
    }
    for (cell, pair) in (1..).zip(text.chunks(2)) {
        read_cell(board, square_of(line, cell), pair[0])
            .map_err(|reason| format!("line {line}, cell {cell} {reason}"))?;
        if let Some(&other) = pair.get(1).filter(|&&byte| byte != b',') {
            let found = shown(other);
            return Err(format!(
                "line {line}: after cell {cell} there must be a comma, not {found}"
            ));
        }
    }
    Ok(())
}

/// Puts the piece of a cell on the board.
fn read_cell(board: &mut Board, square: Square, cell: u8) -> Result<(), String> {
    let is_centre = square == Square::CENTRE;
    let found = shown(cell);
    let piece = match cell {
        b'L' => Piece::Lambda,
        b'X' if is_centre => return Ok(()),
        _ if is_centre => return Err(format!("(e5, the centre) is {found}: it must be L or X")),
        b'O' | b'0' => Piece::Object,
        b'G' => Piece::Guard,
        b' ' => return Ok(()),
        b'X' => return Err(format!("({square}) is X: only the empty centre is")),
        _ => {
            return Err(format!(
                "({square}) is {found}: a cell is O, G, L or a blank"
            ));
        }
    };
    board
        .put(square, piece)
        .map_err(|reason| format!("({square}): {reason}"))
}

/// Describes a byte.
fn shown(byte: u8) -> String {
    match byte {
        b' ' => "a blank".to_owned(),
        b'\t' => "a tab".to_owned(),
        graphic if graphic.is_ascii_graphic() => char::from(graphic).to_string(),
        other => format!("the byte 0x{other:02x}"),
    }
}

/// Returns the square of a cell; line 2 is row 9.
fn square_of(line: usize, cell: usize) -> Square {
    Square::at(cell as u8 - 1, WIDTH + 1 - line as u8).expect("nine lines of nine cells")
}
