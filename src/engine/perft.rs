//! Perft: counts the positions at a depth, to check the rules of a game and measure their speed.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::game::{Game, StateOf};
use crate::parallel;

/// Counts the sequences of exactly `depth` moves. A finished position has no successors.
#[must_use]
pub fn perft<G: Game>(game: &G, state: &StateOf<G>, depth: u32) -> u64 {
    count(game, state, depth, &mut Vec::new(), &AtomicBool::new(false))
}

/// Counts the sequences of exactly `depth` moves by their first move, on several threads. Returns the
/// moves in order; none at depth 0. After `cancel` is set, moves whose count is incomplete have `None`.
#[must_use]
pub fn divide<G: Game>(
    game: &G,
    state: &StateOf<G>,
    depth: u32,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Vec<(G::Move, Option<u64>)> {
    let Some(mut rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = game.move_list(state);
    moves.sort_unstable();
    // One first move can take as long as all others together, so the work is divided further.
    let mut parts: Vec<(usize, StateOf<G>)> = (moves.iter().enumerate())
        .map(|(first, &mv)| (first, game.play(state, mv)))
        .collect();
    while rest > 1 && !parts.is_empty() && parts.len() < PARTS {
        let after = |(first, state): &(usize, StateOf<G>)| {
            let (first, moves) = (*first, game.move_list(state).into_iter());
            let next: Vec<_> = moves.map(|mv| (first, game.play(state, mv))).collect();
            next
        };
        parts = parts.iter().flat_map(after).collect();
        rest -= 1;
    }
    let counts = parallel::map(threads, &parts, |(_, state)| {
        let leaves = count(game, state, rest, &mut Vec::new(), cancel);
        (!cancel.load(Ordering::Relaxed)).then_some(leaves)
    });
    let mut leaves = vec![Some(0); moves.len()];
    for ((first, _), count) in parts.iter().zip(counts) {
        leaves[*first] = leaves[*first].zip(count).map(|(sum, count)| sum + count);
    }
    moves.into_iter().zip(leaves).collect()
}

/// Enough parts to keep all threads busy until the end.
const PARTS: usize = 1000;

/// Counts like [`perft`]. All depths share one list of moves: each appends its moves and removes
/// them again. The count is meaningless if `cancel` is set.
fn count<G: Game>(
    game: &G,
    state: &StateOf<G>,
    depth: u32,
    list: &mut Vec<G::Move>,
    cancel: &AtomicBool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth > 2 && cancel.load(Ordering::Relaxed) {
        return 0;
    }
    let first = list.len();
    game.moves(state, list);
    let leaves = if depth == 1 {
        (list.len() - first) as u64
    } else {
        let mut leaves = 0;
        for index in first..list.len() {
            let next = game.play(state, list[index]);
            leaves += count(game, &next, depth - 1, list, cancel);
        }
        leaves
    };
    list.truncate(first);
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::Graph;

    /// Counts the positions one by one.
    fn plain(graph: &Graph, state: &StateOf<Graph>, depth: u32) -> u64 {
        let moves = graph.move_list(state).into_iter();
        let leaves = |mv| plain(graph, &graph.play(state, mv), depth - 1);
        if depth == 0 {
            1
        } else {
            moves.map(leaves).sum()
        }
    }

    #[test]
    fn first_moves_add_up_with_any_number_of_threads() {
        for seed in 0..10 {
            let graph = Graph::random(seed);
            let state = graph.start();
            for depth in 0..=7 {
                let leaves = plain(&graph, &state, depth);
                assert_eq!(perft(&graph, &state, depth), leaves);
                for threads in [1, 2, 5].map(|threads| NonZeroUsize::new(threads).unwrap()) {
                    let divided = divide(&graph, &state, depth, threads, &AtomicBool::new(false));
                    if depth == 0 {
                        assert!(divided.is_empty());
                        continue;
                    }
                    let moves: Vec<u8> = divided.iter().map(|&(mv, _)| mv).collect();
                    assert_eq!(moves, graph.move_list(&state));
                    let sum: u64 = divided.iter().filter_map(|&(_, leaves)| leaves).sum();
                    assert_eq!(sum, leaves);
                }
            }
        }
    }

    #[test]
    fn cancelled_counts_are_none() {
        let graph = Graph {
            ends: 0,
            ..Graph::random(1)
        };
        let divided = divide(
            &graph,
            &graph.start(),
            4,
            NonZeroUsize::MIN,
            &AtomicBool::new(true),
        );
        assert!(!divided.is_empty() && divided.iter().all(|(_, leaves)| leaves.is_none()));
    }
}
