//! A cache for training: the positions seen so far as a graph of numbered nodes with their scores.
//!
//! Training visits the same positions again and again. Along known edges it needs neither rules nor
//! keys, only a few scores that lie side by side. The graph takes scores from the memory when it
//! meets a position and gives them back on request; its size is limited by its user, who begins a
//! new one when it is full.

use super::Memory;
use super::choose::{final_score, sign};
use crate::engine::hash::FastMap;
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};

/// The number of a position in the graph.
pub(super) type NodeId = u32;

/// The moves from a position.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where they begin in the list of edges.
    first: u32,
    /// How many there are; [`UNEXPANDED`] before the moves were generated.
    count: u32,
    /// 1 if high scores are good for the side to move, −1 if low ones are.
    sign: f64,
}

const UNEXPANDED: u32 = u32::MAX;

/// Positions and the moves between them, as a structure of arrays: what every step needs lies apart
/// from what only the first visit needs.
#[derive(Clone, Debug)]
pub(super) struct PositionGraph<G: Game> {
    scores: Vec<f64>,
    nodes: Vec<Node>,
    edges: Vec<NodeId>,
    states: Vec<StateOf<G>>,
    keys: Vec<u64>,
    /// Which positions have been moved from: only these have learnt scores.
    moved_from: Vec<bool>,
    ids: FastMap<u64, NodeId>,
    moves: Vec<G::Move>,
    tied: Vec<NodeId>,
}

impl<G: Game> PositionGraph<G> {
    /// An empty graph.
    pub(super) fn new() -> Self {
        PositionGraph {
            scores: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            states: Vec::new(),
            keys: Vec::new(),
            moved_from: Vec::new(),
            ids: FastMap::default(),
            moves: Vec::new(),
            tied: Vec::new(),
        }
    }

    /// How many positions it has.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.scores.clear();
        self.nodes.clear();
        self.edges.clear();
        self.states.clear();
        self.keys.clear();
        self.moved_from.clear();
        self.ids.clear();
    }

    /// The position of a node.
    pub(super) fn state(&self, id: NodeId) -> &StateOf<G> {
        &self.states[id as usize]
    }

    /// Whether the moves from a node are known.
    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.nodes[id as usize].count != UNEXPANDED
    }

    /// Whether a node is known to be the end of a game.
    pub(super) fn is_terminal(&self, id: NodeId) -> bool {
        self.nodes[id as usize].count == 0
    }

    /// The node of a position, a new one if it is not in the graph yet.
    pub(super) fn insert(&mut self, game: &G, memory: &Memory, state: StateOf<G>) -> NodeId {
        let key = game.hash(&state);
        let next = self.states.len() as NodeId;
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            let (score, count) = match final_score(game.status(&state)) {
                Some(score) => (score, 0),
                None => (memory.get(key), UNEXPANDED),
            };
            self.scores.push(score);
            self.nodes.push(Node {
                first: 0,
                count,
                sign: sign(state.to_move),
            });
            self.states.push(state);
            self.keys.push(key);
            self.moved_from.push(false);
        }
        id
    }

    /// Generates the moves from a node.
    pub(super) fn expand(&mut self, game: &G, memory: &Memory, id: NodeId) {
        let state = self.state(id).clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(&state, &mut moves);
        let first = self.edges.len() as u32;
        for &mv in &moves {
            let next = self.insert(game, memory, game.play(&state, mv));
            self.edges.push(next);
        }
        let node = &mut self.nodes[id as usize];
        node.first = first;
        node.count = moves.len() as u32;
        self.tied.resize(self.tied.len().max(moves.len()), 0);
        self.moves = moves;
    }

    /// One training move from an expanded node that is not terminal: chooses the next node and
    /// updates the score.
    pub(super) fn step(&mut self, id: NodeId, rate: f64, rng: &mut Rng) -> NodeId {
        let Node { first, count, sign } = self.nodes[id as usize];
        let edges = &self.edges[first as usize..][..count as usize];
        let good = |&edge: &NodeId| sign * self.scores[edge as usize];
        let best = edges.iter().map(good).fold(f64::NEG_INFINITY, f64::max);
        // Every node is written, but only tied ones advance the end of the list: that costs less
        // than an unpredictable branch.
        let mut ties = 0;
        for edge in edges {
            self.tied[ties] = *edge;
            ties += usize::from(good(edge) >= best);
        }
        let next = self.tied[rng.below(ties)];
        let next_score = self.scores[next as usize];
        let score = &mut self.scores[id as usize];
        *score += rate * (next_score - *score);
        self.moved_from[id as usize] = true;
        next
    }

    /// Writes what was learnt into the memory.
    pub(super) fn write_back(&self, memory: &mut Memory) {
        for (id, _) in self
            .moved_from
            .iter()
            .enumerate()
            .filter(|(_, moved)| **moved)
        {
            memory.set(self.keys[id], self.scores[id]);
        }
    }
}
