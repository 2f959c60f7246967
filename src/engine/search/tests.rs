//! The search equals plain minimax on any game, and survives any interruption.

use super::*;
use crate::engine::player::Player;
use crate::engine::rng::{Rng, mix};
use crate::engine::testing::Graph;
use crate::engine::{Game, Side, StateOf, Status};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Evaluates positions arbitrarily. The few different values make many moves equal.
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
fn value_and_move_equal_minimax() {
    let mut decided = 0;
    for (graph, mut rng) in graphs(300) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: [3, 10, 1000][rng.below(3)],
        };
        // Kept for all positions and depths: what one search leaves behind must not mislead another.
        let mut with_table = Searcher::new(whim);
        let mut tiny_table = Searcher::new(whim).with_resources(NonZeroUsize::MIN, 0);
        for _ in 0..6 {
            let state = random_state(&graph, &mut rng);
            let depth = 1 + rng.below(7) as u32;
            let oracle = minimax(&graph, &whim, &state, depth);
            decided += u32::from(ending(oracle.score).is_some());
            for searcher in [&mut with_table, &mut tiny_table] {
                let report = searcher.search(&graph, &state, &Budget::depth(depth), &NEVER);
                assert_eq!(report.score, oracle.score, "{graph:?} {state:?} {depth}");
                assert_eq!(report.best.is_none(), oracle.best.is_empty());
                assert!(report.best.is_none_or(|mv| oracle.best.contains(&mv)));
            }
        }
    }
    assert!((300..1500).contains(&decided), "{decided}");
}

#[test]
fn any_limit_leaves_a_legal_move_and_the_last_iteration() {
    for (graph, mut rng) in graphs(40) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: 100,
        };
        let state = random_state(&graph, &mut rng);
        let legal = graph.move_list(&state);
        let endless = Budget {
            nodes: Some(u64::MAX),
            ..Budget::depth(6)
        };
        let full = Searcher::new(whim).search(&graph, &state, &endless, &NEVER);
        for nodes in (0..100).chain([150, 500, full.nodes, full.nodes + 1]) {
            let budget = Budget {
                nodes: Some(nodes),
                ..Budget::depth(6)
            };
            let mut searcher = Searcher::new(whim);
            let report = searcher.search(&graph, &state, &budget, &NEVER);
            let again = searcher.search(&graph, &state, &endless, &NEVER);
            assert_eq!(again.score, full.score, "nothing unfinished is remembered");
            assert_eq!(report.best.is_some(), !legal.is_empty());
            assert!(report.best.is_none_or(|mv| legal.contains(&mv)));
            assert_eq!(report.best, report.line.first().copied());
            assert_eq!(report.nodes, nodes.min(full.nodes));
            if nodes > full.nodes {
                assert_eq!(report, full);
            }
            let complete = minimax(&graph, &whim, &state, report.depth);
            if report.depth > 0 && report.score == complete.score {
                continue;
            }
            // A later iteration was under way: the move is the best of those already searched.
            let unfinished = minimax(&graph, &whim, &state, report.depth + 1);
            assert!(report.depth == 0 || report.score <= unfinished.score);
        }
    }
}

/// Sets the flag after some evaluations, like an impatient user.
struct Impatient<'a> {
    whim: Whim,
    left: AtomicU32,
    cancel: &'a AtomicBool,
}

impl<G: Game> Evaluator<G> for Impatient<'_> {
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32 {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.whim.evaluate(game, state)
    }
}

#[test]
fn cancelling_ends_the_search_at_once() {
    // Large and endless: only the flag ends the search.
    let graph = Graph {
        seed: 1,
        nodes: 100_000,
        arrows: 4,
        ends: 0,
        layered: false,
        remembers: false,
    };
    for patience in [0, 1, 10, 1000, 20_000] {
        let cancel = AtomicBool::new(false);
        let evaluator = Impatient {
            whim: Whim {
                seed: 1,
                values: 100,
            },
            left: AtomicU32::new(patience),
            cancel: &cancel,
        };
        let mut searcher = Searcher::new(evaluator);
        let report = searcher.search(&graph, &graph.start(), &Budget::UNLIMITED, &cancel);
        assert!(report.best.is_some() && !report.proven);
        // The root is evaluated once before the flag is checked.
        let after = u32::MAX - searcher.evaluator.left.load(Ordering::Relaxed);
        assert!(after < 300, "{after} evaluations after the flag");
        let report = searcher.search(&graph, &graph.start(), &Budget::depth(5), &cancel);
        assert!(report.best.is_some() && report.nodes == 0, "set beforehand");
        assert_eq!(
            searcher.solve(&graph, &graph.start(), &Budget::UNLIMITED, &cancel),
            None
        );
    }
}

#[test]
fn the_line_leads_to_the_score() {
    let mut whole = 0;
    for (graph, mut rng) in graphs(200) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: 100,
        };
        let root = random_state(&graph, &mut rng);
        let report = Searcher::new(whim).search(&graph, &root, &Budget::depth(5), &NEVER);
        let mut state = root;
        for mv in &report.line {
            assert!(graph.move_list(&state).contains(mv));
            state = graph.play(&state, *mv);
        }
        let plies = report.line.len() as u32;
        assert!(plies <= report.depth);
        let value = super::score::static_value(&graph, &whim, &state, graph.status(&state), plies);
        let seen_by_root = if plies.is_multiple_of(2) {
            value
        } else {
            -value
        };
        // The table can cut a line short.
        if graph.status(&state).is_over() || plies == report.depth {
            assert_eq!(seen_by_root, report.score);
            whole += 1;
        }
    }
    assert!(whole > 100, "{whole}");
}

