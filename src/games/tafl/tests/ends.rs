//! How a game ends, and that it goes on otherwise.

use super::*;
use crate::engine::Status;

const LAMBDAS: Status = Status::Won(Side::Second);
const OBJECTS: Status = Status::Won(Side::First);

fn status(to_move: Side, words: &str) -> Status {
    Tafl.status(&position(to_move, words))
}

#[test]
fn the_start_goes_on() {
    assert_eq!(Tafl.status(&Tafl.start()), Status::Playing);
    let other_turn = State::new(Board::STANDARD, Side::Second);
    assert_eq!(Tafl.status(&other_turn), Status::Playing);
}

#[test]
fn a_clear_path_wins_at_the_beginning_of_a_lambda_turn_only() {
    let words = "L e5 O e1 e9 a5 h8";
    assert_eq!(status(Side::Second, words), LAMBDAS);
    assert_eq!(status(Side::First, words), Status::Playing);
}

#[test]
fn from_every_square_in_every_direction() {
    for at in Square::all() {
        for open in 0..5 {
            // Objects on the edge in every direction but one, or in all.
            let mut board = Board::EMPTY;
            board.put(at, Piece::Lambda).unwrap();
            let mut has_path = at.is_edge();
            for (direction, (right, up)) in DIRECTIONS.into_iter().enumerate() {
                let path = (1..9).map_while(|by| at.offset(by * right, by * up));
                match path.last() {
                    Some(_) if direction == open => has_path = true,
                    Some(edge) => board.put(edge, Piece::Object).unwrap(),
                    None => {}
                }
            }
            if board.count(Piece::Object) == 0 {
                continue;
            }
            let lambda_turn = Tafl.status(&State::new(board, Side::Second));
            let expected = if has_path { LAMBDAS } else { Status::Playing };
            assert_eq!(lambda_turn, expected, "{board}");
            assert_ne!(Tafl.status(&State::new(board, Side::First)), LAMBDAS);
        }
    }
}

#[test]
fn the_path_may_cross_the_empty_centre() {
    assert_eq!(status(Side::Second, "L e7 O e9 a7 i7"), LAMBDAS);
    assert_eq!(status(Side::Second, "L e7 O e9 a7 i7 e1"), Status::Playing);
    assert_eq!(status(Side::Second, "L c5 O a5 c1 c9"), LAMBDAS);
}

#[test]
fn own_guards_are_in_the_way_too() {
    assert_eq!(
        status(Side::Second, "L e5 G e1 e9 a5 i5 O b2"),
        Status::Playing
    );
}

#[test]
fn no_lambda_is_won_by_the_objects_whoever_moves() {
    for side in Side::BOTH {
        assert_eq!(status(side, "O a1 G c3"), OBJECTS);
        assert_eq!(status(side, "G c3"), OBJECTS);
        assert_eq!(status(side, ""), OBJECTS);
    }
}

#[test]
fn no_objects_is_won_by_lambda_whoever_moves() {
    for side in Side::BOTH {
        assert_eq!(status(side, "L e5 G e6 e4 d5 f5"), LAMBDAS);
        assert_eq!(status(side, "L a1"), LAMBDAS);
    }
}

#[test]
fn capturing_the_last_object_wins() {
    let state = lambdas_move("L e5 G d5 f5 e4 e6 c3 a1 O c2");
    let after = play(&state, "a1 c1");
    assert_eq!(after.board.count(Piece::Object), 0);
    assert_eq!(Tafl.status(&after), LAMBDAS);
    assert!(Tafl.move_list(&after).is_empty());
}

#[test]
fn lambda_without_guards_plays_on() {
    let words = "L e5 O e1 e9 a5 i5";
    assert_eq!(status(Side::Second, words), Status::Playing);
    assert_eq!(status(Side::First, words), Status::Playing);
}

#[test]
fn nobody_can_move() {
    // The object in the corner is shut in by guards, which do not capture it.
    let state = objects_move("O a1 G a2 b1 L e5");
    assert_eq!(Tafl.status(&state), Status::Draw);
    assert!(Tafl.move_list(&state).is_empty());
    // With the other side to move it goes on.
    let state = lambdas_move("O a1 e1 e9 a5 i5 G a2 b1 L e5");
    assert_eq!(Tafl.status(&state), Status::Playing);
}

#[test]
fn lambda_shut_in_by_its_own_guards_and_objects() {
    let state = lambdas_move("L b2 O a2 c2 b1 b3");
    // (No move has shut it in, so nothing has been captured.)
    assert_eq!(Tafl.status(&state), Status::Draw);
}

#[test]
fn a_move_across_the_centre_is_a_move() {
    // The object's only way is across the empty centre.
    let state = objects_move("O e4 G e3 d4 f4 L i1");
    assert_eq!(reach(&state, "e4"), squares("e6 e7 e8 e9"));
    assert_eq!(Tafl.status(&state), Status::Playing);
    // A step onto the centre is not.
    let state = objects_move("O e4 G e3 d4 f4 e6 L i1");
    assert_eq!(Tafl.status(&state), Status::Draw);
}

#[test]
fn a_single_way_out_is_found_wherever_it_is() {
    for from in Square::all().filter(|&from| from != Square::CENTRE) {
        let beside = |(right, up): (i8, i8)| from.offset(right, up);
        let ways: Vec<Square> = DIRECTIONS.into_iter().filter_map(beside).collect();
        for open in ways.iter().copied().map(Some).chain([None]) {
            let mut board = Board::EMPTY;
            board.put(from, Piece::Object).unwrap();
            for &way in &ways {
                if Some(way) != open && way != Square::CENTRE {
                    board.put(way, Piece::Guard).unwrap();
                }
            }
            // λ stands far away in a corner.
            let corner = if from.index() < 40 { "i9" } else { "a1" };
            if board.put(square(corner), Piece::Lambda).is_err() {
                continue;
            }
            let across = open.is_none() && ways.contains(&Square::CENTRE);
            let expected = if open.is_some() || across {
                Status::Playing
            } else {
                Status::Draw
            };
            let state = State::new(board, Side::First);
            assert_eq!(Tafl.status(&state), expected, "{state:?}");
        }
    }
}
