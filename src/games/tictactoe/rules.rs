//! The rules of tic-tac-toe.

use crate::decimal;
use crate::engine::rng::mix;
use crate::engine::{Game, Side, State, StateOf, Status};
use std::ops::RangeInclusive;
use thiserror::Error;

/// A cell of the board, counted from 0 in reading order; people count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// Returns its place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns its place in reading order, from 1: the number that people type.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// Returns it as a set of bits.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// The marks on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) marks: [u128; 2],
    /// The side that has a full line. It follows from the marks, but a move updates it cheaply.
    pub(super) winner: Option<Side>,
}

impl Board {
    /// Returns the cells with a side's mark: bit 0 is the first cell in reading order.
    #[must_use]
    pub const fn marks(&self, side: Side) -> u128 {
        self.marks[side.index()]
    }

    /// Returns the cells with any mark.
    #[must_use]
    pub const fn occupied(&self) -> u128 {
        self.marks[0] | self.marks[1]
    }

    /// Returns the side whose mark is on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side) & cell.bit() != 0)
    }
}

/// Tic-tac-toe on a board of N by N cells: the first side with N marks in a row, a column or a
/// diagonal wins; a full board without such a line is a draw.
///
/// The first side is X, the second O. A move is a cell, named by its number in reading order: 1 to N
/// for the top row, N·N for the last cell of the bottom row.
///
/// ```
/// use game::engine::{Game, Side, Status};
/// use game::games::tictactoe::TicTacToe;
///
/// let game = TicTacToe::default();
/// let mut state = game.start();
/// for text in ["5", "1", "3", "7", "4", "2", "6"] {
///     let mv = game.parse_move(&state, text)?;
///     state = game.play(&state, mv);
/// }
/// assert_eq!(game.status(&state), Status::Won(Side::First));
/// assert_eq!(
///     game.show_board(&state.board),
///     " O | O | X\n\
///      ---+---+---\n \
///      X | X | X\n\
///      ---+---+---\n \
///      O | 8 | 9"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    size: usize,
    lines: Vec<u128>,
    /// The lines through each cell, which a mark on it can complete.
    through: Vec<[u128; 4]>,
}

/// The text is not the number of a free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move is the number of a free cell, from 1 to {0}")]
pub struct Illegal(pub usize);

impl TicTacToe {
    /// The sizes a board can have.
    pub const SIZES: RangeInclusive<usize> = 1..=10;

    /// Creates the game on a board of `size` by `size` cells, if it is one of the
    /// [`SIZES`](Self::SIZES).
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        if !Self::SIZES.contains(&size) {
            return None;
        }
        let lines = lines(size);
        let through = (0..size * size).map(|cell| through(&lines, cell)).collect();
        Some(TicTacToe {
            size,
            lines,
            through,
        })
    }

    /// Returns the number of cells in a row, which is also the number of marks in a row that wins.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns all cells as a set of bits.
    const fn all_cells(&self) -> u128 {
        (1 << (self.size * self.size)) - 1
    }

    /// Returns the lines that win as sets of bits: the rows from the top, the columns from the left,
    /// the falling and the rising diagonal.
    #[must_use]
    pub fn lines(&self) -> &[u128] {
        &self.lines
    }

    /// Returns the lines through a cell, the row first and again where there are fewer than four.
    pub(super) fn lines_through(&self, cell: Cell) -> &[u128; 4] {
        &self.through[cell.index()]
    }

    /// Creates the position with these marks of the first and the second side, unless no game leads
    /// to it. The marks also determine whose turn it is.
    #[must_use]
    pub fn position(&self, marks: [u128; 2]) -> Option<StateOf<Self>> {
        let [first, second] = marks;
        let to_move = match first.count_ones().checked_sub(second.count_ones())? {
            0 => Side::First,
            1 => Side::Second,
            _ => return None,
        };
        let has_won = |side: Side| {
            self.lines
                .iter()
                .any(|line| line & !marks[side.index()] == 0)
        };
        let inside = (first | second) & !self.all_cells() == 0;
        let last = to_move.other();
        (inside && first & second == 0 && !has_won(to_move)).then(|| {
            let winner = has_won(last).then_some(last);
            State::new(Board { marks, winner }, to_move)
        })
    }
}

