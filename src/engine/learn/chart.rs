//! The part of a game that training has seen, as numbers: which positions follow which, and what
//! each of them scores.
//!
//! Training goes the same ways again and again. Where a way is known, it needs neither rules nor
//! keys, only a few scores that lie side by side. The chart takes scores from the memory when it
//! meets a position and gives them back when it is asked to; it holds so much and no more, and
//! whoever uses it begins a new one when it is full.

use super::Memory;
use super::choose::{final_score, sign};
use super::keys::KeyMap;
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};

/// A position on the chart.
pub(super) type Place = u32;

/// The ways that lead on from a position.
#[derive(Clone, Copy, Debug)]
struct Fork {
    /// Where they begin in the list of ways.
    first: u32,
    /// How many there are; [`UNSEEN`] before anyone has looked.
    count: u32,
    /// Whether high or low scores are good for the side that chooses.
    sign: f64,
}

const UNSEEN: u32 = u32::MAX;

/// Positions and the ways between them. What every step needs is kept apart from what only the
/// first visit needs.
#[derive(Clone, Debug)]
pub(super) struct Chart<G: Game> {
    scores: Vec<f64>,
    forks: Vec<Fork>,
    ways: Vec<Place>,
    states: Vec<StateOf<G>>,
    keys: Vec<u64>,
    /// Which positions have been moved from: only these have learnt scores.
    moved_from: Vec<bool>,
    places: KeyMap<Place>,
    moves: Vec<G::Move>,
    tied: Vec<Place>,
}

impl<G: Game> Chart<G> {
    /// An empty chart.
    pub(super) fn new() -> Self {
        Chart {
            scores: Vec::new(),
            forks: Vec::new(),
            ways: Vec::new(),
            states: Vec::new(),
            keys: Vec::new(),
            moved_from: Vec::new(),
            places: KeyMap::default(),
            moves: Vec::new(),
            tied: Vec::new(),
        }
    }

    /// How many positions are on it.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.scores.clear();
        self.forks.clear();
        self.ways.clear();
        self.states.clear();
        self.keys.clear();
        self.moved_from.clear();
        self.places.clear();
    }

    /// The position at a place.
    pub(super) fn state(&self, place: Place) -> &StateOf<G> {
        &self.states[place as usize]
    }

    /// Whether the ways from a place are known.
    pub(super) fn is_seen(&self, place: Place) -> bool {
        self.forks[place as usize].count != UNSEEN
    }

    /// Whether a place is known to be the end of a game.
    pub(super) fn is_end(&self, place: Place) -> bool {
        self.forks[place as usize].count == 0
    }

    /// The place of a position, a new one if it is not on the chart yet.
    pub(super) fn place(&mut self, game: &G, memory: &Memory, state: StateOf<G>) -> Place {
        let key = game.hash(&state);
        let next = self.states.len() as Place;
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            let (score, count) = match final_score(game.status(&state)) {
                Some(score) => (score, 0),
                None => (memory.get(key), UNSEEN),
            };
            self.scores.push(score);
            self.forks.push(Fork {
                first: 0,
                count,
                sign: sign(state.to_move),
            });
            self.states.push(state);
            self.keys.push(key);
            self.moved_from.push(false);
        }
        place
    }

    /// Looks where the moves from a place lead.
    pub(super) fn look(&mut self, game: &G, memory: &Memory, place: Place) {
        let state = self.state(place).clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(&state, &mut moves);
        let first = self.ways.len() as u32;
        for &mv in &moves {
            let next = self.place(game, memory, game.play(&state, mv));
            self.ways.push(next);
        }
        let fork = &mut self.forks[place as usize];
        fork.first = first;
        fork.count = moves.len() as u32;
        self.tied.resize(self.tied.len().max(moves.len()), 0);
        self.moves = moves;
    }

    /// One move of the self-taught player from a place whose ways are known and lead somewhere:
    /// chooses the next place and learns from it.
    pub(super) fn step(&mut self, place: Place, rate: f64, rng: &mut Rng) -> Place {
        let Fork { first, count, sign } = self.forks[place as usize];
        let ways = &self.ways[first as usize..][..count as usize];
        let good = |&way: &Place| sign * self.scores[way as usize];
        let best = ways.iter().map(good).fold(f64::NEG_INFINITY, f64::max);
        // Every way is written down, but only the tied ones keep their place in the list: that
        // costs less than a jump that nobody can predict.
        let mut ties = 0;
        for way in ways {
            self.tied[ties] = *way;
            ties += usize::from(good(way) >= best);
        }
        let next = self.tied[rng.below(ties)];
        let next_score = self.scores[next as usize];
        let score = &mut self.scores[place as usize];
        *score += rate * (next_score - *score);
        self.moved_from[place as usize] = true;
        next
    }

    /// Writes what was learnt into the memory.
    pub(super) fn write_back(&self, memory: &mut Memory) {
        for (place, _) in self
            .moved_from
            .iter()
            .enumerate()
            .filter(|(_, moved)| **moved)
        {
            memory.set(self.keys[place], self.scores[place]);
        }
    }
}
