//! The results of a match.

use super::elo::Elo;
use crate::engine::{Side, Status};
use std::fmt;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wdl {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Wdl {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts a finished game for the player of `side`.
    fn add(&mut self, side: Side, end: Status) {
        let count = match end {
            Status::Won(winner) if winner == side => &mut self.wins,
            Status::Won(_) => &mut self.losses,
            Status::Draw | Status::Playing => &mut self.draws,
        };
        *count += 1;
    }
}

/// The results of a match, from the view of its first-named player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games in which that player had the first and the second side.
    pub as_side: [Wdl; 2],
    /// The pairs of games on one opening, by the half points that player made in them: from two
    /// losses (0) to two wins (4).
    pub pairs: [u32; 5],
}

impl Tally {
    /// Counts two games on one opening by their ends: the one that the player had the first side
    /// in, and the one that it had the second side in.
    pub(super) fn add_pair(&mut self, as_first: Status, as_second: Status) {
        let before = self.half_points();
        self.as_side[0].add(Side::First, as_first);
        self.as_side[1].add(Side::Second, as_second);
        let made = self.half_points() - before;
        self.pairs[made as usize] += 1;
    }

    /// All games together.
    #[must_use]
    pub const fn total(&self) -> Wdl {
        let [first, second] = self.as_side;
        Wdl {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }

    const fn half_points(&self) -> u32 {
        2 * self.total().wins + self.total().draws
    }

    /// The share of the points: 1 for all of them. Half when nothing has been played.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self.total().games() {
            0 => 0.5,
            games => f64::from(self.half_points()) / f64::from(2 * games),
        }
    }

    /// The difference in strength; nothing when nothing has been played.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        Elo::from_pairs(&self.pairs)
    }
}

/// For a person: the games, the points, the difference in strength.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        let count = |n: u32, one: &str, many: &str| {
            let word = if n == 1 { one } else { many };
            format!("{n} {word}")
        };
        let Some(elo) = self.elo() else {
            return f.write_str("no games");
        };
        writeln!(
            f,
            "{}, {}, {} in {}: {:.1} % of the points",
            count(total.wins, "win", "wins"),
            count(total.draws, "draw", "draws"),
            count(total.losses, "loss", "losses"),
            count(total.games(), "game", "games"),
            self.share() * 100.0
        )?;
        for (record, name) in self.as_side.iter().zip(["first", "second"]) {
            let Wdl {
                wins,
                draws,
                losses,
            } = record;
            writeln!(f, "moving {name}: +{wins} ={draws} -{losses}")?;
        }
        write!(f, "{elo}")
    }
}
