//! The bounds against exhaustive search, and the log that is kept.

use std::sync::atomic::AtomicBool;

use super::frontier::Frontier;
use super::{Bound, BoundLog, PROVED, prove, prove_all};
use crate::engine::rng::Rng;
use crate::games::battleship::placement::Placement;
use crate::games::battleship::solve::tests::{NO_LIMIT, Oracle, alike};
use crate::games::battleship::solve::{Interrupted, Search, Watch};
use crate::games::battleship::table::Table;
use crate::games::battleship::{Evaluation, Strategy, initial_guess};

fn unwatched<T>(run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let cancel = AtomicBool::new(false);
    run(&mut Watch::new(&cancel, &mut |_| {}))
}

#[test]
fn a_frontier_rises_to_the_least_total_and_no_further() {
    let mut rng = Rng::new(7);
    for size in [1, 2, 3, 5, 8, 12] {
        let targets = alike(&mut rng, size);
        let total = Oracle::new(&targets).total((1 << size) - 1);
        let mut frontier = Frontier::new(Table::get(), &targets);
        let mut search = Search::with_large(4);
        while !frontier.is_exact() {
            assert!(
                frontier.low() <= total,
                "{} is above {total}",
                frontier.low()
            );
            unwatched(|watch| frontier.raise(&mut search, NO_LIMIT, watch)).expect("not stopped");
        }
        assert_eq!(frontier.low(), total);

        // Asked for less, it proves that much and may stop.
        let mut frontier = Frontier::new(Table::get(), &targets);
        while frontier.low() < total && !frontier.is_exact() {
            unwatched(|watch| frontier.raise(&mut search, total, watch)).expect("not stopped");
        }
        assert_eq!(frontier.low(), total);

        // Asked for more, it must not give in.
        for more in [total + 1, total + 4] {
            let mut frontier = Frontier::new(Table::get(), &targets);
            while !frontier.is_exact() {
                unwatched(|watch| frontier.raise(&mut search, more, watch)).expect("not stopped");
                assert!(
                    frontier.low() <= total,
                    "{} is above {total}",
                    frontier.low()
                );
            }
            assert_eq!(frontier.low(), total);
        }
    }
}

#[test]
fn a_proof_can_be_stopped() {
    let cancel = AtomicBool::new(true);
    let first = Placement::from_index(0).expect("a placement");
    let mut report = |_| {};
    let mut watch = Watch::new(&cancel, &mut report);
    assert_eq!(prove(first, 30_000, &mut watch), Err(Interrupted));
    let mut log = BoundLog::default();
    let mut proved = |_, _| panic!("nothing can be proved");
    assert_eq!(
        prove_all(&mut log, 30_000, &mut proved, &mut watch),
        Err(Interrupted)
    );
}

#[test]
fn a_low_goal_is_reached_at_once() {
    let first: Placement = "B2 C3 D3".parse().expect("a placement");
    let bound = unwatched(|watch| prove(first, 22_000, watch)).expect("not stopped");
    assert!(bound.total >= 22_000 && !bound.exact, "{bound:?}");
}

#[test]
fn only_what_is_missing_is_proved() {
    let mut log = BoundLog::default();
    let missing: Placement = "B2 C3 D3".parse().expect("a placement");
    for first in Placement::representatives().filter(|&first| first != missing) {
        log.record(
            first,
            Bound {
                total: 22_000,
                exact: false,
            },
        );
    }
    let mut firsts = Vec::new();
    let mut proved = |first, bound: Bound| {
        assert!(bound.total >= 22_000);
        firsts.push(first);
    };
    unwatched(|watch| prove_all(&mut log, 22_000, &mut proved, watch)).expect("not stopped");
    assert_eq!(firsts, [missing]);
    assert_eq!(log.len(), 1240);
    assert!(log.lowest().is_some_and(|total| total >= 22_000));
}

#[test]
fn the_record_is_complete_and_in_order() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/battleship/bounds.txt"
    );
    let text = std::fs::read_to_string(path).expect("the record");
    let log: BoundLog = text.parse().expect("every line is a proof");
    assert_eq!(log.len(), 1240);
    assert_eq!(log.lowest(), Some(PROVED));
    // Below its notes the file is just what the log prints: each first guess once, in order.
    let proofs: Vec<&str> = text
        .lines()
        .skip_while(|line| line.starts_with('#'))
        .collect();
    let printed = log.to_string();
    assert_eq!(proofs, printed.lines().collect::<Vec<_>>());

    // Ours is the best below its first guess, and no bound contradicts it.
    let (first, _) = initial_guess();
    let total = Evaluation::of(Strategy::built_in()).total();
    assert_eq!(log.get(first), Some(Bound { total, exact: true }));
    assert!(PROVED <= total);
}
