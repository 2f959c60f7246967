//! The cost of the search: full solves of tic-tac-toe, and searches to a fixed depth, against plain
//! minimax.
//!
//! `cargo bench --bench search`. Times are CPU time, the minimum of several runs. Compare the
//! ratios and the counts of positions between machines.

#![allow(clippy::print_stdout)]

mod timer;

use game::engine::search::{Budget, Evaluator, Even, Searcher, minimax};
use game::engine::{Game, StateOf};
use game::games::tafl::{Piece, Tafl};
use game::games::tictactoe::{OpenLines, TicTacToe};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use timer::ratio;

/// The time of a prototype for the 4 by 4 board only.
const PROTOTYPE_4X4: Duration = Duration::from_millis(250);

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let [three, four] = [3, 4].map(|size| TicTacToe::new(size).expect("valid sizes"));
    println!("{:44} {:>10} {:>12}", "", "positions", "CPU time");
    let baseline = report("3x3: plain minimax, whole game", 5, || {
        minimax(&three, &Even, &three.start(), 9).nodes
    });
    let quickest = report("3x3: search for the quickest win", 200, || {
        let mut searcher = Searcher::new(OpenLines);
        let report = searcher.search(&three, &three.start(), &Budget::UNLIMITED, &NEVER);
        assert!(report.proven && report.score == 0, "it is a draw");
        report.nodes
    });
    let small = report("3x3: solve", 200, || solve(&three, OpenLines));
    println!(
        "  minimax takes {:.0} times as long",
        ratio(baseline, small)
    );
    println!("  and {:.0} times the search", ratio(baseline, quickest));
    report("4x4: solve, moves in the order of the list", 5, || {
        solve(&four, Even)
    });
    let big = report("4x4: solve", 5, || solve(&four, OpenLines));
    println!(
        "  a hand-written prototype took {:.1} times as long",
        ratio(PROTOTYPE_4X4, big)
    );
    fixed_depth("4x4, depth 6", &four, OpenLines, 6);
    fixed_depth("tafl, depth 3", &Tafl, Material, 3);
}

/// A whole solve of a drawn game with a fresh memory.
fn solve(game: &TicTacToe, evaluator: impl Evaluator<TicTacToe>) -> u64 {
    let solution = Searcher::new(evaluator)
        .solve(game, &game.start(), &Budget::UNLIMITED, &NEVER)
        .expect("nothing stops it");
    assert_eq!(solution.winner, None, "it is a draw");
    solution.nodes
}

/// A fixed depth from the start, against plain minimax.
fn fixed_depth<G: Game>(name: &str, game: &G, evaluator: impl Evaluator<G> + Copy, depth: u32) {
    let state = game.start();
    let plain = report(&format!("{name}: plain minimax"), 3, || {
        minimax(game, &evaluator, &state, depth).nodes
    });
    let search = report(&format!("{name}: search"), 20, || {
        Searcher::new(evaluator)
            .search(game, &state, &Budget::depth(depth), &NEVER)
            .nodes
    });
    println!("  minimax takes {:.0} times as long", ratio(plain, search));
}

/// Counts pieces.
#[derive(Clone, Copy)]
struct Material;

impl Evaluator<Tafl> for Material {
    fn evaluate(&self, _game: &Tafl, state: &StateOf<Tafl>) -> i32 {
        let count = |piece| state.board.count(piece) as i32;
        count(Piece::Object) - 2 * count(Piece::Guard)
    }
}

/// Runs something that visits positions, prints their number and the minimum CPU time, and returns
/// that time.
fn report(name: &str, runs: u32, run: impl FnMut() -> u64) -> Duration {
    let (nodes, least) = timer::cpu_time(runs, run);
    println!("{name:44} {nodes:>10} {least:>12.1?}");
    least
}
