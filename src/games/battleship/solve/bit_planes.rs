//! Scores of 512 guesses at once: the number of classes into which each divides a set of targets.
//!
//! A bit plane holds one bit for each guess of a block of 512. The answers of a target to the guesses
//! of a block are five planes: the indices of the answers in binary. The answers that occur in a set
//! are twenty planes, which are counted by binary addition.
//!
//! The loops use the widest vectors of the processor (`pulp`).

// Functions that are not inlined into `with_simd` are compiled without these vectors.
#![allow(clippy::inline_always)]

use std::sync::LazyLock;

use pulp::{Arch, Simd, WithSimd};

use crate::games::battleship::feedback::ANSWERS;

/// Guesses in a block.
pub(super) const WIDTH: usize = 512;

/// One bit for each guess of a block.
type Plane = [u64; WIDTH / 64];

/// The answers of one target to the guesses of a block: their numbers, least bit first.
pub(super) type Codes = [Plane; 5];

/// The scores of the guesses of a block, least bit first.
pub(super) type Scores = [Plane; 5];

/// The instructions of the processor, detected once.
static ARCH: LazyLock<Arch> = LazyLock::new(Arch::new);

/// Sets the answer to the guess with this number in the block.
pub(super) fn set_code(codes: &mut Codes, guess: usize, code: u8) {
    for (bit, plane) in codes.iter_mut().enumerate() {
        plane[guess / 64] |= u64::from(code >> bit & 1) << (guess % 64);
    }
}

/// Computes the score of every guess of a block: a point for every answer that occurs in the set, two
/// for `3, 0, 0`.
pub(super) fn scores(block: &[Codes], set: &[u16]) -> Scores {
    ARCH.dispatch(CountAnswers { block, set })
}

/// Computes stricter scores: a point for every class that one of its own members splits completely,
/// two for `3, 0, 0`.
pub(super) fn strict_scores(block: &[Codes], set: &[u16], confusions: &Confusions) -> Scores {
    ARCH.dispatch(CountPerfect {
        block,
        set,
        confusions,
    })
}

/// The targets that a member of a set, as a guess, cannot tell apart: groups of two or more with the
/// same answer.
#[derive(Debug, Default)]
pub(super) struct Confusions {
    /// The members of all groups.
    targets: Vec<u16>,
    /// The end of each group in `targets`.
    ends: Vec<u32>,
    /// The end of the groups of each member of the set in `ends`.
    members: Vec<u32>,
}

impl Confusions {
    /// `row` gives the answers to a member of the set as a guess.
    pub(super) fn new<'r>(set: &[u16], row: impl Fn(u16) -> &'r [u8]) -> Confusions {
        let mut all = Confusions::default();
        let mut by_code: [Vec<u16>; ANSWERS] = Default::default();
        for &guess in set {
            let row = row(guess);
            for &target in set {
                by_code[usize::from(row[usize::from(target)])].push(target);
            }
            for group in &mut by_code {
                if group.len() > 1 {
                    all.targets.extend_from_slice(group);
                    all.ends.push(all.targets.len() as u32);
                }
                group.clear();
            }
            all.members.push(all.ends.len() as u32);
        }
        all
    }
}

/// Loads a part of each plane of a target's answers.
#[inline(always)]
fn load<S: Simd>(codes: &Codes, part: usize) -> [S::u64s; 5] {
    let (vectors, _) = S::as_simd_u64s(codes.as_flattened());
    let parts = vectors.len() / 5;
    std::array::from_fn(|bit| vectors[bit * parts + part])
}

/// Returns the number of vectors of a plane.
const fn parts<S: Simd>() -> usize {
    (WIDTH / 64) / S::U64_LANES
}

