//! How long it takes to solve tic-tac-toe through the generic search, beside plain minimax.

#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use game::engine::Game;
use game::engine::search::{Budget, Even, Searcher, minimax};
use game::games::tictactoe::{OpenLines, TicTacToe};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() {
    let cancel = AtomicBool::new(false);
    for size in [3, 4] {
        let game = TicTacToe::new(size).expect("a size there is");
        let mut nodes = 0;
        let runs = if size == 3 { 1000 } else { 3 };
        let time = timed(runs, || {
            let mut searcher = Searcher::new(OpenLines);
            let s = searcher.solve(&game, &game.start(), &Budget::UNLIMITED, &cancel);
            let s = s.expect("no limit");
            assert_eq!(s.winner, None);
            nodes = s.nodes;
        });
        println!("solve {size}: {nodes} {time:?}");
        if size == 3 {
            let time = timed(runs, || {
                let mut searcher = Searcher::new(OpenLines);
                let s = searcher.search(&game, &game.start(), &Budget::UNLIMITED, &cancel);
                nodes = s.nodes;
            });
            println!("search {size}: {nodes} {time:?}");
            let time = timed(3, || {
                nodes = minimax(&game, &Even, &game.start(), 9).nodes;
            });
            println!("minimax {size}: {nodes} {time:?}");
        }
    }
}

fn timed(runs: u32, mut f: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let t = ProcessTime::now();
        f();
        best = best.min(t.elapsed());
    }
    best
}
