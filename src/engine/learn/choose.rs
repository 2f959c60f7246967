//! Choosing the best next position by a memory.

use super::Memory;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, StateOf, Status};

/// A move, where it leads, and the score of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub state: StateOf<G>,
    /// The score of that position.
    pub score: f64,
}

/// The score of a finished game; `None` while it goes on.
pub(super) const fn final_score(status: Status) -> Option<f64> {
    match status {
        Status::Playing => None,
        Status::Won(Side::First) => Some(1.0),
        Status::Won(Side::Second) => Some(-1.0),
        Status::Draw => Some(0.0),
    }
}

/// 1 for the side that likes high scores, −1 for the one that likes low ones.
pub(super) const fn sign(side: Side) -> f64 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

/// The score of a position: by its status if the game is over, otherwise as learnt.
pub fn score<G: Game>(game: &G, memory: &Memory, state: &StateOf<G>) -> f64 {
    final_score(game.status(state)).unwrap_or_else(|| memory.get(game.hash(state)))
}

/// All moves that are best for the side to move by what was learnt: more than one if scores are
/// equal, none if the game is over.
pub fn best_choices<G: Game>(game: &G, memory: &Memory, state: &StateOf<G>) -> Vec<Choice<G>> {
    let sign = sign(state.to_move);
    let mut best: Vec<Choice<G>> = Vec::new();
    for mv in game.move_list(state) {
        let next = game.play(state, mv);
        let score = score(game, memory, &next);
        let gain = best
            .first()
            .map_or(f64::INFINITY, |best| sign * (score - best.score));
        if gain > 0.0 {
            best.clear();
        }
        if gain >= 0.0 {
            best.push(Choice {
                mv,
                state: next,
                score,
            });
        }
    }
    best
}

/// One of the [`best_choices`], each equally likely; `None` if the game is over.
pub fn choose<G: Game>(
    game: &G,
    memory: &Memory,
    state: &StateOf<G>,
    rng: &mut Rng,
) -> Option<Choice<G>> {
    let mut best = best_choices(game, memory, state);
    (!best.is_empty()).then(|| best.swap_remove(rng.below(best.len())))
}

/// The best next position and its score, as the text has it: the first side takes the position with
/// the highest score, the second the one with the lowest, and chance decides among equals. `None`
/// if the game is over.
///
/// [`choose`] tells the move as well.
pub fn best_next_state<G: Game>(
    game: &G,
    memory: &Memory,
    state: &StateOf<G>,
    rng: &mut Rng,
) -> Option<(StateOf<G>, f64)> {
    choose(game, memory, state, rng).map(|choice| (choice.state, choice.score))
}
