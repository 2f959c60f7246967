//! Lower bounds: how few guesses any strategy needs.
//!
//! # The argument
//!
//! The *total* of a strategy is the number of guesses that it makes for all 4960 targets together.
//!
//! 1. *Mirrors.* The grid has four symmetries, and answers do not change under them. No placement of
//!    three is its own mirror image, so 4960 / 4 = 1,240 first guesses remain ([`Placement::representatives`]).
//! 2. *Sums.* A guess costs one for each target. From then on, targets with different answers are
//!    separate. So the least total of a set is its size, plus the least totals of the classes that the
//!    best guess divides it into; `3, 0, 0` ends the game and costs nothing more.
//! 3. *Counting.* If no guess gets more than k answers from a set, other than `3, 0, 0`, then in any
//!    strategy for a part of it one target at most is found by the first guess, k by second guesses, k²
//!    by third ones, and so on. That gives a lower bound for a part of any size, with k ≤ 19.
//! 4. *Scores.* A class of c targets costs at least 2c − 1. So a set of n targets costs at least
//!    3n − s, where s is the highest score of a guess: the number of its answers, `3, 0, 0` counted twice.
//! 5. *Strict scores.* A class of c targets costs 2c − 1 only if one of them, as the next guess, gets a
//!    different answer from each: otherwise either that guess finds none, or two targets share an answer
//!    and one of them needs a third guess, so it costs at least 2c. So the bound of 4 still holds if s
//!    counts only the classes that one of their own members splits completely.
//! 6. *Branch and bound.* For each class of a first guess all second guesses are kept with a lower
//!    bound each. The least of these is a bound for the class, and the sum over the classes, plus
//!    4960, is one for the first guess. It rises by looking deeper into the second guesses that hold
//!    it down. Their classes have bounds of their own: first by counting, then by scores, then by
//!    strict scores, then by a search with all third guesses that again raises a bound step by step
//!    and stops when it costs too much; it gets a larger budget only if all this is not enough. The
//!    class of the first guess whose last rise was cheapest is raised next, until the goal is reached.
//!
//! Nothing is left out without proof: a second guess is dropped only when its own bound has reached
//! what the goal needs, and a guess is skipped only when an earlier one partitions the set in exactly
//! the same way. Sets and partitions are recognised by random hashes of 128 and 64 bits; a
//! collision has a chance of less than one in a billion.
//!
//! Tests compare every bound and every exact total with an exhaustive search that knows no bounds, on
//! sets of up to twelve targets that are hard to tell apart.
//!
//! # The record
//!
//! `fixtures/battleship/bounds.txt` holds the bounds proved for the 1,240 first guesses
//! ([`Bounds`]); `docs/proving.md` shows how to prove them again.
//!
//! [`Placement::representatives`]: crate::games::battleship::Placement::representatives

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::feedback::{Nearness, not_found};
use super::placement::{PLACEMENTS, Placement};
use super::solve::{Frontier, Search};
use crate::decimal;
use crate::parallel;

/// The total of the best strategies: `fixtures/battleship/bounds.txt` proves that none needs fewer, and
/// the stored one needs no more.
pub const PROVED: u32 = 22_856;

/// The first guess of the stored strategy, whose total is [`PROVED`].
const STORED_FIRST: &str = "A1 A3 H1";

/// A proved bound on the total after a first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    /// No strategy that begins with this guess has a smaller total.
    pub total: u32,
    /// A strategy with exactly this total exists.
    pub exact: bool,
}

