//! The course text's function: from a history to the history with the best move in front.

use super::board::Board;
use super::eval::Evaluation;
use super::moves::Move;
use super::notation::{self, BoardError, name};
use super::rules::{Crusher, SizeError};
use crate::engine::search::{Budget, Searcher};
use crate::engine::{Game, Side, State, StateOf, Status};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why [`crusher()`] has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CrusherError {
    /// There is no such N.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// There is no board at all.
    #[error("the history is empty")]
    EmptyHistory,
    /// A board of the history is malformed.
    #[error("board {number} of the history: {reason}")]
    Board {
        /// Which board, the newest being 1.
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
    /// A side has won already.
    #[error("the game is over: {} has fewer than {size} pieces", name(*loser))]
    Over {
        /// Who has lost.
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

/// The arguments of [`crusher()`] as values: a game, a position in it and how far to look.
#[derive(Clone, Debug)]
pub struct Call {
    /// The rules.
    pub game: Crusher,
    /// The position with its history, in which the game goes on.
    pub state: StateOf<Crusher>,
    /// How many plies to look ahead.
    pub depth: u32,
}

impl Call {
    /// Parses and checks the arguments of [`crusher()`].
    ///
    /// # Errors
    /// If one of them is wrong, or if there is no move to be made.
    pub fn new<S: AsRef<str>>(
        history: &[S],
        player: char,
        depth: u32,
        n: usize,
    ) -> Result<Self, CrusherError> {
        let game = Crusher::new(n)?;
        let mut layouts = Vec::with_capacity(history.len());
        for (index, text) in history.iter().enumerate().rev() {
            let layout = notation::parse_board(game.hex(), text.as_ref()).map_err(|reason| {
                CrusherError::Board {
                    number: index + 1,
                    reason,
                }
            })?;
            layouts.push(layout);
        }
        let board = Board::with_history(&layouts).ok_or(CrusherError::EmptyHistory)?;
        let player = notation::side(player).ok_or(CrusherError::Player(player))?;
        if depth == 0 {
            return Err(CrusherError::Depth);
        }
        let state = State::new(board, player);
        match game.status(&state) {
            Status::Won(winner) => {
                let loser = winner.other();
                let stuck = state.board.layout().count(loser) >= n;
                Err(if stuck {
                    CrusherError::NoMove { player }
                } else {
                    CrusherError::Over { loser, size: n }
                })
            }
            _ => Ok(Call { game, state, depth }),
        }
    }

    /// The best move: it has the best minimax value at exactly this depth, or at less where the
    /// game ends. Equal questions have equal answers. None if `cancel` was set before it was found.
    #[must_use]
    pub fn best(&self, cancel: &AtomicBool) -> Option<Move> {
        let mut searcher = Searcher::new(Evaluation::new(self.game.size()));
        let budget = Budget::depth(self.depth);
        let report = searcher.search(&self.game, &self.state, &budget, cancel);
        report.best.filter(|_| !cancel.load(Ordering::Relaxed))
    }

    /// The history after a move, the newest board first.
    #[must_use]
    pub fn after(&self, mv: Move) -> Vec<String> {
        let next = self.game.play(&self.state, mv);
        next.board
            .history()
            .map(|layout| self.game.show(&layout))
            .collect()
    }
}

/// The course text's function. `history` is all boards of a game, the newest first; it comes back
/// with the best move of `player` in front, looking `depth` plies ahead on a board with `n` cells
/// to a side.
///
/// The search is minimax, and no board of the history may come again. The history need not be that
/// of a real game.
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
/// A kind of its own for each argument that can be wrong, and for a game that is over.
pub fn crusher<S: AsRef<str>>(
    history: &[S],
    player: char,
    depth: u32,
    n: usize,
) -> Result<Vec<String>, CrusherError> {
    let call = Call::new(history, player, depth, n)?;
    let never = AtomicBool::new(false);
    let best = call.best(&never).ok_or(CrusherError::NoMove {
        player: call.state.to_move,
    })?;
    Ok(call.after(best))
}
