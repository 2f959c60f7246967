//! The check against the words it stands for, played out to the end.

use super::maze::{Maze, mazes};
use crate::engine::learn::check::{SolvedGame, never_blunders};
use crate::engine::learn::{Memory, best_choices, train};
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, StateOf, Status};
use proptest::prelude::*;
use std::collections::HashSet;

fn worth(status: Status) -> i32 {
    match status {
        Status::Won(Side::First) => 1,
        Status::Won(Side::Second) => -1,
        _ => 0,
    }
}

/// The value for the first side when each side may make the moves given for it.
fn play_out(
    maze: &Maze,
    state: StateOf<Maze>,
    moves: &impl Fn(&StateOf<Maze>) -> Vec<u16>,
    best: &impl Fn(Side, Vec<i32>) -> i32,
) -> i32 {
    if maze.status(&state).is_over() {
        return worth(maze.status(&state));
    }
    let values = moves(&state).into_iter();
    let values = values.map(|mv| play_out(maze, maze.play(&state, mv), moves, best));
    best(state.to_move, values.collect())
}

/// With best play of both sides.
fn minimax(maze: &Maze, state: StateOf<Maze>) -> i32 {
    let all = |state: &StateOf<Maze>| maze.move_list(state);
    play_out(maze, state, &all, &|side, values| match side {
        Side::First => values.into_iter().max().unwrap(),
        Side::Second => values.into_iter().min().unwrap(),
    })
}

/// The worst that can befall the player with this memory, as `side`.
fn worst(maze: &Maze, memory: &Memory, side: Side, state: StateOf<Maze>) -> i32 {
    let moves = |state: &StateOf<Maze>| {
        if state.to_move == side {
            let choices = best_choices(maze, memory, state).into_iter();
            choices.map(|choice| choice.mv).collect()
        } else {
            maze.move_list(state)
        }
    };
    play_out(maze, state, &moves, &|_, values| match side {
        Side::First => values.into_iter().min().unwrap(),
        Side::Second => values.into_iter().max().unwrap(),
    })
}

/// Small, without memory of the past, and with a move.
fn small_mazes() -> impl Strategy<Value = Maze> {
    mazes().prop_map(|maze| Maze {
        rooms: 1 + maze.rooms % 9,
        locks: false,
        ..maze
    })
}

proptest! {
    #[test]
    fn the_solution_is_that_of_minimax(maze in small_mazes()) {
        let solution = SolvedGame::new(&maze).unwrap();
        let mut open = vec![maze.start()];
        while let Some(state) = open.pop() {
            let outcome = solution.outcome(&state).unwrap();
            prop_assert_eq!(worth(outcome), minimax(&maze, state));
            prop_assert!(outcome.is_over());
            open.extend(maze.move_list(&state).into_iter().map(|mv| maze.play(&state, mv)));
        }
    }

    #[test]
    fn never_worse_means_that_no_opponent_gets_more_than_is_due(
        maze in small_mazes(), seed: u64, n in prop_oneof![0..20u64, 0..5000u64],
    ) {
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut Rng::new(seed));
        for side in Side::BOTH {
            // Every position that comes up when this player meets anyone.
            let mut perfect = true;
            let mut moved = HashSet::new();
            let mut open = vec![maze.start()];
            while let Some(state) = open.pop() {
                perfect &= worst(&maze, &memory, side, state) == minimax(&maze, state);
                if state.to_move == side {
                    moved.extend((!maze.status(&state).is_over()).then(|| maze.hash(&state)));
                    open.extend(best_choices(&maze, &memory, &state).iter().map(|c| c.state));
                } else {
                    open.extend(maze.move_list(&state).into_iter().map(|mv| maze.play(&state, mv)));
                }
            }
            let checked = never_blunders(&maze, &memory, side);
            prop_assert_eq!(checked.is_ok(), perfect);
            if let Ok(positions) = checked {
                prop_assert_eq!(positions, moved.len());
            }
            let blunders = SolvedGame::new(&maze).unwrap().blunders_anywhere(&memory, side);
            if let Err(blunder) = checked {
                prop_assert!(blunders.contains(&blunder));
            }
            for blunder in blunders {
                prop_assert_eq!(blunder.state.to_move, side);
                let best = best_choices(&maze, &memory, &blunder.state);
                prop_assert!(best.iter().any(|choice| choice.mv == blunder.mv));
                prop_assert_eq!(worth(blunder.before), minimax(&maze, blunder.state));
                let after = maze.play(&blunder.state, blunder.mv);
                prop_assert_eq!(worth(blunder.after), minimax(&maze, after));
                prop_assert_ne!(blunder.before, blunder.after);
            }
        }
    }
}

/// Two rooms, back and forth for ever, unless somebody ends it.
#[derive(Clone, Debug)]
struct Swing;

impl Game for Swing {
    type Board = bool;
    type Move = bool;
    type Illegal = &'static str;

    fn start(&self) -> StateOf<Self> {
        State::new(false, Side::First)
    }
    fn show_board(&self, _: &bool) -> String {
        String::new()
    }
    fn hash(&self, state: &StateOf<Self>) -> u64 {
        u64::from(state.board) * 2 + state.to_move.index() as u64
    }
    fn status(&self, state: &StateOf<Self>) -> Status {
        if state.board {
            Status::Draw
        } else {
            Status::Playing
        }
    }
    fn parse_words(&self, _: &StateOf<Self>, _: &[&str]) -> Result<bool, &'static str> {
        Err("nobody types moves here")
    }
    fn show_move(&self, mv: bool) -> String {
        mv.to_string()
    }
    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<bool>) {
        if !state.board {
            into.extend([true, false]);
        }
    }
    fn play(&self, state: &StateOf<Self>, mv: bool) -> StateOf<Self> {
        State::new(mv, state.to_move.other())
    }
}

#[test]
fn a_game_that_can_go_on_for_ever_has_no_solution() {
    assert!(SolvedGame::new(&Swing).is_none());
}
