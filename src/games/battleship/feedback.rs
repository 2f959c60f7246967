//! The hider's answer to a guess.

use std::fmt;
use std::sync::LazyLock;

use super::placement::{Location, PLACEMENTS, Placement};

/// How many different answers there are.
pub const ANSWERS: usize = 20;

/// The hider's answer to a guess, as the course text counts it: how many of the guessed squares hold a
/// ship, how many have their nearest ship one step away, and how many two steps away.
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

/// The hider's answer to a guess, as an [`Answer`].
#[must_use]
pub fn answer(target: Placement, guess: Placement) -> Answer {
    let [a, b, c] = guess.locations().map(|square| weight(square, target));
    Answer(BY_SUM[usize::from(a + b + c)])
}

/// How near a square is to the ships of a target: 1 on a ship, 4 one step away, 16 two steps away. The
/// sum over the three squares of a guess holds the three counts of the answer.
fn weight(square: Location, target: Placement) -> u8 {
    let [a, b, c] = target.locations().map(|ship| square.distance(ship));
    [1, 4, 16, 0, 0, 0, 0, 0][usize::from(a.min(b).min(c))]
}

/// The weights of every square for some targets: the fastest way to many answers.
#[derive(Debug)]
pub(super) struct Nearness {
    /// By square, then by target.
    weights: Vec<Vec<u8>>,
}

impl Nearness {
    pub(super) fn new(targets: &[Placement]) -> Nearness {
        let of = |square| targets.iter().map(move |&target| weight(square, target));
        let weights = Location::all().map(|square| of(square).collect());
        Nearness {
            weights: weights.collect(),
        }
    }

    /// The numbers of the answers to a guess, by target.
    pub(super) fn codes(&self, guess: Placement) -> impl Iterator<Item = u8> {
        let [a, b, c] = guess
            .locations()
            .map(|square| &self.weights[square.index()]);
        let sums = a.iter().zip(b).zip(c).map(|((a, b), c)| a + b + c);
        sums.map(|sum| BY_SUM[usize::from(sum & 63)])
    }

    /// How many targets give each answer to a guess.
    pub(super) fn counts(&self, guess: Placement) -> [u32; ANSWERS] {
        let mut counts = [0; 32];
        for code in self.codes(guess) {
            counts[usize::from(code & 31)] += 1;
        }
        std::array::from_fn(|code| counts[code])
    }
}

/// The numbers of the answers to the guess with this number, by target. The first call computes them
/// for all 4960 × 4960 pairs, which takes some hundredths of a second.
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

/// One of the twenty triples that a hider could say: three counts with a sum of at most 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(u8);

/// The triples in ascending order; an answer is a place in this list.
const TRIPLES: [(u8, u8, u8); ANSWERS] = triples();

/// The place of a triple in that list, by the sum of three weights; 255 if it is not there.
static BY_SUM: [u8; 64] = by_sum();

const fn triples() -> [(u8, u8, u8); ANSWERS] {
    let mut triples = [(0, 0, 0); ANSWERS];
    let (mut filled, mut number) = (0, 0u8);
    while number < 64 {
        let triple = (number / 16, number / 4 % 4, number % 4);
        if triple.0 + triple.1 + triple.2 <= 3 {
            triples[filled] = triple;
            filled += 1;
        }
        number += 1;
    }
    triples
}

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

    /// The three numbers as an answer; `None` if no hider could say them.
    #[must_use]
    pub fn new(triple: (u8, u8, u8)) -> Option<Answer> {
        Answer::all().find(|answer| answer.triple() == triple)
    }

    /// All answers, in ascending order; [`FOUND`](Answer::FOUND) is the last.
    pub fn all() -> impl DoubleEndedIterator<Item = Answer> + ExactSizeIterator {
        (0..ANSWERS as u8).map(Answer)
    }

    /// The three numbers.
    #[must_use]
    pub const fn triple(self) -> (u8, u8, u8) {
        TRIPLES[self.0 as usize]
    }

    /// The place in the order of answers, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Answer {
    /// As the course text prints it: `0, 2, 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exact, one, two) = self.triple();
        write!(f, "{exact}, {one}, {two}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
    }

    /// The definition: the nearest ship of each guessed square.
    fn definition(target: Placement, guess: Placement) -> (u8, u8, u8) {
        let mut counts = [0; 8];
        for square in guess.locations() {
            let ships = target.locations().into_iter();
            let nearest = ships.map(|ship| square.distance(ship)).min();
            counts[usize::from(nearest.expect("three ships"))] += 1;
        }
        (counts[0], counts[1], counts[2])
    }

    #[test]
    fn the_six_examples_of_the_course_text() {
        let examples = [
            ("H1 B2 D3", "B3 C3 H3", (0, 2, 1)),
            ("H1 B2 D3", "B1 A2 H3", (0, 2, 1)),
            ("H1 B2 D3", "B2 H2 H1", (2, 1, 0)),
            ("A1 D2 B3", "A3 D2 H1", (1, 1, 0)),
            ("A1 D2 B3", "H4 G3 H2", (0, 0, 0)),
            ("A1 D2 B3", "D2 B3 A1", (3, 0, 0)),
        ];
        for (target, guess, expected) in examples {
            let (target, guess) = (placement(target), placement(guess));
            assert_eq!(feedback(target, guess), expected, "{target} / {guess}");
        }
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
