//! The computer: it misses nothing that is one move away, and gets on with it when it is ahead.

use super::{objects_move, random_game, random_position};
use crate::engine::player::{Player, RandomPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator};
use crate::engine::{Game, Side, State, Status};
use crate::games::tafl::{Board, Computer, Evaluation, Move, Tafl};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// Whether a side has won, or can with the next move.
fn is_lost_in_one(state: &State<Board>, winner: Side) -> bool {
    let won = Status::Won(winner);
    Tafl.status(state) == won
        || state.to_move == winner
            && Tafl
                .move_list(state)
                .into_iter()
                .any(|mv| Tafl.status(&Tafl.play(state, mv)) == won)
}

/// Moves that win at once, and moves that do not lose at once.
fn sorted_moves(state: &State<Board>) -> (Vec<Move>, Vec<Move>) {
    let side = state.to_move;
    let all = Tafl.move_list(state);
    let wins = |mv: &Move| Tafl.status(&Tafl.play(state, *mv)) == Status::Won(side);
    let safe = |mv: &Move| !is_lost_in_one(&Tafl.play(state, *mv), side.other());
    let winning = all.iter().copied().filter(wins).collect();
    (winning, all.into_iter().filter(safe).collect())
}

fn check(computer: &mut Computer, state: &State<Board>, cancel: bool) -> (bool, bool) {
    let (winning, safe) = sorted_moves(state);
    let mv = computer
        .choose(&Tafl, state, &AtomicBool::new(cancel))
        .unwrap();
    let forced = winning.is_empty() && !safe.is_empty();
    if forced {
        assert!(safe.contains(&mv), "{mv} loses at once in {state:?}");
    } else if !winning.is_empty() {
        assert!(winning.contains(&mv), "{mv} does not win in {state:?}");
    }
    let all = Tafl.move_list(state).len();
    (!winning.is_empty(), forced && safe.len() < all)
}

#[test]
fn no_win_and_no_loss_in_one_is_missed_at_any_level() {
    let mut rng = Rng::new(1);
    let (mut wins, mut dangers) = (0, 0);
    for round in 0..900 {
        let state = match rng.below(3) {
            0 => random_game(&mut rng),
            1 => random_position(&mut rng, 20, 10, true),
            _ => random_position(&mut rng, 10, 3, true),
        };
        if Tafl.status(&state) != Status::Playing {
            continue;
        }
        let (budget, cancel) = match round % 6 {
            0 => (Budget::nodes(0), false),
            1 => (Budget::nodes(30), false),
            2 => (Budget::depth(2), true),
            3 => (Budget::depth(2), false),
            _ => (Budget::depth(1), false),
        };
        let (win, danger) = check(&mut Computer::new(budget), &state, cancel);
        wins += u32::from(win);
        dangers += u32::from(danger);
    }
    assert!(wins > 50 && dangers > 50, "{wins} wins, {dangers} dangers");
}

#[test]
fn the_search_behind_it_misses_none_either() {
    use crate::engine::search::Searcher;
    let mut rng = Rng::new(2);
    for _ in 0..400 {
        let state = random_position(&mut rng, 20, 10, true);
        if Tafl.status(&state) != Status::Playing {
            continue;
        }
        let (winning, safe) = sorted_moves(&state);
        let budget = Budget::depth(1 + rng.below(2) as u32);
        let cancel = AtomicBool::new(false);
        let report = Searcher::new(Evaluation::new()).search(&Tafl, &state, &budget, &cancel);
        let mv = report.best.unwrap();
        assert!(winning.is_empty() || winning.contains(&mv), "{state:?}");
        assert!(
            !winning.is_empty() || safe.is_empty() || safe.contains(&mv),
            "{mv} in {state:?}"
        );
    }
}

#[test]
fn it_does_not_shuffle_when_it_is_ahead() {
    // Sixteen objects against λ and one guard: the objects must win, not wander about.
    let mut state = objects_move("O d9 e9 f9 e8 a6 a5 a4 b5 i6 i5 i4 h5 d1 e1 f1 e2 G e3 L e5");
    let cancel = AtomicBool::new(false);
    let mut computer = Computer::new(Budget::depth(2));
    let mut victim = RandomPlayer::new(3);
    let mut seen = HashSet::new();
    for _ in 0..200 {
        if Tafl.status(&state).is_over() {
            break;
        }
        let mover: &mut dyn Player<Tafl> = match state.to_move {
            Side::First => &mut computer,
            Side::Second => &mut victim,
        };
        let mv = mover.choose(&Tafl, &state, &cancel).unwrap();
        state = Tafl.play(&state, mv);
        if state.to_move == Side::Second && Evaluation::new().evaluate(&Tafl, &state) > 0 {
            assert!(seen.insert(Tafl.hash(&state)), "{state:?} again");
        }
    }
    assert_eq!(Tafl.status(&state), Status::Won(Side::First));
}

#[test]
fn it_beats_a_random_player_on_either_side() {
    use crate::engine::arena::Match;
    let rules = Match {
        opening_plies: 2,
        ..Match::of_games(6)
    };
    let mut computer = Computer::new(Budget::depth(2));
    let cancel = AtomicBool::new(false);
    let tally = rules.play(
        &Tafl,
        &mut computer,
        &mut RandomPlayer::new(1),
        &cancel,
        |_| (),
    );
    assert_eq!(tally.total().wins, 6, "{tally}");
}
