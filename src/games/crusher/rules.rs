//! The rules of Crusher, as a game for the engine.

use super::board::{Board, Layout};

use super::hex::{Cell, Hex};
use super::moves::{self, Move};
use super::notation::name;
use super::{board, notation};
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
/// let game = Crusher::new(3)?;
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
    start: Layout,
}

/// There is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("N is from 2 to 6, not {size}")]
pub struct SizeError {
    /// The N given.
    pub size: usize,
}

impl Crusher {
    /// The game with `size` cells to a side.
    ///
    /// With N = 2 there is no start, as both second rows are the same row: the game then starts
    /// with an empty board and is over. Other boards of that size can be played.
    ///
    /// # Errors
    /// If `size` is not one of [`Hex::SIZES`].
    pub fn new(size: usize) -> Result<Self, SizeError> {
        let hex = Hex::new(size).ok_or(SizeError { size })?;
        let pieces = if size < 3 { [0; 2] } else { start(&hex) };
        Ok(Crusher {
            hex,
            start: Layout::new(pieces),
        })
    }

    /// The board's shape.
    #[must_use]
    pub const fn hex(&self) -> &Hex {
        &self.hex
    }

    /// N.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.hex.size()
    }

    /// Whether a game can be begun, which it cannot on the smallest board.
    #[must_use]
    pub fn has_start(&self) -> bool {
        self.start != Layout::default()
    }

    /// A layout as the course text writes it.
    #[must_use]
    pub fn show(&self, layout: &Layout) -> String {
        notation::show_board(&self.hex, layout)
    }

    /// Whether a move takes a piece.
    #[must_use]
    #[inline]
    pub fn captures(&self, state: &StateOf<Self>, mv: Move) -> bool {
        state.board.layout().of(state.to_move.other()) & self.hex.bit(mv.to) != 0
    }

    /// Appends the moves that take a piece, unless the history is invented: then it may forbid
    /// some of them.
    #[inline]
    pub(super) fn capturing_moves(&self, state: &StateOf<Self>, into: &mut Vec<Move>) {
        if !state.board.is_made_up() {
            moves::generate_captures(&self.hex, state.board.layout(), state.to_move, into);
        }
    }

    /// Where the pieces stand after a move, and whose piece it takes.
    #[inline]
    fn moved(&self, state: &StateOf<Self>, mv: Move) -> (Layout, Option<Side>) {
        let layout = state.board.layout();
        let (from, to) = (self.hex.bit(mv.from), self.hex.bit(mv.to));
        let enemy = state.to_move.other();
        let captured = (layout.of(enemy) & to != 0).then_some(enemy);
        (layout.moved(state.to_move, from, to), captured)
    }

    /// How a game stands in which these boards may not come again, `most` at most.
    #[inline]
    fn status_among(
        &self,
        state: &StateOf<Self>,
        earlier: impl Iterator<Item = Layout> + Clone,
        most: u32,
    ) -> Status {
        let (layout, side) = (state.board.layout(), state.to_move);
        if let Some(crushed) = self.crushed(state) {
            Status::Won(crushed.other())
        } else if moves::any(&self.hex, layout, side, earlier, most) {
            Status::Playing
        } else {
            Status::Won(side.other())
        }
    }

    /// The side that has lost too many pieces, if one has.
    #[inline]
    pub(super) fn crushed(&self, state: &StateOf<Self>) -> Option<Side> {
        // If both have, the board is invented: the side to move was hit last.
        [state.to_move, state.to_move.other()]
            .into_iter()
            .find(|&side| state.board.count(side) < self.size())
    }
}

/// The board of the course text's examples, N = 3.
impl Default for Crusher {
    fn default() -> Self {
        Crusher::new(3).expect("there is a board with N = 3")
    }
}

/// N pieces in the outer row, N - 1 in the next with a gap at each end.
fn start(hex: &Hex) -> [u128; 2] {
    let size = hex.size();
    let rows = (0..size).chain(size + 1..2 * size);
    let mut pieces = [0; 2];
    for index in rows {
        let mirrored = hex.cells() - 1 - index;
        for (side, index) in [(0, index), (1, mirrored)] {
            pieces[side] |= hex.cell(index).map_or(0, |cell| hex.bit(cell));
        }
    }
    pieces
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A word is no number of a cell.
    #[error("cells are numbered from 1 to {last}, not {word}")]
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
    /// Nothing stands there.
    #[error("there is no piece on {0}")]
    NoPiece(Cell),
    /// The piece is the other side's.
    #[error("the piece on {0} is the other side's")]
    NotYours(Cell),
    /// The board would come again.
    #[error("that would bring an earlier board back")]
    Repetition,
    /// A piece of the same side stands there.
    #[error("your own piece stands on {0}")]
    OwnPiece(Cell),
    /// A slide cannot capture.
    #[error("only a leap over your own piece captures")]
    Capture,
    /// Neither a slide nor a leap.
    #[error("a piece slides to a neighbour, or leaps straight over one neighbour of your own")]
    TooFar,
}

impl Crusher {
    /// The cell with this number, as people type it.
    #[must_use]
    pub fn cell_named(&self, text: &str) -> Option<Cell> {
        let number = decimal::parse::<usize>(text)?;
        self.hex().cell(number.checked_sub(1)?)
    }

