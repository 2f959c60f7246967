//! How long it takes to train for a million moves: CPU time, beside the plain algorithm with a
//! dictionary in the same run. `cargo bench --bench learn`.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use game::engine::Game;
use game::engine::learn::{Memory, reference, train};
use game::engine::rng::Rng;
use game::games::countdown::CountDown;
use game::games::tictactoe::TicTacToe;

const MOVES: u64 = 1_000_000;
const SEEDS: u64 = 5;

/// The shortest of some runs: the one that was disturbed least.
fn seconds<T>(run: impl Fn(u64) -> T) -> f64 {
    let times = (0..SEEDS).map(|seed| {
        let start = ProcessTime::now();
        std::hint::black_box(run(seed));
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn measure<G: Game>(name: &str, game: &G) {
    let fast = |seed| {
        let rng = &mut Rng::new(seed);
        train(game, MOVES, Memory::new(), game.start(), rng)
    };
    let plain = |seed| {
        let rng = &mut Rng::new(seed);
        reference::train(game, MOVES, reference::Dict::new(), game.start(), rng)
    };
    let positions = fast(0).len();
    assert_eq!(positions, plain(0).len(), "both know the same positions");
    let (fast, plain) = (seconds(fast), seconds(plain));
    println!(
        "{name:<14} {fast:>7.4} s  plain {plain:>7.4} s  ratio {:>5.1}  {:>5.0} ns/move  {positions} positions",
        plain / fast,
        fast * 1e9 / MOVES as f64,
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{MOVES} moves of training, CPU time, best of {SEEDS}");
    measure("countdown 21", &CountDown::default());
    measure("tictactoe 3", &TicTacToe::new(3)?);
    measure("tictactoe 4", &TicTacToe::new(4)?);
    Ok(())
}
