//! The edges of the pile, the theorem about multiples of four, saved games.

use super::{CountDown, Illegal};
use crate::engine::{Game, Side, State, Status};
use crate::play::PromptGame;
use proptest::prelude::*;
use std::collections::HashSet;

const GAME: CountDown = CountDown::new(21);

#[test]
fn moves_take_one_to_three_pieces_of_those_left() {
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
    for text in ["", "0", "4", "-1", "01", "1 2", "1abc", "257"] {
        assert_eq!(
            GAME.parse_move(&GAME.start(), text),
            Err(Illegal(3)),
            "{text:?}"
        );
    }
}

#[test]
fn an_empty_pile_is_lost_for_the_side_to_move() {
    let game = CountDown::new(0);
    assert_eq!(game.status(&game.start()), Status::Won(Side::Second));
    assert_eq!(game.parse_move(&game.start(), "0"), Err(Illegal(0)));
}

#[test]
fn every_position_has_its_own_key() {
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
    fn saved_games_round_trip(pile: u64, second: bool) {
        let state = State::new(pile, Side::BOTH[usize::from(second)]);
        let game = CountDown::new(pile);
        let text = game.write(&state);
        prop_assert!(text.len() <= CountDown::LONGEST_FILE);
        prop_assert_eq!(CountDown::read(text.as_bytes()), Ok((game, state)));
    }
}
