//! The rules of Crusher, as a game for the engine.

use super::board::{self, Board, Layout};
use super::hex::{Cell, Hex};
use super::moves::{self, Move};
use super::notation::{self, name};
use crate::decimal;
use crate::engine::{Game, Side, State, StateOf, Status};
use thiserror::Error;

/// The rules of Crusher on a board with N cells to a side. White is the first side, Black the
/// second.
///
/// ```
/// use game::engine::{Game, Status, perft};
/// use game::games::crusher::Crusher;
///
/// let game = Crusher::default();
/// let start = game.start();
/// assert_eq!(perft(&game, &start, 2), 184);
/// let mv = game.parse_move(&start, "5 10")?;
/// let next = game.play(&start, mv);
/// assert_eq!(game.status(&next), Status::Playing);
/// assert_eq!(game.show(next.board.layout()), "WWW--W---W---BB-BBB");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crusher {
    hex: Hex,
    /// A side with fewer pieces has lost: N, except in tests.
    pub(super) fewest: usize,
    start: Layout,
}

impl Crusher {
    /// Creates the game with `size` cells to a side, if it is one of [`Hex::SIZES`].
    ///
    /// With N = 2 there is no start, as both second rows are the same row: that game starts with an
    /// empty board and is over. Other boards of that size can be played.
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        let hex = Hex::new(size)?;
        let start = if size < 3 { [0; 2] } else { start(&hex) };
        Some(Crusher {
            hex,
            fewest: size,
            start: Layout::new(start),
        })
    }

    /// Returns the board's shape.
    #[must_use]
    pub const fn hex(&self) -> &Hex {
        &self.hex
    }

    /// Returns N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.hex.size()
    }

    /// Whether there is a start position: not with N = 2.
    #[must_use]
    pub fn has_start(&self) -> bool {
        self.start != Layout::default()
    }

    /// Writes a layout as the course text does.
    #[must_use]
    pub fn show(&self, layout: &Layout) -> String {
        notation::show_board(&self.hex, layout)
    }

    /// Whether a move captures.
    #[must_use]
    #[inline]
    pub fn captures(&self, state: &StateOf<Self>, mv: Move) -> bool {
        state.board.layout().of(state.to_move.other()) & self.hex.bit(mv.to) != 0
    }

    /// Appends the moves that capture. In an invented history, which may forbid some of them, there are
    /// none.
    #[inline]
    pub(super) fn capturing_moves(&self, state: &StateOf<Self>, into: &mut Vec<Move>) {
        if !state.board.made_up {
            moves::generate_captures(&self.hex, state.board.layout(), state.to_move, into);
        }
    }

    /// Returns the layout after a move, and the side that it captures a piece of.
    #[inline]
    fn moved(&self, state: &StateOf<Self>, mv: Move) -> (Layout, Option<Side>) {
        let (from, to) = (self.hex.bit(mv.from), self.hex.bit(mv.to));
        let captured = self.captures(state, mv).then(|| state.to_move.other());
        let layout = state.board.layout().moved(state.to_move, from, to);
        (layout, captured)
    }

    /// Returns the status of a position in which these boards, at most `max`, must not be repeated.
    #[inline]
    fn status_among(
        &self,
        state: &StateOf<Self>,
        earlier: impl Iterator<Item = Layout> + Clone,
        max: u32,
    ) -> Status {
        let (layout, side) = (state.board.layout(), state.to_move);
        if let Some(crushed) = self.crushed(state) {
            Status::Won(crushed.other())
        } else if moves::any(&self.hex, layout, side, earlier, max) {
            Status::Playing
        } else {
            Status::Won(side.other())
        }
    }

    /// Returns the side that has lost too many pieces.
    #[inline]
    pub(super) fn crushed(&self, state: &StateOf<Self>) -> Option<Side> {
        // If both have, the board is invented: the side to move lost its piece last.
        [state.to_move, state.to_move.other()]
            .into_iter()
            .find(|&side| state.board.count(side) < self.fewest)
    }
}

/// The board of the course text's examples, N = 3.
impl Default for Crusher {
    fn default() -> Self {
        Crusher::new(3).expect("there is a board with N = 3")
    }
}

