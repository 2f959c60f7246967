//! The exact value of every position of a small game, to judge a learnt player.

use std::collections::HashSet;

use super::{Memory, best_choices};
use crate::engine::hash::FastMap;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, StateOf, Status};

/// The outcome of each position of a game under perfect play.
///
/// Positions are identified by [`Game::hash`], which must be exact.
#[derive(Clone, Debug)]
pub struct SolvedGame<'g, G: Game> {
    game: &'g G,
    values: FastMap<u64, Status>,
}

/// Returns the value of an outcome for a side.
fn worth(side: Side, outcome: Status) -> i8 {
    match outcome {
        Status::Won(winner) if winner == side => 1,
        Status::Won(_) => -1,
        Status::Draw | Status::Playing => 0,
    }
}

impl<'g, G: Game> SolvedGame<'g, G> {
    /// Solves the game. `None` if it has more than `most` positions, or positions can be repeated.
    pub fn new(game: &'g G, most: usize) -> Option<Self> {
        let mut values = FastMap::default();
        let mut open = vec![(game.start(), false)];
        while let Some((state, followed)) = open.pop() {
            if values.len() > most {
                return None;
            }
            let key = game.hash(&state);
            let status = game.status(&state);
            let next = game.move_list(&state).into_iter();
            let next = next.map(|mv| game.play(&state, mv));
            if status.is_over() {
                values.insert(key, status);
            } else if followed {
                let outcomes = next.map(|next| values[&game.hash(&next)]);
                let best = outcomes.max_by_key(|&outcome| worth(state.to_move, outcome));
                values.insert(key, best.unwrap_or(Status::Draw));
            } else {
                match values.get(&key) {
                    // A cycle: its own successors lead back to it.
                    Some(Status::Playing) => return None,
                    Some(_) => {}
                    None => {
                        values.insert(key, Status::Playing);
                        let next: Vec<_> = next.map(|next| (next, false)).collect();
                        open.push((state, true));
                        open.extend(next);
                    }
                }
            }
        }
        Some(SolvedGame { game, values })
    }

    /// Returns the outcome of a position under perfect play; `None` if no game reaches it.
    pub fn outcome(&self, state: &StateOf<G>) -> Option<Status> {
        self.values.get(&self.game.hash(state)).copied()
    }

    /// Returns the moves that keep the outcome.
    #[must_use]
    pub fn right_moves(&self, state: &StateOf<G>) -> Vec<G::Move> {
        let mut moves = self.game.move_list(state);
        moves.retain(|&mv| self.outcome(&self.game.play(state, mv)) == self.outcome(state));
        moves
    }

    /// Returns the share of positions in which a memory chooses a right move. If it chooses at random
    /// among several, each counts in part.
    #[must_use]
    pub fn share_right(&self, memory: &Memory) -> f64 {
        let (mut right, mut all) = (0.0, 0.0);
        let mut seen = HashSet::new();
        let mut open = vec![self.game.start()];
        while let Some(state) = open.pop() {
            if self.game.status(&state).is_over() || !seen.insert(self.game.hash(&state)) {
                continue;
            }
            let good = self.right_moves(&state);
            let choices = best_choices(self.game, memory, &state);
            let hits = choices.iter().filter(|(mv, ..)| good.contains(mv));
            right += hits.count() as f64 / choices.len() as f64;
            all += 1.0;
            let moves = self.game.move_list(&state).into_iter();
            open.extend(moves.map(|mv| self.game.play(&state, mv)));
        }
        right / f64::max(all, 1.0)
    }

    /// Plays a game between a memory, as `side`, and a player that makes any of the right moves.
    pub fn against_perfect(&self, memory: &Memory, side: Side, rng: &mut Rng) -> Status {
        let mut state = self.game.start();
        loop {
            let mut moves = if state.to_move == side {
                let choices = best_choices(self.game, memory, &state).into_iter();
                choices.map(|(mv, ..)| mv).collect()
            } else {
                self.right_moves(&state)
            };
            if moves.is_empty() {
                return self.game.status(&state);
            }
            let mv = moves.swap_remove(rng.below(moves.len()));
            state = self.game.play(&state, mv);
        }
    }
}
