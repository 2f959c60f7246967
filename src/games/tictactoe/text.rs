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
use crate::play::Mark;
use crate::repl::{DrawStyle, Line, Tone};

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

/// The board without colours and marks.
pub(super) fn show(board: &Board, size: usize) -> String {
    let lines = draw(board, size, &[], DrawStyle::default());
    let lines: Vec<String> = lines.iter().map(Line::plain).collect();
    lines.join("\n")
}

/// Draws the board as wide as the window allows: with lines between cells and a number in every empty
/// one, which is what to type to mark it; without lines between rows; without numbers. The `last`
/// cells are marked.
pub(super) fn draw(board: &Board, size: usize, last: &[Cell], style: DrawStyle) -> Vec<Line> {
    let digits = (size * size).to_string().len();
    // The last cell of a row may end in a mark.
    let wide = style.fits(size * (digits + 3));
    let numbers = wide || style.fits(4 * size - 1);
    let width = if wide { digits } else { 1 };
    let push = |line: &mut Line, cell: Cell| match board.at(cell) {
        Some(owner) => {
            let tone = [Tone::First, Tone::Second][owner.index()];
            let marked = last.contains(&cell);
            let mark = marked.then_some(Mark {
                reached: true,
                tone,
            });
            let letter = format!("{:>width$}", LETTERS[owner.index()]);
            Mark::push_between(line, None, mark, style.marks);
            Mark::push_cell(line, mark, tone, &letter, style.marks);
            Mark::push_between(line, mark, None, style.marks);
        }
        None if wide => line.push(Tone::Faint, &format!(" {:>width$} ", cell.number())),
        None if numbers => line.push(Tone::Faint, &format!("{:>3}", cell.number())),
        None => line.push(Tone::Faint, " - "),
    };
    let rule = Line::new().with(Tone::Faint, &vec!["-".repeat(width + 2); size].join("+"));
    let mut lines = Vec::new();
    for row in 0..size {
        let mut line = Line::new();
        for column in 0..size {
            if numbers && column > 0 {
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

/// The free cells as a range, where listing them would take more than two lines.
pub(super) fn possibilities(board: &Board, size: usize, width: usize) -> String {
    let cells = size * size;
    let taken = (0..cells as u8)
        .map(Cell)
        .filter(|&cell| board.at(cell).is_some());
    let taken: Vec<String> = taken.map(|cell| cell.number().to_string()).collect();
    let except = format!("1 to {cells} except {}", taken.join(", "));
    match taken.len() {
        0 => format!("1 to {cells}"),
        _ if except.len() + 4 < 2 * width => except,
        taken => format!("1 to {cells} except the {taken} that are taken"),
    }
}
