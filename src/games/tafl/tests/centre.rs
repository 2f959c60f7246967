//! The centre, square by square: where programs for games of this family are usually wrong.

use super::*;
use crate::engine::Status;

/// The four arms of the centre: the square beside it, the next behind that, and for each a square
/// from which a piece can come to that next square along the other axis.
const ARMS: [(&str, &str, &str); 4] = [
    ("e6", "e7", "a7"),
    ("e4", "e3", "a3"),
    ("f5", "g5", "g1"),
    ("d5", "c5", "c1"),
];

/// The neighbours of the centre.
const BESIDE: [&str; 4] = ["e6", "e4", "f5", "d5"];

#[test]
fn an_object_captures_a_guard_against_the_empty_centre() {
    for (beside, behind, from) in ARMS {
        let state = objects_move(&format!("O {from} G {beside} L i9"));
        assert_eq!(captures(&state, &format!("{from} {behind}")), beside);
    }
}

#[test]
fn a_guard_captures_an_object_against_the_empty_centre() {
    for (beside, behind, from) in ARMS {
        let state = lambdas_move(&format!("G {from} O {beside} h8 i7 h6 g8 L h7 G g7"));
        assert_eq!(captures(&state, &format!("{from} {behind}")), beside);
    }
}

#[test]
fn lambda_captures_an_object_against_the_empty_centre() {
    for (beside, behind, from) in ARMS {
        // λ comes from the rim's neighbourhood with objects around so that it has not won yet.
        let walls = match from {
            "a7" => ("b7", "b9 b1 a8 a7"),
            "a3" => ("b3", "b9 b1 a8 a3"),
            "g1" => ("g2", "a2 i2 h1 g1"),
            _ => ("c2", "a2 i2 b1 c1"),
        };
        let (lambda, objects) = walls;
        let far = match behind {
            "e7" => "i7",
            "e3" => "i3",
            "g5" => "g9",
            _ => "c9",
        };
        let state = lambdas_move(&format!("L {lambda} O {beside} {far} {objects}"));
        assert_eq!(captures(&state, &format!("{lambda} {behind}")), beside);
    }
}

#[test]
fn a_piece_coming_from_afar_captures_against_the_empty_centre_along_the_arm() {
    for (from, to, victim) in [
        ("e9", "e7", "e6"),
        ("e1", "e3", "e4"),
        ("i5", "g5", "f5"),
        ("a5", "c5", "d5"),
    ] {
        let state = objects_move(&format!("O {from} G {victim} L a9"));
        assert_eq!(captures(&state, &format!("{from} {to}")), victim);
    }
}

#[test]
fn a_piece_that_crossed_the_centre_captures_on_the_other_side() {
    // Across the centre to e6: between it and e8 stands a guard.
    let state = objects_move("O e3 e8 G e7 L a9");
    assert_eq!(captures(&state, "e3 e6"), "e7");
    // The centre behind the mover is of no use to anybody.
    let state = objects_move("O e3 G e7 L a9");
    assert_eq!(captures(&state, "e3 e6"), "");
}

#[test]
fn beside_the_centre_two_enemies_capture_a_piece_as_everywhere() {
    for (beside, one, two) in [
        ("e6", "d6", "f6"),
        ("e4", "d4", "f4"),
        ("f5", "f4", "f6"),
        ("d5", "d4", "d6"),
    ] {
        let across = if one.starts_with('d') && two.starts_with('f') {
            format!("i{}", &two[1..])
        } else {
            format!("{}9", &two[..1])
        };
        let state = objects_move(&format!("O {one} {across} G {beside} L a8"));
        assert_eq!(captures(&state, &format!("{across} {two}")), beside);
    }
}

#[test]
fn the_occupied_centre_is_its_piece() {
    for (beside, behind, from) in ARMS {
        // λ is no enemy of its guards.
        let state = objects_move(&format!("O {from} G {beside} L e5"));
        assert_eq!(captures(&state, &format!("{from} {behind}")), "");
        // But it is a partner against the objects.
        let walls = BESIDE.map(|square| if square == beside { "" } else { square });
        let state = lambdas_move(&format!("G {from} O {beside} {} L e5", walls.join(" ")));
        assert_eq!(captures(&state, &format!("{from} {behind}")), beside);
    }
}

