//! Training and choosing, on random graphs without cycles.

// Scores are computed twice in the same way, so they are equal to the last bit.
#![allow(clippy::float_cmp)]

use super::*;
use crate::engine::testing::Graph;

fn graphs() -> impl Iterator<Item = Graph> {
    (0..100).map(|seed| Graph::random(seed).layered())
}

fn worth(status: Status) -> i32 {
    match status {
        Status::Won(Side::First) => 1,
        Status::Won(Side::Second) => -1,
        _ => 0,
    }
}

/// The positions after each move.
fn after(graph: &Graph, state: &StateOf<Graph>) -> impl Iterator<Item = StateOf<Graph>> {
    let (state, moves) = (*state, graph.move_list(state).into_iter());
    moves.map(move |mv| graph.play(&state, mv))
}

/// The value for the first side.
fn value(graph: &Graph, state: &StateOf<Graph>) -> i32 {
    let values = after(graph, state).map(|next| value(graph, &next));
    let best = match state.to_move {
        Side::First => values.max(),
        Side::Second => values.min(),
    };
    best.unwrap_or_else(|| worth(graph.status(state)))
}

#[test]
fn the_first_side_takes_the_highest_score_and_the_second_the_lowest() {
    for graph in graphs() {
        let rng = &mut Rng::new(graph.seed);
        let memory = train(&graph, 300, Memory::default(), graph.start(), rng);
        for side in Side::BOTH {
            let state = Graph::at(0, side);
            let scores: Vec<f64> = after(&graph, &state)
                .map(|next| score(&graph, &memory, &next))
                .collect();
            let better = [f64::max, f64::min][side.index()];
            let best = scores.iter().copied().reduce(better);
            let choices = best_choices(&graph, &memory, &state);
            let equal = scores.iter().filter(|&&score| Some(score) == best);
            assert_eq!(choices.len(), equal.count());
            assert!(choices.iter().all(|choice| Some(choice.2) == best));
            let chosen = best_next_state(&graph, &memory, &state, rng);
            assert_eq!(chosen.map(|(_, score)| score), best);
        }
    }
}

#[test]
fn splitting_the_training_changes_nothing() {
    for graph in graphs() {
        let rng = Rng::new(graph.seed);
        let whole = train(
            &graph,
            150,
            Memory::default(),
            graph.start(),
            &mut rng.clone(),
        );
        let mut training = Training::new(&graph, rng);
        for run in [1, 0, 99, 50] {
            training.run(run);
        }
        assert_eq!(training.memory(), &whole);
    }
}

#[test]
fn a_solved_game_has_the_values_of_minimax() {
    for graph in graphs() {
        let graph = Graph { nodes: 15, ..graph };
        let solved = SolvedGame::new(&graph, 1000).expect("it ends");
        let mut open = vec![graph.start()];
        while let Some(state) = open.pop() {
            assert_eq!(
                solved.outcome(&state).map(worth),
                Some(value(&graph, &state))
            );
            open.extend(after(&graph, &state));
        }
    }
}

#[test]
fn a_move_changes_a_score_by_three_tenths_and_finished_scores_stay() {
    let won = |graph: &Graph, state: &StateOf<Graph>| worth(graph.status(state)) == 1;
    let wins = |graph: &Graph| after(graph, &graph.start()).any(|next| won(graph, &next));
    let graph = graphs().find(wins).expect("a win in one");
    let (start, rng) = (graph.start(), &mut Rng::new(0));
    let mut memory = Memory::default();
    for expected in [0.3, 0.3 + 0.3 * 0.7] {
        memory = train(&graph, 1, memory, start, rng);
        assert_eq!(memory, Memory::from_iter([(graph.hash(&start), expected)]));
    }
    let end = after(&graph, &start).find(|next| won(&graph, next));
    let memory = train(&graph, 1, Memory::default(), end.expect("a win"), rng);
    assert_eq!(memory, Memory::from_iter([(graph.hash(&start), 0.3)]));
}

#[test]
fn a_game_without_moves_leaves_the_memory_empty() {
    let graph = Graph {
        ends: 100,
        ..Graph::random(4)
    };
    let rng = &mut Rng::new(0);
    let memory = train(&graph, u64::MAX, Memory::default(), graph.start(), rng);
    assert!(memory.is_empty());
}

#[test]
fn equal_choices_are_equally_likely() {
    let graph = Graph {
        ends: 0,
        arrows: 5,
        ..Graph::random(1)
    };
    let wide = |&node: &u32| graph.move_list(&Graph::at(node, Side::First)).len() == 5;
    let state = Graph::at((0..graph.nodes).find(wide).expect("a node"), Side::First);
    let mut rng = Rng::new(1);
    let mut taken = [0_u32; 5];
    for _ in 0..10_000 {
        let (mv, ..) = choose(&graph, &Memory::default(), &state, &mut rng).expect("a move");
        taken[usize::from(mv)] += 1;
    }
    assert!(
        taken.iter().all(|count| count.abs_diff(2000) < 200),
        "{taken:?}"
    );
}
