//! The rules of tic-tac-toe.

use super::text;
use crate::decimal;
use crate::engine::rng::mix;
use crate::engine::{Game, Side, State, StateOf, Status};
use std::ops::RangeInclusive;
use thiserror::Error;

/// A cell of the board, counted from 0 in reading order. People count from 1: see
/// [`number`](Cell::number).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What a person types for this cell: its place in reading order, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The cell's bit in a word of marks.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// The marks on the board.
///
/// The winner and the key follow from the marks, but are kept: a move updates them at little cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) marks: [u128; 2],
    key: u64,
    /// The side that has a full line.
    pub(super) winner: Option<Side>,
}

impl Board {
    /// A board without marks.
    const EMPTY: Board = Board {
        marks: [0, 0],
        key: 0,
        winner: None,
    };

    /// The cells that bear a side's mark: bit 0 is the first cell in reading order.
    #[must_use]
    pub const fn marks(&self, side: Side) -> u128 {
        self.marks[side.index()]
    }

    /// The cells that bear any mark.
    #[must_use]
    pub const fn occupied(&self) -> u128 {
        self.marks[0] | self.marks[1]
    }

    /// Whose mark a cell bears.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side) & cell.bit() != 0)
    }
}

/// The biggest board whose positions all have a key of their own: 2 · 3^36 is below 2^64.
const EXACT_KEYS_TO: usize = 6;
const _: () = assert!(2 * 3u128.pow((EXACT_KEYS_TO * EXACT_KEYS_TO) as u32) < 1 << 64);

/// Tic-tac-toe on a board of N by N cells: who first has N marks in a row, a column or one of the
/// two diagonals has won; a full board without such a line is a draw.
///
/// The first side is X, the second O. A move is a cell, and people name it by its number in reading
/// order: 1 to N for the top row, N·N for the last cell of the bottom row.
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
    all_cells: u128,
    lines: Vec<u128>,
    cells: Vec<CellFacts>,
}

/// What a move on a cell needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellFacts {
    /// The lines through the cell: only these can a mark on it complete.
    lines: [u128; 4],
    /// What each side's mark on it adds to the board's key.
    weights: [u64; 2],
}

/// Why a text is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// It is not the number of a cell.
    #[error("a move is the number of a free cell, from 1 to {cells}")]
    NoCell {
        /// How many cells there are.
        cells: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is a mark on the cell of this number.
    #[error("cell {0} is taken")]
    Taken(usize),
}

impl TicTacToe {
    /// The sizes a board can have.
    pub const SIZES: RangeInclusive<usize> = 1..=10;

    /// The game on a board of `size` by `size` cells, if it is one of the [`SIZES`](Self::SIZES).
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        Self::SIZES
            .contains(&size)
            .then(|| TicTacToe::of_size(size))
    }

    /// The game on a board of one of the [`SIZES`](Self::SIZES).
    fn of_size(size: usize) -> Self {
        let lines = lines(size);
        let cells = (0..size * size)
            .map(|cell| CellFacts {
                lines: through(&lines, cell),
                weights: weights(size, cell),
            })
            .collect();
        TicTacToe {
            size,
            all_cells: (1 << (size * size)) - 1,
            lines,
            cells,
        }
    }

    /// How many cells a row has, which is also how many marks in a row win.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The lines that win: the rows from the top, the columns from the left, the falling and the
    /// rising diagonal, each as a set of bits like [`Board::marks`].
    #[must_use]
    pub fn lines(&self) -> &[u128] {
        &self.lines
    }

    /// The lines through a cell, the row first; it comes again where there are fewer than four.
    pub(super) fn lines_through(&self, cell: Cell) -> &[u128; 4] {
        &self.cells[cell.index()].lines
    }

    /// The position with these marks, the first side's and the second's, if a game can come to it.
    /// Whose turn it is follows from their number.
    #[must_use]
    pub fn position(&self, marks: [u128; 2]) -> Option<StateOf<Self>> {
        let [first, second] = marks;
        let turn = match first.count_ones().checked_sub(second.count_ones())? {
            0 => Side::First,
            1 => Side::Second,
            _ => return None,
        };
        let full = |side: Side| {
            let marks = marks[side.index()];
            let full_lines = self.lines.iter().filter(move |&line| line & !marks == 0);
            full_lines.copied()
        };
        // The game ended with the move that won it, and that move lies on every full line.
        let last = turn.other();
        let by_one_move = full(last).fold(marks[last.index()], |common, line| common & line) != 0;
        let reachable = first & second == 0
            && (first | second) & !self.all_cells == 0
            && full(turn).next().is_none()
            && (by_one_move || full(last).next().is_none());
        let key = |side: Side| {
            bits(marks[side.index()])
                .map(|cell| self.cells[cell.index()].weights[side.index()])
                .fold(0, u64::wrapping_add)
        };
        reachable.then(|| {
            let board = Board {
                marks,
                key: key(Side::First).wrapping_add(key(Side::Second)),
                winner: full(last).next().map(|_| last),
            };
            State::new(board, turn)
        })
    }
}

