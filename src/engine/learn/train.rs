//! Training by self-play.

use super::Memory;
use super::graph::{NodeId, PositionGraph};
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};

/// The learning rate: how far a score moves towards the score of the next position.
const LEARNING_RATE: f64 = 0.3;

/// How many positions the graph holds; small games fit in whole.
const GRAPH_CAPACITY: usize = 1 << 15;

/// Trains for `n` moves from `state` on, and returns what is known then: the text's `train`.
///
/// Each move goes to the [`best_next_state`](super::best_next_state) and brings the score of the
/// position it leaves three tenths closer to the score of the one it enters, both as
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

/// A training that can be watched and stopped: it runs for some moves at a time, and nothing learnt
/// is lost in between. However it is divided, the outcome is that of [`train`].
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
///         // Report progress here.
///     }
///     training.into_memory()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Training<'g, G: Game> {
    game: &'g G,
    memory: Memory,
    graph: PositionGraph<G>,
    capacity: usize,
    /// How many positions the memory may hold.
    most: usize,
    full: bool,
    at: NodeId,
    rng: Rng,
    moves: u64,
}

impl<'g, G: Game> Training<'g, G> {
    /// A training that goes on from what is known, at this position.
    pub fn new(game: &'g G, memory: Memory, state: StateOf<G>, rng: Rng) -> Self {
        Self::with_limits(game, memory, state, rng, GRAPH_CAPACITY, Memory::MOST)
    }

    /// The same with another capacity of the graph, which changes nothing but speed, and another
    /// limit on the positions in the memory.
    pub(super) fn with_limits(
        game: &'g G,
        memory: Memory,
        state: StateOf<G>,
        rng: Rng,
        capacity: usize,
        most: usize,
    ) -> Self {
        let mut graph = PositionGraph::new();
        let at = graph.insert(game, &memory, state);
        Training {
            game,
            memory,
            graph,
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
                self.at = self
                    .graph
                    .insert(self.game, &self.memory, self.game.start());
                if self.is_over() {
                    return made;
                }
            }
            if self.full {
                return made;
            }
            self.at = self.graph.step(self.at, LEARNING_RATE, &mut self.rng);
            self.moves += 1;
        }
        n
    }

    /// Whether the game is over here; expands the node if needed.
    fn is_over(&mut self) -> bool {
        if !self.graph.is_expanded(self.at) {
            self.make_room();
            self.graph.expand(self.game, &self.memory, self.at);
        }
        self.graph.is_terminal(self.at)
    }

    /// Begins a new graph when this one is full.
    fn make_room(&mut self) {
        // Some positions may count twice here: the training ends a little early rather than late.
        self.full |= self.positions() >= self.most;
        if self.graph.len() >= self.capacity {
            let state = self.graph.state(self.at).clone();
            self.graph.write_back(&mut self.memory);
            self.graph.clear();
            self.at = self.graph.insert(self.game, &self.memory, state);
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
        self.memory.len() + self.graph.len()
    }

    /// How many moves have been made.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// What is known by now.
    #[must_use]
    pub fn into_memory(mut self) -> Memory {
        self.graph.write_back(&mut self.memory);
        self.memory
    }
}
