//! Plain minimax without pruning, table or move ordering: slow, but obviously correct. It is the
//! oracle that every faster search must equal.

use super::score::{Evaluator, static_value};
use crate::engine::{Game, StateOf};

/// The result of plain minimax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimax<M> {
    /// The value for the side to move.
    pub score: i32,
    /// All moves that reach it, in the order of [`Game::moves`]; none if the game is over or the
    /// depth is 0.
    pub best: Vec<M>,
    /// The number of positions visited below the root.
    pub nodes: u64,
}

/// Searches `depth` plies ahead and returns the value with every move that reaches it.
pub fn minimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
    depth: u32,
) -> Minimax<G::Move> {
    let mut nodes = 0;
    let values: Vec<(G::Move, i32)> = if depth == 0 {
        Vec::new()
    } else {
        game.move_list(state)
            .into_iter()
            .map(|mv| {
                let next = game.play(state, mv);
                (mv, -value(game, evaluator, &next, depth - 1, 1, &mut nodes))
            })
            .collect()
    };
    let score = match values.iter().map(|&(_, value)| value).max() {
        Some(best) => best,
        None => static_value(game, evaluator, state, game.status(state), 0),
    };
    let best = values
        .into_iter()
        .filter(|&(_, value)| value == score)
        .map(|(mv, _)| mv)
        .collect();
    Minimax { score, best, nodes }
}

/// Returns the value of a position `ply` plies below the root, for its side to move.
fn value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
    depth: u32,
    ply: u32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let status = game.status(state);
    if depth == 0 || status.is_over() {
        return static_value(game, evaluator, state, status, ply);
    }
    game.move_list(state)
        .into_iter()
        .map(|mv| {
            let next = game.play(state, mv);
            -value(game, evaluator, &next, depth - 1, ply + 1, nodes)
        })
        .max()
        .unwrap_or_else(|| static_value(game, evaluator, state, status, ply))
}
