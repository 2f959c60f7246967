//! Crusher: positions per second, the search against plain minimax and, on request, the evaluation
//! and the claims of hints against the solution of N = 3.
//!
//! `cargo bench --bench crusher` takes a few seconds. `cargo bench --bench crusher -- solved`
//! solves N = 3 first (a minute, unless the table is in the cache folder) and then counts how many
//! won positions a search keeps won; a number after it is the seed of the positions (2024 by
//! default). `cargo bench --bench crusher -- hints` plays 500 games with long detours in which
//! every claim of a hint must come true.

#![allow(clippy::print_stdout)]

mod timer;

use cpu_time::ProcessTime;
use game::engine::player::Player;
use game::engine::rng::Rng;
use game::engine::search::{Budget, Evaluator, Searcher, minimax};
use game::engine::{Game, StateOf, Status, perft};
use game::games::crusher::eval::COUNT;
use game::games::crusher::solve::{Perfect, Prover, Solution, Verdict, cache_file};
use game::games::crusher::{Crusher, Evaluation, Weights};
use game::parallel::all_cores;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let asked = |word: &str| std::env::args().any(|arg| arg == word);
    if asked("solved") {
        against_the_solution();
    } else if asked("hints") {
        claims_of_hints();
    } else {
        speed_of_the_rules();
        speed_of_the_search();
    }
}

/// Returns the result of a computation and its CPU time in seconds: the minimum of ten runs if it
/// is short, because other programs use the machine too.
fn timed<T>(mut compute: impl FnMut() -> T) -> (T, f64) {
    let (result, mut time) = timer::cpu_time(1, &mut compute);
    if time < Duration::from_millis(500) {
        time = time.min(timer::cpu_time(9, compute).1);
    }
    (result, time.as_secs_f64())
}

fn game(size: usize) -> Crusher {
    Crusher::new(size).expect("a valid size")
}

fn speed_of_the_rules() {
    println!("perft: all games of a given length, with the history rule");
    for (size, depth) in [(3, 5), (4, 4), (5, 4), (6, 4)] {
        let game = game(size);
        let (count, bulk) = timed(|| perft(&game, &game.start(), depth));
        println!(
            "  N = {size}, depth {depth}: {count:>7} positions; {:5.1} million per second",
            count as f64 / bulk / 1e6,
        );
    }
}

fn speed_of_the_search() {
    println!("search from the start, beside plain minimax to a small depth");
    for size in 3..=5 {
        let game = game(size);
        let judge = Evaluation::new(size);
        let start = game.start();
        let small = if size == 3 { 5 } else { 4 };
        let (plain, plain_time) = timed(|| minimax(&game, &judge, &start, small));
        println!(
            "  N = {size}: minimax to depth {small}: {} nodes, {plain_time:.3} s",
            plain.nodes
        );
        // Deeper where the board is small.
        let deepest = if size == 3 { 12 } else { 10 };
        for depth in [small, 6, 8, 10, 12] {
            if depth > deepest {
                break;
            }
            let (report, time) = timed(|| {
                let mut searcher = Searcher::new(judge);
                searcher.search(&game, &start, &Budget::depth(depth), &NEVER)
            });
            print!(
                "  N = {size}, depth {depth:>2}: {:>9} nodes, {time:.4} s, {:.1} million nodes per second",
                report.nodes,
                report.nodes as f64 / time / 1e6
            );
            if depth == small {
                assert_eq!(report.score, plain.score);
                println!(", {:.0} times as fast as minimax", plain_time / time);
            } else {
                println!();
            }
        }
    }
}

/// A position won for the side to move, after random moves.
fn won_position(game: &Crusher, solution: &Solution, rng: &mut Rng) -> StateOf<Crusher> {
    loop {
        let mut state = game.start();
        for _ in 0..2 + rng.below(20) {
            let moves = game.move_list(&state);
            if moves.is_empty() {
                break;
            }
            state = game.play(&state, moves[rng.below(moves.len())]);
        }
        let won = matches!(solution.verdict(&state), Some(Verdict::Win(_)));
        if won && !game.move_list(&state).is_empty() {
            return state;
        }
    }
}

fn against_the_solution() {
    const POSITIONS: usize = 3000;
    let game = game(3);
    let start = ProcessTime::now();
    let solution = solved(&game);
    println!(
        "{} positions known after {:.1} s; the start: {:?}",
        solution.positions(),
        start.elapsed().as_secs_f64(),
        solution.verdict(&game.start())
    );
    let seed = std::env::args().find_map(|arg| arg.parse().ok());
    let mut rng = Rng::new(seed.unwrap_or(2024));
    let positions: Vec<_> = (0..POSITIONS)
        .map(|_| won_position(&game, &solution, &mut rng))
        .collect();
    println!("of {POSITIONS} won positions after 2 to 21 random moves, a search keeps won:");
    for depth in [1, 3, 5] {
        let judge = kept(&game, &solution, &positions, Evaluation::new(3), depth);
        let material = kept(&game, &solution, &positions, material(), depth);
        println!(
            "  depth {depth}: {judge:.1} %; with an evaluation that counts pieces {material:.1} %"
        );
    }
}

