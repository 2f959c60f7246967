//! The smallest board, solved completely and played through.

use super::*;
use crate::engine::player::{Player, RandomPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Even, Searcher};
use crate::engine::{Game, Side, State, StateOf, Status};
use crate::games::crusher::{Board, Crusher, Layout, parse_board};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn solved() -> (Crusher, Solved) {
    let game = Crusher::new(2).unwrap();
    let solved = Solved::build(&game, &NEVER, |_, _| ()).unwrap();
    (game, solved)
}

/// All positions of the smallest board that have a number, as if nothing had been before.
fn all_states(game: &Crusher) -> Vec<StateOf<Crusher>> {
    let mut states = Vec::new();
    for code in 0..3usize.pow(7) {
        let text: String = (0..7)
            .map(|cell| ['-', 'W', 'B'][code / 3usize.pow(cell) % 3])
            .collect();
        let layout = parse_board(game.hex(), &text).unwrap();
        if Side::BOTH
            .iter()
            .all(|&side| (2..4).contains(&layout.count(side)))
        {
            states.extend(Side::BOTH.map(|side| State::new(Board::new(layout), side)));
        }
    }
    states
}

/// What positions are worth, by the definition of the words and nothing else: round after round,
/// every position is looked at until nothing changes.
fn by_brute_force(game: &Crusher, states: &[StateOf<Crusher>]) -> HashMap<(Layout, Side), Verdict> {
    let mut known: HashMap<(Layout, Side), Verdict> = HashMap::new();
    for plies in 0u32.. {
        let mut new = Vec::new();
        for state in states {
            let key = (*state.board.layout(), state.to_move);
            if known.contains_key(&key) {
                continue;
            }
            let after: Vec<Option<Verdict>> = game
                .move_list(state)
                .into_iter()
                .map(|mv| {
                    let next = game.play(state, mv);
                    if next.board.layout().count(next.to_move) < 2 {
                        return Some(Verdict::Loss(0));
                    }
                    known.get(&(*next.board.layout(), next.to_move)).copied()
                })
                .collect();
            let lost = |v: &Option<Verdict>| matches!(v, Some(Verdict::Loss(p)) if *p < plies);
            let won = |v: &Option<Verdict>| matches!(v, Some(Verdict::Win(_)));
            if after.iter().any(lost) {
                new.push((key, Verdict::Win(plies)));
            } else if after.iter().all(won) {
                new.push((key, Verdict::Loss(plies)));
            }
        }
        if new.is_empty() && plies > 1 {
            break;
        }
        known.extend(new);
    }
    known
}

#[test]
fn the_analysis_is_what_brute_force_finds() {
    let (game, solved) = solved();
    let states = all_states(&game);
    assert_eq!(states.len(), 2 * solved.positions());
    let expected = by_brute_force(&game, &states);
    let (mut wins, mut losses) = (0, 0);
    for state in &states {
        let verdict = solved.verdict(&game, state).unwrap();
        let key = (*state.board.layout(), state.to_move);
        let brute = expected.get(&key).copied().unwrap_or(Verdict::Draw);
        assert_eq!(verdict, brute, "{state:?}");
        wins += u32::from(matches!(verdict, Verdict::Win(_)));
        losses += u32::from(matches!(verdict, Verdict::Loss(_)));
    }
    assert!(wins > 100 && losses > 20, "{wins} {losses}");
    assert_eq!(solved.inconsistency(1, &NEVER, |_| ()), None);
}

#[test]
fn two_or_three_pieces_on_the_bigger_board() {
    let game = Crusher::new(3).unwrap();
    let solved = Solved::build_variant(&game, 2, &NEVER);
    assert_eq!(solved.inconsistency(1, &NEVER, |_| ()), None);
}

#[test]
fn one_wrong_value_is_inconsistent() {
    let (game, solved) = solved();
    for number in (0..solved.positions()).step_by(7) {
        let mut values = solved.values().to_vec();
        values[number] = if values[number] == 0 { 2 } else { 0 };
        let wrong = Solved::empty(&game).unwrap().with_values(values).unwrap();
        assert!(wrong.inconsistency(1, &NEVER, |_| ()).is_some(), "{number}");
    }
}

#[test]
fn what_is_played_through_is_won_by_a_search_that_knows_the_rule() {
    let (game, solved) = solved();
    let perfect = Perfect::new(Arc::new(solved));
    let mut decided = 0;
    for state in all_states(&game).into_iter().step_by(5) {
        let through = perfect.play_through(&game, &state, &NEVER);
        let winner = match perfect.verdict(&game, &state).unwrap() {
            Verdict::Win(_) => state.to_move,
            Verdict::Loss(_) => state.to_move.other(),
            Verdict::Draw => {
                assert_eq!(through, None);
                continue;
            }
        };
        if through.is_none() {
            continue;
        }
        // Some trees are too large to be searched without a table that knows the way.
        let budget = Budget::nodes(5_000);
        if let Some(truth) = Searcher::new(Even).solve(&game, &state, &budget, &NEVER) {
            assert_eq!(truth.winner, Some(winner), "{state:?}");
            decided += 1;
        }
    }
    assert!(decided > 15, "{decided}");
    let now = AtomicBool::new(true);
    let won = all_states(&game)
        .into_iter()
        .find(|state| matches!(perfect.verdict(&game, state), Some(Verdict::Win(3..))));
    assert_eq!(perfect.play_through(&game, &won.unwrap(), &now), None);
}

#[test]
fn big_boards_and_impatient_people_get_no_table() {
    let four = Crusher::new(4).unwrap();
    assert_eq!(
        Solved::build(&four, &NEVER, |_, _| ()).unwrap_err(),
        SolveError::TooBig { size: 4 }
    );
    let three = Crusher::new(3).unwrap();
    let now = AtomicBool::new(true);
    assert_eq!(
        Solved::build(&three, &now, |_, _| ()).unwrap_err(),
        SolveError::Cancelled
    );
}

#[test]
fn progress_never_goes_back_and_ends_at_the_end() {
    let game = Crusher::new(2).unwrap();
    let mut seen = Vec::new();
    let solved = Solved::build(&game, &NEVER, |done, all| seen.push((done, all))).unwrap();
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&(solved.positions(), solved.positions())));
}

#[test]
fn the_perfect_player_keeps_what_the_table_promises() {
    let (game, solved) = solved();
    let table = Arc::new(solved);
    let mut rng = Rng::new(1);
    let mut random = RandomPlayer::new(2);
    let mut tested = 0;
    for state in all_states(&game) {
        let promised = table.verdict(&game, &state).unwrap();
        let (Verdict::Win(plies) | Verdict::Loss(plies)) = promised else {
            continue;
        };
        if rng.below(4) > 0 || plies == 0 {
            continue;
        }
        let wins = matches!(promised, Verdict::Win(_));
        let mut perfect = Perfect::new(Arc::clone(&table));
        let side = state.to_move;
        let (mut now, mut length) = (state.clone(), 0);
        while !game.status(&now).is_over() {
            let mv = if now.to_move == side {
                perfect.choose(&game, &now, &NEVER)
            } else {
                random.choose(&game, &now, &NEVER)
            };
            now = game.play(&now, mv.unwrap());
            length += 1;
        }
        if wins {
            assert_eq!(game.status(&now), Status::Won(side), "{state:?}");
            assert!(length <= plies, "{state:?} {length} {plies}");
        } else if game.status(&now) == Status::Won(side.other()) {
            // A random opponent may need longer, never less, and may even lose.
            assert!(length >= plies, "{state:?} {length} {plies}");
        }
        tested += 1;
    }
    assert!(tested > 50, "{tested}");
}
