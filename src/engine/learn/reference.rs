//! The reference implementation of training: the text's algorithm sentence by sentence, with a
//! dictionary from strings to numbers. The fast one must give the same scores from the same random
//! numbers.

use crate::engine::rng::Rng;
use crate::engine::{Game, Side, StateOf, Status};
use std::collections::HashMap;

/// The text's `type memory = (string, real) dict`.
pub type Dict = HashMap<String, f64>;

/// "The score of a Win/Draw state is 1.0 if X won and ~1.0 if O won, and 0.0 if it is a draw. For
/// the Playing states, start by assigning every state score 0.0."
pub fn score<G: Game>(game: &G, memory: &Dict, state: &StateOf<G>) -> f64 {
    match game.status(state) {
        Status::Won(Side::First) => 1.0,
        Status::Won(Side::Second) => -1.0,
        Status::Draw => 0.0,
        Status::Playing => {
            let key = game.hash(state).to_string();
            memory.get(&key).copied().unwrap_or(0.0)
        }
    }
}

/// "If it is X's turn, the function picks the state with the highest score; if it is O's turn, the
/// next state with the lowest score. … choose one of the tied states randomly."
///
/// # Panics
/// If there is no move.
pub fn best_next_state<G: Game>(
    game: &G,
    memory: &Dict,
    state: &StateOf<G>,
    rng: &mut Rng,
) -> (StateOf<G>, f64) {
    let next: Vec<(StateOf<G>, f64)> = game
        .move_list(state)
        .into_iter()
        .map(|mv| game.play(state, mv))
        .map(|next| (next.clone(), score(game, memory, &next)))
        .collect();
    let better = match state.to_move {
        Side::First => f64::max,
        Side::Second => f64::min,
    };
    let best = next.iter().map(|&(_, score)| score).reduce(better);
    let tied: Vec<&(StateOf<G>, f64)> = next
        .iter()
        .filter(|(_, score)| Some(*score) == best)
        .collect();
    tied[rng.below(tied.len())].clone()
}

/// "Play `n` turns of the game against itself, choosing the best next state at each turn, and
/// updating the scores in the memory after each turn. … When in the process of training the game
/// ends, the training continues with a new game."
///
/// # Panics
/// If a game begins with its end.
pub fn train<G: Game>(
    game: &G,
    n: u64,
    mut memory: Dict,
    mut state: StateOf<G>,
    rng: &mut Rng,
) -> Dict {
    for _ in 0..n {
        if game.status(&state) != Status::Playing {
            state = game.start();
        }
        let (next, next_score) = best_next_state(game, &memory, &state, rng);
        let old_score = score(game, &memory, &state);
        let new_score = old_score + 0.3 * (next_score - old_score);
        memory.insert(game.hash(&state).to_string(), new_score);
        state = next;
    }
    memory
}
