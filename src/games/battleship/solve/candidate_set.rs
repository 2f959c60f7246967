//! A set of targets with everything that a search inside it looks up.

use super::bit_planes::{self, Codes, Confusions, Scores, WIDTH};
use super::lower_bound::LOWER_BOUNDS;
use super::set_hash::{self, Seen};
use crate::games::battleship::answer_lookup::AnswerLookup;
use crate::games::battleship::feedback::Answer;
use crate::games::battleship::placement::PLACEMENTS;

/// The number of the answer `3, 0, 0`.
pub(crate) const FOUND: usize = Answer::FOUND.index();

/// A set of targets, the guesses that divide it in different ways, and their answers.
///
/// Inside a candidate set targets have local numbers, 0, 1, 2 …, and guesses have places: those with
/// the highest scores come first.
#[derive(Debug)]
pub(crate) struct CandidateSet {
    /// The placements, by local number.
    targets: Vec<u16>,
    /// The hashes of the targets.
    hashes: Vec<u64>,
    /// The placements to guess, by place.
    pub(crate) guesses: Vec<u16>,
    /// The answers by place of the guess, then by target.
    codes: Vec<u8>,
    /// The answers by target that is guessed, then by target.
    own: Vec<u8>,
    /// By block of places, then by target.
    bit_planes: Vec<Codes>,
    /// The highest score in each block; it falls from block to block.
    caps: Vec<u32>,
    /// A lower bound on the total of a subset, by its size.
    pub(crate) lower_bounds: &'static [u32],
    /// Every guess that divides the set, with a lower bound on its total; best first.
    pub(crate) ranked: Vec<(u32, u16)>,
}

impl CandidateSet {
    /// These targets, with all 4960 guesses.
    pub(crate) fn new(lookup: &AnswerLookup, targets: &[u16]) -> CandidateSet {
        let rows = (0..PLACEMENTS).map(|guess| (guess as u16, lookup.row(guess)));
        Self::build(targets.to_vec(), targets, rows)
    }

    /// A subset of these candidates.
    pub(crate) fn within(&self, set: &[u16]) -> CandidateSet {
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
    ) -> CandidateSet {
        let size = targets.len();
        let hashes: Vec<u64> = targets.iter().map(|&t| set_hash::of_target(t)).collect();
        let distinct = distinct(&hashes, columns, rows);
        let answers = distinct
            .iter()
            .map(|one| (one.seen & !(1 << FOUND)).count_ones());
        let lower_bounds = &LOWER_BOUNDS[answers.max().unwrap_or(0) as usize];

        let mut candidates = CandidateSet {
            targets,
            hashes,
            guesses: distinct.iter().map(|one| one.guess).collect(),
            codes: Vec::with_capacity(distinct.len() * size),
            own: vec![0; size * size],
            bit_planes: vec![Codes::default(); distinct.len().div_ceil(WIDTH) * size],
            caps: distinct
                .iter()
                .step_by(WIDTH)
                .map(Distinct::score)
                .collect(),
            lower_bounds,
            ranked: Vec::with_capacity(distinct.len()),
        };
        for (place, one) in distinct.iter().enumerate() {
            candidates.fill(place, one, columns);
        }
        candidates.ranked.sort_unstable();
        candidates
    }

    /// Enters the answers to the guess at a place.
    fn fill(&mut self, place: usize, guess: &Distinct<'_>, columns: &[u16]) {
        let size = self.size();
        let start = self.codes.len();
        self.codes
            .extend(columns.iter().map(|&column| guess.row[usize::from(column)]));
        let row = &self.codes[start..];
        let block = &mut self.bit_planes[place / WIDTH * size..][..size];
        let mut counts = [0usize; 32];
        for (rows, &code) in block.iter_mut().zip(row) {
            bit_planes::set_code(rows, place % WIDTH, code);
            counts[usize::from(code & 31)] += 1;
        }
        if let Some(found) = row.iter().position(|&code| usize::from(code) == FOUND) {
            self.own[found * size..][..size].copy_from_slice(row);
        }
        // A guess with one answer for all says nothing.
        if !counts[..FOUND].contains(&size) {
            let rest: u32 = counts[..FOUND]
                .iter()
                .map(|&count| self.lower_bounds[count])
                .sum();
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

    /// The hash of a set.
    pub(crate) fn set_hash(&self, set: &[u16]) -> u128 {
        set_hash::of_set(set.iter().map(|&target| self.hashes[usize::from(target)]))
    }

    /// The hash of the partition of a set by the guess at a place.
    pub(crate) fn partition_hash(&self, set: &[u16], place: usize) -> u64 {
        let row = self.row(place);
        let members = set.iter().map(|&target| usize::from(target));
        set_hash::of_partition(members.map(|target| (row[target], self.hashes[target])))
    }

    /// What guesses out of the set itself can do: a lower bound on its total, and whether the
    /// total is exactly that.
    ///
    /// If one of them gets a different answer from every target, each other target is found by the
    /// second guess: 2n − 1 in all, and there is nothing better. Otherwise the total is at least 2n:
    /// either the first guess is not in the set, and nothing is found by it, or two targets share
    /// an answer, and one of them needs a third guess. With only one such pair it is 2n.
    pub(crate) fn member_bound(&self, set: &[u16]) -> (u32, bool) {
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
    pub(crate) fn score_bound(&self, set: &[u16]) -> u32 {
        let most = set.len() as u32 + 1;
        let mut best = 0;
        for (block, &cap) in self.caps.iter().enumerate() {
            if best >= cap.min(most) {
                break;
            }
            best = best.max(bit_planes::highest(&self.scores(block, set)));
        }
        (3 * set.len() as u32 - best).max(self.lower_bounds[set.len()])
    }

    fn scores(&self, block: usize, set: &[u16]) -> Scores {
        let rows = &self.bit_planes[block * self.size()..][..self.size()];
        bit_planes::scores(rows, set)
    }

    /// The strict scores of all guesses, block by block.
    pub(crate) fn strict_scores(&self, set: &[u16]) -> Vec<Scores> {
        let size = self.size();
        let own = |target: u16| &self.own[usize::from(target) * size..][..size];
        let confusions = Confusions::new(set, own);
        (0..self.caps.len())
            .map(|block| {
                let rows = &self.bit_planes[block * size..][..size];
                bit_planes::strict_scores(rows, set, &confusions)
            })
            .collect()
    }

    /// A lower bound from the highest strict score.
    pub(crate) fn strict_bound(&self, set: &[u16]) -> u32 {
        let size = self.size();
        let own = |target: u16| &self.own[usize::from(target) * size..][..size];
        let confusions = Confusions::new(set, own);
        let mut best = 0;
        for (block, &cap) in self.caps.iter().enumerate() {
            if best >= cap {
                break;
            }
            if bit_planes::highest(&self.scores(block, set)) > best {
                let rows = &self.bit_planes[block * size..][..size];
                let scores = bit_planes::strict_scores(rows, set, &confusions);
                best = best.max(bit_planes::highest(&scores));
            }
        }
        3 * set.len() as u32 - best
    }

    /// The scores of all guesses, block by block, as far as they can be `lower_bound` or more.
    pub(crate) fn all_scores(&self, set: &[u16], lowest: u32) -> Vec<Scores> {
        (self.caps.iter().enumerate())
            .take_while(|&(_, &cap)| cap >= lowest)
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
    hashes: &[u64],
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
            .zip(hashes.iter().copied());
        if known.insert(set_hash::of_partition(members)) {
            distinct.push(Distinct { guess, seen, row });
        }
    }
    distinct.sort_by_key(|one| std::cmp::Reverse(one.score()));
    distinct
}
