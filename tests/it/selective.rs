//! The selective search on the real games: it misses no end within two plies, its claims about wins
//! and losses are true, and exact searches are not affected.

use game::engine::rng::Rng;
use game::engine::search::{Budget, Ending, Evaluator, Searcher, ending, minimax};
use game::engine::{Game, StateOf, Status};
use game::games::countdown::CountDown;
use game::games::crusher::{self, Crusher};
use game::games::tafl::{self, Tafl};
use game::games::tictactoe::{OpenLines, TicTacToe};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A selective search limited by depth, not by time.
fn selective(depth: u32) -> Budget {
    Budget {
        depth: Some(depth),
        ..Budget::time(Duration::from_hours(1))
    }
}

/// A position of a random game that is not over.
fn random_position<G: Game>(game: &G, rng: &mut Rng, max_plies: usize) -> StateOf<G> {
    let mut state = game.start();
    for _ in 0..rng.below(max_plies + 1) {
        let moves = game.move_list(&state);
        let next = game.play(&state, moves[rng.below(moves.len())]);
        if game.status(&next) != Status::Playing {
            break;
        }
        state = next;
    }
    state
}

/// Counts the positions decided within two plies, and those with a losing move.
#[derive(Default)]
struct Seen {
    decided: u32,
    dangerous: u32,
}

fn misses_nothing<G: Game + Debug, E: Evaluator<G> + Copy>(
    game: &G,
    evaluator: E,
    count: usize,
    max_plies: usize,
    seen: &mut Seen,
) {
    let mut rng = Rng::new(11);
    let mut searcher = Searcher::new(evaluator);
    for _ in 0..count {
        let state = random_position(game, &mut rng, max_plies);
        let oracle = minimax(game, &evaluator, &state, 2);
        let budget = Budget {
            nodes: Some(15_000),
            ..selective(2 + rng.below(4) as u32)
        };
        let report = searcher.search(game, &state, &budget, &NEVER);
        let best = report.best.expect("the game is not over");
        if ending(oracle.score).is_some() {
            assert_eq!(report.score, oracle.score, "{state:?}");
            assert!(report.proven);
            assert!(oracle.best.contains(&best), "{best:?} in {state:?}");
            seen.decided += 1;
            continue;
        }
        assert!(report.depth >= 2 || report.proven);
        let loses = |mv| {
            let child = game.play(&state, mv);
            let value = minimax(game, &evaluator, &child, 1).score;
            matches!(ending(value), Some(Ending::WinIn(_)))
        };
        assert!(!loses(best), "{best:?} in {state:?}");
        seen.dangerous += u32::from(game.move_list(&state).into_iter().any(loses));
    }
}

#[test]
fn no_end_within_two_plies_is_missed() {
    let mut seen = Seen::default();
    misses_nothing(&Tafl, tafl::Evaluation::new(), 60, 80, &mut seen);
    for size in [3, 4, 5] {
        let game = Crusher::new(size).unwrap();
        let evaluation = crusher::Evaluation::new(size);
        misses_nothing(&game, evaluation, 30, 60, &mut seen);
    }
    for size in [3, 4, 5, 6] {
        let game = TicTacToe::new(size).unwrap();
        misses_nothing(&game, OpenLines, 40, size * size, &mut seen);
    }
    misses_nothing(&CountDown::new(21), OneOff, 40, 10, &mut seen);
    assert!(seen.decided > 40, "{}", seen.decided);
    assert!(seen.dangerous > 40, "{}", seen.dangerous);
}

/// Prefers small piles, arbitrarily.
#[derive(Clone, Copy)]
struct OneOff;

impl Evaluator<CountDown> for OneOff {
    fn evaluate(&self, _game: &CountDown, state: &StateOf<CountDown>) -> i32 {
        -(state.board.min(1000) as i32)
    }
}

/// Every forced end that a selective search reports must exist.
fn claims_are_true<G: Game + Debug, E: Evaluator<G> + Copy>(
    game: &G,
    evaluator: E,
    count: usize,
    max_plies: usize,
) -> u32 {
    let mut rng = Rng::new(13);
    let mut searcher = Searcher::new(evaluator);
    let mut claims = 0;
    for _ in 0..count {
        let state = random_position(game, &mut rng, max_plies);
        let budget = Budget {
            nodes: Some(30_000),
            ..selective(7)
        };
        let report = searcher.search(game, &state, &budget, &NEVER);
        let Some(Ending::WinIn(plies) | Ending::LossIn(plies)) = report.ending() else {
            continue;
        };
        if plies > 7 {
            continue;
        }
        let exact = Searcher::new(evaluator).search(game, &state, &Budget::depth(plies), &NEVER);
        assert_eq!(
            ending(exact.score).is_some(),
            ending(report.score).is_some(),
            "{state:?}"
        );
        assert_eq!(exact.score.signum(), report.score.signum(), "{state:?}");
        claims += u32::from(plies > 2);
    }
    claims
}

