//! The hider's answer to a guess.

use std::fmt;
use std::sync::LazyLock;

use super::placement::{Location, PLACEMENTS, Placement};

/// The number of different answers.
pub const ANSWERS: usize = 20;

/// Answers a guess as in the course text: the numbers of guessed locations with a ship, with the
/// nearest ship one step away, and two steps away.
///
/// ```
/// use game::games::battleship::{Placement, feedback};
///
/// let target: Placement = "H1 B2 D3".parse().expect("a placement");
/// let guess: Placement = "B3 C3 H3".parse().expect("a placement");
/// assert_eq!(feedback(target, guess), (0, 2, 1));
/// ```
#[must_use]
pub fn feedback(target: Placement, guess: Placement) -> (u8, u8, u8) {
    answer(target, guess).triple()
}

/// Answers a guess with an [`Answer`].
#[must_use]
pub fn answer(target: Placement, guess: Placement) -> Answer {
    let [a, b, c] = guess.locations().map(|location| weight(location, target));
    Answer(BY_SUM[usize::from(a + b + c)])
}

/// Returns the weight of a location: 1 on a ship, 4 one step away, 16 two steps away. The sum of the
/// weights of a guess encodes the three counts of its answer.
fn weight(location: Location, target: Placement) -> u8 {
    let [a, b, c] = target.locations().map(|ship| location.distance(ship));
    [1, 4, 16, 0, 0, 0, 0, 0][usize::from(a.min(b).min(c))]
}

/// Divides targets by their answers to a guess: the answers that occur, in order, each with the
/// targets that give it.
pub(super) fn classes(
    guess: Placement,
    targets: &[Placement],
) -> impl Iterator<Item = (Answer, Vec<Placement>)> + use<> {
    let mut classes: [Vec<Placement>; ANSWERS] = Default::default();
    for &target in targets {
        classes[answer(target, guess).index()].push(target);
    }
    let classes = Answer::all().zip(classes);
    classes.filter(|(_, class)| !class.is_empty())
}

/// Divides the targets that a guess does not find by their answers to it.
pub(super) fn not_found(
    guess: Placement,
    targets: &[Placement],
) -> impl Iterator<Item = (Answer, Vec<Placement>)> + use<> {
    classes(guess, targets).filter(|(answer, _)| *answer != Answer::FOUND)
}

/// The weights of every location for some targets, for computing many answers fast.
#[derive(Debug)]
pub(super) struct Nearness {
    /// By location, then by target.
    weights: Vec<Vec<u8>>,
}

impl Nearness {
    pub(super) fn new(targets: &[Placement]) -> Nearness {
        let of = |location| targets.iter().map(move |&target| weight(location, target));
        let weights = Location::all().map(|location| of(location).collect());
        Nearness {
            weights: weights.collect(),
        }
    }

    /// Returns the indices of the answers to a guess, by target.
    pub(super) fn codes(&self, guess: Placement) -> impl Iterator<Item = u8> {
        let [a, b, c] = guess
            .locations()
            .map(|location| &self.weights[location.index()]);
        let sums = a.iter().zip(b).zip(c).map(|((a, b), c)| a + b + c);
        sums.map(|sum| BY_SUM[usize::from(sum & 63)])
    }

    /// Counts the targets that give each answer to a guess.
    pub(super) fn counts(&self, guess: Placement) -> [u32; ANSWERS] {
        let mut counts = [0; 32];
        for code in self.codes(guess) {
            counts[usize::from(code & 31)] += 1;
        }
        std::array::from_fn(|code| counts[code])
    }
}

/// Returns the indices of the answers to the guess with this index, by target. The first call computes
/// all 4960 × 4960, in a few hundredths of a second.
pub(super) fn answers_to(guess: usize) -> &'static [u8] {
    static ALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let nearness = Nearness::new(&Placement::all().collect::<Vec<_>>());
        let mut all = Vec::with_capacity(PLACEMENTS * PLACEMENTS);
        for guess in Placement::all() {
            all.extend(nearness.codes(guess));
        }
        all
    });
    &ALL[guess * PLACEMENTS..][..PLACEMENTS]
}