/// Returns the first position: N pieces in the outer row, N - 1 in the next with a gap at each end.
fn start(hex: &Hex) -> [u128; 2] {
    let mut pieces = [0; 2];
    for cell in hex.members(hex.all) {
        for (side, index) in [(0, cell.index()), (1, hex.cells() - 1 - cell.index())] {
            if index < 2 * hex.size() && index != hex.size() {
                pieces[side] |= hex.bit(cell);
            }
        }
    }
    pieces
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A word is not the number of a cell.
    #[error("{word} is not a cell: cells are numbered from 1 to {last}")]
    NoCell {
        /// The word typed.
        word: String,
        /// The number of the last cell.
        last: usize,
    },
    /// Too few or too many words.
    #[error("a move is two cells: from and to")]
    Words,
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The cell is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Cell),
    /// The piece is the other side's.
    #[error("the piece on {0} is not yours")]
    NotYours(Cell),
    /// The board would be repeated.
    #[error("that would repeat an earlier board")]
    Repetition,
    /// The target is occupied by the same side.
    #[error("{0} holds your own piece")]
    OwnPiece(Cell),
    /// A slide cannot capture.
    #[error("only a leap over your own piece captures")]
    Capture,
    /// Neither a slide nor a leap.
    #[error("a piece slides to an adjacent cell or leaps straight over one of your own")]
    TooFar,
}

impl Crusher {
    /// Parses the number of a cell.
    pub(super) fn parse_cell(&self, text: &str) -> Result<Cell, Illegal> {
        let index = decimal::parse::<usize>(text).and_then(|number| number.checked_sub(1));
        let cell = index.and_then(|index| self.hex.cell(index));
        cell.ok_or_else(|| Illegal::NoCell {
            word: text.to_owned(),
            last: self.hex.cells(),
        })
    }

    /// Returns the moves that would be legal without the history.
    fn free_moves(&self, state: &StateOf<Self>) -> Vec<Move> {
        let mut free = Vec::new();
        moves::generate_freely(&self.hex, state.board.layout(), state.to_move, &mut free);
        free
    }

    /// Explains why a side has lost.
    pub(super) fn why_lost(&self, state: &StateOf<Self>) -> String {
        let loser = name(state.to_move);
        if let Some(side) = self.crushed(state) {
            let lost = (2 * self.size() - 1).saturating_sub(state.board.count(side));
            format!("{} has lost {lost} pieces", name(side))
        } else if self.free_moves(state).is_empty() {
            format!("{loser} has no legal move")
        } else {
            format!("every move of {loser} would repeat an earlier board")
        }
    }

    /// Explains why no legal move begins on a cell.
    pub(super) fn why_stuck(&self, state: &StateOf<Self>, from: Cell) -> String {
        if let Err(reason) = self.check_from(state, from) {
            reason.to_string()
        } else if self.free_moves(state).iter().any(|mv| mv.from == from) {
            format!("every move from {from} would repeat an earlier board")
        } else {
            format!("the piece on {from} is blocked on all sides")
        }
    }

    /// Checks that a piece of the side to move stands on a cell.
    pub(super) fn check_from(&self, state: &StateOf<Self>, from: Cell) -> Result<(), Illegal> {
        match state.board.layout().at(&self.hex, from) {
            None => Err(Illegal::NoPiece(from)),
            Some(side) if side != state.to_move => Err(Illegal::NotYours(from)),
            Some(_) => Ok(()),
        }
    }
}

impl Game for Crusher {
    type Board = Board;
    type Move = Move;
    type Illegal = Illegal;

    fn start(&self) -> StateOf<Self> {
        State::new(Board::new(self.start), Side::First)
    }

    fn show_board(&self, board: &Board) -> String {
        notation::diagram(&self.hex, board.layout())
    }

    fn hash(&self, state: &StateOf<Self>) -> u64 {
        board::hash(state)
    }

    #[inline]
    fn hash_within(&self, state: &StateOf<Self>, depth: u32) -> u64 {
        board::hash_within(&self.hex, state, depth)
    }

    #[inline]
    fn board_hash(&self, state: &StateOf<Self>) -> Option<u64> {
        Some(board::board_hash(state))
    }

