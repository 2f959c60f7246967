//! A memory that plays.

use std::sync::atomic::AtomicBool;

use super::{Memory, choose};
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};

/// Moves to the position that its memory likes best.
#[derive(Clone, Debug)]
pub struct LearntPlayer {
    memory: Memory,
    rng: Rng,
}

impl LearntPlayer {
    /// A player with this memory, who breaks ties by these random numbers.
    #[must_use]
    pub const fn new(memory: Memory, rng: Rng) -> Self {
        LearntPlayer { memory, rng }
    }
}

impl<G: Game> Player<G> for LearntPlayer {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        choose(game, &self.memory, state, &mut self.rng).map(|choice| choice.mv)
    }
}
