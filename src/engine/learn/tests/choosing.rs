//! How the player chooses.

use super::maze::mazes;
use crate::engine::learn::{
    Memory, best_choices, best_next_state, choose, reference, score, train,
};
use crate::engine::rng::Rng;
use crate::engine::{Game, Side};
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_choice_is_the_plain_one(maze in mazes(), seed: u64, n in 0..300u64) {
        let mut rng = Rng::new(seed);
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut rng);
        let entries = memory.entries().into_iter();
        let dict = entries.map(|(key, score)| (key.to_string(), score)).collect();
        let mut state = maze.start();
        while !maze.status(&state).is_over() {
            let mut other = rng.clone();
            let chosen = best_next_state(&maze, &memory, &state, &mut rng.clone());
            let choice = choose(&maze, &memory, &state, &mut rng).unwrap();
            prop_assert_eq!(chosen, Some((choice.state, choice.score)));
            prop_assert_eq!(chosen.unwrap(), reference::best_next_state(&maze, &dict, &state, &mut other));
            prop_assert_eq!(&rng, &other);
            prop_assert_eq!(maze.play(&state, choice.mv), choice.state);
            state = choice.state;
        }
        prop_assert_eq!(choose(&maze, &memory, &state, &mut rng), None);
        prop_assert_eq!(best_next_state(&maze, &memory, &state, &mut rng), None);
    }

    #[test]
    fn no_other_move_is_better_and_no_equal_one_is_left_out(maze in mazes(), seed: u64, n in 0..300u64) {
        let mut rng = Rng::new(seed);
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut rng);
        let state = maze.start();
        let best = best_choices(&maze, &memory, &state);
        for mv in maze.move_list(&state) {
            let other = score(&maze, &memory, &maze.play(&state, mv));
            prop_assert!(best[0].score >= other, "the first side takes the highest");
            let tied = best.iter().any(|choice| choice.mv == mv);
            prop_assert_eq!(tied, other >= best[0].score);
        }
    }

    #[test]
    fn the_second_side_takes_the_lowest(maze in mazes(), seed: u64, n in 0..300u64) {
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut Rng::new(seed));
        let mut state = maze.start();
        state.to_move = Side::Second;
        let scores = maze.move_list(&state).into_iter();
        let scores = scores.map(|mv| score(&maze, &memory, &maze.play(&state, mv)));
        let lowest = scores.reduce(f64::min);
        let best = best_choices(&maze, &memory, &state);
        prop_assert_eq!(best.first().map(|choice| choice.score), lowest);
    }
}

#[test]
fn equal_choices_are_equally_likely() {
    // Nothing is known and no end is near: all doors are equal.
    let maze = super::maze::Maze {
        seed: 1,
        rooms: 50,
        locks: false,
    };
    let start = maze.start();
    let doors = maze.move_list(&start);
    let mut rng = Rng::new(1);
    let mut taken = vec![0u32; doors.len()];
    for _ in 0..10_000 {
        let choice = choose(&maze, &Memory::new(), &start, &mut rng).unwrap();
        taken[doors.iter().position(|&door| door == choice.mv).unwrap()] += 1;
    }
    let fair = 10_000 / doors.len() as u32;
    let near = |&count: &u32| count.abs_diff(fair) < fair / 10;
    assert!(taken.iter().all(near), "{taken:?}");
}
