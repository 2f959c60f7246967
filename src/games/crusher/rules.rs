//! The rules of Crusher, as a game for the engine.

use super::board::{Board, Layout};
use super::hex::Hex;
use super::illegal::Illegal;
use super::moves::{self, Move};
use super::{hash, notation};
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
    /// The N that was asked for.
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

    /// Appends the moves that take a piece, unless somebody made the history up: then it may forbid
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
        // If both had, somebody made the board up: the one whose turn it is was hit last.
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
        hash::hash(state)
    }

    #[inline]
    fn hash_within(&self, state: &StateOf<Self>, depth: u32) -> u64 {
        hash::hash_within(&self.hex, state, depth)
    }

    #[inline]
    fn board_hash(&self, state: &StateOf<Self>) -> Option<u64> {
        Some(hash::board_hash(state))
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