/// Returns the guesses whose two low bits are 0, 1, 2, 3.
#[inline(always)]
fn low_bits<S: Simd>(simd: S, codes: &[S::u64s; 5]) -> [S::u64s; 4] {
    let [a, b, ..] = *codes;
    let (not_a, not_b) = (simd.not_u64s(a), simd.not_u64s(b));
    [
        simd.and_u64s(not_a, not_b),
        simd.and_u64s(a, not_b),
        simd.and_u64s(not_a, b),
        simd.and_u64s(a, b),
    ]
}

/// Marks in `seen` where `codes` are `FROM`, `FROM` + 1 …. `low` has their two low bits, possibly
/// masked.
#[inline(always)]
fn mark<S: Simd, const FROM: usize, const N: usize>(
    simd: S,
    codes: &[S::u64s; 5],
    low: [S::u64s; 4],
    seen: &mut [S::u64s; N],
) {
    let [_, _, c, d, e] = *codes;
    // Where the three high bits are 0, 1, 2, 3, 4: numbers end at 19.
    let high = [
        simd.not_u64s(simd.or_u64s(simd.or_u64s(c, d), e)),
        simd.and_u64s(c, simd.not_u64s(d)),
        simd.and_u64s(d, simd.not_u64s(c)),
        simd.and_u64s(c, d),
        e,
    ];
    for (code, seen) in (FROM..).zip(seen) {
        *seen = simd.or_u64s(*seen, simd.and_u64s(low[code % 4], high[code / 4]));
    }
}

struct CountAnswers<'a> {
    block: &'a [Codes],
    set: &'a [u16],
}

impl CountAnswers<'_> {
    /// Returns the guesses for which each of `N` answers occurs, from number `FROM` on.
    #[inline(always)]
    fn occur<S: Simd, const FROM: usize, const N: usize>(
        &self,
        simd: S,
        part: usize,
    ) -> [S::u64s; N] {
        let mut seen = [simd.splat_u64s(0); N];
        for &target in self.set {
            let codes = load::<S>(&self.block[usize::from(target)], part);
            let low = low_bits(simd, &codes);
            mark::<S, FROM, N>(simd, &codes, low, &mut seen);
        }
        seen
    }
}

impl WithSimd for CountAnswers<'_> {
    type Output = Scores;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Scores {
        let mut scores = Scores::default();
        for part in 0..parts::<S>() {
            let mut seen = [simd.splat_u64s(0); ANSWERS];
            if S::U64_LANES == WIDTH / 64 {
                // Processors with the widest vectors have 32 registers.
                seen = self.occur::<S, 0, ANSWERS>(simd, part);
            } else {
                // Eight vectors and their parts fit into 16 registers.
                seen[..8].copy_from_slice(&self.occur::<S, 0, 8>(simd, part));
                seen[8..16].copy_from_slice(&self.occur::<S, 8, 8>(simd, part));
                seen[16..].copy_from_slice(&self.occur::<S, 16, 4>(simd, part));
            }
            add_up(simd, &seen, part, &mut scores);
        }
        scores
    }
}

struct CountPerfect<'a> {
    block: &'a [Codes],
    set: &'a [u16],
    confusions: &'a Confusions,
}

impl WithSimd for CountPerfect<'_> {
    type Output = Scores;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Scores {
        let mut scores = Scores::default();
        for part in 0..parts::<S>() {
            let mut perfect = [simd.splat_u64s(0); ANSWERS];
            let mut groups = self.confusions.ends.iter();
            let (mut group, mut from) = (0, 0);
            for (&target, &last) in self.set.iter().zip(&self.confusions.members) {
                let own = load::<S>(&self.block[usize::from(target)], part);
                // The guesses after which this target splits its own class.
                let mut splits = simd.splat_u64s(u64::MAX);
                for &end in groups.by_ref().take((last - group) as usize) {
                    // The guesses after which none of the group so far is in the class.
                    let mut none = simd.splat_u64s(u64::MAX);
                    for &other in &self.confusions.targets[from as usize..end as usize] {
                        let other = load::<S>(&self.block[usize::from(other)], part);
                        let mut differs = simd.xor_u64s(own[0], other[0]);
                        for (&ours, &theirs) in own.iter().zip(&other).skip(1) {
                            differs = simd.or_u64s(differs, simd.xor_u64s(ours, theirs));
                        }
                        splits = simd.and_u64s(splits, simd.or_u64s(none, differs));
                        none = simd.and_u64s(none, differs);
                    }
                    from = end;
                }
                group = last;
                let low = low_bits(simd, &own).map(|low| simd.and_u64s(low, splits));
                mark::<S, 0, ANSWERS>(simd, &own, low, &mut perfect);
            }
            add_up(simd, &perfect, part, &mut scores);
        }
        scores
    }
}