fn kept<E: Evaluator<Crusher> + Copy>(
    game: &Crusher,
    solution: &Solution,
    positions: &[StateOf<Crusher>],
    evaluator: E,
    depth: u32,
) -> f64 {
    let kept = positions.iter().filter(|state| {
        let mut searcher = Searcher::new(evaluator);
        let report = searcher.search(game, state, &Budget::depth(depth), &NEVER);
        let next = report.best.map(|mv| game.play(state, mv));
        next.is_some_and(|next| matches!(solution.verdict(&next), Some(Verdict::Loss(_))))
    });
    100.0 * kept.count() as f64 / positions.len() as f64
}

/// Returns the solution from the cache folder, or builds it.
fn solved(game: &Crusher) -> Solution {
    let kept = cache_file(game.size()).and_then(|path| Solution::open(game, &path).ok());
    kept.unwrap_or_else(|| {
        Solution::build(game, all_cores(), &NEVER, |_, _| ()).expect("it can be solved")
    })
}

/// Plays games with long detours, so that many boards are forbidden. Whenever a hint claims a win,
/// the winner follows the hints and the loser plays at random: the claim must hold after each move,
/// in fewer plies, until it has come true.
fn claims_of_hints() {
    const GAMES: u32 = 500;
    const MAX_PLIES_UNDECIDED: usize = 30;
    let game = game(3);
    let solution = Arc::new(solved(&game));
    let prover = Prover::new(&solution, &NEVER);
    let mut player = Perfect::new(Arc::clone(&solution));
    let mut rng = Rng::new(500);
    let (mut claims, mut doubts, mut won, mut longest) = (0, 0, 0, 0);
    let start = ProcessTime::now();
    for number in 0..GAMES {
        let mut state = game.start();
        let mut claim = None;
        let mut undecided = 0;
        let detour = rng.below(120);
        for ply in 0.. {
            let moves = game.move_list(&state);
            let winner = match game.status(&state) {
                Status::Won(winner) => Some(winner),
                _ => None,
            };
            if winner.is_some() || undecided > MAX_PLIES_UNDECIDED {
                assert!(claim.is_none_or(|(side, _)| Some(side) == winner));
                won += u32::from(claim.is_some());
                break;
            }
            let mut any = moves[rng.below(moves.len())];
            if ply < detour {
                // Any quiet move, if there is one.
                let quiet = |&mv: &_| !game.captures(&state, mv);
                let quiet: Vec<_> = moves.iter().copied().filter(quiet).collect();
                if !quiet.is_empty() {
                    any = quiet[rng.below(quiet.len())];
                }
                state = game.play(&state, any);
                continue;
            }
            let proof = prover.prove(&state);
            if let Some((winner, plies)) = claim {
                let proof = proof.expect("what was claimed is claimed again");
                assert_eq!(proof.winner, winner, "game {number}, ply {ply}");
                assert!(proof.plies <= plies, "game {number}, ply {ply}");
            }
            let hint = player.choose(&game, &state, &NEVER).expect("a move");
            if let Some(proof) = proof {
                claims += 1;
                longest = longest.max(proof.plies);
                assert_eq!(Some(hint), proof.best);
                claim = Some((proof.winner, proof.plies - 1));
            } else {
                undecided += 1;
                let verdict = solution.verdict(&state).expect("a verdict");
                doubts += u32::from(verdict != Verdict::Draw);
            }
            let follows = claim.is_none_or(|(winner, _)| winner == state.to_move);
            let mv = if follows || rng.below(3) == 0 {
                hint
            } else {
                any
            };
            state = game.play(&state, mv);
        }
    }
    println!(
        "{GAMES} games, {:.0} s: {won} were claimed and won as claimed; {claims} claims, of {longest} \
         plies at most, and none was withdrawn; {doubts} times the table had a winner, but no proof",
        start.elapsed().as_secs_f64()
    );
}

/// Counts pieces and nothing else: the baseline of the evaluation.
fn material() -> Evaluation {
    let (mut own, mut enemy) = ([0; COUNT], [0; COUNT]);
    (own[0], enemy[0]) = (100, -100);
    Evaluation(
        [Weights {
            base: 0,
            own,
            enemy,
        }; 3],
    )
}
