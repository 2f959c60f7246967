//! How much faster two threads are than one: the time that passes, in the same run.
//!
//! `cargo bench --bench threads` takes some minutes; `-- solve`, `-- perft`, `-- match` and
//! `-- prove` measure one of them. Each is run with one thread and with two, in turns, and the least
//! times are compared. Measure on a quiet machine with two cores.

#![allow(clippy::print_stdout, missing_docs)]

mod sample;
mod timer;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use game::engine::arena::Match;
use game::engine::player::Player;
use game::engine::search::{Budget, Searcher};
use game::engine::{Game, divide};
use game::games::battleship::Placement;
use game::games::battleship::bound::prove_all;
use game::games::crusher::solve::Solution;
use game::games::crusher::{Crusher, Evaluation};
use game::games::tafl::Tafl;

static NEVER: AtomicBool = AtomicBool::new(false);

/// How often each is run.
const RUNS: u32 = 3;

/// What is measured, on so many threads.
type Work = fn(NonZeroUsize);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let all: [(&str, Work); 4] = [
        ("perft", perft),
        ("match", play),
        ("prove", prove),
        ("solve", solve),
    ];
    for (name, work) in all {
        if chosen.is_empty() || chosen.iter().any(|word| *word == name) {
            compare(name, work);
        }
    }
}

fn compare(name: &str, work: Work) {
    let timed = |threads: usize| {
        let threads = NonZeroUsize::new(threads).expect("not 0");
        timer::wall_time(1, || work(threads)).1
    };
    let (mut one, mut two) = (timed(1), timed(2));
    for _ in 1..RUNS {
        one = one.min(timed(1));
        two = two.min(timed(2));
    }
    println!(
        "{name}: one thread {:.2} s, two threads {:.2} s: {:.0} % of the time",
        one.as_secs_f64(),
        two.as_secs_f64(),
        100.0 * timer::ratio(two, one)
    );
}

fn perft(threads: NonZeroUsize) {
    black_box(divide(&Tafl, &Tafl.start(), 5, threads, &NEVER));
}

fn play(threads: NonZeroUsize) {
    let game = Crusher::new(4).expect("a board");
    let player = |depth| -> Box<dyn Player<Crusher>> {
        Box::new(Searcher::new(Evaluation::new(4)).within(Budget::depth(depth)))
    };
    let players = || [player(5), player(4)];
    let rules = Match::of_games(60);
    let tally = rules.play(&game, threads, players, &NEVER, |_, _| (), |_| ());
    assert_eq!(tally.games(), 60);
}

fn prove(threads: NonZeroUsize) {
    let firsts = sample::FIRST_GUESSES;
    let firsts = firsts.map(|first| first.parse::<Placement>().expect("a placement"));
    let mut proved = 0;
    prove_all(&firsts, 22_856, threads, &NEVER, |heard| {
        proved += usize::from(heard.is_some());
    });
    assert_eq!(proved, firsts.len());
}

fn solve(threads: NonZeroUsize) {
    let solved = Solution::build(&Crusher::default(), threads, &NEVER, |_, _| ());
    assert!(solved.is_some());
}
