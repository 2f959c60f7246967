//! Static evaluation: all that a search needs to know about a game beyond its rules.

use crate::engine::{Game, StateOf};

/// The static evaluation of a game's positions, without looking ahead.
///
/// Scores are seen by [`Side::First`](crate::engine::Side::First): positive is good for the side
/// that began, whoever is to move, just as the course text scores a win of `X` as 1 and one of `O`
/// as −1. The search turns the sign where it needs to.
///
/// Searches share an evaluator between threads.
pub trait Evaluator<G: Game>: Sync {
    /// How good a position is in which the game goes on. It must depend on the position alone, and
    /// should stay well within ±[`BEST_STATIC`](super::BEST_STATIC), to which it is cut down.
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32;

    /// How promising a move looks; the search tries higher ranks first. A good order makes it
    /// faster and never changes its result. Captures deserve a positive rank, moves that rarely
    /// help a negative one. Between equal ranks the search goes by what it has learnt.
    fn rank(&self, _game: &G, _state: &StateOf<G>, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the legal moves after which the evaluation changes too much to be trusted at the
    /// horizon: captures, above all. Each must bring the game nearer to its end, and which of them
    /// are legal must not depend on the past, for that may not be at hand.
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

    /// About what a piece is worth, or what else a quiet move seldom changes the evaluation by.
    fn piece_value(&self) -> i32 {
        100
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32 {
        (**self).evaluate(game, state)
    }

    fn rank(&self, game: &G, state: &StateOf<G>, mv: G::Move) -> i32 {
        (**self).rank(game, state, mv)
    }

    fn noisy_moves(&self, game: &G, state: &StateOf<G>, into: &mut Vec<G::Move>) {
        (**self).noisy_moves(game, state, into);
    }

    fn is_quiet(&self, game: &G, state: &StateOf<G>, mv: G::Move, rank: i32) -> bool {
        (**self).is_quiet(game, state, mv, rank)
    }

    fn is_threatened(&self, game: &G, state: &StateOf<G>) -> bool {
        (**self).is_threatened(game, state)
    }

    fn piece_value(&self) -> i32 {
        (**self).piece_value()
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