#[test]
fn claimed_wins_and_losses_are_real() {
    let three = Crusher::new(3).unwrap();
    let claims = claims_are_true(&three, crusher::Evaluation::new(3), 300, 60);
    assert!(claims > 5, "{claims}");
    let small = TicTacToe::new(3).unwrap();
    let claims = claims_are_true(&small, OpenLines, 150, 5);
    assert!(claims > 5, "{claims}");
    let claims = claims_are_true(&Tafl, tafl::Evaluation::new(), 80, 100);
    assert!(claims > 1, "{claims}");
}

fn with_threads<G: Game, E: Evaluator<G>>(evaluator: E, threads: usize) -> Searcher<G, E> {
    let threads = NonZeroUsize::new(threads).expect("a thread at least");
    Searcher::new(evaluator).with_resources(threads, 8)
}

#[test]
fn an_exact_search_is_the_same_on_any_number_of_threads_and_after_a_timed_one() {
    let game = Crusher::new(4).unwrap();
    let evaluation = crusher::Evaluation::new(4);
    let mut rng = Rng::new(17);
    for _ in 0..4 {
        let state = random_position(&game, &mut rng, 30);
        let tafl_state = random_position(&Tafl, &mut rng, 30);
        for budget in [Budget::depth(4), Budget::nodes(5000)] {
            let alone = Searcher::new(evaluation).search(&game, &state, &budget, &NEVER);
            let tafl_alone =
                Searcher::new(tafl::Evaluation::new()).search(&Tafl, &tafl_state, &budget, &NEVER);
            for threads in [1, 2, 5] {
                let mut searcher = with_threads(evaluation, threads);
                let timed = selective(5);
                let report = searcher.search(&game, &state, &timed, &NEVER);
                assert!(report.best.is_some());
                assert_eq!(searcher.search(&game, &state, &budget, &NEVER), alone);
                let mut searcher = with_threads(tafl::Evaluation::new(), threads);
                let timed = selective(3);
                assert!(
                    searcher
                        .search(&Tafl, &tafl_state, &timed, &NEVER)
                        .best
                        .is_some()
                );
                let after = searcher.search(&Tafl, &tafl_state, &budget, &NEVER);
                assert_eq!(after, tafl_alone);
            }
        }
        let oracle = minimax(&game, &evaluation, &state, 3);
        let mut searcher = with_threads(evaluation, 2);
        searcher.search(&game, &state, &selective(6), &NEVER);
        let found = searcher.search(&game, &state, &Budget::depth(3), &NEVER);
        assert_eq!(found.score, oracle.score);
    }
}

#[test]
fn several_threads_miss_no_end_either() {
    let mut rng = Rng::new(19);
    let mut decided = 0;
    for round in 0..60 {
        let game = TicTacToe::new(3 + round % 3).unwrap();
        let state = random_position(&game, &mut rng, game.size() * game.size());
        let oracle = minimax(&game, &OpenLines, &state, 2);
        let mut searcher = with_threads(OpenLines, 1 + round % 5);
        let budget = selective(4);
        let report = searcher.search(&game, &state, &budget, &NEVER);
        let best = report.best.expect("the game is not over");
        if ending(oracle.score).is_some() {
            assert!(oracle.best.contains(&best), "{best:?} in {state:?}");
            decided += 1;
        }
    }
    assert!(decided > 10, "{decided}");
}

#[test]
fn a_selective_search_by_nodes_can_be_repeated() {
    let mut rng = Rng::new(23);
    let budget = Budget {
        nodes: Some(10_000),
        ..selective(99)
    };
    for _ in 0..5 {
        let state = random_position(&Tafl, &mut rng, 40);
        let search =
            || Searcher::new(tafl::Evaluation::new()).search(&Tafl, &state, &budget, &NEVER);
        assert_eq!(search(), search());
    }
}
