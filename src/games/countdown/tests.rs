//! The text's own examples, the edges of the pile, and the theorem about multiples of four.

use super::{CountDown, Illegal};
use crate::engine::{Game, Side, State, Status};
use proptest::prelude::*;
use std::collections::HashSet;

const GAME: CountDown = CountDown::new(21);

#[test]
fn the_examples_of_the_text() {
    let start = GAME.start();
    assert_eq!(start, State::new(21, Side::First));
    assert_eq!(GAME.parse_move(&start, "1"), Ok(1));
    assert!(GAME.parse_move(&start, "a").is_err());
    assert_eq!(GAME.move_list(&start), [1, 2, 3]);
    assert_eq!(GAME.play(&start, 1), State::new(20, Side::Second));
    assert_eq!(GAME.show_board(&21), "21 pieces left");
    assert_eq!(CountDown::default(), GAME);
}

#[test]
fn the_sample_game_of_the_text() {
    let mut state = GAME.start();
    let mut boards = vec![GAME.show_board(&state.board)];
    for taken in ["1", "3", "2", "3", "3", "1", "2", "2", "3", "1"] {
        assert_eq!(GAME.status(&state), Status::Playing);
        let mv = GAME.parse_move(&state, taken).unwrap();
        assert_eq!(GAME.show_move(mv), taken);
        state = GAME.play(&state, mv);
        boards.push(GAME.show_board(&state.board));
    }
    let shown = [21, 20, 17, 15, 12, 9, 8, 6, 4, 1, 0].map(|n| format!("{n} pieces left"));
    assert_eq!(boards, shown);
    assert_eq!(GAME.status(&state), Status::Won(Side::Second));
}

#[test]
fn nobody_takes_more_than_there_is() {
    for (pile, moves) in [
        (0, vec![]),
        (1, vec![1]),
        (2, vec![1, 2]),
        (3, vec![1, 2, 3]),
    ] {
        let state = State::new(pile, Side::Second);
        assert_eq!(GAME.move_list(&state), moves);
        let typed: Vec<u8> = (0..10)
            .filter_map(|n: u8| GAME.parse_move(&state, &n.to_string()).ok())
            .collect();
        assert_eq!(typed, moves);
    }
}

#[test]
fn what_is_not_a_move_is_refused() {
    for text in [
        "",
        "0",
        "4",
        "-1",
        "+1",
        "01",
        "1 2",
        "1abc",
        "257",
        "99999999999999999999",
    ] {
        let why = GAME.parse_move(&GAME.start(), text);
        assert_eq!(why, Err(Illegal::NotANumber { most: 3 }), "{text:?}");
    }
}

#[test]
fn an_empty_pile_is_a_finished_game() {
    let game = CountDown::new(0);
    assert_eq!(game.status(&game.start()), Status::Won(Side::Second));
    assert!(game.move_list(&game.start()).is_empty());
    assert_eq!(game.parse_move(&game.start(), "0"), Err(Illegal::Over));
    let second = State::new(0, Side::Second);
    assert_eq!(game.status(&second), Status::Won(Side::First));
}

#[test]
fn the_biggest_pile() {
    let game = CountDown::new(u64::MAX);
    let start = game.start();
    assert_eq!(
        game.show_board(&start.board),
        "18446744073709551615 pieces left"
    );
    assert_eq!(game.play(&start, 3).board, u64::MAX - 3);
}

#[test]
fn every_position_has_a_key_of_its_own() {
    let states = || {
        [0, 1 << 40, (1 << 63) - 1000]
            .into_iter()
            .flat_map(|low| low..low + 1000)
            .flat_map(|pile| Side::BOTH.map(|side| State::new(pile, side)))
    };
    let keys: HashSet<u64> = states().map(|state| GAME.hash(&state)).collect();
    assert_eq!(keys.len(), states().count());
}

#[test]
fn multiples_of_four_are_lost() {
    // Who wins, found by trying all moves, smallest piles first.
    let mut mover_wins = vec![false];
    for pile in 1..200usize {
        let can_win = (1..=pile.min(3)).any(|taken| !mover_wins[pile - taken]);
        mover_wins.push(can_win);
        for side in Side::BOTH {
            let winner = CountDown::winner(&State::new(pile as u64, side));
            assert_eq!(winner == side, can_win, "{pile}");
        }
    }
}

proptest! {
    #[test]
    fn moves_are_what_parses_and_shows(pile in prop_oneof![0u64..30, any::<u64>()], text in "[0-9]{1,3}") {
        let state = State::new(pile, Side::First);
        let moves = GAME.move_list(&state);
        for &mv in &moves {
            prop_assert_eq!(GAME.parse_move(&state, &GAME.show_move(mv)), Ok(mv));
        }
        if let Ok(mv) = GAME.parse_move(&state, &text) {
            prop_assert!(moves.contains(&mv));
        }
        prop_assert_eq!(moves.is_empty(), GAME.status(&state).is_over());
    }
}