/// The board of the course text: 3 by 3.
impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe::new(3).expect("a size of the list")
    }
}

/// Returns all lines of a board: the rows from the top, the columns from the left, the diagonals.
fn lines(size: usize) -> Vec<u128> {
    let bit = |row: usize, column: usize| 1u128 << (row * size + column);
    let mut lines = Vec::with_capacity(2 * size + 2);
    lines.extend((0..size).map(|row| (0..size).map(|i| bit(row, i)).sum::<u128>()));
    lines.extend((0..size).map(|column| (0..size).map(|i| bit(i, column)).sum::<u128>()));
    lines.push((0..size).map(|i| bit(i, i)).sum());
    lines.push((0..size).map(|i| bit(i, size - 1 - i)).sum());
    // On a board of one cell they are all the same.
    lines.dedup();
    lines
}

/// Returns the lines through a cell: its row, its column and perhaps diagonals. The row fills unused
/// places, so that a search for a full line needs no length.
fn through(lines: &[u128], cell: usize) -> [u128; 4] {
    let mut passing = lines.iter().copied().filter(|line| line >> cell & 1 == 1);
    let row = passing.next().expect("every cell lies in a row");
    let mut next = || passing.next().unwrap_or(row);
    [row, next(), next(), next()]
}

/// Iterates over the cells of a set in reading order.
fn bits(mut set: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = Cell(set.trailing_zeros() as u8);
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

impl Game for TicTacToe {
    type Board = Board;
    type Move = Cell;
    type Illegal = Illegal;

    fn start(&self) -> StateOf<Self> {
        let (marks, winner) = ([0, 0], None);
        State::new(Board { marks, winner }, Side::First)
    }

    fn show_board(&self, board: &Board) -> String {
        let cells = self.size * self.size;
        let width = cells.to_string().len();
        let cell = |index: usize| match board.at(Cell(index as u8)) {
            Some(side) => format!(" {:>width$}", ['X', 'O'][side.index()]),
            None => format!(" {:>width$}", index + 1),
        };
        let rule = format!("\n{}\n", vec!["-".repeat(width + 2); self.size].join("+"));
        let row = |first: usize| {
            (first..first + self.size)
                .map(cell)
                .collect::<Vec<_>>()
                .join(" |")
        };
        let rows: Vec<String> = (0..cells).step_by(self.size).map(row).collect();
        rows.join(&rule)
    }

    fn hash(&self, state: &StateOf<Self>) -> u64 {
        let word = |marks: u128| mix(marks as u64 ^ mix((marks >> 64) as u64));
        let [first, second] = state.board.marks.map(word);
        mix(first ^ second.rotate_left(32) ^ state.to_move.index() as u64)
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        match state.board.winner {
            Some(side) => Status::Won(side),
            None if state.board.occupied() == self.all_cells() => Status::Draw,
            None => Status::Playing,
        }
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Cell, Illegal> {
        let number: Option<usize> = decimal::only(words);
        let mut moves = self.move_list(state).into_iter();
        moves
            .find(|cell| Some(cell.number()) == number)
            .ok_or(Illegal(self.through.len()))
    }

    fn show_move(&self, mv: Cell) -> String {
        mv.number().to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<Cell>) {
        if state.board.winner.is_none() {
            into.extend(bits(self.all_cells() & !state.board.occupied()));
        }
    }

    fn play(&self, state: &StateOf<Self>, mv: Cell) -> StateOf<Self> {
        let State { mut board, to_move } = *state;
        let marks = board.marks[to_move.index()] | mv.bit();
        board.marks[to_move.index()] = marks;
        if self.lines_through(mv).iter().any(|line| line & !marks == 0) {
            board.winner = Some(to_move);
        }
        State::new(board, to_move.other())
    }
}
