//! Random opening positions.

use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many random openings are tried before repetitions or shorter openings are allowed.
const ATTEMPTS: u32 = 200;

/// Random moves from the start, and where they lead.
pub(super) struct Opening<G: Game> {
    pub(super) moves: Vec<G::Move>,
    pub(super) state: StateOf<G>,
}

/// A generator of openings.
pub(super) struct Openings<'a, G: Game> {
    game: &'a G,
    plies: u32,
    rng: Rng,
    used: HashSet<u64>,
}

impl<'a, G: Game> Openings<'a, G> {
    /// Openings of this many plies.
    pub(super) fn new(game: &'a G, plies: u32, seed: u64) -> Self {
        Openings {
            game,
            plies,
            rng: Rng::new(seed),
            used: HashSet::new(),
        }
    }

    /// The next opening: the game is not over yet, and it is a new one. When no new one is found, all
    /// are allowed again; when the game is always over by then, openings become shorter.
    ///
    /// `None` when `cancel` is set.
    pub(super) fn draw(&mut self, cancel: &AtomicBool) -> Option<Opening<G>> {
        loop {
            let mut unfinished = false;
            for _ in 0..ATTEMPTS {
                if cancel.load(Ordering::Relaxed) {
                    return None;
                }
                let Some(opening) = self.roll() else {
                    continue;
                };
                unfinished = true;
                if self.used.insert(self.game.hash(&opening.state)) {
                    return Some(opening);
                }
            }
            if unfinished {
                self.used.clear();
            } else if self.plies == 0 {
                return Some(Opening {
                    moves: Vec::new(),
                    state: self.game.start(),
                });
            } else {
                self.plies -= 1;
            }
        }
    }

    /// A position after random moves, if the game is not over by then.
    fn roll(&mut self) -> Option<Opening<G>> {
        let mut state = self.game.start();
        let mut made = Vec::new();
        let mut moves = Vec::new();
        for ply in 0..=self.plies {
            moves.clear();
            self.game.moves(&state, &mut moves);
            if moves.is_empty() {
                return None;
            }
            if ply < self.plies {
                let mv = moves[self.rng.below(moves.len())];
                made.push(mv);
                state = self.game.play(&state, mv);
            }
        }
        Some(Opening { moves: made, state })
    }
}
