//! The weights of Crusher's evaluation, learnt from the program's own play.
//!
//! `cargo bench --bench crusher_tune -- fit 5 4 40000 1` lets the program play itself with N = 5
//! until 40,000 positions have been seen, asks a search of depth 4 for the value of each, and fits
//! the weights so that they come as close to that as they can without looking ahead (least squares,
//! drawn a little towards the built-in weights). The random numbers are those of seed 1. Then it
//! plays the new weights against the old ones, 2,000 games at depth 3 from random openings, and
//! tells the difference with its interval. The weights are printed in the form of `weights.rs`.
//!
//! `cargo bench --bench crusher_tune -- match 5 3 2000 7` plays the built-in weights against an
//! evaluation that counts pieces, 2,000 games at depth 3.

#![allow(clippy::print_stdout)]

use game::engine::arena::{Match, Tally};
use game::engine::player::SearchPlayer;
use game::engine::rng::Rng;
use game::engine::search::{Budget, Evaluator, Searcher};
use game::engine::{Game, StateOf};
use game::games::crusher::features::{COUNT, features};
use game::games::crusher::{Crusher, Judge, Material, Weights};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The depth and the games of the match that judges a fit.
const VERDICT: (u32, u32) = (3, 2000);

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (task, &[size, depth, amount, seed]) = (words.get(1), numbers.as_slice()) else {
        println!("fit N DEPTH POSITIONS SEED | match N DEPTH GAMES SEED");
        return;
    };
    let game = Crusher::new(size as usize).expect("a size there is");
    let built_in = Judge::new(size as usize);
    if task.is_some_and(|task| task == "fit") {
        let fitted = fit(&game, &built_in, depth as u32, amount as usize, seed);
        println!("{fitted:?}");
        let (depth, games) = VERDICT;
        let terms = Terms { game, depth };
        let new = Judge::with_weights([fitted; 3]);
        let tally = terms.play(new, built_in, games, seed + 1_000_000_000);
        report("new against old", &tally);
    } else {
        let depth = depth as u32;
        let tally = Terms { game, depth }.play(built_in, Material, amount as u32, seed);
        report("built-in against counting", &tally);
    }
}

struct Terms {
    game: Crusher,
    depth: u32,
}

impl Terms {
    fn play<A, B>(&self, one: A, two: B, games: u32, seed: u64) -> Tally
    where
        A: Evaluator<Crusher>,
        B: Evaluator<Crusher>,
    {
        let budget = Budget::depth(self.depth);
        let terms = Match {
            opening_plies: 6,
            seed,
            ..Match::of_games(games)
        };
        terms.play(
            &self.game,
            &mut SearchPlayer::new(Searcher::new(one), budget),
            &mut SearchPlayer::new(Searcher::new(two), budget),
            &NEVER,
            |_| (),
        )
    }
}

fn report(what: &str, tally: &Tally) {
    let total = tally.total();
    let elo = tally.elo().map_or(String::new(), |elo| elo.to_string());
    println!(
        "{what}: {} won, {} drawn, {} lost of {}; {elo}",
        total.wins,
        total.draws,
        total.losses,
        total.games()
    );
}

/// What is seen of a position and a 1, and the value that a search gives it.
struct Lesson {
    sight: [f64; NUMBERS],
    value: f64,
}

/// A base and the numbers of both sides.
const NUMBERS: usize = 1 + 2 * COUNT;

/// Values beyond this say only that a game is as good as won.
const FAR: i32 = 600;

/// Positions of games in which the program plays itself, with some moves left to chance.
fn lessons(game: &Crusher, judge: &Judge, depth: u32, count: usize, seed: u64) -> Vec<Lesson> {
    let mut rng = Rng::new(seed);
    let mut lessons = Vec::with_capacity(count);
    let mut searcher = Searcher::new(*judge);
    let mut search = |state: &StateOf<Crusher>, depth: u32| {
        searcher.search(game, state, &Budget::depth(depth), &NEVER)
    };
    while lessons.len() < count {
        let mut state = game.start();
        for ply in 0..150 {
            let moves = game.move_list(&state);
            if moves.is_empty() {
                break;
            }
            let by_chance = ply < 6 || rng.below(8) == 0;
            let mv = if by_chance {
                moves[rng.below(moves.len())]
            } else {
                search(&state, 2).best.unwrap_or(moves[0])
            };
            state = game.play(&state, mv);
            if game.move_list(&state).is_empty() || rng.below(4) > 0 {
                continue;
            }
            let value = search(&state, depth).score.clamp(-FAR, FAR);
            let [own, enemy] = features(game.hex(), state.board.layout(), state.to_move);
            let mut sight = [1.0; NUMBERS];
            for (into, number) in sight[1..].iter_mut().zip(own.into_iter().chain(enemy)) {
                *into = f64::from(number);
            }
            let value = f64::from(value);
            lessons.push(Lesson { sight, value });
        }
    }
    lessons
}

fn fit(game: &Crusher, judge: &Judge, depth: u32, count: usize, seed: u64) -> Weights {
    let lessons = lessons(game, judge, depth, count, seed);
    let old = judge.weights()[1];
    let old: Vec<f64> = [old.base]
        .into_iter()
        .chain(old.own)
        .chain(old.enemy)
        .map(f64::from)
        .collect();
    let off = |weights: &[f64]| -> f64 {
        let square = |lesson: &Lesson| (dot(&lesson.sight, weights) - lesson.value).powi(2);
        (lessons.iter().map(square).sum::<f64>() / lessons.len() as f64).sqrt()
    };
    // The normal equations of least squares, for what is to be added to the old weights. A few
    // imagined lessons that say "nothing" keep numbers at rest that hardly vary.
    let pull = lessons.len() as f64 / 100.0;
    let mut rows = [[0.0; NUMBERS + 1]; NUMBERS];
    for lesson in &lessons {
        let rest = lesson.value - dot(&lesson.sight, &old);
        for (row, &x) in rows.iter_mut().zip(&lesson.sight) {
            for (cell, &y) in row.iter_mut().zip(&lesson.sight) {
                *cell += x * y;
            }
            row[NUMBERS] += x * rest;
        }
    }
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] += pull;
    }
    let change = solve(rows);
    let new: Vec<f64> = old.iter().zip(change).map(|(old, by)| old + by).collect();
    println!(
        "{} positions; the old weights are off by {:.1}, the new ones by {:.1}",
        lessons.len(),
        off(&old),
        off(&new)
    );
    let round = |at: usize| new[at].round() as i32;
    Weights {
        base: round(0),
        own: std::array::from_fn(|i| round(1 + i)),
        enemy: std::array::from_fn(|i| round(1 + COUNT + i)),
    }
}

fn dot(sight: &[f64; NUMBERS], weights: &[f64]) -> f64 {
    sight.iter().zip(weights).map(|(x, w)| x * w).sum()
}

/// The solution of as many linear equations as unknowns, by elimination. The equations of least
/// squares with a pull are positive definite, so no pivot is zero.
fn solve(mut rows: [[f64; NUMBERS + 1]; NUMBERS]) -> [f64; NUMBERS] {
    for at in 0..NUMBERS {
        let pivot = rows[at];
        for (i, row) in rows.iter_mut().enumerate() {
            if i != at {
                let share = row[at] / pivot[at];
                row.iter_mut()
                    .zip(pivot)
                    .for_each(|(cell, p)| *cell -= share * p);
            }
        }
    }
    std::array::from_fn(|i| rows[i][NUMBERS] / rows[i][i])
}
