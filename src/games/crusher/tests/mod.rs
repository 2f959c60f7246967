//! The rules against the oracle on strings, and helpers of the other tests.

mod function;
mod oracle;
mod search;

use super::notation::letter;
use super::*;
use crate::engine::rng::Rng;
use crate::engine::search::Evaluator;
use crate::engine::{Game, Side, State, StateOf, Status};
use std::collections::HashSet;

pub(super) fn game(n: usize) -> Crusher {
    Crusher::new(n).unwrap()
}

fn strings(game: &Crusher, state: &StateOf<Crusher>) -> Vec<String> {
    state.board.history().map(|l| game.show(&l)).collect()
}

/// A random board with a random history: boards a few moves around it, in any order, so that many
/// moves are forbidden.
pub(super) fn random_state(game: &Crusher, rng: &mut Rng) -> StateOf<Crusher> {
    let hex = game.hex();
    let mut cells: Vec<Cell> = hex.members(hex.all).collect();
    rng.shuffle(&mut cells);
    let n = game.size();
    let counts = [0; 2].map(|_: i32| n + rng.below(n));
    let mut pieces = [0; 2];
    for (i, cell) in cells.iter().take(counts[0] + counts[1]).enumerate() {
        pieces[usize::from(i >= counts[0])] |= hex.bit(*cell);
    }
    let mut history = vec![Layout::new(pieces)];
    for _ in 0..rng.below(12) {
        let from = history[rng.below(history.len())];
        let side = Side::BOTH[rng.below(2)];
        let mut list = Vec::new();
        moves::generate_freely(hex, &from, side, &mut list);
        if !list.is_empty() {
            let mv = list[rng.below(list.len())];
            history.push(from.moved(side, hex.bit(mv.from), hex.bit(mv.to)));
        }
    }
    let side = Side::BOTH[rng.below(2)];
    State::new(Board::with_history(&history).unwrap(), side)
}

/// Shows the positions of a random game, at most this many.
fn throughout_a_game(
    game: &Crusher,
    mut state: StateOf<Crusher>,
    most: usize,
    rng: &mut Rng,
    mut see: impl FnMut(&StateOf<Crusher>),
) {
    for _ in 0..most {
        see(&state);
        let moves = game.move_list(&state);
        if moves.is_empty() {
            break;
        }
        state = game.play(&state, moves[rng.below(moves.len())]);
    }
}

fn agree(game: &Crusher, state: &StateOf<Crusher>) {
    let history = strings(game, state);
    let player = letter(Some(state.to_move));
    let n = game.size();
    let winner = oracle::winner(&history, player, n);
    let status = match game.status(state) {
        Status::Won(side) => Some(letter(Some(side))),
        _ => None,
    };
    assert_eq!(status, winner, "{history:?} {player}");
    let mut expected = oracle::moves(&history, player, n);
    if winner.is_some() {
        expected.clear();
    }
    let mut found: Vec<_> = game
        .move_list(state)
        .into_iter()
        .map(|mv| {
            let next = game.play(state, mv);
            assert_eq!(next.to_move, state.to_move.other());
            let text = game.show_move(mv);
            assert_eq!(game.parse_move(state, &text), Ok(mv));
            let [before, after] = [state, &next].map(|s| s.board.layout().count(next.to_move));
            assert_eq!(game.captures(state, mv), after < before, "{history:?} {mv}");
            let new = game.show(next.board.layout());
            (mv.from.number(), mv.to.number(), new)
        })
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{history:?} {player}");
}

#[test]
fn positions_that_differ_have_different_keys_as_long_as_their_past_matters() {
    let game = game(3);
    let mut rng = Rng::new(9);
    for _ in 0..20 {
        let mut keys = HashSet::new();
        throughout_a_game(&game, game.start(), 60, &mut rng, |state| {
            let key = game.hash(state);
            assert!(keys.insert(key), "{state:?}");
            let forgetful = State::new(Board::new(*state.board.layout()), state.to_move);
            let matters = state.board.open > 0;
            assert_eq!(key != game.hash(&forgetful), matters, "{state:?}");
        });
    }
}

#[test]
fn with_child_shows_the_position_after_the_move() {
    let mut rng = Rng::new(8);
    let mut stuck_by_the_past = 0;
    for n in 2..=6 {
        let game = game(n);
        let evaluation = Evaluation::new(n);
        // Only on a small board does a side run out of moves.
        for _ in 0..if n == 2 { 3000 } else { 100 } {
            let state = random_state(&game, &mut rng);
            for mv in game.move_list(&state) {
                let next = game.play(&state, mv);
                let status = game.status(&next);
                let layout = next.board.layout();
                game.with_child(&state, mv, |seen, status_seen| {
                    assert_eq!((seen.board.layout(), seen.to_move), (layout, next.to_move));
                    assert_eq!(status_seen, status, "{state:?} {mv}");
                    assert_eq!(
                        evaluation.evaluate(&game, seen),
                        evaluation.evaluate(&game, &next)
                    );
                });
                let forgetful = State::new(Board::new(*layout), next.to_move);
                stuck_by_the_past += u32::from(status != game.status(&forgetful));
            }
        }
    }
    assert!(stuck_by_the_past > 20, "{stuck_by_the_past}");
}

#[test]
fn the_rules_on_strings_agree_on_random_boards_with_random_histories() {
    let mut rng = Rng::new(4);
    let mut made_up = 0;
    for n in 2..=6 {
        let game = game(n);
        for _ in 0..200 {
            let state = random_state(&game, &mut rng);
            throughout_a_game(&game, state, 4, &mut rng, |state| {
                made_up += u32::from(state.board.made_up);
                agree(&game, state);
            });
        }
    }
    assert!(made_up > 100, "{made_up}");
}

#[test]
fn the_rules_on_strings_agree_throughout_random_games() {
    let mut rng = Rng::new(5);
    for n in 3..=6 {
        let game = game(n);
        for _ in 0..3 {
            throughout_a_game(&game, game.start(), 120, &mut rng, |state| {
                agree(&game, state);
            });
        }
    }
}

#[test]
fn the_smallest_board_has_no_start() {
    assert!(!game(2).has_start() && game(3).has_start());
    assert!(game(2).status(&game(2).start()).is_over());
    assert!(game(2).move_list(&game(2).start()).is_empty());
}

#[test]
fn boards_with_equal_histories_are_equal() {
    let game = game(3);
    let start = game.start();
    let play = |moves: [&str; 4]| {
        moves.iter().fold(start.clone(), |state, text| {
            let mv = game.parse_move(&state, text).unwrap();
            game.play(&state, mv)
        })
    };
    // The same moves of each side, in another order.
    let one = play(["5 9", "15 11", "1 4", "19 16"]).board;
    let other = play(["1 4", "15 11", "5 9", "19 16"]).board;
    assert_eq!(one.layout(), other.layout());
    assert!(one != other && one == one.clone() && one != start.board);
}
