//! The speed of the rules of *Protect the λ*: positions per second of processor time, against the
//! slow reference in the same run.
#![allow(clippy::print_stdout)]

#[path = "../tests/common/tafl_oracle.rs"]
mod oracle;
mod timer;

use std::time::Duration;

use game::engine::{Game, State, perft};
use game::games::tafl::{Board, Tafl, csv};
use oracle::{Cells, Reference};

/// A position from the middle of a game, with captures and ends within reach.
const OPEN: &str = "O to play
 , , ,O, , , , , 
 , , , ,O, ,G, , 
 , ,O, , , , ,O, 
O, , , ,L, , , ,O
 , ,G, ,X, , ,O, 
 , , , ,G, , , ,O
 ,O, , , ,O,G, , 
 , , , ,O, , , , 
 , , ,O, ,O, , , 
";

fn main() {
    let open = csv::read(OPEN.as_bytes()).expect("a well-formed game");
    println!("tafl: positions per second of processor time, the best of 7 runs");
    compare("the start", &Tafl.start());
    compare("an open position", &open);
}

fn compare(name: &str, state: &State<Board>) {
    println!("\n{name}");
    let reference = State::new(Cells::from(&state.board), state.to_move);
    let (slow, time) = timer::cpu_time(1, || perft(&Reference, &reference, 2));
    assert_eq!(slow, perft(&Tafl, state, 2));
    report("the reference", 2, slow, time);
    let baseline = rate(slow, time);
    for depth in [3, 4] {
        let (count, time) = best(|| perft(&Tafl, state, depth));
        report("the fast rules", depth, count, time);
        let ratio = rate(count, time) / baseline;
        println!("    {ratio:.0} times as fast as the reference");
    }
}

/// The minimum time of several runs, because other programs use the machine too.
fn best<T>(run: impl FnMut() -> T) -> (T, Duration) {
    timer::cpu_time(7, run)
}

fn rate(positions: u64, time: Duration) -> f64 {
    positions as f64 / time.as_secs_f64()
}

fn report(what: &str, depth: u32, positions: u64, time: Duration) {
    println!(
        "  {what:<16} depth {depth} {positions:>9} in {:>6.1} ms {:>8.2} million/s",
        time.as_secs_f64() * 1e3,
        rate(positions, time) / 1e6
    );
}
