//! The board on a terminal, and saved games.
//!
//! A saved game is `X to play` or `O to play`, then a line of cells for each row:
//!
//! ```text
//! O to play
//! X, ,
//!  ,O,
//! X, ,
//! ```

use super::rules::{Board, Cell, TicTacToe};
use crate::engine::{State, StateOf};
use crate::games::saved_rows;
use crate::play::{Mark, PromptGame};
use crate::repl::{DrawStyle, Line, Tone};

/// The length of the line that says whose turn it is.
const TURN: usize = "X to play\n".len();

/// The length of the longest saved game: a board of 10 by 10.
pub(super) const LONGEST_FILE: usize = TURN + 2 * 10 * 10;

/// Writes a position as a saved game.
pub(super) fn write(game: &TicTacToe, state: &State<Board>) -> String {
    let cell = |index: usize| state.board.at(Cell(index as u8));
    let letters =
        (0..game.size() * game.size()).map(|index| cell(index).map_or(' ', TicTacToe::letter));
    let rows = saved_rows::write(game.size(), letters);
    format!("{} to play\n{rows}", TicTacToe::letter(state.to_move))
}

/// Reads exactly the bytes that [`write`] makes, or describes the first fault.
pub(super) fn read(bytes: &[u8]) -> Result<(TicTacToe, StateOf<TicTacToe>), String> {
    let (turn, rows) = bytes.split_at_checked(TURN).unwrap_or_default();
    if !matches!(turn, b"X to play\n" | b"O to play\n") {
        return Err("line 1 must be \"X to play\" or \"O to play\"".to_owned());
    }
    let mut sizes = TicTacToe::SIZES.filter(|size| 2 * size * size == rows.len());
    let game = sizes.next().and_then(TicTacToe::new).ok_or_else(|| {
        let len = bytes.len();
        format!("no board from 1 by 1 to 10 by 10 takes {len} bytes")
    })?;
    let mut marks = [0; 2];
    saved_rows::read(rows, game.size(), |cell, letter| {
        match letter {
            b'X' => marks[0] |= 1 << cell,
            b'O' => marks[1] |= 1 << cell,
            b' ' => {}
            _ => return Err("a cell is X, O or a blank".to_owned()),
        }
        Ok(())
    })?;
    let state = game
        .position(marks)
        .ok_or("no game leads to this position")?;
    if write(&game, &state).as_bytes() != bytes {
        return Err("it cannot be this player's turn: X begins, and turns alternate".to_owned());
    }
    Ok((game, state))
}

/// Draws the board with the number of each free cell; lines divide the rows if the window is wide
/// enough. The `last` cells are marked.
pub(super) fn draw(board: &Board, size: usize, last: &[Cell], style: DrawStyle) -> Vec<Line> {
    let digits = (size * size).to_string().len();
    // The last cell of a row may end in a mark.
    let wide = style.fits(size * (digits + 3));
    let width = if wide { digits } else { 1 };
    let push = |line: &mut Line, cell: Cell| {
        let number = cell.number();
        let Some(owner) = board.at(cell) else {
            let number = if wide {
                format!(" {number:>width$} ")
            } else {
                format!("{number:>3}")
            };
            return line.push(Tone::Faint, &number);
        };
        let tone = [Tone::First, Tone::Second][owner.index()];
        let mark = last.contains(&cell).then_some(Mark {
            reached: true,
            tone,
        });
        let letter = format!("{:>width$}", TicTacToe::letter(owner));
        Mark::push_between(line, None, mark, style.marks);
        Mark::push_cell(line, mark, tone, &letter, style.marks);
        Mark::push_between(line, mark, None, style.marks);
    };
    let rule = Line::new().with(Tone::Faint, &vec!["-".repeat(width + 2); size].join("+"));
    let mut lines = Vec::new();
    for row in 0..size {
        let mut line = Line::new();
        for column in 0..size {
            if column > 0 {
                line.push(Tone::Faint, "|");
            }
            push(&mut line, Cell((row * size + column) as u8));
        }
        if wide && row > 0 {
            lines.push(rule.clone());
        }
        lines.push(if wide { line.trimmed() } else { line });
    }
    lines
}
