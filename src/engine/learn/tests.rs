//! Training and choosing, on games made of random numbers: numbered rooms, doors that lead from each
//! to a few later ones, and an outcome in each of the last rooms.

// Scores are computed twice in the same way, so they are equal to the last bit.
#![allow(clippy::float_cmp)]

use proptest::prelude::*;

use super::*;
use crate::engine::State;
use crate::engine::rng::{Rng, mix};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Maze {
    seed: u64,
    rooms: u16,
}

impl Maze {
    fn dice(&self, room: u16, bound: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(room) + 1)) % bound
    }
}

impl Game for Maze {
    type Board = u16;
    type Move = u16;
    type Illegal = &'static str;

    fn start(&self) -> StateOf<Self> {
        State::new(0, Side::First)
    }

    fn show_board(&self, board: &u16) -> String {
        board.to_string()
    }

    fn hash(&self, state: &StateOf<Self>) -> u64 {
        u64::from(state.board) * 2 + state.to_move.index() as u64
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        match self.dice(state.board, 3) {
            _ if state.board < self.rooms => Status::Playing,
            0 => Status::Draw,
            1 => Status::Won(Side::First),
            _ => Status::Won(Side::Second),
        }
    }

    fn parse_words(&self, _: &StateOf<Self>, _: &[&str]) -> Result<u16, &'static str> {
        Err("moves are not typed here")
    }

    fn show_move(&self, mv: u16) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<u16>) {
        if self.status(state) == Status::Playing {
            into.extend(1..=2 + self.dice(state.board, 3) as u16);
        }
    }

    fn play(&self, state: &StateOf<Self>, door: u16) -> StateOf<Self> {
        State::new(state.board + door, state.to_move.other())
    }
}

fn mazes() -> impl Strategy<Value = Maze> {
    (any::<u64>(), 1u16..10).prop_map(|(seed, rooms)| Maze { seed, rooms })
}

fn worth(status: Status) -> i32 {
    match status {
        Status::Won(Side::First) => 1,
        Status::Won(Side::Second) => -1,
        _ => 0,
    }
}

/// The value for the first side: `choose` says what `side` does, and the other side does its best.
fn value(
    maze: &Maze,
    state: StateOf<Maze>,
    choose: &dyn Fn(&StateOf<Maze>) -> Option<Vec<u16>>,
) -> i32 {
    if maze.status(&state).is_over() {
        return worth(maze.status(&state));
    }
    let chosen = choose(&state);
    let is_chosen = chosen.is_some();
    let moves = chosen.unwrap_or_else(|| maze.move_list(&state)).into_iter();
    let values = moves.map(|mv| value(maze, maze.play(&state, mv), choose));
    // The worst of its own choices counts.
    let highest = (state.to_move == Side::First) != is_chosen;
    let best = if highest { values.max() } else { values.min() };
    best.expect("it has a move")
}

proptest! {
    #[test]
    fn the_first_side_takes_the_highest_score_and_the_second_the_lowest(
        maze in mazes(), seed: u64, n in 0..300u64, second: bool,
    ) {
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut Rng::new(seed));
        let state = State::new(0, Side::BOTH[usize::from(second)]);
        let scores = maze.move_list(&state).into_iter();
        let scores: Vec<f64> = scores.map(|mv| score(&maze, &memory, &maze.play(&state, mv))).collect();
        let best = if second { f64::min } else { f64::max };
        let best = scores.iter().copied().reduce(best).expect("it has moves");
        let choices = best_choices(&maze, &memory, &state);
        prop_assert_eq!(choices.len(), scores.iter().filter(|&&score| score == best).count());
        prop_assert!(choices.iter().all(|choice| choice.score == best));
        let (_, chosen) = best_next_state(&maze, &memory, &state, &mut Rng::new(seed)).expect("a move");
        prop_assert_eq!(chosen, best);
    }

    #[test]
    fn runs_of_any_length_teach_the_same(maze in mazes(), seed: u64, runs in prop::collection::vec(0..100u64, 0..6)) {
        let whole = train(&maze, runs.iter().sum(), Memory::new(), maze.start(), &mut Rng::new(seed));
        let mut training = Training::new(&maze, Rng::new(seed));
        for run in runs {
            training.run(run);
        }
        prop_assert_eq!(training.memory(), &whole);
    }

    #[test]
    fn a_solved_game_has_the_values_of_minimax_and_knows_who_blunders(maze in mazes(), seed: u64, n in 0..2000u64) {
        let solved = SolvedGame::new(&maze, 1000).expect("it ends");
        let minimax = |state| value(&maze, state, &|_| None);
        let memory = train(&maze, n, Memory::new(), maze.start(), &mut Rng::new(seed));
        let mut open = vec![maze.start()];
        while let Some(state) = open.pop() {
            prop_assert_eq!(solved.outcome(&state).map(worth), Some(minimax(state)));
            open.extend(maze.move_list(&state).into_iter().map(|mv| maze.play(&state, mv)));
        }
        for side in Side::BOTH {
            let learnt = |state: &StateOf<Maze>| {
                let choices = best_choices(&maze, &memory, state).into_iter();
                (state.to_move == side).then(|| choices.map(|choice| choice.mv).collect())
            };
            if solved.never_blunders(&memory, side) {
                prop_assert_eq!(value(&maze, maze.start(), &learnt), minimax(maze.start()));
            }
        }
    }
}

/// One room with doors to three ends.
const ONE_ROOM: Maze = Maze { seed: 4, rooms: 1 };

#[test]
fn one_move_teaches_three_tenths() {
    let start = ONE_ROOM.start();
    let mut memory = Memory::new();
    for expected in [0.3, 0.3 + 0.3 * 0.7] {
        memory = train(&ONE_ROOM, 1, memory, start, &mut Rng::new(0));
        assert_eq!(memory, Memory::from_iter([(0, expected)]));
    }
}

#[test]
fn a_finished_position_costs_no_move_and_learns_nothing() {
    let end = ONE_ROOM.play(&ONE_ROOM.start(), 1);
    let memory = train(&ONE_ROOM, 1, Memory::new(), end, &mut Rng::new(0));
    assert_eq!(memory, Memory::from_iter([(0, 0.3)]));
}

#[test]
fn a_game_without_moves_teaches_nothing() {
    let maze = Maze { seed: 4, rooms: 0 };
    let memory = train(
        &maze,
        u64::MAX,
        Memory::new(),
        maze.start(),
        &mut Rng::new(0),
    );
    assert!(memory.is_empty());
}

#[test]
fn equal_choices_are_equally_likely() {
    // Nothing is known and no end is near: all doors are equal.
    let maze = Maze { seed: 1, rooms: 50 };
    let doors = maze.move_list(&maze.start());
    let mut rng = Rng::new(1);
    let mut taken = vec![0u32; doors.len()];
    for _ in 0..10_000 {
        let choice = choose(&maze, &Memory::new(), &maze.start(), &mut rng).expect("a door");
        taken[usize::from(choice.mv) - 1] += 1;
    }
    let fair = 10_000 / doors.len() as u32;
    assert!(
        taken.iter().all(|count| count.abs_diff(fair) < fair / 10),
        "{taken:?}"
    );
}
