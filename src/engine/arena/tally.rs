//! The results of a match, and the Elo difference with its 95 % interval.
//!
//! The unit is the pair of games on one opening, not the game: an opening that favours one player in
//! the first game favours the other in the second, so the two results are far from independent.
//!
//! Unlike "mean plus or minus two deviations", Wilson's interval does not collapse when one player
//! wins everything. Wilson's formula is for coin tosses; here their number is chosen to match the
//! variance of the pairs. A few pairs estimate that variance poorly, so one imaginary pair of
//! independent games is added.

use crate::engine::{Side, Status};

/// With fewer games no Elo difference is reported.
const MIN_GAMES: u32 = 10;

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_964;

/// The variance of a pair of independent decisive games, relative to that of a single game.
const INDEPENDENT: f64 = 0.5;

/// The results of a match, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The numbers of pairs of games by their half points, from two losses (0) to two wins (4).
    pub pairs: [u32; 5],
}

impl Tally {
    /// Counts the two games on one opening: first as the first side, then as the second.
    pub(super) fn add_pair(&mut self, as_first: Status, as_second: Status) {
        let before = self.half_points();
        for (side, end) in [(Side::First, as_first), (Side::Second, as_second)] {
            let count = match end {
                Status::Won(winner) if winner == side => &mut self.wins,
                Status::Won(_) => &mut self.losses,
                Status::Draw | Status::Playing => &mut self.draws,
            };
            *count += 1;
        }
        let made = self.half_points() - before;
        self.pairs[made as usize] += 1;
    }

    /// Returns the number of games played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    const fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// Returns the difference in strength; `None` before the first game.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        Elo::from_pairs(&self.pairs)
    }

    /// Formats the score and the difference in strength, in two lines.
    #[must_use]
    pub fn report(&self, [one, two]: [&str; 2]) -> String {
        let points = |half_points: u32| f64::from(half_points) / 2.0;
        let (all, made) = (2 * self.games(), self.half_points());
        let count = |n: u32, one: &str, many: &str| {
            let word = if n == 1 { one } else { many };
            format!("{n} {word}")
        };
        let counts = [
            count(self.wins, "win", "wins"),
            count(self.draws, "draw", "draws"),
            count(self.losses, "loss", "losses"),
        ];
        let elo = self.elo().filter(|_| self.games() >= MIN_GAMES);
        let elo = elo.map_or_else(|| "too few games".to_owned(), Elo::shown);
        format!(
            "{one} {} – {} {two}   ({})\nElo difference of {one}: {elo}",
            points(made),
            points(all - made),
            counts.join(", ")
        )
    }
}

/// A difference in Elo points, positive if the first-named player is stronger: a difference of 100
/// means an expected score of 64 %, 200 of 76 %, 400 of 91 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference for which this result is expected; infinite if one player won everything.
    pub estimate: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl Elo {
    /// Computes the difference from the pairs by half points; `None` if there are none.
    fn from_pairs(pairs: &[u32; 5]) -> Option<Elo> {
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
        // The variance of a pair relative to a toss. If one player won everything, only the
        // imaginary pair has any.
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

    /// Formats the difference as `+12 (−3 to +27, 95 %)`.
    fn shown(self) -> String {
        let number = |elo: f64| match elo.round() as i64 {
            0 => "0".to_owned(),
            elo => format!("{elo:+}").replace('-', "\u{2212}"),
        };
        let [estimate, low, high] = [self.estimate, self.low, self.high].map(number);
        if self.estimate == f64::INFINITY {
            format!("above {low} (95 %)")
        } else if self.estimate == f64::NEG_INFINITY {
            format!("below {high} (95 %)")
        } else {
            format!("{estimate} ({low} to {high}, 95 %)")
        }
    }
}

/// Returns Wilson's 95 % interval for a share of a number of tosses.
fn wilson(share: f64, tosses: f64) -> (f64, f64) {
    let z2 = Z * Z / tosses;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let radius = (share * (1.0 - share) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    ((centre - radius).max(0.0), (centre + radius).min(1.0))
}

/// Returns the difference at which this share of the points is expected.
fn from_share(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    fn elo(pairs: [u32; 5]) -> Elo {
        Elo::from_pairs(&pairs).unwrap()
    }

    #[test]
    fn known_scores_have_their_elo() {
        assert!(elo([0, 0, 7, 0, 0]).estimate.abs() < 1e-9);
        assert!((elo([0, 0, 0, 9, 0]).estimate - 190.848).abs() < 0.001);
        assert!((from_share(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(Elo::from_pairs(&[0; 5]), None);
    }

    #[test]
    fn the_interval_contains_the_estimate_and_shrinks() {
        let mut widths = Vec::new();
        for factor in [1, 10, 100] {
            let elo = elo([1, 2, 5, 4, 3].map(|n| n * factor));
            assert!(elo.low < elo.estimate && elo.estimate < elo.high);
            widths.push(elo.high - elo.low);
        }
        assert!(widths[0] > 2.5 * widths[1] && widths[1] > 2.5 * widths[2]);
    }

    #[test]
    fn the_difference_is_symmetric() {
        let (one, two) = (elo([1, 2, 5, 4, 3]), elo([3, 4, 5, 2, 1]));
        assert!((one.estimate + two.estimate).abs() < 1e-9);
        assert!((one.low + two.high).abs() < 1e-9);
    }

    #[test]
    fn winning_everything_gives_a_finite_lower_bound() {
        let all = elo([0, 0, 0, 0, 10]);
        assert_eq!((all.estimate, all.high), (f64::INFINITY, f64::INFINITY));
        // 20 of 20 games: Wilson's bound is 20 / (20 + z²), 84 %.
        assert!((all.low - 286.6).abs() < 0.1, "{all:?}");
        assert!(elo([0, 0, 0, 0, 1]).low < all.low);
        assert_eq!(all.shown(), "above +287 (95 %)");
        let nothing = elo([10, 0, 0, 0, 0]);
        assert!((nothing.high + all.low).abs() < 1e-9);
        assert_eq!(nothing.shown(), "below −287 (95 %)");
    }

    #[test]
    fn equal_pairs_leave_a_wide_interval() {
        let equal = elo([0, 0, 10, 0, 0]);
        assert!(equal.low < -20.0 && equal.high > 20.0, "{equal:?}");
        let slightly = Elo {
            estimate: -0.3,
            ..equal
        };
        assert!(slightly.shown().starts_with("0 ("));
    }

    #[test]
    fn about_95_percent_of_the_intervals_contain_the_truth() {
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
