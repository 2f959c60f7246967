//! What the hider says to a guess.

use std::fmt;

use super::location::{Location, SQUARES};
use super::placement::Placement;

/// How many different answers there are.
pub const ANSWERS: usize = 20;

/// Which squares lie at most one and at most two steps from a square, a bit for each.
static NEAR: [[u32; 2]; SQUARES] = near();

const fn near() -> [[u32; 2]; SQUARES] {
    let mut near = [[0; 2]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Location::from_index(index as u8);
        near[index] = [square.within(1), square.within(2)];
        index += 1;
    }
    near
}

/// What the hider says to a guess, as the course text counts it: how many of the guessed squares
/// hold a ship, how many have their nearest ship one step away, and how many two steps away.
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
    Shadow::of(target).count(guess)
}

/// What the hider says to a guess, as an [`Answer`].
#[must_use]
pub fn answer(target: Placement, guess: Placement) -> Answer {
    Shadow::of(target).answer(guess)
}

/// The squares on, beside and near the ships of a target: everything that answers depend on.
/// Worth keeping where one target meets many guesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    exact: u32,
    within_one: u32,
    within_two: u32,
}

impl Shadow {
    pub(super) fn of(target: Placement) -> Shadow {
        let [a, b, c] = target.locations().map(|ship| NEAR[ship.index()]);
        Shadow {
            exact: target.bits(),
            within_one: a[0] | b[0] | c[0],
            within_two: a[1] | b[1] | c[1],
        }
    }

    fn count(self, guess: Placement) -> (u8, u8, u8) {
        let guess = guess.bits();
        // Each set contains the one before, so the differences are the nearest distances.
        let exact = (guess & self.exact).count_ones() as u8;
        let within_one = (guess & self.within_one).count_ones() as u8;
        let within_two = (guess & self.within_two).count_ones() as u8;
        (exact, within_one - exact, within_two - within_one)
    }

    pub(super) fn answer(self, guess: Placement) -> Answer {
        let (exact, one, two) = self.count(guess);
        Answer(CODES[exact as usize][one as usize][two as usize])
    }
}

/// How near every square lies to the ships of some targets: the fastest way to many answers.
///
/// The nearness of a square to a target is a weight (1 for a ship, 4 one step away, 16 two steps
/// away), so that the sum over the three squares of a guess holds the three counts.
#[derive(Debug)]
pub(super) struct Nearness {
    /// By square, then by target.
    weights: [Vec<u8>; SQUARES],
}

/// The number of the answer by the sum of three weights. Sums above 48 do not occur.
static BY_SUM: [u8; 64] = by_sum();

const fn by_sum() -> [u8; 64] {
    let mut by_sum = [0; 64];
    let mut sum = 0;
    while sum < 64 {
        by_sum[sum] = CODES[sum % 4][sum / 4 % 4][sum / 16];
        sum += 1;
    }
    by_sum
}

impl Nearness {
    pub(super) fn new(targets: impl Iterator<Item = Placement> + Clone) -> Nearness {
        let shadows: Vec<Shadow> = targets.map(Shadow::of).collect();
        let weights = std::array::from_fn(|square| {
            let weight = |shadow: &Shadow| match () {
                () if shadow.exact >> square & 1 == 1 => 1,
                () if shadow.within_one >> square & 1 == 1 => 4,
                () if shadow.within_two >> square & 1 == 1 => 16,
                () => 0,
            };
            shadows.iter().map(weight).collect()
        });
        Nearness { weights }
    }

    /// The numbers of the answers to a guess, by target.
    pub(super) fn codes(&self, guess: Placement) -> impl Iterator<Item = u8> {
        let [a, b, c] = guess
            .locations()
            .map(|square| &self.weights[square.index()]);
        let sums = a.iter().zip(b).zip(c).map(|((a, b), c)| a + b + c);
        sums.map(|sum| BY_SUM[usize::from(sum & 63)])
    }
}

/// One of the twenty triples that a hider could say: three counts with a sum of at most 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(u8);

/// The triples in ascending order; an answer is a place in this list.
const TRIPLES: [(u8, u8, u8); ANSWERS] = triples();

/// The inverse of [`TRIPLES`]; 255 where the sum is above 3.
const CODES: [[[u8; 4]; 4]; 4] = codes();

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

const fn codes() -> [[[u8; 4]; 4]; 4] {
    let mut codes = [[[255; 4]; 4]; 4];
    let mut code = 0;
    while code < ANSWERS {
        let (exact, one, two) = TRIPLES[code];
        codes[exact as usize][one as usize][two as usize] = code as u8;
        code += 1;
    }
    codes
}

impl Answer {
    /// `3, 0, 0`: all three ships found.
    pub const FOUND: Answer = Answer(ANSWERS as u8 - 1);

    /// The three numbers as an answer; `None` if no hider could say them.
    #[must_use]
    pub fn new((exact, one, two): (u8, u8, u8)) -> Option<Answer> {
        let code = *CODES
            .get(usize::from(exact))?
            .get(usize::from(one))?
            .get(usize::from(two))?;
        (usize::from(code) < ANSWERS).then_some(Answer(code))
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

/// The definition read aloud, for tests and for the benchmark: the nearest ship of each guessed
/// square.
#[doc(hidden)]
#[must_use]
pub fn feedback_by_definition(target: Placement, guess: Placement) -> (u8, u8, u8) {
    let mut counts = [0; 8];
    for square in guess.locations() {
        let [a, b, c] = target.locations().map(|ship| square.distance(ship));
        counts[usize::from(a.min(b).min(c))] += 1;
    }
    (counts[0], counts[1], counts[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
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
        for target in Placement::all() {
            let shadow = Shadow::of(target);
            for guess in Placement::all() {
                let expected = feedback_by_definition(target, guess);
                assert_eq!(shadow.count(guess), expected, "{target} / {guess}");
                assert_eq!(shadow.answer(guess).triple(), expected);
            }
        }
    }

    #[test]
    fn twenty_answers_and_no_other() {
        let mut known = 0;
        for exact in 0..=255 {
            for one in 0..6 {
                for two in 0..6 {
                    let triple = (exact, one, two);
                    let possible = exact <= 3 && exact + one + two <= 3;
                    let answer = Answer::new(triple);
                    assert_eq!(answer.is_some(), possible, "{triple:?}");
                    if let Some(answer) = answer {
                        known += 1;
                        assert_eq!(answer.triple(), triple);
                        assert_eq!(Answer::all().nth(answer.index()), Some(answer));
                    }
                }
            }
        }
        assert_eq!(known, ANSWERS);
        assert_eq!(Answer::new((0, 255, 255)), None);
        assert_eq!(Answer::FOUND.triple(), (3, 0, 0));
        assert_eq!(
            Answer::new((0, 2, 1)).map(|a| a.to_string()),
            Some("0, 2, 1".to_owned())
        );
    }
}