#[test]
fn lambda_leaving_the_centre_captures_nothing_by_leaving() {
    // The object on e6 stands between the guard on e7 and the centre, which λ leaves empty.
    let state = lambdas_move("L e5 G e7 O e6 a5 i5 e1");
    for to in ["d5", "c5", "f5", "g5", "e4", "e3", "e2"] {
        assert_eq!(captures(&state, &format!("e5 {to}")), "", "{to}");
    }
    // Where it arrives it captures as any piece.
    let state = lambdas_move("L e5 G e7 c3 O e6 a5 i5 e1 c4");
    assert_eq!(captures(&state, "e5 c5"), "c4");
}

#[test]
fn a_piece_against_the_empty_centre_is_captured_by_a_move_not_by_standing() {
    let state = objects_move("O e7 a1 G e6 L i8");
    assert_eq!(captures(&state, "a1 a2"), "");
    let state = lambdas_move("G e7 b1 O e6 a8 i8 b9 b7 h1 h9 L b8");
    assert_eq!(captures(&state, "b1 b2"), "");
}

#[test]
fn moving_in_between_an_enemy_and_the_empty_centre_is_safe() {
    for (beside, behind, from) in ARMS {
        let own = match from {
            "a7" => "a6",
            "a3" => "a4",
            "g1" => "f1",
            _ => "d1",
        };
        let state = lambdas_move(&format!("G {own} O {behind} h8 i7 h6 g8 L h7 G g7"));
        assert_eq!(captures(&state, &format!("{own} {beside}")), "");
        let after = play(&state, &format!("{own} {beside}"));
        assert_eq!(after.board.piece_at(square(beside)), Some(Piece::Guard));
    }
}

#[test]
fn lambda_in_the_centre_falls_to_four_objects_whichever_comes_last() {
    for last in BESIDE {
        // From one square further out along the same arm.
        let (_, from, _) = ARMS.into_iter().find(|arm| arm.0 == last).unwrap();
        let others: Vec<_> = BESIDE
            .into_iter()
            .filter(|&beside| beside != last)
            .collect();
        let state = objects_move(&format!("L e5 O {} {from}", others.join(" ")));
        let mv = format!("{from} {last}");
        assert_eq!(captures(&state, &mv), "e5");
        let after = play(&state, &mv);
        assert_eq!(after.board.lambda(), None);
        assert_eq!(Tafl.status(&after), Status::Won(Side::First));
    }
}

#[test]
fn lambda_in_the_centre_falls_to_nothing_less() {
    // Every way to fill the four squares with objects, guards or nothing.
    for pattern in 0..81 {
        let filling = |arm: usize| pattern / [1, 3, 9, 27][arm] % 3;
        for (last, (to, from, _)) in ARMS.into_iter().enumerate() {
            if filling(last) != 1 {
                continue;
            }
            let mut board = objects_move(&format!("L e5 O {from}")).board;
            for arm in (0..4).filter(|&arm| arm != last) {
                match filling(arm) {
                    1 => board.put(square(ARMS[arm].0), Piece::Object).unwrap(),
                    2 => board.put(square(ARMS[arm].0), Piece::Guard).unwrap(),
                    _ => {}
                }
            }
            let state = State::new(board, Side::First);
            let after = play(&state, &format!("{from} {to}"));
            let all_objects = (0..4).all(|arm| filling(arm) == 1);
            assert_eq!(after.board.lambda().is_none(), all_objects, "{state:?}");
            // The guards beside it are not against the centre: λ holds it.
            assert_eq!(
                after.board.count(Piece::Guard),
                board.count(Piece::Guard),
                "{state:?}"
            );
        }
    }
}

