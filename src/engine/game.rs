//! The trait [`Game`], after the `GAME` signature of the course text.
//!
//! A complete game, Chomp: a bar of chocolate, 3 rows of 4. A move eats a square and everything to the
//! right of it and below. Square 1 is poisoned: the side that eats it loses. `CONTRIBUTING.md` brings
//! it to the prompt.
//!
//! ```
//! use game::engine::{Game, Side, State, Status};
//!
//! const ROWS: u8 = 3;
//! const COLUMNS: u8 = 4;
//!
//! #[derive(Clone, Debug)]
//! pub struct Chomp;
//!
//! impl Game for Chomp {
//!     /// One bit per remaining square.
//!     type Board = u16;
//!     /// The number of a square, from 1.
//!     type Move = u8;
//!     type Illegal = String;
//!
//!     fn start(&self) -> State<u16> {
//!         State::new((1 << (ROWS * COLUMNS)) - 1, Side::First)
//!     }
//!
//!     fn show_board(&self, board: &u16) -> String {
//!         let square = |at: u8| if board >> at & 1 == 1 { '#' } else { '.' };
//!         let row = |row: u8| (row * COLUMNS..(row + 1) * COLUMNS).map(square).collect();
//!         (0..ROWS).map(row).collect::<Vec<String>>().join("\n")
//!     }
//!
//!     fn hash(&self, state: &State<u16>) -> u64 {
//!         u64::from(state.board) << 1 | state.to_move.index() as u64
//!     }
//!
//!     fn status(&self, state: &State<u16>) -> Status {
//!         match state.board {
//!             // The other side has just eaten the last square.
//!             0 => Status::Won(state.to_move),
//!             _ => Status::Playing,
//!         }
//!     }
//!
//!     fn parse_words(&self, state: &State<u16>, words: &[&str]) -> Result<u8, String> {
//!         let moves = self.move_list(state).into_iter();
//!         let mut named = moves.filter(|&mv| words == [self.show_move(mv)]);
//!         let max = ROWS * COLUMNS;
//!         named
//!             .next()
//!             .ok_or_else(|| format!("a move is a remaining square, from 1 to {max}"))
//!     }
//!
//!     fn show_move(&self, mv: u8) -> String {
//!         mv.to_string()
//!     }
//!
//!     fn moves(&self, state: &State<u16>, into: &mut Vec<u8>) {
//!         into.extend((1..=ROWS * COLUMNS).filter(|mv| state.board >> (mv - 1) & 1 == 1));
//!     }
//!
//!     fn play(&self, state: &State<u16>, mv: u8) -> State<u16> {
//!         let (row, column) = ((mv - 1) / COLUMNS, (mv - 1) % COLUMNS);
//!         let eaten = (0..ROWS * COLUMNS).filter(|at| at / COLUMNS >= row && at % COLUMNS >= column);
//!         let eaten: u16 = eaten.map(|at| 1 << at).sum();
//!         State::new(state.board & !eaten, state.to_move.other())
//!     }
//! }
//! ```
//!
//! | the text | here |
//! |---|---|
//! | `type board`, `type state = board * player` | [`Game::Board`], [`State`] |
//! | `datatype player = X \| O` | [`Side`] |
//! | `datatype status` | [`Status`] |
//! | `start`, `hash`, `check_status` | [`Game::start`], [`Game::hash`], [`Game::status`] |
//! | `type move`, `parse_move`, `show_move` | [`Game::Move`], [`Game::parse_move`], [`Game::show_move`] |
//! | `possible_moves`, `make_move` | [`Game::moves`], [`Game::play`] |
//! | `show_board` | [`Game::show_board`] |
//!
//! The structures of the text have no parameters; here `&self` carries them, such as the size of the
//! board.

use std::fmt::{Debug, Display};
use std::hash::Hash;

/// One of the two players: the one who moves first, or the other.
///
/// The course text calls them `X` and `O`. Each game has its own letters for them, so the engine
/// uses neutral names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who begins (`X`).
    First,
    /// The other player (`O`).
    Second,
}

