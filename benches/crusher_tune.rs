//! The weights of Crusher's evaluation, improved by play of the program against itself.
//!
//! `cargo bench --bench crusher_tune -- climb 5 2 600 1` begins with the built-in weights for
//! N = 5. It changes one weight after the other a little up and a little down, plays 600 games at
//! depth 2 of each change against the best weights so far, from openings that follow from seed 1,
//! and keeps the change if the interval of the difference lies above zero. In the end it plays the
//! best against the built-in weights, 2,000 games at depth 3 from other openings. Takes half an hour
//! and more; every trial is printed with its interval, the weights in the form of `weights.rs`.
//!
//! `cargo bench --bench crusher_tune -- match 5 3 2000 7` plays the built-in weights against an
//! evaluation that counts pieces, 2,000 games at depth 3.

#![allow(clippy::print_stdout)]

use game::engine::arena::{Match, Tally};
use game::engine::player::Player;
use game::engine::search::{Budget, Evaluator, Searcher};
use game::games::crusher::eval::{COUNT, NAMES};
use game::games::crusher::{Crusher, Evaluation, Weights};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The depth and the games of the match that judges a climb.
const VERDICT: (u32, u32) = (3, 2000);

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (task, &[size, depth, games, seed]) = (words.get(1), numbers.as_slice()) else {
        println!("climb N DEPTH GAMES SEED | match N DEPTH GAMES SEED");
        return;
    };
    let mut terms = Terms {
        game: Crusher::new(size as usize).expect("a size there is"),
        depth: depth as u32,
    };
    let built_in = Evaluation::new(size as usize);
    if task.is_some_and(|task| task == "climb") {
        let best = climb(&terms, built_in.0, games as u32, seed);
        println!("{best:?}");
        let games;
        (terms.depth, games) = VERDICT;
        let tally = terms.play(Evaluation(best), built_in, games, seed + 1_000_000);
        report("new against old", &tally);
    } else {
        let tally = terms.play(built_in, material(), games as u32, seed);
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
        A: Evaluator<Crusher> + Copy + 'static,
        B: Evaluator<Crusher> + Copy + 'static,
    {
        let budget = Budget::depth(self.depth);
        let terms = Match {
            opening_plies: 6,
            seed,
            ..Match::of_games(games)
        };
        let players = || -> [Box<dyn Player<Crusher>>; 2] {
            [
                Box::new(Searcher::new(one).within(budget)),
                Box::new(Searcher::new(two).within(budget)),
            ]
        };
        let one = NonZeroUsize::MIN;
        terms.play(&self.game, one, players, &NEVER, |_, _| (), |_| ())
    }
}

fn report(what: &str, tally: &Tally) {
    println!("{what}: {}", tally.report(["one", "two"]));
}

/// Tries changes of single weights, in the sets for when a side is behind, level and ahead alike.
fn climb(terms: &Terms, mut best: [Weights; 3], games: u32, mut seed: u64) -> [Weights; 3] {
    // What a piece is worth stays: it is the unit of all others.
    for number in 1..COUNT {
        for (whose, enemy) in [("own", false), ("enemy", true)] {
            for way in [1, -1] {
                let mut tried = best;
                for set in &mut tried {
                    let weights = if enemy { &mut set.enemy } else { &mut set.own };
                    weights[number] += way * (weights[number].abs() / 4).max(2);
                }
                seed += 1;
                let [new, old] = [tried, best].map(Evaluation);
                let tally = terms.play(new, old, games, seed);
                let (kind, sign) = (NAMES[number], if way > 0 { "more" } else { "less" });
                report(&format!("{kind} ({whose}), {sign}"), &tally);
                if tally.elo().is_some_and(|elo| elo.low > 0.0) {
                    best = tried;
                    break;
                }
            }
        }
    }
    best
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
