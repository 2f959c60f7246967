//! A history played through again: for one that claims to be that of a real game.

use super::notation::{self, BoardError};
use super::rules::Crusher;
use crate::engine::{Game, StateOf};
use thiserror::Error;

/// Why a history is not that of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// There is no board at all.
    #[error("the history is empty")]
    Empty,
    /// A board is not one.
    #[error("board {number} of the history: {reason}")]
    Board {
        /// Which board, the newest being 1.
        number: usize,
        /// What is wrong with it.
        reason: BoardError,
    },
    /// The oldest board is another one than games begin with.
    #[error("the last board of the history is not the one a game begins with")]
    Start,
    /// A board does not follow from the one before it.
    #[error("no legal move leads to board {number} of the history")]
    Move {
        /// Which board, the newest being 1.
        number: usize,
    },
}

/// The position at the end of a game, given all its boards, the newest first: White begins, and
/// every board must follow from the one before by a legal move.
///
/// ```
/// use game::engine::Side;
/// use game::games::crusher::{Crusher, replay};
///
/// let game = Crusher::new(3)?;
/// let state = replay(&game, &["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"])?;
/// assert_eq!(state.to_move, Side::Second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is not the history of a game.
pub fn replay<S: AsRef<str>>(
    game: &Crusher,
    history: &[S],
) -> Result<StateOf<Crusher>, ReplayError> {
    let mut state = game.start();
    let mut numbered = history.iter().enumerate().rev().map(|(index, text)| {
        let number = index + 1;
        notation::parse_board(game.hex(), text.as_ref())
            .map(|layout| (number, layout))
            .map_err(|reason| ReplayError::Board { number, reason })
    });
    let (_, oldest) = numbered.next().ok_or(ReplayError::Empty)??;
    if !game.has_start() || oldest != *state.board.layout() {
        return Err(ReplayError::Start);
    }
    for board in numbered {
        let (number, layout) = board?;
        let next = game
            .move_list(&state)
            .into_iter()
            .map(|mv| game.play(&state, mv))
            .find(|next| *next.board.layout() == layout);
        state = next.ok_or(ReplayError::Move { number })?;
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    fn error(n: usize, history: &[&str]) -> String {
        let game = Crusher::new(n).unwrap();
        replay(&game, history).unwrap_err().to_string()
    }

    const START: &str = "WWW-WW-------BB-BBB";
    const FIRST: &str = "-WW-WW---W---BB-BBB";

    #[test]
    fn a_game_is_played_through() {
        let mut rng = Rng::new(1);
        for n in 3..=6 {
            let game = Crusher::new(n).unwrap();
            let mut state = game.start();
            for _ in 0..40 {
                let history: Vec<String> = state.board.history().map(|l| game.show(&l)).collect();
                assert_eq!(replay(&game, &history), Ok(state.clone()));
                let moves = game.move_list(&state);
                if moves.is_empty() {
                    break;
                }
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(error(3, &[]), "the history is empty");
        assert_eq!(
            error(3, &["W", START]),
            "board 1 of the history: the board has 1 cells, but N = 3 needs 19"
        );
        let start = "the last board of the history is not the one a game begins with";
        assert_eq!(error(3, &[FIRST]), start);
        assert_eq!(error(3, &[START, FIRST]), start);
        assert_eq!(error(2, &["-------"]), start);
        let back = "no legal move leads to board 1 of the history";
        assert_eq!(error(3, &[START, FIRST, START]), back);
        assert_eq!(error(3, &[FIRST, FIRST, START]), back);
        // White may not move twice.
        let second = "-W--WW---WW--BB-BBB";
        assert_eq!(error(3, &[second, FIRST, START]), back);
    }
}
