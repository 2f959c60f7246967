//! Plain minimax: no pruning, no table, no order. Slow and obviously right, it is the oracle that
//! every faster search must equal.

use super::{BEST_STATIC, Evaluator, loss_in, win_in};
use crate::engine::{Game, Side, StateOf, Status};

/// What plain minimax found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimax<M> {
    /// The value for the side to move.
    pub score: i32,
    /// All moves that reach it, in the order of [`Game::moves`]; none if the game is over or the
    /// depth is 0.
    pub best: Vec<M>,
    /// How many positions were visited below the root.
    pub nodes: u64,
}

/// The value of a position `depth` plies ahead, with every move that reaches it.
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

/// The value of a position `ply` plies below the root, for the side to move in it.
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

/// The value of a position with this status that is looked at no further, for the side to move in
/// it: how the game ended, or the evaluator's opinion.
#[inline]
pub(super) fn static_value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
    status: Status,
    ply: u32,
) -> i32 {
    match status {
        Status::Won(side) if side == state.to_move => win_in(ply),
        Status::Won(_) => loss_in(ply),
        Status::Draw => 0,
        Status::Playing => static_eval(game, evaluator, state),
    }
}

/// The evaluator's opinion of a game that goes on, for the side to move.
#[inline]
pub(super) fn static_eval<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &StateOf<G>,
) -> i32 {
    let score = evaluator
        .evaluate(game, state)
        .clamp(-BEST_STATIC, BEST_STATIC);
    match state.to_move {
        Side::First => score,
        Side::Second => -score,
    }
}
