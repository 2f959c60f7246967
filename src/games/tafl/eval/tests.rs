//! The sets and verdicts behind the opinion, against slow and obvious ways to find them.

use super::lookout::{EDGES, Lookout};
use super::reach::{Reach, flood, squares_of};
use super::traits::traits;
use super::verdict::{Verdict, before_lambdas, before_objects, open_paths};
use super::{Judge, Plain};
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

fn freedom(board: &Board) -> u128 {
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
fn lookouts_are_the_squares_with_open_paths() {
    for state in positions(2, 500) {
        let occupied = state.board.occupied();
        let seen = Lookout::over(occupied);
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
fn tried_by_objects(state: &State<Board>) -> Verdict {
    let ends: Vec<Status> = Tafl
        .move_list(state)
        .into_iter()
        .map(|mv| Tafl.status(&Tafl.play(state, mv)))
        .collect();
    if ends.contains(&Status::Won(Side::First)) {
        Verdict::Captured
    } else if ends.iter().all(|&end| end == Status::Won(Side::Second)) {
        Verdict::Escaped
    } else {
        Verdict::Open
    }
}

#[test]
fn verdicts_before_the_objects_are_what_trying_all_moves_shows() {
    let mut seen = [0; 3];
    for state in positions(4, 6000) {
        if state.to_move == Side::First {
            let verdict = before_objects(&state.board);
            assert_eq!(verdict, tried_by_objects(&state), "{state:?}");
            seen[verdict as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn verdicts_before_the_lambdas_are_what_trying_all_moves_of_lambda_shows() {
    let mut seen = [0; 3];
    for state in positions(5, 4000) {
        if state.to_move == Side::Second {
            let lambda = state.board.lambda();
            let escapes = Tafl.move_list(&state).into_iter().any(|mv| {
                let after = Tafl.play(&state, mv);
                Some(mv.from()) == lambda
                    && Tafl.status(&after) == Status::Playing
                    && tried_by_objects(&after) == Verdict::Escaped
            });
            let verdict = before_lambdas(&state.board, freedom(&state.board));
            assert_eq!(verdict == Verdict::Escaped, escapes, "{state:?}");
            assert_ne!(verdict, Verdict::Captured);
            seen[verdict as usize] += 1;
        }
    }
    assert!(seen[Verdict::Escaped as usize] > 50 && seen[Verdict::Open as usize] > 50);
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
fn turning_and_mirroring_the_board_changes_no_opinion() {
    for state in positions(6, 500) {
        let turned = changed(&state, |file, rank| (rank, 8 - file));
        let mirrored = changed(&state, |file, rank| (8 - file, rank));
        let all = [state, turned, mirrored];
        let of_judge = all.map(|state| Judge.evaluate(&Tafl, &state));
        let of_plain = all.map(|state| Plain.evaluate(&Tafl, &state));
        assert_eq!(of_judge, [of_judge[0]; 3], "{state:?}");
        assert_eq!(of_plain, [of_plain[0]; 3], "{state:?}");
        let listed = all.map(|s| traits(&s.board, s.to_move, freedom(&s.board)));
        assert_eq!(listed, [listed[0]; 3], "{state:?}");
    }
}

#[test]
fn certain_ends_count_for_more_than_anything_else() {
    for state in positions(7, 2000) {
        let verdict = match state.to_move {
            Side::First => before_objects(&state.board),
            Side::Second => before_lambdas(&state.board, freedom(&state.board)),
        };
        let score = Judge.evaluate(&Tafl, &state);
        let decided = match verdict {
            Verdict::Captured => score > 50_000,
            Verdict::Escaped => score < -50_000,
            Verdict::Open => score.abs() < 50_000,
        };
        assert!(decided && score.abs() < BEST_STATIC, "{score} {state:?}");
    }
}

#[test]
fn the_start_is_about_even() {
    let score = Judge.evaluate(&Tafl, &Tafl.start());
    assert!(score.abs() < 300, "{score}");
    assert_eq!(EDGES.count_ones(), 32);
}
