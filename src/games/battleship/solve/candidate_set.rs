//! A set of targets with everything that a search in it looks up: hashes of subsets and partitions,
//! classes, and bounds by counting and by scores.
//!
//! A target has a random number as its hash, and the hash of a set is the sum of its members' hashes.
//! Hashes of different sets collide with a probability of 2⁻¹²⁸. Those of different partitions, compared
//! only within one set, collide with 2⁻⁶⁴. Neither happens in practice.

use std::sync::LazyLock;

use super::bit_planes::{self, Codes, Confusions, Scores, WIDTH};
use crate::engine::rng::mix;
use crate::games::battleship::feedback::{ANSWERS, Answer, answers_to};
use crate::games::battleship::placement::PLACEMENTS;

/// The index of the answer `3, 0, 0`.
pub(crate) const FOUND: usize = Answer::FOUND.index();

/// A set of targets, the guesses that divide it in different ways, and their answers.
///
/// Within a candidate set, targets have local numbers 0, 1, 2 …, and guesses have places, those with
/// the highest scores first.
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
    /// The answers by guessed target, then by target.
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
    /// Creates a set of these targets.
    pub(crate) fn new(targets: &[u16]) -> CandidateSet {
        let size = targets.len();
        let hashes: Vec<u64> = targets.iter().map(|&t| hash_of_target(t)).collect();
        let distinct = distinct(targets, &hashes);
        let answers = distinct
            .iter()
            .map(|one| (one.seen & !(1 << FOUND)).count_ones());
        let lower_bounds = &LOWER_BOUNDS[answers.max().unwrap_or(0) as usize];

        let mut candidates = CandidateSet {
            targets: targets.to_vec(),
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
            candidates.fill(place, one);
        }
        candidates.ranked.sort_unstable();
        candidates
    }

    /// Enters the answers to the guess at a place.
    fn fill(&mut self, place: usize, guess: &Distinct) {
        let size = self.size();
        let start = self.codes.len();
        let answers = answers_to(usize::from(guess.guess));
        let answers = self
            .targets
            .iter()
            .map(|&target| answers[usize::from(target)]);
        self.codes.extend(answers);
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
        // A guess with the same answer for all targets is useless.
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

    /// Returns all local numbers.
    pub(crate) fn all(&self) -> Vec<u16> {
        (0..self.size() as u16).collect()
    }

    /// Returns the answers to the guess at a place, by target.
    pub(crate) fn row(&self, place: usize) -> &[u8] {
        &self.codes[place * self.size()..][..self.size()]
    }

    /// Returns the answers to a guessed target, by target.
    fn own(&self, target: u16) -> &[u8] {
        &self.own[usize::from(target) * self.size()..][..self.size()]
    }

    /// Returns the answers of all targets to a block of guesses.
    fn block(&self, block: usize) -> &[Codes] {
        &self.bit_planes[block * self.size()..][..self.size()]
    }

    /// Returns the hash of a set.
    pub(crate) fn set_hash(&self, set: &[u16]) -> u128 {
        hash_of_set(set.iter().map(|&target| self.hashes[usize::from(target)]))
    }

    /// Returns the hash of the partition of a set by the guess at a place.
    pub(crate) fn partition_hash(&self, set: &[u16], place: usize) -> u64 {
        let row = self.row(place);
        let members = set.iter().map(|&target| usize::from(target));
        hash_of_partition(members.map(|target| (row[target], self.hashes[target])))
    }

    /// Returns a lower bound on the total of a set from the guesses in the set itself, and whether
    /// the bound is exact.
    ///
    /// If one of them gets a different answer from every target, each other target is found by the
    /// second guess: 2n − 1 in all, and there is nothing better. Otherwise the total is at least 2n:
    /// either the first guess is not in the set, and nothing is found by it, or two targets share
    /// an answer, and one of them needs a third guess. With only one such pair it is 2n.
    pub(crate) fn member_bound(&self, set: &[u16]) -> (u32, bool) {
        let n = set.len() as u32;
        let mut one_pair = false;
        for &guess in set {
            let row = self.own(guess);
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

    /// Returns a lower bound on the total of a set, from the highest score of a guess.
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
        bit_planes::scores(self.block(block), set)
    }

    /// Returns the blocks of the guesses with scores of `lowest` or more.
    fn blocks(&self, lowest: u32) -> impl Iterator<Item = &[Codes]> {
        let caps = self.caps.iter().take_while(move |&&cap| cap >= lowest);
        caps.enumerate().map(|(block, _)| self.block(block))
    }

    /// Returns the scores of all guesses, block by block, up to the first block below `lowest`.
    pub(crate) fn all_scores(&self, set: &[u16], lowest: u32) -> Vec<Scores> {
        let blocks = self.blocks(lowest);
        blocks.map(|block| bit_planes::scores(block, set)).collect()
    }

    /// Returns their strict scores.
    pub(crate) fn strict_scores(&self, set: &[u16], lowest: u32) -> Vec<Scores> {
        let confusions = Confusions::new(set, |target| self.own(target));
        let strict = |block| bit_planes::strict_scores(block, set, &confusions);
        self.blocks(lowest).map(strict).collect()
    }

    /// Returns a lower bound from the highest strict score.
    pub(crate) fn strict_bound(&self, set: &[u16]) -> u32 {
        let confusions = Confusions::new(set, |target| self.own(target));
        let mut best = 0;
        for (block, &cap) in self.caps.iter().enumerate() {
            if best >= cap {
                break;
            }
            if bit_planes::highest(&self.scores(block, set)) > best {
                let scores = bit_planes::strict_scores(self.block(block), set, &confusions);
                best = best.max(bit_planes::highest(&scores));
            }
        }
        3 * set.len() as u32 - best
    }
}

/// A guess that divides the targets as no earlier one does.
struct Distinct {
    guess: u16,
    /// The answers that occur, a bit for each.
    seen: u32,
}

impl Distinct {
    fn score(&self) -> u32 {
        self.seen.count_ones() + (self.seen >> FOUND & 1)
    }
}

/// Returns one guess for every way to divide the targets, the highest scores first.
fn distinct(targets: &[u16], hashes: &[u64]) -> Vec<Distinct> {
    let mut known = Seen::with_capacity(PLACEMENTS);
    let mut distinct = Vec::with_capacity(PLACEMENTS);
    for guess in 0..PLACEMENTS as u16 {
        let answers = answers_to(usize::from(guess));
        let mut seen = 0u32;
        let codes = targets.iter().map(|&target| answers[usize::from(target)]);
        let members = codes
            .inspect(|&code| seen |= 1 << (code & 31))
            .zip(hashes.iter().copied());
        if known.insert(hash_of_partition(members)) {
            distinct.push(Distinct { guess, seen });
        }
    }
    distinct.sort_by_key(|one| std::cmp::Reverse(one.score()));
    distinct
}

/// The classes of a set, by answer.
#[derive(Debug)]
pub(crate) struct Classes {
    items: Vec<u16>,
    ends: [u16; ANSWERS],
}

impl Classes {
    /// Divides a set by the answers to the guess at a place.
    pub(crate) fn new(candidates: &CandidateSet, set: &[u16], place: usize) -> Classes {
        let row = candidates.row(place);
        let code = |target: u16| usize::from(row[usize::from(target)] & 31);
        let mut next = [0u16; 32];
        for &target in set {
            next[code(target)] += 1;
        }
        let mut ends = [0; ANSWERS];
        let mut sum = 0;
        for (next, end) in next.iter_mut().zip(&mut ends) {
            let start = sum;
            sum += *next;
            *end = sum;
            *next = start;
        }
        let mut items = vec![0; set.len()];
        for &target in set {
            let next = &mut next[code(target)];
            items[usize::from(*next)] = target;
            *next += 1;
        }
        Classes { items, ends }
    }

    /// Returns the targets with this answer.
    pub(crate) fn get(&self, code: usize) -> &[u16] {
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.items[usize::from(start)..usize::from(self.ends[code])]
    }
}

/// Returns a lower bound on the total of any set of `n` targets from which no guess gets more than
/// `answers` different answers other than `3, 0, 0`.
///
/// The first guess finds at most one target. Every answer leads to one second guess, so second guesses
/// find at most `answers` targets, third ones `answers`², and so on.
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
/// A score counts `3, 0, 0` twice, so it can exceed the number of other answers by two. Where only
/// scores are known they replace that number, which never raises the bound.
pub(super) static LOWER_BOUNDS: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let sizes = 0..=PLACEMENTS as u32;
    (0..=ANSWERS as u32 + 1)
        .map(|answers| sizes.clone().map(|n| lower_bound(n, answers)).collect())
        .collect()
});

