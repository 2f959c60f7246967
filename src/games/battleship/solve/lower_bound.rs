//! The least total that counting alone allows.

use std::sync::LazyLock;

use crate::games::battleship::feedback::ANSWERS;
use crate::games::battleship::placement::PLACEMENTS;

/// A lower bound on the total of any set of `n` targets of which no guess gets more than `answers`
/// different answers other than `3, 0, 0`.
///
/// One target at most is found by the first guess. Every answer leads to one second guess, so at
/// most `answers` targets are found by second guesses, `answers`² by third ones, and so on.
fn lower_bound(n: u32, answers: u32) -> u32 {
    let (mut left, mut room, mut guesses, mut total) = (n, 1, 1, 0);
    while left > 0 {
        let here = left.min(room);
        total += here * guesses;
        left -= here;
        room *= answers.max(1);
        guesses += 1;
    }
    total
}

/// The bound by the number of answers, then by the size of the set.
///
/// A score counts `3, 0, 0` twice, so it can be two more than the number of answers that go on;
/// where only scores are known they stand in for that number, which makes the bound no higher.
pub(super) static LOWER_BOUNDS: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let sizes = 0..=PLACEMENTS as u32;
    (0..=ANSWERS as u32 + 1)
        .map(|answers| sizes.clone().map(|n| lower_bound(n, answers)).collect())
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_hand() {
        assert_eq!(lower_bound(0, 19), 0);
        assert_eq!(lower_bound(1, 19), 1);
        assert_eq!(lower_bound(20, 19), 39);
        assert_eq!(lower_bound(21, 19), 42);
        assert_eq!(lower_bound(4960, 19), 1 + 2 * 19 + 3 * 361 + 4 * 4579);
        assert_eq!(lower_bound(5, 1), 15, "one answer: one after the other");
    }

    #[test]
    fn more_answers_and_fewer_targets_never_cost_more() {
        for answers in 1..LOWER_BOUNDS.len() {
            assert!(LOWER_BOUNDS[answers].is_sorted());
            for n in 0..=PLACEMENTS {
                assert!(LOWER_BOUNDS[answers][n] <= LOWER_BOUNDS[answers - 1][n]);
            }
        }
    }
}
