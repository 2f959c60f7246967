//! The score of a position for the side to move: static evaluation, or a forced win or loss with
//! its distance.
//!
//! A draw is 0, a static evaluation lies within ±[`BEST_STATIC`], and a forced win in `n` plies is
//! [`WIN`]` - n`: sooner wins and later losses are better.

use crate::engine::{Game, Side, StateOf, Status};

/// The score of an immediate win. Small enough for 24 bits, so that the table can pack it.
pub const WIN: i32 = 4_000_000;

/// The maximum depth of a search in plies: deeper than any practical search, and shallow enough for
/// the stack of a thread.
pub const MAX_PLY: u32 = 1000;

/// The highest static evaluation: scores above are forced wins. Evaluations are clamped to it.
pub const BEST_STATIC: i32 = WIN - MAX_PLY as i32 - 1;

/// More than any score: the open end of a search window.
pub(super) const INFINITE: i32 = WIN + 1;

/// A forced end, as seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move wins after this many plies at the latest.
    WinIn(u32),
    /// The side to move can delay its defeat for this many plies.
    LossIn(u32),
}

/// Returns the score of a forced win in `plies`.
#[must_use]
pub const fn win_in(plies: u32) -> i32 {
    WIN - plies as i32
}

/// Returns the score of a forced loss in `plies`.
#[must_use]
pub const fn loss_in(plies: u32) -> i32 {
    -win_in(plies)
}

/// Returns the forced end that a score means, if any.
///
/// ```
/// use game::engine::search::{Ending, ending, loss_in, win_in};
///
/// assert_eq!(ending(win_in(3)), Some(Ending::WinIn(3)));
/// assert_eq!(ending(loss_in(2)), Some(Ending::LossIn(2)));
/// assert_eq!(ending(250), None);
/// ```
#[must_use]
pub const fn ending(score: i32) -> Option<Ending> {
    if score > BEST_STATIC {
        Some(Ending::WinIn((WIN - score) as u32))
    } else if score < -BEST_STATIC {
        Some(Ending::LossIn((WIN + score) as u32))
    } else {
        None
    }
}

/// Counts the plies of a forced end from a node `ply` plies below the root instead of from the
/// root: table entries must not depend on where a position was met.
pub(super) const fn from_root_to_node(score: i32, ply: u32) -> i32 {
    match ending(score) {
        Some(Ending::WinIn(_)) => score + ply as i32,
        Some(Ending::LossIn(_)) => score - ply as i32,
        None => score,
    }
}

/// Undoes [`from_root_to_node`]. A win so far away that the sum passes [`MAX_PLY`] stays a win.
pub(super) fn from_node_to_root(score: i32, ply: u32) -> i32 {
    match ending(score) {
        Some(Ending::WinIn(_)) => (score - ply as i32).max(win_in(MAX_PLY)),
        Some(Ending::LossIn(_)) => (score + ply as i32).min(loss_in(MAX_PLY)),
        None => score,
    }
}

/// The static evaluation of a game's positions, without looking ahead.
///
/// Scores are from the point of view of [`Side::First`](crate::engine::Side::First), whichever side
/// is to move, just as the course text scores a win of `X` as 1 and one of `O` as −1. The search
/// flips the sign where it needs to.
///
/// Searches share an evaluator between threads.
pub trait Evaluator<G: Game>: Sync {
    /// Evaluates an unfinished position. The result must depend on the position alone, and should stay
    /// well within ±[`BEST_STATIC`], to which it is clamped.
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32;

    /// Ranks a move: the search tries higher ranks first. A good order makes it faster and never
    /// changes its result. Captures deserve a positive rank, moves that rarely help a negative one.
    /// Moves of equal rank are ordered by their history.
    fn rank(&self, _game: &G, _state: &StateOf<G>, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the legal moves that change the evaluation too much to be trusted at the horizon,
    /// above all captures. Each must bring the game nearer to its end, and their legality must not
    /// depend on the history, which can be missing.
    fn noisy_moves(&self, _game: &G, _state: &StateOf<G>, _into: &mut Vec<G::Move>) {}

    /// Whether a move with this rank can be searched less deep than others when it comes late in
    /// the order.
    fn is_quiet(&self, _game: &G, _state: &StateOf<G>, _mv: G::Move, rank: i32) -> bool {
        rank <= 0
    }

    /// Whether the side to move must answer a threat, so that passing would lose at once.
    fn is_threatened(&self, _game: &G, _state: &StateOf<G>) -> bool {
        false
    }

    /// Returns the margin per ply of pruning by static evaluation: what a quiet move seldom gains.
    fn margin(&self) -> i32 {
        100
    }
}

/// An evaluator that scores every unfinished position 0: enough for games that are searched to
/// their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&self, _game: &G, _state: &StateOf<G>) -> i32 {
        0
    }
}

/// Returns the value of a position without looking ahead, for the side to move: the end of the game,
/// or the static evaluation.
#[inline]
pub(super) fn static_value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
    status: Status,
    ply: u32,
) -> i32 {
    match status {
        Status::Won(side) if side == state.to_move => win_in(ply),
        Status::Won(_) => loss_in(ply),
        Status::Draw => 0,
        Status::Playing => static_eval(game, evaluator, state),
    }
}

/// Returns the static evaluation of an unfinished game, for the side to move.
#[inline]
pub(super) fn static_eval<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
) -> i32 {
    let score = evaluator
        .evaluate(game, state)
        .clamp(-BEST_STATIC, BEST_STATIC);
    match state.to_move {
        Side::First => score,
        Side::Second => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(win_in(1) > win_in(2));
        assert!(loss_in(1) < loss_in(2));
        assert!(win_in(MAX_PLY) > BEST_STATIC);
        assert!(loss_in(MAX_PLY) < -BEST_STATIC);
    }

    #[test]
    fn static_scores_are_not_forced_ends() {
        for score in [-BEST_STATIC, -1, 0, 1, BEST_STATIC] {
            assert_eq!(ending(score), None);
        }
        assert_eq!(ending(win_in(0)), Some(Ending::WinIn(0)));
        assert_eq!(ending(loss_in(MAX_PLY)), Some(Ending::LossIn(MAX_PLY)));
    }

    #[test]
    fn root_and_node_scores_round_trip() {
        for score in [win_in(7), loss_in(9), 0, 12, -BEST_STATIC] {
            for ply in [0, 1, 5] {
                assert_eq!(from_node_to_root(from_root_to_node(score, ply), ply), score);
            }
        }
        assert_eq!(from_root_to_node(win_in(7), 5), win_in(2));
        assert_eq!(from_root_to_node(loss_in(7), 5), loss_in(2));
        assert_eq!(from_node_to_root(win_in(MAX_PLY - 1), 5), win_in(MAX_PLY));
    }
}
