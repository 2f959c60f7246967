//! How pieces move, and what is said of moves that are none.

use super::super::{Illegal, why_illegal};
use super::*;

fn why(state: &State<Board>, from: &str, to: &str) -> String {
    let text = format!("{from} {to}");
    Tafl.parse_move(state, &text).unwrap_err().to_string()
}

#[test]
fn a_piece_alone_reaches_its_row_and_column_but_not_the_centre() {
    for from in Square::all() {
        // λ is elsewhere and shut in, so that the game goes on.
        for piece in [Piece::Object, Piece::Guard] {
            let mut board = Board::EMPTY;
            if board.put(from, piece).is_err() {
                continue;
            }
            let mut moves = Vec::new();
            super::super::moves::generate(&board, piece.side(), &mut moves);
            let mut reached: Vec<Square> = moves.into_iter().map(Move::to).collect();
            reached.sort_unstable();
            let in_line = |to: &Square| {
                *to != from
                    && *to != Square::CENTRE
                    && (to.file() == from.file() || to.rank() == from.rank())
            };
            let expected: Vec<Square> = Square::all().filter(in_line).collect();
            assert_eq!(reached, expected, "{piece:?} on {from}");
            let on_the_cross = from.file() == 4 || from.rank() == 4;
            assert_eq!(expected.len(), if on_the_cross { 15 } else { 16 });
        }
    }
}

#[test]
fn nothing_is_jumped_over_or_landed_on() {
    let state = objects_move("O c3 c6 f3 G a3 c1 L i9");
    assert_eq!(reach(&state, "c3"), squares("c2 b3 d3 e3 c4 c5"));
}

#[test]
fn the_empty_centre_is_crossed_both_ways_along_row_and_column_by_every_piece() {
    let ways = [("e3", "e7"), ("e7", "e3"), ("c5", "g5"), ("g5", "c5")];
    for (from, to) in ways {
        let object = objects_move(&format!("O {from} L i9"));
        let guard = lambdas_move(&format!("G {from} O a1 b3 c3 L b2 O a2 b1 c2"));
        let lambda = lambdas_move(&format!("L {from} O a5 i5 e1 e9 a3 i3 a7 i7 c1 c9 g1 g9"));
        for state in [object, guard, lambda] {
            let reached = reach(&state, from);
            assert!(reached.contains(&square(to)), "{from} {to} in {state:?}");
            assert!(!reached.contains(&Square::CENTRE), "{state:?}");
            let after = play(&state, &format!("{from} {to}"));
            assert_eq!(after.board.piece_at(square(from)), None);
            assert!(after.board.piece_at(square(to)).is_some());
            assert_eq!(after.board.piece_at(Square::CENTRE), None);
        }
    }
}

#[test]
fn a_piece_beside_the_empty_centre_steps_across() {
    for (from, to) in [("e4", "e6"), ("e6", "e4"), ("d5", "f5"), ("f5", "d5")] {
        let state = objects_move(&format!("O {from} L a1"));
        assert!(reach(&state, from).contains(&square(to)));
        assert_eq!(
            why_illegal(&state, square(from), Square::CENTRE),
            Some(Illegal::Centre)
        );
    }
}

#[test]
fn an_occupied_centre_stops_everybody() {
    let state = objects_move("O e3 c5 L e5");
    assert_eq!(
        reach(&state, "e3"),
        squares("e1 e2 a3 b3 c3 d3 f3 g3 h3 i3 e4")
    );
    assert_eq!(
        why(&state, "c5", "g5"),
        "e5 is in the way: the λ stands there"
    );
    assert_eq!(
        why(&state, "e3", "e5"),
        "e5 is in the way: the λ stands there"
    );
}

#[test]
fn lambda_moves_like_any_piece_and_never_back() {
    let state = lambdas_move("L e5 O e1 e9 a5 i5");
    assert_eq!(
        reach(&state, "e5"),
        squares("e2 e3 e4 b5 c5 d5 f5 g5 h5 e6 e7 e8")
    );
    let state = lambdas_move("L e6 O e1 e9 a6 i6");
    let crossed = play(&state, "e6 e4");
    assert_eq!(crossed.board.lambda(), Some(square("e4")));
    let state = lambdas_move("L e4 O e1 e9 a4 i4");
    assert_eq!(why(&state, "e4", "e5"), "no piece may end on the centre");
}

#[test]
fn every_reason() {
    let start = Tafl.start();
    for (from, to, reason) in [
        ("e2", "e5", "e3 is in the way: a guard stands there"),
        ("a5", "d5", "b5 is in the way: an object stands there"),
        ("i5", "f5", "h5 is in the way: an object stands there"),
        ("e8", "e3", "e7 is in the way: a guard stands there"),
        ("e2", "e3", "e3 is in the way: a guard stands there"),
        ("d4", "d5", "there is no piece on d4"),
        (
            "c5",
            "c4",
            "a guard stands on c5: it is the other side's piece",
        ),
        (
            "e5",
            "e6",
            "the λ stands on e5: it is the other side's piece",
        ),
        ("d1", "d1", "a move must go somewhere"),
        ("d1", "c2", "d1 to c2 is not along a row or column"),
        (
            "d10",
            "d4",
            "d10 is not a square: a square is a letter and a digit, such as e5",
        ),
        (
            "d1",
            "j1",
            "j1 is not a square: there is no column j: columns go from a to i",
        ),
        (
            "A4",
            "b4",
            "A4 is not a square: columns are written in small letters: a instead of A",
        ),
    ] {
        assert_eq!(why(&start, from, to), reason, "{from} {to}");
    }
    let over = objects_move("O d1 G e3");
    assert_eq!(why(&over, "d1", "d2"), "the game is over");
}

#[test]
fn moves_are_read_with_any_blanks_and_nothing_else() {
    let start = Tafl.start();
    let mv = Move::new(square("d1"), square("d4"));
    for text in ["d1 d4", "  d1   d4 ", "d1\td4"] {
        assert_eq!(Tafl.parse_move(&start, text), Ok(mv), "{text:?}");
    }
    for text in [
        "", "d1", "d1d4", "d1 d4 d5", "d1, d4", "D1 d4", "d1-d4", "d1 d5", "λ λ",
    ] {
        assert!(Tafl.parse_move(&start, text).is_err(), "{text:?}");
    }
    for text in ["", "d1", "d1d4", "d1 d4 d5"] {
        let why = Tafl.parse_move(&start, text);
        assert_eq!(why, Err(Illegal::Words), "{text:?}");
    }
    assert_eq!(Tafl.show_move(mv), "d1 d4");
    assert_eq!(format!("{mv:?} {:?}", mv.to()), "d1 d4 d4");
    let shown = Tafl.show_board(&start.board);
    assert_eq!(shown, Board::STANDARD.to_string());
}
