//! Every board that the course text shows.

use super::super::*;
use super::game;
use crate::engine::{Game, Side, State, StateOf, Status};

fn state(text: &str, to_move: Side) -> StateOf<Crusher> {
    let layout = parse_board(game(3).hex(), text).unwrap();
    State::new(Board::new(layout), to_move)
}

fn drawn(text: &str) -> String {
    diagram(game(3).hex(), state(text, Side::First).board.layout())
}

fn after(text: &str, to_move: Side, mv: &str) -> Option<String> {
    let (game, state) = (game(3), state(text, to_move));
    let mv = game.parse_move(&state, mv).ok()?;
    Some(game.show(game.play(&state, mv).board.layout()))
}

const START: &str = "WWW-WW-------BB-BBB";

#[test]
fn the_start() {
    assert_eq!(game(3).show(game(3).start().board.layout()), START);
    assert_eq!(
        game(3).show_board(&game(3).start().board),
        "      W   W   W
    -   W   W   -
  -   -   -   -   -
    -   B   B   -
      B   B   B"
    );
    let four = game(4);
    assert_eq!(
        four.show(four.start().board.layout()),
        "WWWW-WWW---------------------BBB-BBBB"
    );
}

#[test]
fn the_smallest_board_has_no_start() {
    assert!(!game(2).has_start());
    assert!((3..=6).all(|n| game(n).has_start()));
    assert!(game(2).status(&game(2).start()).is_over());
    assert!(game(2).move_list(&game(2).start()).is_empty());
    assert_eq!(
        Crusher::new(7).unwrap_err().to_string(),
        "N is from 2 to 6, not 7"
    );
}

#[test]
fn a_piece_slides_to_six_neighbours() {
    let (game, state) = (game(3), state("WWW------B------BBB", Side::Second));
    let slides: Vec<usize> = game
        .move_list(&state)
        .into_iter()
        .filter(|mv| mv.from.number() == 10)
        .map(|mv| mv.to.number())
        .collect();
    assert_eq!(slides.len(), 6);
    for to in [5, 6, 9, 11, 14, 15] {
        assert!(slides.contains(&to));
    }
}

const BEFORE_LEAPS: &str = "WW--W----B--B-B----";

#[test]
fn two_leaps() {
    assert_eq!(
        drawn(BEFORE_LEAPS),
        "      W   W   -
    -   W   -   -
  -   -   B   -   -
    B   -   B   -
      -   -   -"
    );
    let (game, start) = (game(3), state(BEFORE_LEAPS, Side::Second));
    let near = |mv: &Move| {
        let hex = game.hex();
        hex.around(hex.bit(mv.from)) & hex.bit(mv.to) != 0
    };
    let leaps: Vec<String> = game
        .move_list(&start)
        .iter()
        .filter(|mv| !near(mv))
        .map(Move::to_string)
        .collect();
    assert_eq!(leaps.len(), 2);
    assert!(leaps.contains(&"15 5".to_owned()) && leaps.contains(&"10 19".to_owned()));

    let crushed = after(BEFORE_LEAPS, Side::Second, "15 5").unwrap();
    assert_eq!(
        drawn(&crushed),
        "      W   W   -
    -   B   -   -
  -   -   B   -   -
    B   -   -   -
      -   -   -"
    );
    let end = game.status(&state(&crushed, Side::First));
    assert_eq!(end, Status::Won(Side::Second));

    let away = after(BEFORE_LEAPS, Side::Second, "10 19").unwrap();
    assert_eq!(
        drawn(&away),
        "      W   W   -
    -   W   -   -
  -   -   -   -   -
    B   -   B   -
      -   -   B"
    );
}

#[test]
fn the_answer_of_the_example() {
    let answer = after(START, Side::First, "1 10").unwrap();
    assert_eq!(answer, "-WW-WW---W---BB-BBB");
    assert_eq!(
        drawn(&answer),
        "      -   W   W
    -   W   W   -
  -   -   W   -   -
    -   B   B   -
      B   B   B"
    );
}

#[test]
fn the_sample_dialogue() {
    let first = after(START, Side::First, "5 10").unwrap();
    assert_eq!(
        drawn(&first),
        "      W   W   W
    -   -   W   -
  -   -   W   -   -
    -   B   B   -
      B   B   B"
    );
    let second = after(&first, Side::Second, "19 10").unwrap();
    assert_eq!(
        drawn(&second),
        "      W   W   W
    -   -   W   -
  -   -   B   -   -
    -   B   B   -
      B   B   -"
    );
    let end = state("---B-B--------B-B--", Side::First);
    assert_eq!(game(3).status(&end), Status::Won(Side::Second));
}

#[test]
fn no_cha_cha() {
    let game = game(3);
    let mut state = game.start();
    for mv in ["4 8", "13 8", "8 4"] {
        assert!(
            game.parse_move(&state, mv).is_err(),
            "{mv} is nonsense here"
        );
    }
    for mv in ["5 4", "15 16", "4 5"] {
        let mv = game.parse_move(&state, mv).unwrap();
        state = game.play(&state, mv);
    }
    assert_eq!(
        game.parse_move(&state, "16 15"),
        Err(Illegal::Repetition),
        "the start would be back"
    );
    assert!(game.parse_move(&state, "16 12").is_ok());
}

#[test]
fn a_board_may_not_come_again_even_with_the_other_side_to_move() {
    let game = game(3);
    let [a, b] = ["WW--W----B--B-B----", "WW--W----B-B--B----"]
        .map(|text| parse_board(game.hex(), text).unwrap());
    // Black made `a` into `b` long ago; now it is Black's turn in `a` again.
    let state = State::new(Board::with_history(&[b, a]).unwrap(), Side::Second);
    assert!(
        game.move_list(&state)
            .into_iter()
            .all(|mv| game.play(&state, mv).board.layout() != &b)
    );
}

#[test]
fn moves_that_are_none() {
    let (game, state) = (game(3), game(3).start());
    for text in [
        "", "5", "5 10 1", "5 99", "0 1", "05 10", "x y", "10 5", "5 5", "1 2", "5,10", "19 10",
    ] {
        assert!(game.parse_move(&state, text).is_err(), "{text:?}");
    }
    assert!(game.parse_move(&state, " 5  10 ").is_ok());
}
