//! Training for a million moves: CPU time, beside the reference implementation in the same run. `cargo bench --bench learn`.
#![allow(clippy::print_stdout)]

mod timer;

use game::engine::Game;
use game::engine::learn::{Memory, reference, train};
use game::engine::rng::Rng;
use game::games::countdown::CountDown;
use game::games::tictactoe::TicTacToe;

const MOVES: u64 = 1_000_000;
const RUNS: u32 = 5;

fn measure<G: Game>(name: &str, game: &G) {
    let fast = || {
        let rng = &mut Rng::new(0);
        train(game, MOVES, Memory::new(), game.start(), rng)
    };
    let plain = || {
        let rng = &mut Rng::new(0);
        reference::train(game, MOVES, reference::Dict::new(), game.start(), rng)
    };
    let (memory, fast) = timer::cpu_time(RUNS, fast);
    let (dict, plain) = timer::cpu_time(RUNS, plain);
    let positions = memory.len();
    assert_eq!(positions, dict.len(), "both know the same positions");
    let (fast, plain) = (fast.as_secs_f64(), plain.as_secs_f64());
    println!(
        "{name:<14} {fast:>7.4} s  plain {plain:>7.4} s  ratio {:>5.1}  {:>5.0} ns/move  {positions} positions",
        plain / fast,
        fast * 1e9 / MOVES as f64,
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{MOVES} moves of training, CPU time, best of {RUNS}");
    measure("countdown 21", &CountDown::default());
    measure("tictactoe 3", &TicTacToe::new(3)?);
    measure("tictactoe 4", &TicTacToe::new(4)?);
    Ok(())
}
