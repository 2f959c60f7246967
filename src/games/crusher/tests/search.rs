//! The search equals plain minimax, despite its transposition table and the history rule.

use super::super::*;
use super::{game, random_state};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Searcher, ending, minimax};
use crate::engine::{Game, Side, State, StateOf};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

#[test]
fn the_search_is_plain_minimax_on_random_boards_with_random_histories() {
    let mut rng = Rng::new(6);
    let (mut decided, mut differs) = (0, 0);
    for n in 2..=4 {
        let game = game(n);
        let evaluation = Evaluation::new(n);
        // Kept for all positions: the table of one search must not mislead another.
        let mut kept = Searcher::new(evaluation);
        for _ in 0..100 {
            let state = random_state(&game, &mut rng);
            let depth = 1 + rng.below([6, 4, 3][n - 2]) as u32;
            let oracle = minimax(&game, &evaluation, &state, depth);
            let found = kept.search(&game, &state, &Budget::depth(depth), &NEVER);
            assert_eq!(found.score, oracle.score, "{state:?} {depth}");
            assert!(found.best.is_none_or(|mv| oracle.best.contains(&mv)));
            decided += u32::from(ending(oracle.score).is_some());
            let forgetful = State::new(Board::new(*state.board.layout()), state.to_move);
            differs +=
                u32::from(minimax(&game, &evaluation, &forgetful, depth).score != oracle.score);
        }
    }
    assert!(decided > 50, "{decided}");
    assert!(differs > 20, "the histories hardly matter: {differs}");
}

/// The hash of everything that a search can find.
fn future(game: &Crusher, state: &StateOf<Crusher>, depth: u32) -> u64 {
    use crate::engine::rng::mix;
    let mut moves = game.move_list(state);
    moves.sort_unstable();
    let mut sum = mix(game.status(state).is_over().into());
    if depth > 0 {
        for mv in moves {
            let name = (mv.from.index() * 100 + mv.to.index()) as u64;
            sum = mix(sum ^ name) ^ future(game, &game.play(state, mv), depth - 1);
        }
    }
    mix(sum)
}

#[test]
fn positions_with_equal_keys_have_equal_futures() {
    let mut rng = Rng::new(8);
    for (n, depths, most_pieces) in [(2, 5, 6), (3, 3, 7)] {
        let game = game(n);
        let (mut same, mut different) = (0, 0);
        for _ in 0..60 {
            let state = random_state(&game, &mut rng);
            let layout = *state.board.layout();
            if layout.count(Side::First) + layout.count(Side::Second) > most_pieces {
                continue;
            }
            let around: Vec<Layout> = state.board.history().skip(1).collect();
            for depth in 0..=depths {
                let mut futures: HashMap<u64, u64> = HashMap::new();
                for _ in 0..10 {
                    let mut history: Vec<Layout> = around.clone();
                    history.retain(|_| rng.below(2) == 0);
                    history.push(layout);
                    let board = Board::with_history(&history).unwrap();
                    let state = State::new(board, state.to_move);
                    let seen = future(&game, &state, depth);
                    let key = game.hash_within(&state, depth);
                    assert_eq!(
                        *futures.entry(key).or_insert(seen),
                        seen,
                        "{state:?} {depth}"
                    );
                }
                let mut seen: Vec<u64> = futures.values().copied().collect();
                seen.sort_unstable();
                seen.dedup();
                different += seen.len() - 1;
                same += 10 - futures.len();
            }
        }
        assert!(different > 50 && same > 50, "{n}: {different} {same}");
    }
}

#[test]
fn node_counts_are_a_checksum() {
    // Values do not show whether positions share keys and good moves come first; node counts do.
    let nodes = [(3, 8), (4, 6)].map(|(n, depth)| {
        let game = game(n);
        let budget = Budget::depth(depth);
        let mut searcher = Searcher::new(Evaluation::new(n));
        searcher.search(&game, &game.start(), &budget, &NEVER).nodes
    });
    assert_eq!(nodes, [49_292, 24_710]);
}
