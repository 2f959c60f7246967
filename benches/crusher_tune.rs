//! The weights of Crusher's evaluation, improved by play of the program against itself.
//!
//! `cargo bench --bench crusher_tune -- climb 5 3 600 1` climbs for 600 seconds from the weights
//! that are built in for N = 5, in games at depth 3, with the random numbers of seed 1; then it
//! plays 2,000 games of the new weights against the old ones, from other openings, and tells the
//! difference with its interval. The weights are printed in the form of `weights.rs`.
//!
//! `cargo bench --bench crusher_tune -- match 5 3 2000 7` plays the built-in weights against an
//! evaluation that counts pieces, 2,000 games at depth 3.
//!
//! Climbing is by simultaneous perturbation: every weight is moved a little up or down at random,
//! a pair of games is played between that and its opposite, and all weights go a small step
//! towards the winner. The built-in weights of one board are one set whoever is ahead, or three.

#![allow(clippy::print_stdout)]

use game::engine::arena::{Match, Tally};
use game::engine::player::SearchPlayer;
use game::engine::rng::Rng;
use game::engine::search::{Budget, Evaluator, Searcher};
use game::games::crusher::{Crusher, Judge, Material, Weights};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Games of the match that judges a climb.
const VERDICT: u32 = 2000;

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (task, &[size, depth, amount, seed]) = (words.get(1), numbers.as_slice()) else {
        println!("climb N DEPTH SECONDS SEED | match N DEPTH GAMES SEED");
        return;
    };
    let terms = Terms {
        game: Crusher::new(size as usize).expect("a size there is"),
        depth: depth as u32,
    };
    let built_in = Judge::new(size as usize);
    if task.is_some_and(|task| task == "climb") {
        let climbed = climb(&terms, built_in, Duration::from_secs(amount), seed);
        println!("{:#?}", climbed.weights());
        let tally = terms.play(climbed, built_in, VERDICT, seed + 1_000_000_000);
        report("new against old", &tally);
    } else {
        let tally = terms.play(built_in, Material, amount as u32, seed);
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

/// The weights as numbers in a row, one set of 25 after the other.
fn flatten(judge: &Judge) -> Vec<f64> {
    let sets = judge.weights();
    let one_set = sets.iter().all(|set| *set == sets[0]);
    let sets = if one_set { &sets[..1] } else { &sets[..] };
    let numbers = sets
        .iter()
        .flat_map(|set| [set.base].into_iter().chain(set.own).chain(set.enemy));
    numbers.map(f64::from).collect()
}

fn unflatten(numbers: &[f64]) -> Judge {
    let sets: Vec<Weights> = numbers
        .chunks_exact(25)
        .map(|set| {
            let round = |at: usize| set[at].round() as i32;
            Weights {
                base: round(0),
                own: std::array::from_fn(|i| round(1 + i)),
                enemy: std::array::from_fn(|i| round(13 + i)),
            }
        })
        .collect();
    Judge::with_weights(std::array::from_fn(|i| sets[i.min(sets.len() - 1)]))
}

fn climb(terms: &Terms, from: Judge, time: Duration, seed: u64) -> Judge {
    let end = Instant::now() + time;
    let mut rng = Rng::new(seed);
    let mut at = flatten(&from);
    // How far a weight is moved to see what comes of it: small ones less than large ones.
    let reach: Vec<f64> = at.iter().map(|w| 3.0 + 0.12 * w.abs()).collect();
    // The mean of the second half of the way is less noisy than its end.
    let mut sum = vec![0.0; at.len()];
    let mut summed = 0.0;
    let mut pairs = 0u32;
    while Instant::now() < end {
        let signs: Vec<f64> = at
            .iter()
            .map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let shifted = |way: f64| -> Judge {
            let moved: Vec<f64> = (at.iter().zip(&signs).zip(&reach))
                .map(|((w, sign), reach)| w + way * sign * reach)
                .collect();
            unflatten(&moved)
        };
        let tally = terms.play(shifted(1.0), shifted(-1.0), 2, rng.next_u64() >> 1);
        pairs += 1;
        // The share runs from 0 to 1; a pair that is split teaches nothing.
        let lesson = (tally.share() - 0.5) * STEP / (1.0 + f64::from(pairs) / 10_000.0);
        for ((w, sign), reach) in at.iter_mut().zip(&signs).zip(&reach) {
            *w += lesson * sign * reach;
        }
        let late = Instant::now() + time / 2 > end;
        if late {
            summed += 1.0;
            sum.iter_mut().zip(&at).for_each(|(sum, w)| *sum += w);
        }
        if pairs.is_multiple_of(1000) {
            println!("after {pairs} pairs: {at:.0?}");
        }
    }
    let mean: Vec<f64> = sum.iter().map(|sum| sum / f64::max(summed, 1.0)).collect();
    println!("{pairs} pairs of games");
    unflatten(&mean)
}

/// How far a won pair moves the weights, as a share of the reach.
const STEP: f64 = 0.2;
