//! A set of targets with everything that a search inside it looks up.

use super::least::LEAST;
use super::names::{self, Seen};
use super::planes::{self, Rows, Scores, WIDTH};
use crate::games::battleship::feedback::{ANSWERS, Answer};
use crate::games::battleship::placement::PLACEMENTS;
use crate::games::battleship::table::Table;

/// The number of the answer `3, 0, 0`.
pub(crate) const FOUND: usize = Answer::FOUND.index();

/// A set of targets, the guesses that divide it in different ways, and their answers.
///
/// Inside a universe targets have local numbers, 0, 1, 2 …, and guesses have places: those with
/// the highest scores come first.
#[derive(Debug)]
pub(crate) struct Universe {
    /// The placements, by local number.
    targets: Vec<u16>,
    /// The names of the targets.
    names: Vec<u64>,
    /// The placements to guess, by place.
    pub(crate) guesses: Vec<u16>,
    /// The answers by place of the guess, then by target.
    codes: Vec<u8>,
    /// The answers by target that is guessed, then by target.
    own: Vec<u8>,
    /// By block of places, then by target.
    planes: Vec<Rows>,
    /// The highest score in each block; it falls from block to block.
    caps: Vec<u32>,
    /// A lower bound on the total of a subset, by its size.
    pub(crate) least: &'static [u32],
    /// Every guess that divides the set, with a lower bound on its total; best first.
    pub(crate) ranked: Vec<(u32, u16)>,
}

impl Universe {
    /// These targets, with all 4960 guesses.
    pub(crate) fn new(table: &Table, targets: &[u16]) -> Universe {
        let rows = (0..PLACEMENTS).map(|guess| (guess as u16, table.row(guess)));
        Self::build(targets.to_vec(), targets, rows)
    }

    /// A subset of this universe.
    pub(crate) fn within(&self, set: &[u16]) -> Universe {
        let targets = set.iter().map(|&t| self.targets[usize::from(t)]).collect();
        let rows = (self.guesses.iter().enumerate()).map(|(at, &guess)| (guess, self.row(at)));
        Self::build(targets, set, rows)
    }

    /// `rows` are the guesses with their answers by column; `columns` says which column belongs
    /// to which target.
    fn build<'r>(
        targets: Vec<u16>,
        columns: &[u16],
        rows: impl Iterator<Item = (u16, &'r [u8])>,
    ) -> Universe {
        let size = targets.len();
        let names: Vec<u64> = targets.iter().map(|&t| names::of_target(t)).collect();
        let distinct = distinct(&names, columns, rows);
        let answers = distinct
            .iter()
            .map(|one| (one.seen & !(1 << FOUND)).count_ones());
        let least = &LEAST[answers.max().unwrap_or(0) as usize];

        let mut universe = Universe {
            targets,
            names,
            guesses: distinct.iter().map(|one| one.guess).collect(),
            codes: Vec::with_capacity(distinct.len() * size),
            own: vec![0; size * size],
            planes: vec![[[0; 4]; ANSWERS]; distinct.len().div_ceil(WIDTH) * size],
            caps: distinct
                .iter()
                .step_by(WIDTH)
                .map(Distinct::score)
                .collect(),
            least,
            ranked: Vec::with_capacity(distinct.len()),
        };
        for (place, one) in distinct.iter().enumerate() {
            universe.fill(place, one, columns);
        }
        universe.ranked.sort_unstable();
        universe
    }

