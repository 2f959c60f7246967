//! Crusher: positions per second, the search beside plain minimax, and, when asked for, how the
//! evaluation stands against complete knowledge of N = 3.
//!
//! `cargo bench --bench crusher` takes a few seconds. `cargo bench --bench crusher -- solved`
//! solves N = 3 first (a minute, unless the table is in the cache folder) and then counts how many
//! won positions a search keeps won; another number than `2024` after it makes other positions.

#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use game::engine::rng::Rng;
use game::engine::search::{Budget, Evaluator, Searcher, minimax};
use game::engine::{Game, StateOf, perft, perft_made};
use game::games::crusher::solve::{Solved, Verdict, cache_file};
use game::games::crusher::{Crusher, Judge, Material};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    if std::env::args().any(|arg| arg == "solved") {
        against_the_table();
    } else {
        speed_of_the_rules();
        speed_of_the_search();
    }
}

/// What a computation returns, and its CPU time in seconds: the least of ten runs if it is short,
/// because others use the machine too.
fn timed<T>(mut compute: impl FnMut() -> T) -> (T, f64) {
    let mut once = || {
        let start = ProcessTime::now();
        let result = compute();
        (result, start.elapsed().as_secs_f64())
    };
    let (result, mut best) = once();
    let again = if best < 0.5 { 9 } else { 0 };
    for _ in 0..again {
        best = best.min(once().1);
    }
    (result, best)
}

fn game(size: usize) -> Crusher {
    Crusher::new(size).expect("a size there is")
}

fn speed_of_the_rules() {
    println!("perft: all positions in exactly so many plies, with the history rule");
    for (size, depth) in [(3, 5), (4, 4), (5, 4), (6, 4)] {
        let game = game(size);
        let (count, bulk) = timed(|| perft(&game, &game.start(), depth));
        let (leaves, made) = timed(|| perft_made(&game, &game.start(), depth));
        assert_eq!(count, leaves.total());
        println!(
            "  N = {size}, depth {depth}: {count:>7} positions; {:5.1} million per second, {:5.1} when every one is made",
            count as f64 / bulk / 1e6,
            count as f64 / made / 1e6,
        );
    }
}

fn speed_of_the_search() {
    println!("search from the start, beside plain minimax to a small depth");
    for size in 3..=5 {
        let game = game(size);
        let judge = Judge::new(size);
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
fn won_position(game: &Crusher, table: &Solved, rng: &mut Rng) -> StateOf<Crusher> {
    loop {
        let mut state = game.start();
        for _ in 0..2 + rng.below(20) {
            let moves = game.move_list(&state);
            if moves.is_empty() {
                break;
            }
            state = game.play(&state, moves[rng.below(moves.len())]);
        }
        let won = matches!(table.verdict(game, &state), Some(Verdict::Win(_)));
        if won && !game.move_list(&state).is_empty() {
            return state;
        }
    }
}

fn against_the_table() {
    const POSITIONS: usize = 3000;
    let game = game(3);
    let start = ProcessTime::now();
    let kept_table = cache_file(3).and_then(|path| Solved::load(&game, &path).ok());
    let table = kept_table
        .unwrap_or_else(|| Solved::build(&game, &NEVER, |_, _| ()).expect("N = 3 can be solved"));
    println!(
        "{} positions known after {:.1} s; the start: {:?}",
        table.positions(),
        start.elapsed().as_secs_f64(),
        table.verdict(&game, &game.start())
    );
    let seed = std::env::args().find_map(|arg| arg.parse().ok());
    let mut rng = Rng::new(seed.unwrap_or(2024));
    let positions: Vec<_> = (0..POSITIONS)
        .map(|_| won_position(&game, &table, &mut rng))
        .collect();
    println!("of {POSITIONS} won positions after 2 to 21 random moves, a search keeps won:");
    for depth in [1, 3, 5] {
        let judge = kept(&game, &table, &positions, Judge::new(3), depth);
        let material = kept(&game, &table, &positions, Material, depth);
        println!(
            "  depth {depth}: {judge:.1} %; with an evaluation that counts pieces {material:.1} %"
        );
    }
}

fn kept<E: Evaluator<Crusher> + Copy>(
    game: &Crusher,
    table: &Solved,
    positions: &[StateOf<Crusher>],
    evaluator: E,
    depth: u32,
) -> f64 {
    let kept = positions.iter().filter(|state| {
        let mut searcher = Searcher::new(evaluator);
        let report = searcher.search(game, state, &Budget::depth(depth), &NEVER);
        let next = report.best.map(|mv| game.play(state, mv));
        next.is_some_and(|next| matches!(table.verdict(game, &next), Some(Verdict::Loss(_))))
    });
    100.0 * kept.count() as f64 / positions.len() as f64
}
