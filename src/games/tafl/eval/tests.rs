//! The sets and forced ends behind the evaluation, against slow and obvious ways to find them.

use super::edge_view::{EDGES, EdgeView};
use super::features::features;
use super::forced::{Forced, open_paths, with_lambda_to_move, with_objects_to_move};
use super::reach::{Reach, flood, squares_of};
use super::squares::{CLASSES, class_of};
use super::{Evaluation, Material, Weights};
use crate::engine::rng::Rng;
use crate::engine::search::{BEST_STATIC, Evaluator};
use crate::engine::{Game, Side, State, Status};
use crate::games::tafl::board::ALL_SQUARES;
use crate::games::tafl::lookup::{BIT, NEIGHBOURS};
use crate::games::tafl::tests::{random_game, random_position};
use crate::games::tafl::{Board, Square, Tafl};

/// Positions of all kinds in which the game goes on.
fn positions(seed: u64, count: usize) -> Vec<State<Board>> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let state = match rng.below(3) {
            0 => random_game(&mut rng),
            1 => random_position(&mut rng, 20, 10, true),
            _ => random_position(&mut rng, 10, 3, true),
        };
        if Tafl.status(&state) == Status::Playing {
            found.push(state);
        }
    }
    found
}

fn mobility(board: &Board) -> u128 {
    Reach::of(board).from(usize::from(board.lambda))
}

#[test]
fn a_piece_reaches_the_squares_it_has_moves_to() {
    for state in positions(1, 500) {
        let reach = Reach::of(&state.board);
        let pieces = state.board.of(state.to_move);
        let mut all = 0;
        for from in squares_of(pieces) {
            let moves = Tafl.move_list(&state).into_iter();
            let listed = moves
                .filter(|mv| mv.from().index() == from)
                .fold(0, |set, mv| set | BIT[mv.to().index()]);
            assert_eq!(reach.from(from), listed, "{state:?}");
            all |= listed;
        }
        assert_eq!(reach.of_any(pieces), all);
    }
    assert_eq!(Reach::of(&Board::STANDARD).from(Square::COUNT), 0);
}

#[test]
fn an_edge_view_holds_the_squares_with_open_paths() {
    for state in positions(2, 500) {
        let occupied = state.board.occupied();
        let seen = EdgeView::over(occupied);
        for square in squares_of(ALL_SQUARES & !occupied) {
            let open = open_paths(occupied, square);
            assert_eq!(seen.one & BIT[square] != 0, open >= 1, "{state:?} {square}");
            assert_eq!(seen.two & BIT[square] != 0, open >= 2, "{state:?} {square}");
        }
        assert_eq!((seen.one | seen.two) & occupied, 0);
    }
}

#[test]
fn a_flood_goes_from_neighbour_to_neighbour() {
    for state in positions(3, 300) {
        let free = ALL_SQUARES & !state.board.occupied();
        let from = BIT[usize::from(state.board.lambda)];
        let mut reached = from;
        loop {
            let wider =
                squares_of(reached).fold(reached, |set, square| set | NEIGHBOURS[square] & free);
            if wider == reached {
                break;
            }
            reached = wider;
        }
        assert_eq!(flood(from, !state.board.occupied()), reached, "{state:?}");
    }
}

/// What the rules say when every move of the objects is tried.
fn tried_by_objects(state: &State<Board>) -> Forced {
    let ends: Vec<Status> = Tafl
        .move_list(state)
        .into_iter()
        .map(|mv| Tafl.status(&Tafl.play(state, mv)))
        .collect();
    if ends.contains(&Status::Won(Side::First)) {
        Forced::Capture
    } else if ends.iter().all(|&end| end == Status::Won(Side::Second)) {
        Forced::Escape
    } else {
        Forced::Nothing
    }
}