    /// Enters the answers to the guess at a place.
    fn fill(&mut self, place: usize, guess: &Distinct<'_>, columns: &[u16]) {
        let size = self.size();
        let start = self.codes.len();
        self.codes
            .extend(columns.iter().map(|&column| guess.row[usize::from(column)]));
        let row = &self.codes[start..];
        let block = &mut self.planes[place / WIDTH * size..][..size];
        let (word, bit) = (place % WIDTH / 64, place % 64);
        let mut counts = [0usize; 32];
        for (rows, &code) in block.iter_mut().zip(row) {
            let code = usize::from(code);
            rows[code][word] |= 1 << bit;
            counts[code & 31] += 1;
        }
        if let Some(found) = row.iter().position(|&code| usize::from(code) == FOUND) {
            self.own[found * size..][..size].copy_from_slice(row);
        }
        // A guess with one answer for all says nothing.
        if !counts[..FOUND].contains(&size) {
            let rest: u32 = counts[..FOUND].iter().map(|&count| self.least[count]).sum();
            self.ranked.push((size as u32 + rest, place as u16));
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.targets.len()
    }

    /// The placement with this local number.
    pub(crate) fn target(&self, local: u16) -> u16 {
        self.targets[usize::from(local)]
    }

    /// The answers to the guess at a place, by target.
    pub(crate) fn row(&self, place: usize) -> &[u8] {
        &self.codes[place * self.size()..][..self.size()]
    }

    /// The name of a set.
    pub(crate) fn name(&self, set: &[u16]) -> u128 {
        names::of_set(set.iter().map(|&target| self.names[usize::from(target)]))
    }

    /// The name of the division of a set by the guess at a place.
    pub(crate) fn division(&self, set: &[u16], place: usize) -> u64 {
        let row = self.row(place);
        let members = set.iter().map(|&target| usize::from(target));
        names::of_division(members.map(|target| (row[target], self.names[target])))
    }

    /// What guesses out of the set itself can do: a lower bound on its total, and whether the
    /// total is exactly that.
    ///
    /// If one of them gets a different answer from every target, each other target is found by the
    /// second guess: 2n − 1 in all, and there is nothing better. Otherwise the total is at least 2n:
    /// either the first guess is not in the set, and nothing is found by it, or two targets share
    /// an answer, and one of them needs a third guess. With only one such pair it is 2n.
    pub(crate) fn among_themselves(&self, set: &[u16]) -> (u32, bool) {
        let n = set.len() as u32;
        let mut one_pair = false;
        for &guess in set {
            let row = &self.own[usize::from(guess) * self.size()..][..self.size()];
            let bit = |&target: &u16| 1u32 << (row[usize::from(target)] & 31);
            let answers = set
                .iter()
                .fold(0, |seen, target| seen | bit(target))
                .count_ones();
            if answers == n {
                return (2 * n - 1, true);
            }
            one_pair |= answers + 1 == n;
        }
        (2 * n, one_pair)
    }

    /// A lower bound on the total of a set, from the highest score that a guess has.
    ///
    /// The score of a guess is a point for every answer that occurs in the set, and one more for
    /// `3, 0, 0`. A class of c targets has a total of at least 2c − 1, so a guess with k answers that
    /// go on has a total of at least n + 2n − k if it is not in the set, and n + 2(n − 1) − k if it
    /// is: 3n less the score, in both cases.
    pub(crate) fn by_score(&self, set: &[u16]) -> u32 {
        let most = set.len() as u32 + 1;
        let mut best = 0;
        for (block, &cap) in self.caps.iter().enumerate() {
            if best >= cap.min(most) {
                break;
            }
            best = best.max(planes::highest(&self.scores(block, set)));
        }
        (3 * set.len() as u32 - best).max(self.least[set.len()])
    }

    fn scores(&self, block: usize, set: &[u16]) -> Scores {
        let rows = &self.planes[block * self.size()..][..self.size()];
        planes::scores(&planes::overlay(rows, set))
    }

    /// The scores of all guesses, block by block, as far as they can be `least` or more.
    pub(crate) fn all_scores(&self, set: &[u16], least: u32) -> Vec<Scores> {
        (self.caps.iter().enumerate())
            .take_while(|&(_, &cap)| cap >= least)
            .map(|(block, _)| self.scores(block, set))
            .collect()
    }
}

/// A guess that divides the targets in a way that no earlier one does.
struct Distinct<'r> {
    guess: u16,
    /// Which answers occur, a bit for each.
    seen: u32,
    row: &'r [u8],
}

impl Distinct<'_> {
    fn score(&self) -> u32 {
        self.seen.count_ones() + (self.seen >> FOUND & 1)
    }
}

/// One guess for every way to divide the targets, the highest scores first.
fn distinct<'r>(
    names: &[u64],
    columns: &[u16],
    rows: impl Iterator<Item = (u16, &'r [u8])>,
) -> Vec<Distinct<'r>> {
    let mut known = Seen::with_capacity(PLACEMENTS);
    let mut distinct = Vec::with_capacity(PLACEMENTS);
    for (guess, row) in rows {
        let mut seen = 0u32;
        let codes = columns.iter().map(|&column| row[usize::from(column)]);
        let members = codes
            .inspect(|&code| seen |= 1 << (code & 31))
            .zip(names.iter().copied());
        if known.insert(names::of_division(members)) {
            distinct.push(Distinct { guess, seen, row });
        }
    }
    distinct.sort_by_key(|one| std::cmp::Reverse(one.score()));
    distinct
}
