//! `CountDown`, the subtraction game of the course text: the players take one, two or three pieces
//! from a pile in turn. Taking the last one wins.
//!
//! A trained memory leaves multiples of four: from 7 it takes 3.
//!
//! ```
//! use game::engine::learn::{Memory, best_next_state, train};
//! use game::engine::rng::Rng;
//! use game::engine::{Game, Side, State};
//! use game::games::countdown::CountDown;
//!
//! let game = CountDown::default();
//! let mut rng = Rng::new(1);
//! let memory = train(&game, 1_000_000, Memory::default(), game.start(), &mut rng);
//! let (next, score) = best_next_state(&game, &memory, &State::new(7, Side::First), &mut rng)
//!     .ok_or("the game is over")?;
//! assert_eq!(next.board, 4);
//! assert!(score > 0.99);
//! # Ok::<(), &str>(())
//! ```

mod prompt;
#[cfg(test)]
mod tests;

use crate::decimal;
use crate::engine::search::Evaluator;
use crate::engine::{Game, Side, State, StateOf, Status};
use thiserror::Error;

/// The maximum number of pieces that a move takes.
const MAX: u64 = 3;

/// The subtraction game from a pile of any size; the text begins with 21.
///
/// A board is the number of pieces left, a move the number of pieces taken. With no piece left the
/// other side has taken the last one, so the side to move has lost: a game that begins with an
/// empty pile is over at once.
///
/// ```
/// use game::engine::{Game, Side, State};
/// use game::games::countdown::CountDown;
///
/// let game = CountDown::default();
/// let start = game.start();
/// assert_eq!(start, State::new(21, Side::First));
/// assert_eq!(game.parse_move(&start, "1"), Ok(1));
/// assert!(game.parse_move(&start, "a").is_err());
/// assert_eq!(game.move_list(&start), [1, 2, 3]);
/// assert_eq!(game.play(&start, 1), State::new(20, Side::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountDown {
    pile: u64,
}

/// The text is not a legal number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move is the number of pieces to take, from 1 to {0}")]
pub struct Illegal(pub u64);

impl CountDown {
    /// Creates the game that begins with this many pieces.
    #[must_use]
    pub const fn new(pile: u64) -> Self {
        CountDown { pile }
    }

    /// Returns the side that wins if both play well.
    ///
    /// A multiple of four is lost for the side to move: whatever it takes, the other side takes the
    /// rest of four and leaves the next multiple, at last 0. From any other number a move leads to a
    /// multiple of four.
    #[must_use]
    pub const fn winner(state: &State<u64>) -> Side {
        if state.board.is_multiple_of(MAX + 1) {
            state.to_move.other()
        } else {
            state.to_move
        }
    }
}

/// The pile of the course text.
impl Default for CountDown {
    fn default() -> Self {
        CountDown::new(21)
    }
}

impl Game for CountDown {
    type Board = u64;
    type Move = u8;
    type Illegal = Illegal;

    fn start(&self) -> StateOf<Self> {
        State::new(self.pile, Side::First)
    }

    /// In the words of the course text, also for a single piece: `1 pieces left`.
    fn show_board(&self, board: &u64) -> String {
        format!("{board} pieces left")
    }

    /// Twice the pile, plus one for the second side: unique for piles below 2^63.
    fn hash(&self, state: &StateOf<Self>) -> u64 {
        state.board.rotate_left(1) ^ state.to_move.index() as u64
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        if state.board == 0 {
            Status::Won(state.to_move.other())
        } else {
            Status::Playing
        }
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<u8, Illegal> {
        let max = MAX.min(state.board);
        let taken = decimal::only(words).filter(|taken| (1..=max).contains(taken));
        taken.map(|taken| taken as u8).ok_or(Illegal(max))
    }

    fn show_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<u8>) {
        into.extend(1..=MAX.min(state.board) as u8);
    }

    fn play(&self, state: &StateOf<Self>, mv: u8) -> StateOf<Self> {
        State::new(state.board - u64::from(mv), state.to_move.other())
    }
}

/// An exact evaluator: multiples of four are lost for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Multiples;

impl Evaluator<CountDown> for Multiples {
    fn evaluate(&self, _game: &CountDown, state: &State<u64>) -> i32 {
        match CountDown::winner(state) {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}
