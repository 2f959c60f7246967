//! The speed of battleship's searcher and its parts.
//!
//! `cargo bench --bench battleship`. Times are CPU times of this process.
//! `cargo bench --bench battleship -- prove` measures proofs instead, for a minute or two.

#![allow(clippy::print_stdout, missing_docs)]

mod sample;
mod timer;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::ProcessTime;
use game::engine::rng::Rng;
use game::games::battleship::bound::prove;
use game::games::battleship::{
    Evaluation, PLACEMENTS, Placement, Strategy, feedback, initial_guess, next_guess,
};

fn main() {
    if std::env::args().any(|arg| arg == "prove") {
        return proofs();
    }
    guesses();
    guesses_off_the_tree();
}

fn proofs() {
    let cancel = AtomicBool::new(false);
    let all = ProcessTime::now();
    for first in sample::FIRST_GUESSES {
        let first: Placement = first.parse().expect("a placement");
        let (bound, time) = timer::cpu_time(1, || prove(first, 22_856, &cancel).expect("a bound"));
        println!("{}: {:.2} s", bound.line(first), time.as_secs_f64());
    }
    println!("all: {:.1} s", all.elapsed().as_secs_f64());
}

/// The CPU time of the fastest of five runs.
fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    timer::cpu_time(5, || black_box(run())).1
}

fn per_second(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}

fn guesses() {
    let play = || {
        let mut guesses = 0;
        for target in Placement::all() {
            let (mut guess, mut state) = initial_guess();
            guesses += 1;
            while guess != target {
                (guess, state) = next_guess((guess, state), feedback(target, guess));
                guesses += 1;
            }
        }
        guesses
    };
    let guesses = play();
    let searcher = time(play);
    println!(
        "searcher: {:.2} million guesses a second ({guesses} guesses for all targets)",
        per_second(guesses, searcher)
    );
    let evaluation = time(|| Evaluation::of(Strategy::built_in()));
    println!(
        "evaluation of the strategy: {:.1} ms",
        evaluation.as_secs_f64() * 1e3
    );
}

/// The guess after a first guess that is not in the stored tree.
fn guesses_off_the_tree() {
    const TIMES: u32 = 500;
    let mut rng = Rng::new(1);
    let all: Vec<Placement> = Placement::all().collect();
    let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..TIMES {
        let [target, odd] = [(); 2].map(|()| all[rng.below(PLACEMENTS)]);
        let (_, state) = initial_guess();
        let next = || black_box(next_guess((odd, state.clone()), feedback(target, odd)));
        let (_, took) = timer::cpu_time(1, next);
        sum += took;
        most = most.max(took);
    }
    println!(
        "guess off the stored tree: {:.1} ms on average, {:.1} ms at most, {TIMES} times",
        sum.as_secs_f64() * 1e3 / f64::from(TIMES),
        most.as_secs_f64() * 1e3,
    );
}