/// The board of the course text: 3 by 3.
impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe::of_size(3)
    }
}

/// All lines of a board, as sets of bits: the rows from the top, the columns from the left, the falling and the rising diagonal.
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

/// The lines that pass through a cell: always a row and a column, a diagonal or two on some cells.
/// Unused places repeat the row, so that whoever looks for a full line has no length to mind.
fn through(lines: &[u128], cell: usize) -> [u128; 4] {
    let mut passing = lines.iter().copied().filter(|line| line >> cell & 1 == 1);
    let row = passing.next().expect("every cell lies in a row");
    let mut next = || passing.next().unwrap_or(row);
    [row, next(), next(), next()]
}

/// What a mark of each side on a cell adds to the key: a digit in base 3 where that makes an exact
/// key, random bits on bigger boards.
fn weights(size: usize, cell: usize) -> [u64; 2] {
    if size <= EXACT_KEYS_TO {
        let place = 3u64.pow(cell as u32);
        [place, 2 * place]
    } else {
        [0, 1].map(|side| mix(mix((2 * cell + side) as u64 + 1)))
    }
}

/// The cells of a set, in reading order.
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
        State::new(Board::EMPTY, Side::First)
    }

    fn show_board(&self, board: &Board) -> String {
        text::show(board, self.size)
    }

    /// The cells as the digits of a number in base 3, then a bit for whose turn it is: every
    /// position of a board up to 6 by 6 has a key of its own. On bigger ones two positions share
    /// one with a chance of 2^-63.
    fn hash(&self, state: &StateOf<Self>) -> u64 {
        state.board.key << 1 | state.to_move.index() as u64
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        match state.board.winner {
            Some(side) => Status::Won(side),
            None if state.board.occupied() == self.all_cells => Status::Draw,
            None => Status::Playing,
        }
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Cell, Illegal> {
        let cells = self.cells.len();
        let cell = decimal::only(words)
            .and_then(|number: usize| number.checked_sub(1))
            .filter(|&index| index < cells)
            .map(|index| Cell(index as u8))
            .ok_or(Illegal::NoCell { cells })?;
        if self.status(state).is_over() {
            Err(Illegal::Over)
        } else if state.board.occupied() & cell.bit() != 0 {
            Err(Illegal::Taken(cell.number()))
        } else {
            Ok(cell)
        }
    }

    fn show_move(&self, mv: Cell) -> String {
        mv.number().to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<Cell>) {
        if state.board.winner.is_none() {
            into.extend(bits(self.all_cells & !state.board.occupied()));
        }
    }

    fn play(&self, state: &StateOf<Self>, mv: Cell) -> StateOf<Self> {
        let State { mut board, to_move } = *state;
        let facts = &self.cells[mv.index()];
        debug_assert!(
            board.winner.is_none() && board.occupied() & mv.bit() == 0,
            "cell {} is not free",
            mv.number()
        );
        let marks = board.marks[to_move.index()] | mv.bit();
        board.marks[to_move.index()] = marks;
        board.key = board.key.wrapping_add(facts.weights[to_move.index()]);
        if facts.lines.iter().any(|line| line & !marks == 0) {
            board.winner = Some(to_move);
        }
        State::new(board, to_move.other())
    }
}