/// Adds three bits for each guess. Returns the sum and the carry.
#[inline(always)]
fn add<S: Simd>(simd: S, a: S::u64s, b: S::u64s, c: S::u64s) -> (S::u64s, S::u64s) {
    let ab = simd.xor_u64s(a, b);
    let carry = simd.or_u64s(simd.and_u64s(a, b), simd.and_u64s(ab, c));
    (simd.xor_u64s(ab, c), carry)
}

/// Adds up the twenty planes, the last one twice.
#[inline(always)]
fn add_up<S: Simd>(simd: S, planes: &[S::u64s; ANSWERS], part: usize, scores: &mut Scores) {
    let mut planes: [_; ANSWERS + 1] = std::array::from_fn(|at| planes[at.min(ANSWERS - 1)]);
    let mut count = planes.len();
    for plane in scores {
        // The planes of one weight add up to one plane; the carries have the next weight.
        let mut sum = planes[0];
        let mut carries = 0;
        for at in (1..count).step_by(2) {
            (sum, planes[carries]) = add(simd, sum, planes[at], planes[at + 1]);
            carries += 1;
        }
        count = carries;
        planes[count] = simd.splat_u64s(0);
        let (vectors, _) = S::as_mut_simd_u64s(plane);
        vectors[part] = sum;
    }
}

/// Returns the highest score in the block.
pub(super) fn highest(scores: &Scores) -> u32 {
    let mut among = [u64::MAX; WIDTH / 64];
    let mut value = 0;
    for bit in (0..5).rev() {
        let kept: Plane = std::array::from_fn(|i| among[i] & scores[bit][i]);
        if kept != [0; WIDTH / 64] {
            among = kept;
            value |= 1 << bit;
        }
    }
    value
}

