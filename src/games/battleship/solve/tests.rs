//! The searches against an exhaustive one that knows no bounds.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::candidate_set::CandidateSet;
use super::search::{NO_LIMIT, Search};
use super::{best_guess, best_strategies, optimise};
use crate::engine::rng::Rng;
use crate::games::battleship::feedback::{ANSWERS, Answer, answer, answers_to};
use crate::games::battleship::placement::{PLACEMENTS, Placement};

pub(in crate::games::battleship) static NEVER: AtomicBool = AtomicBool::new(false);

/// The least total of every subset of a few targets, by trying every guess.
pub(in crate::games::battleship) struct Oracle {
    /// The answers by guess, then by target.
    answers: Vec<Vec<Answer>>,
    totals: HashMap<u32, u32>,
}

impl Oracle {
    pub(in crate::games::battleship) fn new(targets: &[u16]) -> Oracle {
        let placement = |t: &u16| Placement::from_index(usize::from(*t)).expect("a placement");
        let row = |guess| {
            targets
                .iter()
                .map(|t| answer(placement(t), guess))
                .collect()
        };
        Oracle {
            answers: Placement::all().map(row).collect(),
            totals: HashMap::new(),
        }
    }

    /// The least total of the targets whose bits are set.
    pub(in crate::games::battleship) fn total(&mut self, set: u32) -> u32 {
        if set.count_ones() <= 1 {
            return set.count_ones();
        }
        if let Some(&total) = self.totals.get(&set) {
            return total;
        }
        let mut best = u32::MAX;
        for guess in 0..PLACEMENTS {
            let mut classes = self.classes(set, guess);
            classes[Answer::FOUND.index()] = 0;
            // A guess that divides nothing would recurse forever.
            if !classes.contains(&set) {
                let rest: u32 = classes.map(|class| self.total(class)).iter().sum();
                best = best.min(set.count_ones() + rest);
            }
        }
        self.totals.insert(set, best);
        best
    }

    fn classes(&self, set: u32, guess: usize) -> [u32; ANSWERS] {
        let mut classes = [0; ANSWERS];
        for (target, answer) in self.answers[guess].iter().enumerate() {
            classes[answer.index()] |= set & 1 << target;
        }
        classes
    }
}

/// Targets that are hard to tell apart: some that give the same answers to a few guesses.
pub(in crate::games::battleship) fn alike(rng: &mut Rng, size: usize) -> Vec<u16> {
    loop {
        let mut set: Vec<u16> = (0..PLACEMENTS as u16).collect();
        for _ in 0..2 {
            let row = answers_to(rng.below(PLACEMENTS));
            let code = row[usize::from(set[rng.below(set.len())])];
            set.retain(|&target| row[usize::from(target)] == code);
        }
        if set.len() >= size {
            rng.shuffle(&mut set);
            set.truncate(size);
            set.sort_unstable();
            return set;
        }
    }
}

pub(in crate::games::battleship) fn placements(targets: &[u16]) -> Vec<Placement> {
    let placements = targets
        .iter()
        .map(|&target| Placement::from_index(usize::from(target)));
    placements.collect::<Option<_>>().expect("placements")
}

fn locals(set: u32) -> Vec<u16> {
    (0..32).filter(|&target| set >> target & 1 == 1).collect()
}

#[test]
fn totals_equal_exhaustive_search() {
    let mut rng = Rng::new(4);
    for size in [1, 2, 3, 4, 6, 7, 8, 9] {
        let targets = alike(&mut rng, size);
        let mut oracle = Oracle::new(&targets);
        let candidates = CandidateSet::new(&targets);
        let full = (1u32 << size) - 1;
        // Subsets in any order through one memory.
        let mut search = Search::new(&NEVER);
        for _ in 0..20 {
            let subset = (rng.next_u64() as u32) & full;
            let total = search.solve(&candidates, &locals(subset), NO_LIMIT);
            assert_eq!(total, oracle.total(subset), "{targets:?}");
        }
        let total = search.solve(&candidates, &locals(full), NO_LIMIT);
        assert_eq!(total, oracle.total(full), "{targets:?}");
    }
}

#[test]
fn limits_are_kept() {
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let targets = alike(&mut rng, 9);
        let total = Oracle::new(&targets).total(511);
        let candidates = CandidateSet::new(&targets);
        let all = locals(511);
        for limit in total - 3..=total + 3 {
            let mut search = Search::new(&NEVER);
            let found = search.solve(&candidates, &all, limit);
            if limit > total {
                assert_eq!(found, total);
            } else {
                assert!((limit..=total).contains(&found), "{found} for {total}");
            }
            // And again from memory, with another limit.
            assert_eq!(search.solve(&candidates, &all, NO_LIMIT), total);
        }
    }
}

