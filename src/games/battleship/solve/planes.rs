//! How many different answers each guess gets from a set of targets, for 256 guesses at once.
//!
//! For every target and every answer there is a plane of bits, one bit per guess: set if the target
//! gives that answer to that guess. The planes of a set of targets, laid over each other (`or`), show
//! which answers occur; adding the twenty planes up, one bit of the sum at a time, counts them.

use crate::games::battleship::feedback::ANSWERS;

/// Guesses in a block.
pub(super) const WIDTH: usize = 256;

/// One bit for each guess of a block.
pub(super) type Plane = [u64; WIDTH / 64];

/// For one target: which guesses of the block get which answer.
pub(super) type Rows = [Plane; ANSWERS];

/// The scores of the guesses of a block, least bit first.
pub(super) type Scores = [Plane; 5];

/// Lays the planes of the targets in `set` over each other.
#[inline]
pub(super) fn overlay(rows: &[Rows], set: &[u16]) -> Rows {
    let mut all = [Plane::default(); ANSWERS];
    // Half at a time: ten planes fit into the registers.
    let (low, high) = all.split_at_mut(ANSWERS / 2);
    overlay_half::<0>(rows, set, low.try_into().expect("ten planes"));
    overlay_half::<{ ANSWERS / 2 }>(rows, set, high.try_into().expect("ten planes"));
    all
}

#[inline]
fn overlay_half<const FROM: usize>(rows: &[Rows], set: &[u16], into: &mut [Plane; ANSWERS / 2]) {
    let mut sum = [Plane::default(); ANSWERS / 2];
    for &target in set {
        let row = &rows[usize::from(target)];
        for plane in 0..ANSWERS / 2 {
            for word in 0..4 {
                sum[plane][word] |= row[FROM + plane][word];
            }
        }
    }
    *into = sum;
}

/// Adds three bits for each guess: the sum, and what is carried.
#[inline]
fn full(a: Plane, b: Plane, c: Plane) -> (Plane, Plane) {
    let mut sum = [0; 4];
    let mut carry = [0; 4];
    for i in 0..4 {
        let ab = a[i] ^ b[i];
        sum[i] = ab ^ c[i];
        carry[i] = (a[i] & b[i]) | (ab & c[i]);
    }
    (sum, carry)
}

/// Adds two bits for each guess.
#[inline]
fn half(a: Plane, b: Plane) -> (Plane, Plane) {
    full(a, b, [0; 4])
}

/// The score of every guess of a block: a point for every answer that occurs, two for `3, 0, 0`.
#[inline]
pub(super) fn scores(rows: &Rows) -> Scores {
    // Nineteen planes of weight one make one, and nine of weight two ...
    let [
        p0,
        p1,
        p2,
        p3,
        p4,
        p5,
        p6,
        p7,
        p8,
        p9,
        p10,
        p11,
        p12,
        p13,
        p14,
        p15,
        p16,
        p17,
        p18,
        found,
    ] = *rows;
    let (a0, t0) = full(p0, p1, p2);
    let (a1, t1) = full(p3, p4, p5);
    let (a2, t2) = full(p6, p7, p8);
    let (a3, t3) = full(p9, p10, p11);
    let (a4, t4) = full(p12, p13, p14);
    let (a5, t5) = full(p15, p16, p17);
    let (b0, t6) = full(a0, a1, a2);
    let (b1, t7) = full(a3, a4, a5);
    let (ones, t8) = full(b0, b1, p18);
    // ... which with the plane of 3, 0, 0 (weight two) make one, and five of weight four ...
    let (a0, f0) = full(t0, t1, t2);
    let (a1, f1) = full(t3, t4, t5);
    let (a2, f2) = full(t6, t7, t8);
    let (b0, f3) = full(a0, a1, a2);
    let (twos, f4) = half(b0, found);
    // ... and so on.
    let (a0, e0) = full(f0, f1, f2);
    let (fours, e1) = full(a0, f3, f4);
    let (eights, sixteens) = half(e0, e1);
    [ones, twos, fours, eights, sixteens]
}

/// The highest score in the block.
#[inline]
pub(super) fn highest(scores: &Scores) -> u32 {
    let mut among = [u64::MAX; 4];
    let mut value = 0;
    for bit in (0..5).rev() {
        let mut kept = [0; 4];
        for i in 0..4 {
            kept[i] = among[i] & scores[bit][i];
        }
        if kept != [0; 4] {
            among = kept;
            value |= 1 << bit;
        }
    }
    value
}

/// The places of all guesses of exactly this score, in blocks that follow each other.
pub(super) fn with_score(blocks: &[Scores], score: u32) -> impl Iterator<Item = usize> {
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
    words.flat_map(|(start, mut among)| {
        std::iter::from_fn(move || {
            let bit = (among != 0).then(|| among.trailing_zeros() as usize)?;
            among &= among - 1;
            Some(start + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    /// A target's random answer to each of 256 guesses.
    fn random_rows(rng: &mut Rng) -> ([usize; WIDTH], Rows) {
        let codes = std::array::from_fn(|_| rng.below(ANSWERS));
        let mut rows = [Plane::default(); ANSWERS];
        for (guess, &code) in codes.iter().enumerate() {
            rows[code][guess / 64] |= 1 << (guess % 64);
        }
        (codes, rows)
    }

    #[test]
    fn scores_are_the_numbers_of_different_answers() {
        let mut rng = Rng::new(1);
        for size in [1, 2, 5, 20, 60] {
            let (codes, rows): (Vec<_>, Vec<_>) = (0..80).map(|_| random_rows(&mut rng)).unzip();
            let set: Vec<u16> = (0..size).map(|_| rng.below(80) as u16).collect();
            let scores = scores(&overlay(&rows, &set));
            let naive: Vec<u32> = (0..WIDTH)
                .map(|guess| {
                    let said = |code| set.iter().any(|&t| codes[usize::from(t)][guess] == code);
                    let points = (0..ANSWERS).filter(|&code| said(code)).count();
                    points as u32 + u32::from(said(ANSWERS - 1))
                })
                .collect();
            assert_eq!(Some(highest(&scores)), naive.iter().copied().max());
            for score in 0..=21 {
                let places: Vec<usize> = with_score(&[scores], score).collect();
                let expected: Vec<usize> = (0..WIDTH).filter(|&g| naive[g] == score).collect();
                assert_eq!(places, expected);
            }
        }
    }
}