#[test]
fn forced_ends_with_objects_to_move_are_what_trying_all_moves_shows() {
    let mut seen = [0; 3];
    for state in positions(4, 6000) {
        if state.to_move == Side::First {
            let forced = with_objects_to_move(&state.board);
            assert_eq!(forced, tried_by_objects(&state), "{state:?}");
            seen[forced as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn forced_ends_with_lambda_to_move_are_what_trying_its_moves_shows() {
    let mut seen = [0; 3];
    for state in positions(5, 4000) {
        if state.to_move == Side::Second {
            let lambda = state.board.lambda();
            let escapes = Tafl.move_list(&state).into_iter().any(|mv| {
                let after = Tafl.play(&state, mv);
                Some(mv.from()) == lambda
                    && Tafl.status(&after) == Status::Playing
                    && tried_by_objects(&after) == Forced::Escape
            });
            let forced = with_lambda_to_move(&state.board, mobility(&state.board));
            assert_eq!(forced == Forced::Escape, escapes, "{state:?}");
            assert_ne!(forced, Forced::Capture);
            seen[forced as usize] += 1;
        }
    }
    assert!(seen[Forced::Escape as usize] > 50 && seen[Forced::Nothing as usize] > 50);
}

/// The board turned by a quarter, or mirrored.
fn changed(state: &State<Board>, place: impl Fn(u8, u8) -> (u8, u8)) -> State<Board> {
    let pieces = state.board.pieces().map(|(square, piece)| {
        let (file, rank) = place(square.file(), square.rank());
        (Square::at(file, rank).unwrap(), piece)
    });
    State::new(Board::with(pieces).unwrap(), state.to_move)
}

#[test]
fn turning_and_mirroring_the_board_changes_no_score() {
    for state in positions(6, 500) {
        let turned = changed(&state, |file, rank| (rank, 8 - file));
        let mirrored = changed(&state, |file, rank| (8 - file, rank));
        let all = [state, turned, mirrored];
        let of_evaluation = all.map(|state| Evaluation::new().evaluate(&Tafl, &state));
        let of_material = all.map(|state| Material.evaluate(&Tafl, &state));
        assert_eq!(of_evaluation, [of_evaluation[0]; 3], "{state:?}");
        assert_eq!(of_material, [of_material[0]; 3], "{state:?}");
        let listed = all.map(|s| features(&s.board, s.to_move));
        assert_eq!(listed, [listed[0]; 3], "{state:?}");
    }
}

#[test]
fn certain_ends_count_for_more_than_anything_else() {
    for state in positions(7, 2000) {
        let forced = match state.to_move {
            Side::First => with_objects_to_move(&state.board),
            Side::Second => with_lambda_to_move(&state.board, mobility(&state.board)),
        };
        let score = Evaluation::new().evaluate(&Tafl, &state);
        let decided = match forced {
            Forced::Capture => score > 50_000,
            Forced::Escape => score < -50_000,
            Forced::Nothing => score.abs() < 50_000,
        };
        assert!(decided && score.abs() < BEST_STATIC, "{score} {state:?}");
    }
}

#[test]
fn the_start_is_about_even() {
    let score = Evaluation::new().evaluate(&Tafl, &Tafl.start());
    assert!(score.abs() < 300, "{score}");
    assert_eq!(EDGES.count_ones(), 32);
}

#[test]
fn classes_are_the_squares_that_turn_into_each_other() {
    for square in Square::all() {
        let (file, rank) = (square.file(), square.rank());
        for (file, rank) in [(rank, 8 - file), (8 - file, rank)] {
            let image = Square::at(file, rank).unwrap();
            assert_eq!(class_of(image.index()), class_of(square.index()));
        }
    }
    let mut sizes = [0; CLASSES];
    for square in Square::all() {
        sizes[class_of(square.index())] += 1;
    }
    assert_eq!(sizes, [4, 8, 8, 8, 4, 4, 8, 8, 4, 4, 8, 4, 4, 4, 1]);
}

#[test]
fn the_evaluation_is_the_weighted_sum_of_its_counts() {
    let mut rng = Rng::new(8);
    for state in positions(8, 500) {
        let list = std::array::from_fn(|_| rng.below(200) as i32 - 100);
        let weights = Weights::from_list(&list);
        assert_eq!(weights.to_list(), list);
        let counts = Weights::counts(&state);
        let sum: i32 = list.iter().zip(counts).map(|(w, n)| w * n).sum();
        let score = Evaluation::with_weights(weights).evaluate(&Tafl, &state);
        assert!(
            [sum, sum - 100_000, sum + 100_000].contains(&score),
            "{state:?}"
        );
    }
}
