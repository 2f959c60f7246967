//! The search equals plain minimax, whatever it is used on and however it is interrupted.

use super::*;
use crate::engine::rng::{Rng, mix};
use crate::engine::testing::Graph;
use crate::engine::{Game, Side, StateOf};
use std::sync::atomic::AtomicBool;

/// Has an opinion of every position, for no reason. The few different values make many moves equal.
#[derive(Clone, Copy)]
struct Whim {
    seed: u64,
    values: u64,
}

impl<G: Game> Evaluator<G> for Whim {
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32 {
        (mix(game.hash(state) ^ self.seed) % self.values) as i32 - (self.values / 2) as i32
    }

    fn rank(&self, game: &G, state: &StateOf<G>, mv: G::Move) -> i32 {
        let next = game.hash(&game.play(state, mv));
        (mix(next ^ self.seed.rotate_left(9)) % 4) as i32 - 1
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn graphs(count: u64) -> impl Iterator<Item = (Graph, Rng)> {
    (0..count).map(|seed| {
        let graph = Graph::random(seed);
        let graph = match seed % 4 {
            0 => graph.layered(),
            1 => graph.remembering(),
            _ => graph,
        };
        (graph, Rng::new(seed))
    })
}

fn random_state(graph: &Graph, rng: &mut Rng) -> StateOf<Graph> {
    let node = rng.below(graph.nodes as usize) as u32;
    Graph::at(node, Side::BOTH[rng.below(2)])
}

#[test]
fn value_and_best_moves_are_those_of_minimax() {
    let mut decided = 0;
    for (graph, mut rng) in graphs(300) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: [3, 10, 1000][rng.below(3)],
        };
        // Kept for all positions and depths: what one search leaves behind must not mislead another.
        let mut with_table = Searcher::new(whim);
        let mut tiny_table = Searcher::new(whim).with_table_bits(3);
        let mut without = Searcher::new(whim).without_table();
        for _ in 0..6 {
            let state = random_state(&graph, &mut rng);
            let depth = 1 + rng.below(7) as u32;
            let oracle = minimax(&graph, &whim, &state, depth);
            decided += u32::from(ending(oracle.score).is_some());
            for searcher in [&mut with_table, &mut tiny_table, &mut without] {
                let found = searcher.best_moves(&graph, &state, depth, &NEVER);
                assert_eq!(
                    found,
                    (oracle.score, oracle.best.clone()),
                    "{graph:?} {state:?} {depth}"
                );
                let report = searcher.search(&graph, &state, &Budget::depth(depth), &NEVER);
                assert_eq!(report.score, oracle.score);
                assert_eq!(report.best.is_none(), oracle.best.is_empty());
                assert!(report.best.is_none_or(|mv| oracle.best.contains(&mv)));
            }
        }
    }
    assert!((300..1500).contains(&decided), "{decided}");
}