impl Side {
    /// Both sides, in the order of their moves.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns 0 for the first side, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// Whether a game is in progress, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It is in progress.
    Playing,
    /// This side has won.
    Won(Side),
    /// It is over without a winner.
    Draw,
}

impl Status {
    /// Whether the game has ended.
    #[must_use]
    pub const fn is_over(self) -> bool {
        !matches!(self, Status::Playing)
    }
}

/// A position: a board, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<B> {
    /// The board.
    pub board: B,
    /// Whose turn it is.
    pub to_move: Side,
}

impl<B> State<B> {
    /// Creates a position.
    pub const fn new(board: B, to_move: Side) -> Self {
        State { board, to_move }
    }
}

/// The position type of a game.
pub type StateOf<G> = State<<G as Game>::Board>;

/// A deterministic zero-sum game of two players with perfect information.
///
/// Searches share a game and its positions between threads.
pub trait Game: Sync {
    /// The board, with the history if legality depends on it.
    type Board: Clone + Eq + Debug + Send + Sync;

    /// A move. Searches store millions, so keep it small.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// Why a text is not a legal move.
    type Illegal: Display + Debug;

    /// Returns the starting position.
    fn start(&self) -> StateOf<Self>;

    /// Formats the board as plain text, without a final line break.
    fn show_board(&self, board: &Self::Board) -> String;

    /// Hashes the position, including the side to move and everything that its moves depend on.
    /// Different positions almost never share a key; in small games they never do.
    fn hash(&self, state: &StateOf<Self>) -> u64;

    /// Hashes a position for a search of `depth` plies: positions with equal keys have the same moves
    /// and the same [`status`](Game::status) that far ahead. A game whose legal moves depend on its
    /// history can leave out the part that does not matter.
    fn hash_within(&self, state: &StateOf<Self>, _depth: u32) -> u64 {
        self.hash(state)
    }

    /// Hashes only the board and the side to move, if [`hash`](Game::hash) includes the history.
    /// The best move with one history is a good first guess with another.
    fn board_hash(&self, _state: &StateOf<Self>) -> Option<u64> {
        None
    }

    /// Whether the game is in progress, or how it ended.
    fn status(&self, state: &StateOf<Self>) -> Status;

    /// Parses the words of a legal move.
    ///
    /// # Errors
    /// The first fault, if they are not a legal move.
    fn parse_words(
        &self,
        state: &StateOf<Self>,
        words: &[&str],
    ) -> Result<Self::Move, Self::Illegal>;

    /// Parses a legal move: calls [`parse_words`](Game::parse_words) with the words of a text.
    ///
    /// # Errors
    /// The first fault, if it is not a legal move.
    fn parse_move(&self, state: &StateOf<Self>, text: &str) -> Result<Self::Move, Self::Illegal> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        self.parse_words(state, &words)
    }

    /// Formats a move as [`parse_move`](Game::parse_move) reads it.
    fn show_move(&self, mv: Self::Move) -> String;

    /// Appends all legal moves to `into`, in an order that depends only on the position; none if the
    /// game is over.
    ///
    /// Appends instead of returning a vector because searches call this millions of times.
    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<Self::Move>);

    /// Returns the position after a legal move.
    fn play(&self, state: &StateOf<Self>, mv: Self::Move) -> StateOf<Self>;

    /// Passes the position after a move and its status to `see`. The position is only evaluated, so
    /// it can lack any history that its status and evaluation do not need.
    fn with_child<R>(
        &self,
        state: &StateOf<Self>,
        mv: Self::Move,
        see: impl FnOnce(&StateOf<Self>, Status) -> R,
    ) -> R {
        let next = self.play(state, mv);
        see(&next, self.status(&next))
    }

    /// Returns the position after a pass, even if the rules allow none; `None` where passing could
    /// be better than every move.
    fn pass(&self, _state: &StateOf<Self>) -> Option<StateOf<Self>> {
        None
    }

    /// Returns all legal moves in a new vector: convenient, but slower than [`moves`](Game::moves).
    fn move_list(&self, state: &StateOf<Self>) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.moves(state, &mut list);
        list
    }
}
