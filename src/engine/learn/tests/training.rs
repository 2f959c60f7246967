//! Training against the plain algorithm: same random numbers, same scores, to the last bit.

use super::maze::{Maze, mazes};
use crate::engine::learn::{Memory, Training, reference, train};
use crate::engine::rng::Rng;
use crate::engine::{Game, StateOf};
use proptest::prelude::*;

/// A memory's scores as the plain algorithm keeps them.
fn dict(memory: &Memory) -> reference::Dict {
    let entries = memory.entries().into_iter();
    entries
        .map(|(key, score)| (key.to_string(), score))
        .collect()
}

/// A position some moves away from the start.
fn somewhere<G: Game>(game: &G, moves: usize, rng: &mut Rng) -> StateOf<G> {
    (0..moves).fold(game.start(), |state, _| {
        let moves = game.move_list(&state);
        if moves.is_empty() {
            state
        } else {
            game.play(&state, moves[rng.below(moves.len())])
        }
    })
}

proptest! {
    #[test]
    fn fast_and_plain_learn_the_same(
        maze in mazes(), seed: u64, before in 0..200u64, n in 0..1000u64, away in 0..8usize,
    ) {
        let mut rng = Rng::new(seed);
        let old = train(&maze, before, Memory::new(), maze.start(), &mut rng);
        let state = somewhere(&maze, away, &mut rng);
        let mut plain_rng = rng.clone();
        let learnt = train(&maze, n, old.clone(), state, &mut rng);
        if maze.move_list(&maze.start()).is_empty() {
            prop_assert_eq!(learnt, old);
        } else {
            let plainly = reference::train(&maze, n, dict(&old), state, &mut plain_rng);
            prop_assert_eq!(dict(&learnt), plainly);
            prop_assert_eq!(rng, plain_rng);
        }
    }

    #[test]
    fn pieces_and_a_small_chart_change_nothing(
        maze in mazes(), seed: u64, pieces in prop::collection::vec(0..100u64, 0..10), capacity in 0..50usize,
    ) {
        let whole = train(&maze, pieces.iter().sum(), Memory::new(), maze.start(), &mut Rng::new(seed));
        let memory = Memory::new();
        let mut training =
            Training::with_limits(&maze, memory, maze.start(), Rng::new(seed), capacity, Memory::MOST);
        let mut moves = 0;
        for piece in pieces {
            let made = training.run(piece);
            moves += made;
            let playable = !maze.move_list(&maze.start()).is_empty();
            prop_assert_eq!(made, if playable { piece } else { 0 });
            prop_assert_eq!(training.moves(), moves);
        }
        prop_assert_eq!(training.into_memory(), whole);
    }

    #[test]
    fn scores_stay_between_the_outcomes(maze in mazes(), seed: u64) {
        let memory = train(&maze, 3000, Memory::new(), maze.start(), &mut Rng::new(seed));
        for (_, score) in memory.entries() {
            prop_assert!((-1.0..=1.0).contains(&score));
        }
    }
}

#[test]
fn a_full_memory_ends_the_training_and_keeps_what_was_learnt() {
    let maze = Maze {
        seed: 5,
        rooms: 1000,
        locks: true,
    };
    let all = train(&maze, 50_000, Memory::new(), maze.start(), &mut Rng::new(1));
    assert!(all.len() > 500, "{}", all.len());
    for (capacity, most) in [(1, 100), (20, 100), (20, 0), (50, 400), (5000, 400)] {
        let memory = Memory::new();
        let rng = Rng::new(1);
        let mut training = Training::with_limits(&maze, memory, maze.start(), rng, capacity, most);
        let moves = training.run(30_000) + training.run(20_000);
        assert!(training.is_full() && moves < 50_000, "{capacity} {most}");
        assert_eq!(training.run(1), 0, "it stays full");
        let memory = training.into_memory();
        assert!(memory.len() <= most, "{}", memory.len());
        // A chart's worth of positions may be left out.
        assert!(memory.len() + capacity + 6 >= most, "{}", memory.len());
        let whole = train(&maze, moves, Memory::new(), maze.start(), &mut Rng::new(1));
        assert_eq!(memory, whole);
    }
}

/// One room with doors to three ends.
const ONE_ROOM: Maze = Maze {
    seed: 4,
    rooms: 1,
    locks: false,
};

#[test]
fn one_move_teaches_three_tenths() {
    let start = ONE_ROOM.start();
    let outcomes: Vec<f64> = ONE_ROOM
        .move_list(&start)
        .into_iter()
        .map(|mv| {
            reference::score(
                &ONE_ROOM,
                &reference::Dict::new(),
                &ONE_ROOM.play(&start, mv),
            )
        })
        .collect();
    assert!(
        outcomes.contains(&1.0) && outcomes.contains(&-1.0),
        "{outcomes:?}"
    );
    let mut memory = Memory::new();
    for expected in [0.3, 0.3 + 0.3 * 0.7] {
        memory = train(&ONE_ROOM, 1, memory, start, &mut Rng::new(0));
        assert_eq!(memory.entries(), [(0, expected)]);
    }
}

#[test]
fn a_finished_position_costs_no_move_and_learns_nothing() {
    let start = ONE_ROOM.start();
    let end = ONE_ROOM.play(&start, 1);
    let memory = train(&ONE_ROOM, 1, Memory::new(), end, &mut Rng::new(0));
    assert_eq!(memory.entries(), [(0, 0.3)]);
}

#[test]
fn a_game_without_moves_teaches_nothing() {
    let maze = Maze {
        rooms: 0,
        ..ONE_ROOM
    };
    let mut training = Training::new(&maze, Memory::new(), maze.start(), Rng::new(0));
    assert_eq!(training.run(u64::MAX), 0);
    assert!(training.into_memory().is_empty());
}
