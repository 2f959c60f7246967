//! The bounds against exhaustive search, and the log that is kept.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::frontier::Frontier;
use super::{Bounds, PROVED, prove, prove_all};
use crate::engine::rng::Rng;
use crate::games::battleship::answer_lookup::AnswerLookup;
use crate::games::battleship::placement::Placement;
use crate::games::battleship::solve::tests::{NO_LIMIT, Oracle, alike};
use crate::games::battleship::solve::{Interrupted, Search, Watch};
use crate::games::battleship::{Evaluation, Strategy, initial_guess};

fn unwatched<T>(run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let cancel = AtomicBool::new(false);
    run(&mut Watch::new(&cancel, &mut |_| {}))
}

#[test]
fn a_frontier_rises_to_the_least_total_and_no_further() {
    let mut rng = Rng::new(7);
    for (size, step) in [(1, 1), (2, 1), (3, 1), (5, 4), (8, 1), (12, 3)] {
        let targets = alike(&mut rng, size);
        let total = Oracle::new(&targets).total((1 << size) - 1);
        let mut frontier = Frontier::new(AnswerLookup::get(), &targets);
        let mut search = Search::with_large(4);
        while !frontier.is_exact() {
            assert!(
                frontier.low() <= total,
                "{} is above {total}",
                frontier.low()
            );
            unwatched(|watch| {
                let target = frontier.low() + step;
                frontier.raise(&mut search, target, NO_LIMIT, watch)
            })
            .expect("not stopped");
        }
        assert_eq!(frontier.low(), total);

        // Asked for less, it proves that much and may stop.
        let mut frontier = Frontier::new(AnswerLookup::get(), &targets);
        while frontier.low() < total && !frontier.is_exact() {
            unwatched(|watch| frontier.raise(&mut search, total, total, watch))
                .expect("not stopped");
        }
        assert_eq!(frontier.low(), total);

        // Asked for more, it must not give in.
        for more in [total + 1, total + 4] {
            let mut frontier = Frontier::new(AnswerLookup::get(), &targets);
            while !frontier.is_exact() {
                unwatched(|watch| frontier.raise(&mut search, more, more, watch))
                    .expect("not stopped");
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
    let mut proved = |_, _| panic!("nothing can be proved");
    for threads in THREADS {
        let ended = prove_all(&[first], 30_000, threads, &mut proved, &mut watch);
        assert_eq!(ended, Err(Interrupted));
    }
}

#[test]
fn a_low_goal_is_reached_at_once() {
    let first: Placement = "B2 C3 D3".parse().expect("a placement");
    let bound = unwatched(|watch| prove(first, 22_000, watch)).expect("not stopped");
    assert!(bound.total >= 22_000 && !bound.exact, "{bound:?}");
}

const THREADS: [NonZeroUsize; 3] = [
    NonZeroUsize::MIN,
    NonZeroUsize::new(2).expect("not 0"),
    NonZeroUsize::new(5).expect("not 0"),
];

#[test]
fn the_number_of_threads_changes_nothing() {
    let firsts: Vec<Placement> = Placement::representatives().step_by(400).collect();
    let [one, two, five] = THREADS.map(|threads| {
        let mut bounds = Vec::new();
        let mut proved = |first, bound| bounds.push((first, bound));
        unwatched(|watch| prove_all(&firsts, 21_500, threads, &mut proved, watch))
            .expect("not stopped");
        bounds.sort_unstable();
        bounds
    });
    assert_eq!(one.len(), firsts.len());
    assert!(one == two && two == five);
    assert!(one.iter().all(|(_, bound)| bound.total >= 21_500));
}

#[test]
fn the_record_is_complete_and_the_stored_strategy_reaches_it() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).expect("a file");
    let mut bounds = Bounds::default();
    for line in read("fixtures/battleship/bounds.txt").lines() {
        bounds.add(line).expect("a first guess with its bound");
    }
    assert_eq!((bounds.len(), bounds.least()), (1240, Some(PROVED)));
    assert_eq!(Evaluation::of(Strategy::built_in()).total(), PROVED);
    assert_eq!(initial_guess().0.to_string(), "A1 A3 H1");
    for page in ["README.md", "docs/figures.md", "docs/proving.md"] {
        let told = "no strategy needs fewer than 22,856 guesses";
        assert!(read(page).replace('\n', " ").contains(told), "{page}");
    }
}
