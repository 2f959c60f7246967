//! Captures between two pieces, away from the centre.

use super::*;

#[test]
fn a_piece_between_two_enemies_is_removed() {
    // Figure 2 of the text.
    let state = objects_move("O b3 d1 G c3 L e5");
    assert_eq!(captures(&state, "d1 d3"), "c3");
    let after = play(&state, "d1 d3");
    assert_eq!(after.board, objects_move("O b3 d3 L e5").board);
    assert_eq!(after.to_move, Side::Second);
}

#[test]
fn one_move_captures_two() {
    // Figure 3 of the text: an object moves into the gap between two guards.
    let state = objects_move("O a3 e3 c1 G b3 d3 L e5");
    assert_eq!(captures(&state, "c1 c3"), "b3 d3");
}

#[test]
fn one_move_captures_three() {
    let state = objects_move("O a3 e3 c5 c1 G b3 d3 c4 L i9");
    assert_eq!(captures(&state, "c1 c3"), "b3 d3 c4");
}

#[test]
fn one_move_of_the_guards_captures_three() {
    let state = lambdas_move("G a3 e3 c5 c1 O b3 d3 c4 a5 i5 e1 e9 L e5");
    assert_eq!(captures(&state, "c1 c3"), "b3 d3 c4");
}

#[test]
fn every_square_captures_in_every_direction_where_there_is_room() {
    let mut captures = 0;
    for to in Square::all() {
        for (right, up) in DIRECTIONS {
            let (Some(victim), Some(partner)) =
                (to.offset(right, up), to.offset(2 * right, 2 * up))
            else {
                continue;
            };
            if [to, victim, partner].contains(&Square::CENTRE) {
                continue;
            }
            let pairs = [(Piece::Object, Piece::Guard), (Piece::Guard, Piece::Object)];
            for (captor, prey) in pairs {
                let from = origin(to, victim);
                let pieces = [(victim, prey), (partner, captor), (from, captor)];
                let state = State::new(Board::with(pieces).unwrap(), captor.side());
                let taken = captures_of(&state, Move::new(from, to));
                assert_eq!(taken, [victim], "{from} {to} in {state:?}");
                captures += 1;
            }
        }
    }
    // Nine rows and nine columns of seven places for three in a row, either end may come last;
    // three places of the middle row and three of the middle column touch the centre.
    assert_eq!(captures, 2 * 2 * (2 * 63 - 6));
}

#[test]
fn nobody_is_captured_across_the_rim() {
    // h3 and i3 are the end of a row, a4 is the beginning of the next.
    let state = objects_move("O h1 a4 G i3 L e5");
    assert_eq!(captures(&state, "h1 h3"), "");
    let state = objects_move("O b1 i2 G a3 L e5");
    assert_eq!(captures(&state, "b1 b3"), "");
    // Neither below the first row nor above the last is there a partner.
    let state = objects_move("O a2 G c1 L e5");
    assert_eq!(captures(&state, "a2 c2"), "");
    let state = objects_move("O a8 G c9 L e5");
    assert_eq!(captures(&state, "a8 c8"), "");
}

#[test]
fn moving_between_two_enemies_is_safe() {
    let state = lambdas_move("O b3 d3 a9 G c1 L e5 O a5 i5 e1 e9");
    assert_eq!(captures(&state, "c1 c3"), "");
    let after = play(&state, "c1 c3");
    assert_eq!(after.board.piece_at(square("c3")), Some(Piece::Guard));
    // And it stays there while the enemies do nothing about it.
    let later = play(&after, "a9 b9");
    assert_eq!(later.board.piece_at(square("c3")), Some(Piece::Guard));
}

#[test]
fn leaving_and_coming_back_captures() {
    let state = objects_move("O b3 d3 a5 i5 e1 e9 G c3 h8 L e5");
    let away = play(&state, "d3 d2");
    let turn = play(&away, "h8 h7");
    assert_eq!(captures(&turn, "d2 d3"), "c3");
}

#[test]
fn only_the_piece_that_moved_captures() {
    // The guard on c3 stands between two objects; a third object's move does not take it.
    let state = objects_move("O b3 d3 h2 G c3 L e5");
    assert_eq!(captures(&state, "h2 h3"), "");
    // Not even when it moves away from between.
    let state = lambdas_move("G c3 e3 O d3 a4 i4 d9 L d4");
    assert_eq!(captures(&state, "d4 d5"), "");
}

#[test]
fn lambda_captures_as_the_piece_that_moved_and_as_the_partner() {
    let state = lambdas_move("L d6 G c2 O c3 a6 i6 d1 d9");
    assert_eq!(captures(&state, "d6 d4"), "");
    assert_eq!(captures(&state, "d6 c6"), "");
    let state = lambdas_move("L d4 G c2 O c3 a4 i4 d1 d9");
    assert_eq!(captures(&state, "d4 c4"), "c3");
    let state = lambdas_move("L c4 G d2 O c3 a4 i4 c1 c9");
    assert_eq!(captures(&state, "d2 c2"), "c3");
}

#[test]
fn an_own_piece_between_is_no_victim() {
    let state = objects_move("O b3 c3 d1 L e5");
    assert_eq!(captures(&state, "d1 d3"), "");
    let state = lambdas_move("G b3 c3 d1 L e5 O a5 i5 e1 e9");
    assert_eq!(captures(&state, "d1 d3"), "");
}

#[test]
fn a_diagonal_enemy_is_no_victim() {
    let state = objects_move("O b2 d1 e6 G c3 L i9");
    assert_eq!(captures(&state, "d1 d4"), "");
}

#[test]
fn lambda_away_from_the_centre_needs_two_objects() {
    let mut placed = 0;
    for at in Square::all().filter(|&at| steps(at, Square::CENTRE) > 1) {
        for (right, up) in [(1, 0), (0, 1)] {
            let (Some(one), Some(two)) = (at.offset(right, up), at.offset(-right, -up)) else {
                continue;
            };
            placed += 1;
            for (stands, comes) in [(one, two), (two, one)] {
                let from = origin(comes, at);
                let after = |partner: Piece| {
                    let lambda = (at, Piece::Lambda);
                    let pieces = [lambda, (stands, partner), (from, Piece::Object)];
                    let state = State::new(Board::with(pieces).unwrap(), Side::First);
                    Tafl.play(&state, Move::new(from, comes)).board
                };
                let captured = after(Piece::Object);
                assert_eq!(captured.lambda(), None, "λ on {at}, {stands} and {comes}");
                assert_eq!(Piece::ALL.map(|piece| captured.count(piece)), [2, 0, 0]);
                assert_eq!(after(Piece::Guard).lambda(), Some(at));
            }
        }
    }
    // Nine rows and nine columns of seven places between two others, without the five of the cross.
    assert_eq!(placed, 2 * (63 - 5));
}