    #[inline]
    fn status(&self, state: &StateOf<Self>) -> Status {
        let earlier = state.board.open_past().map(|earlier| earlier.layout);
        self.status_among(state, earlier, state.board.open)
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Move, Illegal> {
        let &[from, to] = words else {
            return Err(Illegal::Words);
        };
        let (from, to) = (self.parse_cell(from)?, self.parse_cell(to)?);
        let mv = Move { from, to };
        if self.move_list(state).contains(&mv) {
            return Ok(mv);
        }
        if self.status(state).is_over() {
            return Err(Illegal::Over);
        }
        self.check_from(state, from)?;
        Err(match state.board.layout().at(&self.hex, to) {
            _ if self.free_moves(state).contains(&mv) => Illegal::Repetition,
            Some(side) if side == state.to_move => Illegal::OwnPiece(to),
            Some(_) => Illegal::Capture,
            None => Illegal::TooFar,
        })
    }

    fn show_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    #[inline]
    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<Move>) {
        if self.crushed(state).is_none() {
            let earlier = state.board.open_past().map(|earlier| earlier.layout);
            let (layout, side) = (state.board.layout(), state.to_move);
            moves::generate(&self.hex, layout, side, earlier, into);
        }
    }

    #[inline]
    fn play(&self, state: &StateOf<Self>, mv: Move) -> StateOf<Self> {
        let (next, captured) = self.moved(state, mv);
        let board = state.board.followed_by(next, captured);
        State::new(board, state.to_move.other())
    }

    /// The history can only forbid moves, so nothing but the status needs it.
    #[inline]
    fn with_child<R>(
        &self,
        state: &StateOf<Self>,
        mv: Move,
        see: impl FnOnce(&StateOf<Self>, Status) -> R,
    ) -> R {
        let (next, captured) = self.moved(state, mv);
        let board = state.board.followed_for_good(next, captured);
        let next = State::new(board, state.to_move.other());
        let earlier = state.board.open_after(captured);
        let max = state.board.open_count_after(captured);
        see(&next, self.status_among(&next, earlier, max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crusher::notation::parse_board;

    #[test]
    fn illegal_moves_have_reasons() {
        let game = Crusher::new(3).unwrap();
        let mut state = game.start();
        let why = |state: &StateOf<Crusher>, words: &str| {
            game.parse_move(state, words)
                .map_or_else(|reason| reason.to_string(), |_| String::new())
        };
        assert_eq!(why(&state, "5 10"), "");
        for (words, reason) in [
            ("5 99", "99 is not a cell: cells are numbered from 1 to 19"),
            ("x 5", "x is not a cell: cells are numbered from 1 to 19"),
            ("5", "a move is two cells: from and to"),
            ("8 9", "there is no piece on 8"),
            ("19 18", "the piece on 19 is not yours"),
            ("1 2", "2 holds your own piece"),
            ("5 14", "only a leap over your own piece captures"),
            (
                "1 8",
                "a piece slides to an adjacent cell or leaps straight over one of your own",
            ),
        ] {
            assert_eq!(why(&state, words), reason, "{words}");
        }
        // After there and back, there is forbidden.
        for words in ["5 10", "14 9", "10 5"] {
            let mv = game.parse_move(&state, words).unwrap();
            state = game.play(&state, mv);
        }
        assert_eq!(why(&state, "9 14"), "that would repeat an earlier board");
        let stuck = |number: &str| game.why_stuck(&state, game.parse_cell(number).unwrap());
        assert_eq!(stuck("10"), "there is no piece on 10");
        assert_eq!(stuck("1"), "the piece on 1 is not yours");
    }

    #[test]
    fn a_lost_game_is_explained() {
        let game = Crusher::new(3).unwrap();
        let state = |side, boards: &[&str]| {
            let layouts: Vec<_> = boards
                .iter()
                .map(|board| parse_board(game.hex(), board).unwrap())
                .collect();
            State::new(Board::with_history(&layouts).unwrap(), side)
        };
        let crushed = state(Side::Second, &["WWW-WW-------BB----"]);
        assert_eq!(game.why_lost(&crushed), "Black has lost 3 pieces");
        let stuck = |state, number| game.why_stuck(state, game.parse_cell(number).unwrap());
        let blocked = state(Side::First, &["WBWBBBB-----BB--WB-"]);
        assert_eq!(game.status(&blocked), Status::Won(Side::Second));
        assert_eq!(game.why_lost(&blocked), "White has no legal move");
        assert_eq!(
            stuck(&blocked, "17"),
            "the piece on 17 is blocked on all sides"
        );
        let again = state(Side::First, &["WBWBBBB-----WB---B-", "WBWBBBB------B--WB-"]);
        assert_eq!(game.status(&again), Status::Won(Side::Second));
        assert_eq!(
            game.why_lost(&again),
            "every move of White would repeat an earlier board"
        );
        assert_eq!(
            stuck(&again, "17"),
            "every move from 17 would repeat an earlier board"
        );
    }
}