/// One of the twenty possible answers: three counts with a sum of at most 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(u8);

/// The answers in ascending order; an [`Answer`] is an index into this list.
#[rustfmt::skip]
const TRIPLES: [(u8, u8, u8); ANSWERS] = [
    (0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 0),
    (0, 1, 1), (0, 1, 2), (0, 2, 0), (0, 2, 1), (0, 3, 0),
    (1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 0), (1, 1, 1),
    (1, 2, 0), (2, 0, 0), (2, 0, 1), (2, 1, 0), (3, 0, 0),
];

/// The index of an answer by the sum of its weights; 255 for sums that cannot occur.
static BY_SUM: [u8; 64] = by_sum();

const fn by_sum() -> [u8; 64] {
    let mut by_sum = [255; 64];
    let mut code = 0;
    while code < ANSWERS {
        let (exact, one, two) = TRIPLES[code];
        by_sum[(exact + 4 * one + 16 * two) as usize] = code as u8;
        code += 1;
    }
    by_sum
}

impl Answer {
    /// `3, 0, 0`: all three ships found.
    pub const FOUND: Answer = Answer(ANSWERS as u8 - 1);

    /// Returns the answer with these counts; `None` if it is impossible.
    #[must_use]
    pub fn new(triple: (u8, u8, u8)) -> Option<Answer> {
        Answer::all().find(|answer| answer.triple() == triple)
    }

    /// Iterates over all answers, in ascending order; [`FOUND`](Answer::FOUND) is the last.
    pub fn all() -> impl DoubleEndedIterator<Item = Answer> + ExactSizeIterator {
        (0..ANSWERS as u8).map(Answer)
    }

    /// Returns the three counts.
    #[must_use]
    pub const fn triple(self) -> (u8, u8, u8) {
        TRIPLES[self.0 as usize]
    }

    /// Returns the index in the order of answers, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Formats the answer as it is typed, without commas: `0 2 1`.
    pub(super) fn typed(self) -> String {
        self.to_string().replace(',', "")
    }
}

impl fmt::Display for Answer {
    /// Formats it like the course text: `0, 2, 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exact, one, two) = self.triple();
        write!(f, "{exact}, {one}, {two}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: the nearest ship of each guessed location.
    fn definition(target: Placement, guess: Placement) -> (u8, u8, u8) {
        let mut counts = [0; 8];
        for location in guess.locations() {
            let ships = target.locations().into_iter();
            let nearest = ships.map(|ship| location.distance(ship)).min();
            counts[usize::from(nearest.expect("three ships"))] += 1;
        }
        (counts[0], counts[1], counts[2])
    }

    #[test]
    fn equal_to_the_definition_on_every_pair() {
        for guess in Placement::all() {
            let codes = answers_to(guess.index());
            for (target, &code) in Placement::all().zip(codes) {
                let expected = definition(target, guess);
                assert_eq!(feedback(target, guess), expected, "{target} / {guess}");
                assert_eq!(Answer(code).triple(), expected, "{target} / {guess}");
            }
        }
    }

    #[test]
    fn twenty_answers_and_no_other() {
        let all: Vec<Answer> = (0..=255u8)
            .flat_map(|exact| (0..6).flat_map(move |one| (0..6).map(move |two| (exact, one, two))))
            .filter_map(Answer::new)
            .collect();
        assert!(all.iter().copied().eq(Answer::all()) && all.is_sorted());
        assert_eq!(all.len(), ANSWERS);
        for answer in all {
            let (exact, one, two) = answer.triple();
            assert!(exact + one + two <= 3);
            assert_eq!(answer.to_string(), format!("{exact}, {one}, {two}"));
        }
        assert_eq!(Answer::new((0, 255, 255)), None);
        assert_eq!(Answer::FOUND.triple(), (3, 0, 0));
    }
}