#[test]
fn cheap_bounds_are_bounds() {
    let mut rng = Rng::new(6);
    let targets = alike(&mut rng, 10);
    let mut oracle = Oracle::new(&targets);
    let candidates = CandidateSet::new(&targets);
    let mut equal = 0;
    for subset in 0u32..1024 {
        let set = locals(subset);
        if set.len() < 3 {
            continue;
        }
        let total = oracle.total(subset);
        assert!(candidates.lower_bounds[set.len()] <= total);
        assert!(candidates.score_bound(&set) <= total, "{set:?}");
        assert!(Search::new(&NEVER).score_bound(&candidates, &set) <= total);
        let strict = candidates.strict_bound(&set);
        assert!(strict <= total, "{set:?}");
        assert!(strict >= candidates.score_bound(&set), "{set:?}");
        let (low, exact) = candidates.member_bound(&set);
        assert!(low <= total);
        assert!(!exact || low == total, "{low} is not {total}");
        equal += u32::from(candidates.score_bound(&set) == total);
    }
    assert!(
        equal > 500,
        "the bound by scores is good for {equal} of 968 only"
    );
    for &(low, place) in &candidates.ranked {
        let row = candidates.row(usize::from(place));
        let mut sum = 10;
        for code in 0..19 {
            let class = (0..10)
                .filter(|&t| row[t as usize] == code)
                .fold(0, |set, t| set | 1 << t);
            sum += oracle.total(class);
        }
        assert!(low <= sum);
    }
}

#[test]
fn a_bound_rises_to_the_least_total_and_no_further() {
    let mut rng = Rng::new(11);
    for size in [3, 6, 9, 11] {
        let targets = alike(&mut rng, size);
        let mut oracle = Oracle::new(&targets);
        let candidates = CandidateSet::new(&targets);
        for _ in 0..6 {
            let subset = rng.next_u64() as u32 & ((1 << size) - 1);
            let set = locals(subset);
            if set.len() < 3 {
                continue;
            }
            let total = oracle.total(subset);
            // For any goal and any budget.
            for enough in [total - 1, total, total + 1, total + 9] {
                for budget in [0, 30, 1000, 1 << 40] {
                    let mut search = Search::new(&NEVER);
                    let (low, exact) = search.raise(&candidates, &set, 0, enough, budget);
                    assert!(low <= total, "{low} is above {total}: {targets:?}");
                    assert!(!exact || low == total, "{low} is not {total}: {targets:?}");
                    if budget == 1 << 40 {
                        assert!(low >= enough || low == total, "{low} {total} {enough}");
                    }
                    // And again from memory.
                    let again = search.raise(&candidates, &set, 0, NO_LIMIT, 1 << 40);
                    assert_eq!(again, (total, true));
                }
            }
        }
    }
}

#[test]
fn bounds_of_larger_sets_rise_to_the_exact_total() {
    let mut rng = Rng::new(12);
    let mut stricter = 0;
    for size in [20, 35, 60] {
        let targets = alike(&mut rng, size);
        let candidates = CandidateSet::new(&targets);
        let all: Vec<u16> = (0..size as u16).collect();
        let total = Search::new(&NEVER).solve(&candidates, &all, NO_LIMIT);
        let strict = candidates.strict_bound(&all);
        assert!(strict <= total, "{strict} is above {total}: {targets:?}");
        stricter += strict.saturating_sub(candidates.score_bound(&all));
        let mut search = Search::new(&NEVER);
        let (mut low, mut exact, mut budget) = (0, false, 500);
        while !exact {
            (low, exact) = search.raise(&candidates, &all, low, NO_LIMIT, budget);
            assert!(low <= total, "{low} is above {total}: {targets:?}");
            budget *= 4;
        }
        assert_eq!(low, total);
    }
    assert!(stricter > 0, "strict scores have not been tested");
}

#[test]
fn the_best_guess_has_the_least_total() {
    assert_eq!(best_guess(&[]), None);
    let mut rng = Rng::new(8);
    for size in [1, 2, 3, 5, 8] {
        let targets = alike(&mut rng, size);
        let mut oracle = Oracle::new(&targets);
        let (guess, claimed) = best_guess(&placements(&targets)).expect("a guess");
        let mut total = size as u32;
        for class in &oracle.classes((1 << size) - 1, guess.index())[..ANSWERS - 1] {
            total += oracle.total(*class);
        }
        assert_eq!(total, oracle.total((1 << size) - 1));
        assert_eq!(claimed, total);
    }
}

#[test]
fn a_long_computation_can_be_stopped() {
    let first = Placement::from_index(0).expect("a placement");
    let cancel = AtomicBool::new(true);
    assert_eq!(optimise(first, NonZeroUsize::MIN, &cancel, |_| ()), None);
}

#[test]
fn the_number_of_threads_changes_no_strategy() {
    let mut rng = Rng::new(13);
    let classes: Vec<(Answer, Vec<Placement>)> = Answer::all()
        .zip([12, 3, 1, 20, 2, 15, 8])
        .map(|(answer, size)| (answer, placements(&alike(&mut rng, size))))
        .collect();
    let [one, two, five] = [1, 2, 5].map(|threads| {
        let mut done = 0;
        let threads = NonZeroUsize::new(threads).expect("not 0");
        let strategies =
            best_strategies(classes.clone(), threads, &NEVER, |targets| done = targets);
        assert_eq!(done, 61);
        strategies.expect("not stopped")
    });
    assert!(one == two && two == five);
    let answers = one.iter().map(|(answer, _)| *answer);
    assert!(answers.eq(Answer::all().take(7)));
}