/// Returns the hash of a target.
fn hash_of_target(target: u16) -> u64 {
    mix(u64::from(target) + 0x5851_f42d_4c95_7f2d)
}

/// Returns the hash of a set, from its members' hashes.
fn hash_of_set(members: impl Iterator<Item = u64>) -> u128 {
    let (mut low, mut high) = (0u64, 0u64);
    for hash in members {
        low = low.wrapping_add(hash);
        high = high.wrapping_add(mix(hash));
    }
    u128::from(high) << 64 | u128::from(low)
}

/// Returns the hash of a partition, from its members' hashes and answers.
///
/// The answer of a class does not matter, except whether it ends the game.
fn hash_of_partition(members: impl Iterator<Item = (u8, u64)>) -> u64 {
    let mut classes = [0u64; 32];
    for (code, hash) in members {
        let class = &mut classes[usize::from(code & 31)];
        *class = class.wrapping_add(hash);
    }
    let found = classes[FOUND].wrapping_mul(0x2545_f491_4f6c_dd1d);
    // A polynomial that keeps 0 scrambles well enough and is fast.
    (classes[..FOUND].iter()).fold(found, |sum, &class| {
        sum.wrapping_add(class.wrapping_mul(class ^ 0x9e37_79b9_7f4a_7c15))
    })
}

/// A set of hashes.
#[derive(Debug)]
pub(super) struct Seen {
    /// Open addressing; 0 is an empty slot, and the length a power of two.
    slots: Vec<u64>,
}

impl Seen {
    /// Creates an empty set with room for `capacity` hashes.
    pub(super) fn with_capacity(capacity: usize) -> Seen {
        Seen {
            slots: vec![0; (capacity + capacity / 2 + 1).next_power_of_two()],
        }
    }

    /// Adds a hash. Returns whether it is new.
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == hash {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = hash;
        true
    }
}

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
    fn the_hash_of_a_partition_does_not_depend_on_the_answers() {
        let hash = |codes: [u8; 4]| {
            hash_of_partition((0..).zip(codes).map(|(t, c)| (c, hash_of_target(t))))
        };
        assert_eq!(hash([0, 0, 1, 2]), hash([7, 7, 3, 18]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 1, 1, 2]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 0, 1, 1]));
        assert_ne!(hash([0, 0, 1, 2]), hash([0, 0, 1, 19]), "19 ends the game");
    }
}