/// Proves that no strategy that begins with `first` has a total of less than `goal`; if one has,
/// the bound is the least total. `None` if `cancel` stops it.
pub fn prove(first: Placement, goal: u32, cancel: &AtomicBool) -> Option<Bound> {
    let mut search = Search::new(cancel);
    let classes = not_found(first, &Placement::all().collect::<Vec<_>>());
    // A frontier for each answer to the first guess.
    let mut frontiers: Vec<Frontier> = classes.map(|(_, class)| Frontier::new(&class)).collect();
    loop {
        // The results of a stopped search prove nothing.
        if search.is_stopped() {
            return None;
        }
        let lows = frontiers.iter().map(|frontier| frontier.low);
        let total = PLACEMENTS as u32 + lows.sum::<u32>();
        let open = frontiers.iter_mut().filter(|frontier| !frontier.exact);
        let cheapest = open.min_by_key(|frontier| frontier.price);
        let Some(frontier) = cheapest.filter(|_| total < goal) else {
            let exact = total < goal;
            return Some(Bound { total, exact });
        };
        // The frontiers share the rest, in small steps near the end, where each costs most.
        let (low, wanted) = (frontier.low, goal - total);
        let step = (wanted / 80).max(1);
        frontier.raise(&mut search, low + step, low + wanted);
    }
}

/// Calls [`prove`] for each of `firsts` on several threads, and `on_result` with the results in any
/// order. The bounds do not depend on the number of threads.
pub fn prove_all(
    firsts: &[Placement],
    goal: u32,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut on_result: impl FnMut(Placement, Bound),
) {
    let worker = || |first: &Placement| prove(*first, goal, cancel);
    parallel::for_each(threads, firsts, worker, |place, bound| {
        on_result(firsts[place], bound);
    });
}

/// Returns every `of`-th of the 1,240 first guesses, from number `part` on (counted from 1), the
/// hardest first: those that divide the targets most evenly.
pub(super) fn first_guesses((part, of): (usize, usize)) -> Vec<Placement> {
    let targets = Nearness::new(&Placement::all().collect::<Vec<_>>());
    let mut firsts: Vec<Placement> = Placement::representatives().collect();
    firsts.sort_by_cached_key(|&first| {
        let counts = targets.counts(first).into_iter();
        counts.map(|count| count * count).sum::<u32>()
    });
    firsts.into_iter().skip(part - 1).step_by(of).collect()
}

/// The lines printed by `prove`: a first guess, its bound, and `=` if a strategy has exactly that
/// total.
///
/// ```text
/// A1 A2 A3 22856
/// A1 A3 H1 22856 =
/// ```
///
/// Maps each first guess to its highest proved bound and the least total known. Of four mirror
/// images only [one](Placement::representative) has an entry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds(BTreeMap<Placement, (u32, u32)>);

impl Bounds {
    /// Adds a line.
    ///
    /// # Errors
    /// When the line is malformed, about a mirror image, or contradicts the stored strategy or an
    /// earlier line.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        let parsed = Bound::parse(line);
        let (first, bound) =
            parsed.ok_or_else(|| format!("`{line}` is not a first guess with a bound"))?;
        let known = first.representative();
        if first != known {
            return Err(format!("`{line}` is a mirror image of {known}"));
        }
        let stored = first.to_string() == STORED_FIRST;
        let least = if stored { PROVED } else { u32::MAX };
        let (low, high) = self.0.entry(first).or_insert((0, least));
        if bound.total > *high {
            return Err(format!("`{line}` contradicts `{first} {high} =`"));
        }
        if bound.exact && bound.total < *low {
            return Err(format!("`{line}` contradicts `{first} {low}`"));
        }
        *low = bound.total.max(*low);
        if bound.exact {
            *high = bound.total;
        }
        Ok(())
    }

    /// Returns the number of first guesses with a bound, of 1,240.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.0.len()
    }

    /// Returns the least bound.
    #[must_use]
    pub fn least(&self) -> Option<u32> {
        self.0.values().map(|&(low, _)| low).min()
    }
}

impl Bound {
    /// Formats the line for this bound, without a line break.
    #[must_use]
    pub fn line(self, first: Placement) -> String {
        let exact = if self.exact { " =" } else { "" };
        format!("{first} {}{exact}", self.total)
    }

