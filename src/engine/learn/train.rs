//! Learning by playing against oneself.

use super::Memory;
use super::chart::{Chart, Place};
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};

/// How far a score goes towards the score of the position moved to.
const LEARNING_RATE: f64 = 0.3;

/// So many positions are kept at hand; small games fit in whole.
const CHART_POSITIONS: usize = 1 << 15;

/// Trains for `n` moves from `state` on, and returns what is known then: the text's `train`.
///
/// Each move goes to the [`best_next_state`](super::best_next_state) and brings the score of the
/// position it leaves three tenths of the way closer to the score of the one it enters, both as
/// they were before. Where a game is over the next one begins, which costs no move. One random
/// number is drawn per move: equal seeds give equal memories.
///
/// A game that is over before it begins teaches nothing: the memory comes back as it was.
pub fn train<G: Game>(
    game: &G,
    n: u64,
    memory: Memory,
    state: StateOf<G>,
    rng: &mut Rng,
) -> Memory {
    let mut training = Training::new(game, memory, state, rng.clone());
    training.run(n);
    *rng = training.rng.clone();
    training.into_memory()
}

/// A training that can be watched and broken off: it runs for some moves at a time, and nothing
/// learnt is lost in between. However it is cut into pieces, the outcome is that of [`train`].
///
/// ```
/// # use game::engine::Game;
/// # use game::engine::learn::{Memory, Training};
/// # use game::engine::rng::Rng;
/// fn teach<G: Game>(game: &G, moves: u64, interrupted: impl Fn() -> bool) -> Memory {
///     let mut training = Training::new(game, Memory::new(), game.start(), Rng::new(1));
///     while training.moves() < moves && !interrupted() {
///         if training.run(10_000) == 0 {
///             break; // The game is over before it begins.
///         }
///         // The place for a progress bar.
///     }
///     training.into_memory()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Training<'g, G: Game> {
    game: &'g G,
    memory: Memory,
    chart: Chart<G>,
    capacity: usize,
    /// How many positions the memory may hold.
    most: usize,
    full: bool,
    at: Place,
    rng: Rng,
    moves: u64,
}

impl<'g, G: Game> Training<'g, G> {
    /// A training that goes on from what is known, at this position.
    pub fn new(game: &'g G, memory: Memory, state: StateOf<G>, rng: Rng) -> Self {
        Self::with_limits(game, memory, state, rng, CHART_POSITIONS, Memory::MOST)
    }

    /// The same with another number of positions kept at hand, which changes nothing but speed, and
    /// another number of positions that the memory may hold.
    pub(super) fn with_limits(
        game: &'g G,
        memory: Memory,
        state: StateOf<G>,
        rng: Rng,
        capacity: usize,
        most: usize,
    ) -> Self {
        let mut chart = Chart::new();
        let at = chart.place(game, &memory, state);
        Training {
            game,
            memory,
            chart,
            capacity,
            most,
            full: false,
            at,
            rng,
            moves: 0,
        }
    }

    /// Trains for `n` moves, and returns how many were made: `n`, unless the game has no moves at
    /// all or the memory [is full](Self::is_full).
    pub fn run(&mut self, n: u64) -> u64 {
        for made in 0..n {
            if self.is_over() {
                self.at = self.chart.place(self.game, &self.memory, self.game.start());
                if self.is_over() {
                    return made;
                }
            }
            if self.full {
                return made;
            }
            self.at = self.chart.step(self.at, LEARNING_RATE, &mut self.rng);
            self.moves += 1;
        }
        n
    }

    /// Whether there is no way on from here; looks if nobody has yet.
    fn is_over(&mut self) -> bool {
        if !self.chart.is_seen(self.at) {
            self.make_room();
            self.chart.look(self.game, &self.memory, self.at);
        }
        self.chart.is_end(self.at)
    }

    /// Begins a new chart when this one is full.
    fn make_room(&mut self) {
        // Some positions may count twice here: the training ends a little early rather than late.
        self.full |= self.positions() >= self.most;
        if self.chart.len() >= self.capacity {
            let state = self.chart.state(self.at).clone();
            self.chart.write_back(&mut self.memory);
            self.chart.clear();
            self.at = self.chart.place(self.game, &self.memory, state);
        }
    }

    /// Whether it has ended because a memory holds [no more](Memory::MOST).
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// How many positions are known at most: some may be counted twice.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.memory.len() + self.chart.len()
    }

    /// How many moves have been made.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// What is known by now.
    #[must_use]
    pub fn into_memory(mut self) -> Memory {
        self.chart.write_back(&mut self.memory);
        self.memory
    }
}
