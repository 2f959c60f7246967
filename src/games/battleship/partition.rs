//! How a guess divides the targets that are still possible.

use super::feedback::{ANSWERS, Answer, Nearness};
use super::placement::Placement;

/// How many of the possible targets would give each answer to a guess.
///
/// ```
/// use game::games::battleship::Partition;
///
/// // The example of the course text: ten targets, of which one, three and six give each of
/// // three answers, leave 4.6 targets on the average.
/// let partition = Partition::from_counts([1, 3, 6]);
/// assert!((partition.expected_size() - 4.6).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    counts: [u32; ANSWERS],
}

impl Partition {
    /// The division of `targets` by the answers to `guess`.
    #[must_use]
    pub fn new(targets: &[Placement], guess: Placement) -> Partition {
        Self::with(&Nearness::new(targets.iter().copied()), guess)
    }

    pub(super) fn with(targets: &Nearness, guess: Placement) -> Partition {
        let mut counts = [0; 32];
        for code in targets.codes(guess) {
            counts[usize::from(code & 31)] += 1;
        }
        Partition {
            counts: std::array::from_fn(|code| counts[code]),
        }
    }

    /// A division into classes of these sizes, whatever their answers; at most [`ANSWERS`] of them
    /// count.
    #[must_use]
    pub fn from_counts(sizes: impl IntoIterator<Item = u32>) -> Partition {
        let mut counts = [0; ANSWERS];
        for (count, size) in counts.iter_mut().zip(sizes) {
            *count = size;
        }
        Partition { counts }
    }

    /// How many targets give this answer.
    #[must_use]
    pub fn count(&self, answer: Answer) -> u32 {
        self.counts[answer.index()]
    }

    /// The targets in all.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// How many different answers there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// The sum of the squares of the counts: the less, the more the guess tells.
    #[must_use]
    pub fn sum_of_squares(&self) -> u64 {
        let square = |&count: &u32| u64::from(count) * u64::from(count);
        self.counts.iter().map(square).sum()
    }

    /// How many targets remain after the answer, on the average over all targets; 0 if there are
    /// none.
    #[must_use]
    pub fn expected_size(&self) -> f64 {
        match self.total() {
            0 => 0.0,
            total => self.sum_of_squares() as f64 / f64::from(total),
        }
    }

    /// How much the answer tells, in bits.
    #[must_use]
    pub fn entropy(&self) -> f64 {
        let total = f64::from(self.total());
        let share = |&count: &u32| f64::from(count) / total;
        let shares = self.counts.iter().filter(|&&count| count > 0).map(share);
        shares.map(|share| -share * share.log2()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::feedback::answer;

    #[test]
    fn the_worked_example_of_the_course_text() {
        let partition = Partition::from_counts([1, 3, 6]);
        assert_eq!(partition.total(), 10);
        assert_eq!(partition.classes(), 3);
        assert_eq!(partition.sum_of_squares(), 46);
        assert!((partition.expected_size() - 4.6).abs() < 1e-12);
    }

    #[test]
    fn entropy_of_simple_divisions() {
        let bits = |sizes: &[u32]| Partition::from_counts(sizes.iter().copied()).entropy();
        assert!(bits(&[7]).abs() < 1e-12);
        assert!((bits(&[5, 5]) - 1.0).abs() < 1e-12);
        assert!((bits(&[1, 1, 1, 1]) - 2.0).abs() < 1e-12);
        assert!(bits(&[]).abs() < 1e-12);
        assert!(Partition::from_counts([]).expected_size().abs() < 1e-12);
    }

    #[test]
    fn counts_what_the_targets_answer() {
        let targets: Vec<Placement> = Placement::all().step_by(11).collect();
        for guess in Placement::all().step_by(97) {
            let partition = Partition::new(&targets, guess);
            for each in Answer::all() {
                let expected = targets
                    .iter()
                    .filter(|&&t| answer(t, guess) == each)
                    .count();
                assert_eq!(partition.count(each) as usize, expected);
            }
            assert_eq!(partition.total() as usize, targets.len());
        }
    }
}