/// Iterates over the places of all guesses with exactly this score. There are `count` guesses; the last
/// block need not be full.
pub(super) fn with_score(
    blocks: &[Scores],
    count: usize,
    score: u32,
) -> impl Iterator<Item = usize> {
    let words = blocks.iter().enumerate().flat_map(move |(block, scores)| {
        (0..WIDTH / 64).map(move |word| {
            let among = scores
                .iter()
                .enumerate()
                .fold(u64::MAX, |among, (bit, plane)| {
                    let wanted = if score >> bit & 1 == 1 { 0 } else { u64::MAX };
                    among & (plane[word] ^ wanted)
                });
            (block * WIDTH + word * 64, among)
        })
    });
    let places = words.flat_map(|(start, mut among)| {
        std::iter::from_fn(move || {
            let bit = (among != 0).then(|| among.trailing_zeros() as usize)?;
            among &= among - 1;
            Some(start + bit)
        })
    });
    places.take_while(move |&place| place < count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    /// All kinds of vectors that this processor has, and none.
    fn all_archs() -> Vec<Arch> {
        let mut archs = vec![Arch::Scalar, Arch::new()];
        #[cfg(target_arch = "x86_64")]
        archs.extend(pulp::x86::V3::try_new().map(Arch::V3));
        archs
    }

    /// A target's random answer to each guess of a block.
    fn random_codes(rng: &mut Rng, answers: usize) -> ([usize; WIDTH], Codes) {
        let numbers = std::array::from_fn(|_| rng.below(answers));
        let mut codes = Codes::default();
        for (guess, &number) in numbers.iter().enumerate() {
            set_code(&mut codes, guess, number as u8);
        }
        (numbers, codes)
    }

    #[track_caller]
    fn assert_scores(scores: &Scores, naive: &[u32]) {
        assert_eq!(Some(highest(scores)), naive.iter().copied().max());
        for score in 0..=21 {
            let places: Vec<usize> = with_score(&[*scores], WIDTH, score).collect();
            let expected: Vec<usize> = (0..WIDTH).filter(|&g| naive[g] == score).collect();
            assert_eq!(places, expected);
        }
    }

    #[test]
    fn scores_are_the_numbers_of_different_answers() {
        let mut rng = Rng::new(1);
        for size in [1, 2, 5, 20, 60] {
            let (numbers, block): (Vec<_>, Vec<_>) =
                (0..80).map(|_| random_codes(&mut rng, ANSWERS)).unzip();
            let set: Vec<u16> = (0..size).map(|_| rng.below(80) as u16).collect();
            let naive: Vec<u32> = (0..WIDTH)
                .map(|guess| {
                    let said = |code| set.iter().any(|&t| numbers[usize::from(t)][guess] == code);
                    let points = (0..ANSWERS).filter(|&code| said(code)).count();
                    points as u32 + u32::from(said(ANSWERS - 1))
                })
                .collect();
            let (block, set) = (&block[..], &set[..]);
            for arch in all_archs() {
                assert_scores(&arch.dispatch(CountAnswers { block, set }), &naive);
            }
        }
    }

    #[test]
    fn strict_scores_are_the_numbers_of_classes_that_a_member_splits() {
        let mut rng = Rng::new(2);
        for (size, answers) in [(1, 20), (3, 3), (8, 5), (20, 12), (40, 20)] {
            let (numbers, block): (Vec<_>, Vec<_>) =
                (0..50).map(|_| random_codes(&mut rng, answers)).unzip();
            let mut set: Vec<u16> = (0..50).collect();
            rng.shuffle(&mut set);
            set.truncate(size);
            // The answers of the targets to each other as guesses; only to itself is it 3, 0, 0.
            let own: Vec<Vec<u8>> = (0..50)
                .map(|guess| {
                    let said = |target| {
                        if target == guess {
                            19
                        } else {
                            rng.below(8) as u8
                        }
                    };
                    (0..50).map(said).collect()
                })
                .collect();
            let naive: Vec<u32> = (0..WIDTH)
                .map(|guess| {
                    let class = |code: usize| -> Vec<usize> {
                        let members = set.iter().map(|&target| usize::from(target));
                        members.filter(|&t| numbers[t][guess] == code).collect()
                    };
                    let splits = |class: &[usize], member: usize| {
                        let mut said: Vec<u8> = class.iter().map(|&t| own[member][t]).collect();
                        said.sort_unstable();
                        said.is_sorted_by(|a, b| a < b)
                    };
                    (0..ANSWERS)
                        .map(|code| {
                            let class = class(code);
                            let perfect = class.iter().any(|&member| splits(&class, member));
                            u32::from(perfect) * if code == ANSWERS - 1 { 2 } else { 1 }
                        })
                        .sum()
                })
                .collect();
            let confusions = Confusions::new(&set, |target| &own[usize::from(target)]);
            for arch in all_archs() {
                let count = CountPerfect {
                    block: &block,
                    set: &set,
                    confusions: &confusions,
                };
                assert_scores(&arch.dispatch(count), &naive);
            }
        }
    }

    #[test]
    fn the_last_block_need_not_be_full() {
        let scores = Scores::default();
        let count = WIDTH + 44;
        assert_eq!(with_score(&[scores; 2], count, 0).count(), count);
    }
}