/// The value of the start of a layered graph, found from the last node backwards.
fn true_value(graph: &Graph) -> i32 {
    let mut values = vec![[0; 2]; graph.nodes as usize];
    for node in (0..graph.nodes).rev() {
        for side in Side::BOTH {
            let state = Graph::at(node, side);
            let values_of_moves = graph.move_list(&state).into_iter().map(|mv| {
                let next = graph.play(&state, mv);
                // Every end is one ply further away than from the next node.
                match -values[next.board.node as usize][next.to_move.index()] {
                    value if value > 0 => value - 1,
                    value if value < 0 => value + 1,
                    draw => draw,
                }
            });
            values[node as usize][side.index()] = match graph.status(&state) {
                Status::Won(winner) if winner == side => WIN,
                Status::Won(_) => -WIN,
                Status::Draw => 0,
                Status::Playing => values_of_moves.max().unwrap(),
            };
        }
    }
    values[0][0]
}

#[test]
fn graphs_without_cycles_are_solved() {
    let mut winners = [0; 3];
    for seed in 0..150 {
        let graph = Graph::random(seed).layered();
        let truth = true_value(&graph);
        let mut searcher = Searcher::new(Even);
        let report = searcher.search(&graph, &graph.start(), &Budget::UNLIMITED, &NEVER);
        assert!(report.proven);
        assert_eq!(report.score, truth);
        let solution = Searcher::new(Even)
            .solve(&graph, &graph.start(), &Budget::UNLIMITED, &NEVER)
            .unwrap();
        let expected = match truth.signum() {
            0 => None,
            1 => Some(Side::First),
            _ => Some(Side::Second),
        };
        assert_eq!(solution.winner, expected);
        if let Some(mv) = solution.best {
            let next = graph.play(&graph.start(), mv);
            let answer = searcher
                .solve(&graph, &next, &Budget::UNLIMITED, &NEVER)
                .unwrap();
            assert_eq!(answer.winner, expected, "the move achieves the result");
        }
        winners[solution.winner.map_or(2, Side::index)] += 1;
    }
    assert!(winners.iter().all(|&count| count > 10), "{winners:?}");
}

#[test]
fn a_win_or_a_loss_ends_the_deepening() {
    let mut proven = 0;
    for (graph, mut rng) in graphs(200) {
        let state = random_state(&graph, &mut rng);
        let report = Searcher::new(Even).search(&graph, &state, &Budget::depth(11), &NEVER);
        if let Some(Ending::WinIn(plies) | Ending::LossIn(plies)) = report.ending() {
            assert!(report.proven);
            let late = report.depth - plies;
            assert!(late <= 1, "found as soon as it is within the depth");
            proven += u32::from(plies > 2);
        }
    }
    assert!(proven > 20, "{proven}");
}

#[test]
fn going_back_is_worth_a_draw_at_best() {
    let mut avoided = 0;
    for (graph, mut rng) in graphs(200) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: 100,
        };
        let state = random_state(&graph, &mut rng);
        let mut searcher = Searcher::new(whim);
        let budget = Budget::depth(4);
        let free = searcher.search(&graph, &state, &budget, &NEVER);
        let Some(best) = free.best else { continue };
        let back = graph.hash(&graph.play(&state, best));
        searcher.past = vec![back];
        let bound = searcher.search(&graph, &state, &budget, &NEVER);
        let value = |mv| {
            let next = graph.play(&state, mv);
            let value = -minimax(&graph, &whim, &next, 3).score;
            // Ends are one ply nearer to that root.
            let value = match ending(value) {
                Some(Ending::WinIn(plies)) => win_in(plies + 1),
                Some(Ending::LossIn(plies)) => loss_in(plies + 1),
                None => value,
            };
            if graph.hash(&next) == back {
                value.min(0)
            } else {
                value
            }
        };
        let moves = graph.move_list(&state);
        let most = moves.iter().map(|&mv| value(mv)).max();
        assert_eq!(most, Some(bound.score));
        assert_eq!(bound.best.map(value), most);
        avoided += u32::from(bound.best != free.best);
        searcher.past.clear();
        let free_again = searcher.search(&graph, &state, &budget, &NEVER);
        assert_eq!(free_again.score, free.score);
    }
    assert!(avoided > 20, "{avoided}");
}

#[test]
fn a_varied_move_is_nearly_as_good_as_the_best_at_the_same_depth() {
    let mut varied = 0;
    for (graph, mut rng) in graphs(400) {
        let whim = Whim {
            seed: rng.next_u64(),
            values: 20,
        };
        let variety = Variety {
            seed: rng.next_u64(),
            careless: None,
        };
        let state = random_state(&graph, &mut rng);
        let budget = Budget::nodes(20 + rng.below(500) as u64);
        let analyse = |variety| {
            let mut player = Searcher::new(whim).within(budget).varying(variety);
            player.analyse(&graph, &state, &NEVER, &mut |_| {})
        };
        let (Some(usual), Some(chosen)) = (analyse(None), analyse(Some(variety))) else {
            continue;
        };
        if chosen.best == usual.best || chosen.proven {
            continue;
        }
        varied += 1;
        let best = minimax(&graph, &whim, &state, chosen.depth).score;
        let next = graph.play(&state, chosen.best.unwrap());
        let worth = -minimax(&graph, &whim, &next, chosen.depth - 1).score;
        let margin = Evaluator::<Graph>::margin(&whim) / 40;
        assert!(worth >= best - margin, "{graph:?}: {worth}, {best}");
    }
    assert!(varied >= 20, "{varied}");
}
