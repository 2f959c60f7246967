//! The course text's function: from a history to the history with the best move in front.

use super::board::Board;
use super::eval::Evaluation;
use super::moves::Move;
use super::notation::{BoardError, name, parse_board, side};
use super::rules::Crusher;
use crate::engine::search::{Budget, Searcher};
use crate::engine::{Game, Side, State, StateOf};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// The error of [`crusher()`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CrusherError {
    /// N is out of range.
    #[error("N is from 2 to 6, not {0}")]
    Size(usize),
    /// The history has no boards.
    #[error("the history is empty")]
    EmptyHistory,
    /// A board of the history is malformed.
    #[error("board {number} of the history: {reason}")]
    Board {
        /// Its number, 1 for the newest.
        number: usize,
        /// The fault.
        reason: BoardError,
    },
    /// The player is neither `W` nor `B`.
    #[error("the player is W or B, not {0:?}")]
    Player(char),
    /// The depth is 0.
    #[error("the depth is 0, but at least one move must be looked at")]
    Depth,
    /// A side has fewer than N pieces.
    #[error("the game is over: {} has fewer than {size} pieces", name(*loser))]
    Over {
        /// The side that has lost.
        loser: Side,
        /// N.
        size: usize,
    },
    /// The player cannot move.
    #[error("the game is over: {} has no legal move", name(*player))]
    NoMove {
        /// Whose turn it is.
        player: Side,
    },
}

/// The parsed arguments of [`crusher()`].
#[derive(Clone, Debug)]
pub struct Call {
    /// The rules.
    pub game: Crusher,
    /// The position with its history, not the end of a game.
    pub state: StateOf<Crusher>,
    /// The number of plies to look ahead.
    pub depth: u32,
}

impl Call {
    /// Parses and checks the arguments of [`crusher()`].
    ///
    /// # Errors
    /// If an argument is wrong or the game is over.
    pub fn new<S: AsRef<str>>(
        history: &[S],
        player: char,
        depth: u32,
        n: usize,
    ) -> Result<Self, CrusherError> {
        let game = Crusher::new(n).ok_or(CrusherError::Size(n))?;
        let mut layouts = Vec::with_capacity(history.len());
        for (number, text) in (1..).zip(history) {
            let layout = parse_board(game.hex(), text.as_ref());
            layouts.push(layout.map_err(|reason| CrusherError::Board { number, reason })?);
        }
        layouts.reverse();
        let board = Board::with_history(&layouts).ok_or(CrusherError::EmptyHistory)?;
        let player = side(player).ok_or(CrusherError::Player(player))?;
        if depth == 0 {
            return Err(CrusherError::Depth);
        }
        let state = State::new(board, player);
        if let Some(loser) = game.crushed(&state) {
            Err(CrusherError::Over { loser, size: n })
        } else if game.status(&state).is_over() {
            Err(CrusherError::NoMove { player })
        } else {
            Ok(Call { game, state, depth })
        }
    }

    /// Returns the best move: the one with the best minimax value at exactly this depth, or at less
    /// where the game ends. Equal calls have equal results. `None` if `cancel` was set before the
    /// search was done.
    #[must_use]
    pub fn best(&self, cancel: &AtomicBool) -> Option<Move> {
        let mut searcher = Searcher::new(Evaluation::new(self.game.size()));
        let budget = Budget::depth(self.depth);
        let report = searcher.search(&self.game, &self.state, &budget, cancel);
        report.best.filter(|_| !cancel.load(Ordering::Relaxed))
    }

    /// Returns the history with the board after a move in front.
    #[must_use]
    pub fn after(&self, mv: Move) -> Vec<String> {
        let next = self.game.play(&self.state, mv);
        let boards = next.board.history();
        boards.map(|layout| self.game.show(&layout)).collect()
    }
}

/// The course text's function. Returns `history`, all boards of a game with the newest first, with
/// the board after the best move of `player` in front. Looks `depth` plies ahead on a board with `n`
/// cells to a side.
///
/// The search is minimax, and no board of the history may be repeated. The history need not be that of
/// a real game.
///
/// ```
/// use game::games::crusher::crusher;
///
/// let history = crusher(&["WWW-WW-------BB-BBB"], 'W', 2, 3)?;
/// assert_eq!(history.len(), 2);
/// assert_eq!(history[1], "WWW-WW-------BB-BBB");
///
/// let error = crusher(&["WWW-WW-----BB-BBB"], 'W', 2, 3).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "board 1 of the history: the board has 17 cells, but N = 3 needs 19"
/// );
/// # Ok::<(), game::games::crusher::CrusherError>(())
/// ```
///
/// # Errors
/// If an argument is wrong or the game is over.
pub fn crusher<S: AsRef<str>>(
    history: &[S],
    player: char,
    depth: u32,
    n: usize,
) -> Result<Vec<String>, CrusherError> {
    let call = Call::new(history, player, depth, n)?;
    let never = AtomicBool::new(false);
    let player = call.state.to_move;
    let best = call.best(&never).ok_or(CrusherError::NoMove { player })?;
    Ok(call.after(best))
}
