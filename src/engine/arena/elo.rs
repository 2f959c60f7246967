//! The difference in Elo that a match shows, with a 95 % interval.
//!
//! The unit is the two games played on one opening, not the game: what the opening gives to one
//! player it gives to the other in the second game, so the two results are far from independent.
//!
//! The interval is Wilson's. It does not collapse when one player wins everything, as the usual
//! "mean plus or minus two deviations" does. Wilson's formula is about coin tosses; here the
//! tosses are replaced by as many as would have the variance that the pairs show. Since few pairs
//! show their variance badly, one imagined pair of independent games is added to the estimate.

use std::fmt;

/// Two-sided 95 % of a normal distribution.
const Z: f64 = 1.959_964;

/// The variance of a pair of independent decisive games, as a share of that of a single one.
const INDEPENDENT: f64 = 0.5;

/// A difference in Elo points, positive if the first-named player is stronger: 100 points stand for
/// an expected 64 % of the points, 200 for 76 %, 400 for 91 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference that would have led to just this result; infinite if one player won
    /// everything.
    pub estimate: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl Elo {
    /// From the number of pairs in which 0, 1, 2, 3 and 4 half points were made; nothing if there
    /// was no pair.
    pub(super) fn from_pairs(pairs: &[u32; 5]) -> Option<Elo> {
        let count = f64::from(pairs.iter().sum::<u32>());
        if count == 0.0 {
            return None;
        }
        let scored = || {
            (0..5)
                .map(|half_points| f64::from(half_points) / 4.0)
                .zip(pairs)
        };
        let share: f64 = scored().map(|(x, &n)| x * f64::from(n)).sum::<f64>() / count;
        let squares: f64 = scored()
            .map(|(x, &n)| (x - share).powi(2) * f64::from(n))
            .sum();
        let toss = share * (1.0 - share);
        // How a pair's variance compares to that of a toss, the imagined pair included. If all
        // points went to one side only that one knows.
        let ratio = if toss == 0.0 {
            INDEPENDENT
        } else {
            (squares / toss + INDEPENDENT) / (count + 1.0)
        };
        let (low, high) = wilson(share, count / ratio);
        Some(Elo {
            estimate: from_share(share),
            low: from_share(low),
            high: from_share(high),
        })
    }
}

/// Wilson's 95 % interval for a share seen in a number of tosses.
fn wilson(share: f64, tosses: f64) -> (f64, f64) {
    let z2 = Z * Z / tosses;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let radius = (share * (1.0 - share) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    ((centre - radius).max(0.0), (centre + radius).min(1.0))
}

/// The difference at which a share of the points is expected.
fn from_share(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns the -0 that a small negative number rounds to into 0.
        let [estimate, low, high] =
            [self.estimate, self.low, self.high].map(|elo| elo.round() + 0.0);
        if estimate == f64::INFINITY {
            write!(f, "Elo difference above {low:+} (95 %)")
        } else if estimate == f64::NEG_INFINITY {
            write!(f, "Elo difference below {high:+} (95 %)")
        } else {
            write!(
                f,
                "Elo difference {estimate:+}, between {low:+} and {high:+} (95 %)"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    fn elo(pairs: [u32; 5]) -> Elo {
        Elo::from_pairs(&pairs).unwrap()
    }

    #[test]
    fn known_points_of_the_scale() {
        assert!(elo([0, 0, 7, 0, 0]).estimate.abs() < 1e-9);
        assert!((elo([0, 0, 0, 9, 0]).estimate - 190.848).abs() < 0.001);
        assert!((from_share(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(Elo::from_pairs(&[0; 5]), None);
    }

    #[test]
    fn the_interval_holds_the_estimate_and_shrinks() {
        let mut widths = Vec::new();
        for factor in [1, 10, 100] {
            let elo = elo([1, 2, 5, 4, 3].map(|n| n * factor));
            assert!(elo.low < elo.estimate && elo.estimate < elo.high);
            widths.push(elo.high - elo.low);
        }
        assert!(widths[0] > 2.5 * widths[1] && widths[1] > 2.5 * widths[2]);
    }

    #[test]
    fn the_other_player_sees_the_mirror_image() {
        let (one, two) = (elo([1, 2, 5, 4, 3]), elo([3, 4, 5, 2, 1]));
        assert!((one.estimate + two.estimate).abs() < 1e-9);
        assert!((one.low + two.high).abs() < 1e-9);
    }

    #[test]
    fn winning_everything_is_no_proof_of_infinite_strength() {
        let all = elo([0, 0, 0, 0, 10]);
        assert_eq!((all.estimate, all.high), (f64::INFINITY, f64::INFINITY));
        // 20 of 20 games: Wilson's bound is 20 / (20 + z²), 84 %.
        assert!((all.low - 286.6).abs() < 0.1, "{all:?}");
        assert!(elo([0, 0, 0, 0, 1]).low < all.low);
        assert_eq!(all.to_string(), "Elo difference above +287 (95 %)");
        let nothing = elo([10, 0, 0, 0, 0]);
        assert!((nothing.high + all.low).abs() < 1e-9);
        assert_eq!(nothing.to_string(), "Elo difference below -287 (95 %)");
    }

    #[test]
    fn equal_pairs_are_no_proof_of_equality() {
        let equal = elo([0, 0, 10, 0, 0]);
        assert!(equal.low < -20.0 && equal.high > 20.0, "{equal:?}");
        let slightly = Elo {
            estimate: -0.3,
            ..equal
        };
        assert!(slightly.to_string().starts_with("Elo difference +0, "));
    }

    #[test]
    fn the_interval_holds_the_truth_19_times_of_20() {
        // Each pair: an opening good for the first side with a random strength, two games.
        let mut rng = Rng::new(1);
        let mut chance = move || rng.next_u64() as f64 / u64::MAX as f64;
        for truth in [0.5f64, 0.7, 0.9] {
            let mut held = 0;
            for _ in 0..2000 {
                let mut pairs = [0; 5];
                for _ in 0..40 {
                    let bias = (chance() - 0.5) * 2.0 * (1.0 - truth);
                    let points = [truth + bias, truth - bias]
                        .map(|expected| usize::from(chance() < expected) * 2);
                    pairs[points[0] + points[1]] += 1;
                }
                let elo = elo(pairs);
                held += u32::from((elo.low..=elo.high).contains(&from_share(truth)));
            }
            assert!((1860..=1960).contains(&held), "{truth}: {held} of 2000");
        }
    }
}