    fn parse(line: &str) -> Option<(Placement, Bound)> {
        let exact = line.ends_with(" =");
        let (first, total) = line.trim_end_matches(" =").rsplit_once(' ')?;
        let (first, total) = (first.parse().ok()?, decimal::parse(total)?);
        Some((first, Bound { total, exact }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::solve::tests::NEVER;
    use crate::games::battleship::{Evaluation, Strategy, initial_guess};

    #[test]
    fn a_proof_can_be_stopped() {
        let first = Placement::from_index(0).expect("a placement");
        assert_eq!(prove(first, 30_000, &AtomicBool::new(true)), None);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let firsts: Vec<Placement> = Placement::representatives().step_by(400).collect();
        let [one, two, five] = [1, 2, 5].map(|threads| {
            let mut bounds = Vec::new();
            let threads = NonZeroUsize::new(threads).expect("not 0");
            prove_all(&firsts, 21_500, threads, &NEVER, |first, bound| {
                bounds.push((first, bound));
            });
            bounds.sort_unstable();
            bounds
        });
        assert_eq!(one.len(), firsts.len());
        assert!(one == two && two == five);
        assert!(one.iter().all(|(_, bound)| bound.total >= 21_500));
    }

    #[test]
    fn parts_share_the_work() {
        let mut all = first_guesses((1, 1));
        all.sort_unstable();
        assert!(Placement::representatives().eq(all.iter().copied()));
        for of in [2, 7] {
            let parts = (1..=of).flat_map(|part| first_guesses((part, of)));
            let mut together: Vec<Placement> = parts.collect();
            together.sort_unstable();
            assert_eq!(together, all, "{of} parts");
        }
    }

    #[test]
    fn malformed_lines_mirror_images_and_contradictions_are_rejected() {
        for text in [
            "A1 A2 A3",
            "A1 A2 7",
            "A1 A2 A3 7=",
            "A1 A2 A3 07",
            "# x",
            "",
        ] {
            let why = format!("`{text}` is not a first guess with a bound");
            assert_eq!(Bounds::default().add(text), Err(why));
        }
        let add = |text: &str| {
            let mut bounds = Bounds::default();
            text.lines().try_for_each(|line| bounds.add(line))?;
            Ok((bounds.covered(), bounds.least()))
        };
        for (text, why) in [
            ("H1 H2 H3 7", "`H1 H2 H3 7` is a mirror image of A1 A2 A3"),
            (
                "A1 A3 H1 22857",
                "`A1 A3 H1 22857` contradicts `A1 A3 H1 22856 =`",
            ),
            (
                "A1 A2 A3 7 =\nA1 A2 A3 8",
                "`A1 A2 A3 8` contradicts `A1 A2 A3 7 =`",
            ),
            (
                "A1 A2 A3 8\nA1 A2 A3 7 =",
                "`A1 A2 A3 7 =` contradicts `A1 A2 A3 8`",
            ),
        ] {
            assert_eq!(add(text), Err(why.to_owned()));
        }
        // The higher of two bounds stays.
        let counted = add("A1 A2 A3 7\nA1 A2 A3 9 =\nA1 A2 A3 8\nA1 A2 B1 10");
        assert_eq!(counted, Ok((2, Some(9))));
    }

    #[test]
    fn the_record_is_complete_and_the_stored_strategy_reaches_it() {
        let root = env!("CARGO_MANIFEST_DIR");
        let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).expect("a file");
        let mut bounds = Bounds::default();
        for line in read("fixtures/battleship/bounds.txt").lines() {
            bounds.add(line).expect("a first guess with its bound");
        }
        assert_eq!((bounds.covered(), bounds.least()), (1240, Some(PROVED)));
        assert_eq!(Evaluation::of(Strategy::built_in()).total(), PROVED);
        assert_eq!(initial_guess().0.to_string(), STORED_FIRST);
        for page in ["README.md", "docs/figures.md", "docs/proving.md"] {
            let claim = "no strategy needs fewer than 22,856 guesses";
            assert!(read(page).replace('\n', " ").contains(claim), "{page}");
        }
    }
}
