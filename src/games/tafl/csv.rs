//! Saved games: CSV of exactly 172 bytes in ten lines.
//!
//! The first line says whose turn it is, `O to play` or `G to play`. Nine lines follow, from row 9
//! down to row 1, of nine cells between commas: `O`, `G`, `L` or a blank, and in the centre `L` or
//! `X`. Every line ends in a line feed. The assignment is printed with the digit `0` in
//! place of the letter `O`, so `0` is read too, but never written.

use super::board::{Board, Misplaced};
use super::piece::Piece;
use super::square::{Square, WIDTH};
use crate::engine::{Side, State};
use crate::games::grid::Grid;

/// The length of every saved game in bytes.
pub const LEN: usize = 172;

/// The bytes of a board line: nine cells and the commas between them.
const LINE_LEN: usize = 2 * WIDTH as usize - 1;

/// The lines of a saved game.
const LINES: usize = 1 + WIDTH as usize;

/// What is wrong with a saved game. Lines and cells are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// There is nothing at all.
    #[error("the file is empty")]
    Empty,
    /// A line ends in a carriage return and a line feed.
    #[error("line {line} has a carriage return: lines end in a line feed alone")]
    CarriageReturn {
        /// Which line.
        line: usize,
    },
    /// The first line does not say whose turn it is.
    #[error("line 1 must be \"O to play\" or \"G to play\"")]
    Turn,
    /// There are too few lines.
    #[error("the file ends after line {found}, a game has {LINES} lines")]
    TooFewLines {
        /// How many there are.
        found: usize,
    },
    /// Something follows the last line.
    #[error("there is more after line {LINES}, where a game ends")]
    TooMuch,
    /// The last line is not ended.
    #[error("the line feed at the end of line {LINES} is missing")]
    Unended,
    /// A board line is too short or too long.
    #[error("line {line} has {found} characters, a row has {LINE_LEN}")]
    LineLength {
        /// Which line.
        line: usize,
        /// Its length.
        found: usize,
    },
    /// Two cells are not separated.
    #[error("line {line}: after cell {cell} there must be a comma, not {found}")]
    Comma {
        /// Which line.
        line: usize,
        /// The cell before.
        cell: usize,
        /// What is there instead.
        found: Symbol,
    },
    /// A cell holds something that is no piece.
    #[error("line {line}, cell {cell} ({square}) is {found}: a cell is O, G, L or a blank")]
    NoPiece {
        /// Which line.
        line: usize,
        /// Which cell of it.
        cell: usize,
        /// The square it stands for.
        square: Square,
        /// What it holds.
        found: Symbol,
    },
    /// An `X` that is not in the centre.
    #[error("line {line}, cell {cell} ({square}) is X: only the empty centre is")]
    NotTheCentre {
        /// Which line.
        line: usize,
        /// Which cell of it.
        cell: usize,
        /// The square it stands for.
        square: Square,
    },
    /// The centre is neither `L` nor `X`.
    #[error("line {line}, cell {cell} (e5, the centre) is {found}: it must be L or X")]
    Centre {
        /// Which line.
        line: usize,
        /// Which cell of it.
        cell: usize,
        /// What it holds.
        found: Symbol,
    },
    /// A piece that the board has no room for.
    #[error("line {line}, cell {cell} ({square}): {reason}")]
    Misplaced {
        /// Which line.
        line: usize,
        /// Which cell of it.
        cell: usize,
        /// The square it stands for.
        square: Square,
        /// Why it cannot stand there.
        reason: Misplaced,
    },
}

/// A byte of a file, shown in such a way that it can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol(pub u8);

impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            b' ' => f.write_str("a blank"),
            b'\t' => f.write_str("a tab"),
            graphic if graphic.is_ascii_graphic() => write!(f, "{}", char::from(graphic)),
            other => write!(f, "the byte 0x{other:02x}"),
        }
    }
}

/// A position as a saved game.
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
    let grid = Grid {
        rows: usize::from(WIDTH),
        columns: usize::from(WIDTH),
    };
    let turn = match state.to_move {
        Side::First => 'O',
        Side::Second => 'G',
    };
    grid.write(turn, |row, cell| {
        let square = square_of(row + 1, cell);
        match state.board.piece_at(square) {
            Some(piece) => piece.letter(),
            None if square == Square::CENTRE => 'X',
            None => ' ',
        }
    })
}

/// The position that a saved game holds.
///
/// # Errors
/// The first thing in the file that is not as it must be.
pub fn read(bytes: &[u8]) -> Result<State<Board>, Malformed> {
    if bytes.is_empty() {
        return Err(Malformed::Empty);
    }
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut next_line = |line: usize| {
        let text = lines.next().ok_or(Malformed::TooFewLines { found: line })?;
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        if text.contains(&b'\r') {
            return Err(Malformed::CarriageReturn { line: line + 1 });
        }
        Ok(text)
    };
    let to_move = match next_line(0)? {
        b"O to play" | b"0 to play" => Side::First,
        b"G to play" => Side::Second,
        _ => return Err(Malformed::Turn),
    };
    let mut board = Board::EMPTY;
    for line in 1..LINES {
        read_row(&mut board, line, next_line(line)?)?;
    }
    if lines.next().is_some() {
        Err(Malformed::TooMuch)
    } else if bytes.ends_with(b"\n") {
        Ok(State::new(board, to_move))
    } else {
        Err(Malformed::Unended)
    }
}

/// Reads one row; `line` is its number counted from 0, that of the first line of the file.
fn read_row(board: &mut Board, line: usize, text: &[u8]) -> Result<(), Malformed> {
    let shown = line + 1;
    if text.len() != LINE_LEN {
        return Err(Malformed::LineLength {
            line: shown,
            found: text.len(),
        });
    }
    for (cell, pair) in text.chunks(2).enumerate() {
        read_cell(board, line, cell, pair[0])?;
        if let Some(&comma) = pair.get(1).filter(|&&byte| byte != b',') {
            return Err(Malformed::Comma {
                line: shown,
                cell: cell + 1,
                found: Symbol(comma),
            });
        }
    }
    Ok(())
}

fn read_cell(board: &mut Board, line: usize, cell: usize, byte: u8) -> Result<(), Malformed> {
    let square = square_of(line, cell);
    let (line, cell, found) = (line + 1, cell + 1, Symbol(byte));
    let is_centre = square == Square::CENTRE;
    let piece = match byte {
        b'L' => Piece::Lambda,
        b'X' if is_centre => return Ok(()),
        _ if is_centre => return Err(Malformed::Centre { line, cell, found }),
        b'O' | b'0' => Piece::Object,
        b'G' => Piece::Guard,
        b' ' => return Ok(()),
        b'X' => return Err(Malformed::NotTheCentre { line, cell, square }),
        _ => {
            return Err(Malformed::NoPiece {
                line,
                cell,
                square,
                found,
            });
        }
    };
    board
        .put(square, piece)
        .map_err(|reason| Malformed::Misplaced {
            line,
            cell,
            square,
            reason,
        })
}

/// The square of a cell: line 1 (counted from 0) is row 9.
fn square_of(line: usize, cell: usize) -> Square {
    Square::at(cell as u8, WIDTH - line as u8).expect("nine lines of nine cells")
}
