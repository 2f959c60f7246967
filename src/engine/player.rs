//! Somebody who chooses moves.

use std::sync::atomic::AtomicBool;

use super::{Game, StateOf};

/// A player of a game.
pub trait Player<G: Game> {
    /// A legal move in this position, or `None` if there is none. Comes to an end soon after
    /// `cancel` is set.
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move>;
}

/// Makes the first move that the rules list.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove;

impl<G: Game> Player<G> for FirstMove {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        game.move_list(state).first().copied()
    }
}