    /// The legal move that two words name.
    pub(super) fn read_move(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Move, Illegal> {
        let cell = |word: &str| {
            self.cell_named(word).ok_or_else(|| Illegal::NoCell {
                word: word.to_owned(),
                last: self.hex().cells(),
            })
        };
        let &[from, to] = words else {
            return Err(Illegal::Words);
        };
        let mv = Move {
            from: cell(from)?,
            to: cell(to)?,
        };
        if self.move_list(state).contains(&mv) {
            Ok(mv)
        } else {
            Err(self.wrong_with(state, mv))
        }
    }

    /// The moves that would be legal without the history.
    fn free_moves(&self, state: &StateOf<Self>) -> Vec<Move> {
        let mut free = Vec::new();
        moves::generate_freely(self.hex(), state.board.layout(), state.to_move, &mut free);
        free
    }

    /// Why the side to move, or the other, has lost.
    pub(super) fn why_lost(&self, state: &StateOf<Self>) -> String {
        let all = 2 * self.size() - 1;
        if let Some(side) = self.crushed(state) {
            let lost = all.saturating_sub(state.board.count(side));
            return format!("{} has lost {lost} pieces", name(side));
        }
        let free = self.free_moves(state);
        let loser = name(state.to_move);
        if free.is_empty() {
            format!("{loser} has no legal move")
        } else {
            format!("every move of {loser} would bring an earlier board back")
        }
    }

    /// Why no legal move begins on a cell, from which there is none.
    pub(super) fn why_stuck(&self, state: &StateOf<Self>, from: Cell) -> String {
        let layout = state.board.layout();
        match layout.at(self.hex(), from) {
            None => return Illegal::NoPiece(from).to_string(),
            Some(side) if side != state.to_move => return Illegal::NotYours(from).to_string(),
            Some(_) => {}
        }
        let free = self.free_moves(state);
        if free.iter().any(|mv| mv.from == from) {
            format!("every move from {from} would bring an earlier board back")
        } else {
            format!("the piece on {from} is blocked on all sides")
        }
    }

    /// Returns why a move is illegal.
    fn wrong_with(&self, state: &StateOf<Self>, mv: Move) -> Illegal {
        let layout = state.board.layout();
        let at = |cell| -> Option<Side> { layout.at(self.hex(), cell) };
        let free = self.free_moves(state);
        match (at(mv.from), at(mv.to)) {
            _ if self.status(state).is_over() => Illegal::Over,
            (None, _) => Illegal::NoPiece(mv.from),
            (Some(side), _) if side != state.to_move => Illegal::NotYours(mv.from),
            _ if free.contains(&mv) => Illegal::Repetition,
            (_, Some(side)) if side == state.to_move => Illegal::OwnPiece(mv.to),
            (_, Some(_)) => Illegal::Capture,
            (_, None) => Illegal::TooFar,
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
        let earlier = state.board.open().map(|earlier| earlier.layout);
        self.status_among(state, earlier, state.board.open_count())
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Move, Illegal> {
        self.read_move(state, words)
    }

    fn show_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    #[inline]
    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<Move>) {
        if self.crushed(state).is_none() {
            let earlier = state.board.open().map(|earlier| earlier.layout);
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

    /// The past can only forbid moves. Once it is known whether it leaves any, it is not needed.
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
        let most = state.board.open_count_after(captured);
        see(&next, self.status_among(&next, earlier, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crusher::notation::parse_board;

    #[test]
    fn each_reason_is_told() {
        let game = Crusher::new(3).unwrap();
        let mut state = game.start();
        let why = |state: &StateOf<Crusher>, words: &str| {
            game.parse_move(state, words)
                .map_or_else(|reason| reason.to_string(), |_| String::new())
        };
        assert_eq!(why(&state, "5 10"), "");
        for (words, reason) in [
            ("5 99", "cells are numbered from 1 to 19, not 99"),
            ("x 5", "cells are numbered from 1 to 19, not x"),
            ("5", "a move is two cells: from and to"),
            ("8 9", "there is no piece on 8"),
            ("19 18", "the piece on 19 is the other side's"),
            ("1 2", "your own piece stands on 2"),
            ("5 14", "only a leap over your own piece captures"),
            (
                "1 8",
                "a piece slides to a neighbour, or leaps straight over one neighbour of your own",
            ),
        ] {
            assert_eq!(why(&state, words), reason, "{words}");
        }
        // There and back, there and back: the second time is forbidden.
        for words in ["5 10", "14 9", "10 5"] {
            let mv = game.parse_move(&state, words).unwrap();
            state = game.play(&state, mv);
        }
        assert_eq!(
            why(&state, "9 14"),
            "that would bring an earlier board back"
        );
        let stuck = |number: &str| game.why_stuck(&state, game.cell_named(number).unwrap());
        assert_eq!(stuck("10"), "there is no piece on 10");
        assert_eq!(stuck("1"), "the piece on 1 is the other side's");
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
        let stuck = |state, number| game.why_stuck(state, game.cell_named(number).unwrap());
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
            "every move of White would bring an earlier board back"
        );
        assert_eq!(
            stuck(&again, "17"),
            "every move from 17 would bring an earlier board back"
        );
    }
}