#[test]
fn lambda_beside_the_centre_falls_to_three_objects_whichever_comes_last() {
    for (lambda, sides) in [
        ("e6", ["d6", "f6", "e7"]),
        ("e4", ["d4", "f4", "e3"]),
        ("f5", ["f6", "f4", "g5"]),
        ("d5", ["d6", "d4", "c5"]),
    ] {
        for last in sides {
            for from in Square::all() {
                let others: Vec<_> = sides.into_iter().filter(|&side| side != last).collect();
                let text = format!("L {lambda} O {} {from}", others.join(" "));
                let taken = [lambda, last].contains(&&*from.to_string())
                    || others.contains(&&*from.to_string())
                    || from == Square::CENTRE;
                if taken {
                    continue;
                }
                let state = objects_move(&text);
                let mv = format!("{from} {last}");
                if Tafl.parse_move(&state, &mv).is_ok() {
                    assert_eq!(captures(&state, &mv), lambda, "{mv} in {state:?}");
                    assert_eq!(Tafl.status(&play(&state, &mv)), Status::Won(Side::First));
                }
            }
        }
    }
}

#[test]
fn lambda_beside_the_centre_falls_to_nothing_less() {
    for (lambda, sides) in [
        ("e6", ["d6", "f6", "e7"]),
        ("e4", ["d4", "f4", "e3"]),
        ("f5", ["f6", "f4", "g5"]),
        ("d5", ["d6", "d4", "c5"]),
    ] {
        for pattern in 0..27 {
            let filling = |side: usize| pattern / [1, 3, 9][side] % 3;
            for last in (0..3).filter(|&side| filling(side) == 1) {
                let mut board = objects_move(&format!("L {lambda}")).board;
                for side in (0..3).filter(|&side| side != last) {
                    match filling(side) {
                        1 => board.put(square(sides[side]), Piece::Object).unwrap(),
                        2 => board.put(square(sides[side]), Piece::Guard).unwrap(),
                        _ => {}
                    }
                }
                let last = square(sides[last]);
                let free = |&from: &Square| {
                    from != Square::CENTRE
                        && steps(from, last) == 1
                        && board.piece_at(from).is_none()
                };
                let from = Square::all().find(free).unwrap();
                board.put(from, Piece::Object).unwrap();
                let state = State::new(board, Side::First);
                let after = Tafl.play(&state, Move::new(from, last));
                let shut_in = (0..3).all(|side| filling(side) == 1);
                assert_eq!(after.board.lambda().is_none(), shut_in, "{state:?}");
            }
        }
    }
}

#[test]
fn an_object_that_walks_around_lambda_does_not_shut_it_in() {
    // e7 moves away from λ's side to none of the others: two are left.
    let state = objects_move("L e6 O d6 f6 e7");
    assert_eq!(captures(&state, "e7 e8"), "");
    // An object on the far side of the centre is no fourth.
    let state = objects_move("L e6 O d6 e4 f1");
    assert_eq!(captures(&state, "f1 f6"), "");
}

#[test]
fn two_steps_from_the_centre_lambda_has_no_shelter() {
    let state = objects_move("L e7 O e6 a8");
    assert_eq!(captures(&state, "a8 e8"), "e7");
    let state = objects_move("L e7 O e8 a6");
    assert_eq!(captures(&state, "a6 e6"), "e7");
    let state = objects_move("L d6 O d5 a7");
    assert_eq!(captures(&state, "a7 d7"), "d6");
    // But the empty centre two steps away is nobody's partner.
    let state = objects_move("L e7 O a8");
    assert_eq!(captures(&state, "a8 e8"), "");
}

#[test]
fn capturing_lambda_and_a_guard_with_one_move() {
    let state = objects_move("L d6 G f6 O c6 g6 e1");
    assert_eq!(captures(&state, "e1 e6"), "d6 f6");
    assert_eq!(
        Tafl.status(&play(&state, "e1 e6")),
        Status::Won(Side::First)
    );
    // A guard falls while λ beside it is sheltered.
    let state = objects_move("L e6 G d7 O f6 b7 c1 g7");
    assert_eq!(captures(&state, "c1 c7"), "");
    let state = objects_move("L e6 G c7 O f6 b7 d1");
    assert_eq!(captures(&state, "d1 d7"), "c7");
    let state = objects_move("L e6 G c6 O f6 b6 d1");
    assert_eq!(captures(&state, "d1 d6"), "c6");
}

#[test]
fn an_object_boxed_in_beside_lambda_on_the_centre_has_no_move() {
    let state = objects_move("O e4 G d4 f4 e3 L e5");
    assert_eq!(Tafl.move_list(&state), []);
    assert_eq!(Tafl.status(&state), Status::Draw);
}
