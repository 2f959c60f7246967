//! Computer players: their levels and purposes.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::prompt_game::{Options, PromptGame};
use crate::decimal;
use crate::engine::learn::{LearntPlayer, ProvedPlayer, Training};
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator, Even, Searcher, Variety};

/// The level of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Looks one move ahead: sees the effect of a move, but no answer to it.
    Easy,
    /// Looks three moves ahead.
    Medium,
    /// Looks at two million positions, which takes some seconds.
    Hard,
    /// Search depth in moves: the same move on every run.
    Depth(u32),
    /// Time for each move.
    Time(Duration),
    /// Makes no mistakes, where the game is solved.
    Perfect,
}

impl Level {
    /// The maximum depth. No search gets that far.
    pub const DEEPEST: u32 = 99;
    /// The maximum time for a move.
    pub const LONGEST: Duration = Duration::from_hours(1);

    /// Levels to offer for completion.
    pub const USUAL: [&str; 12] = [
        "easy", "medium", "hard", "1", "2", "3", "4", "5", "6", "1s", "5s", "500ms",
    ];

    /// Returns the level as a search limit, if it is one.
    #[must_use]
    pub const fn budget(self) -> Option<Budget> {
        match self {
            Level::Easy => Some(Budget::depth(1)),
            Level::Medium => Some(Budget::depth(3)),
            Level::Hard => Some(Budget::nodes(2_000_000)),
            Level::Depth(plies) => Some(Budget::depth(plies)),
            Level::Time(time) => Some(Budget::time(time)),
            Level::Perfect => None,
        }
    }
}

/// Reads `easy`, `medium`, `hard`, `3` (moves ahead), `2s` or `500ms`.
///
/// ```
/// use game::play::Level;
/// use std::time::Duration;
/// assert_eq!("3".parse(), Ok(Level::Depth(3)));
/// assert_eq!("500ms".parse(), Ok(Level::Time(Duration::from_millis(500))));
/// assert!("0".parse::<Level>().is_err());
/// ```
impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        let time = |digits: &str, unit: u64| {
            let time = Duration::from_millis(decimal::parse::<u64>(digits)?.checked_mul(unit)?);
            (!time.is_zero() && time <= Level::LONGEST).then_some(Level::Time(time))
        };
        let level = match text {
            "easy" => Some(Level::Easy),
            "medium" => Some(Level::Medium),
            "hard" => Some(Level::Hard),
            _ => match (text.strip_suffix("ms"), text.strip_suffix('s')) {
                (Some(digits), _) => time(digits, 1),
                (None, Some(digits)) => time(digits, 1000),
                (None, None) => decimal::parse(text)
                    .filter(|depth| (1..=Level::DEEPEST).contains(depth))
                    .map(Level::Depth),
            },
        };
        level.ok_or(NoLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Easy => f.write_str("easy"),
            Level::Medium => f.write_str("medium"),
            Level::Hard => f.write_str("hard"),
            Level::Depth(depth) => write!(f, "{depth}"),
            Level::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Level::Time(time) => write!(f, "{}ms", time.as_millis()),
            Level::Perfect => f.write_str("perfect"),
        }
    }
}

/// The text is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is easy, medium, hard, a number of moves (3) or a time (2s, 500ms)")]
pub struct NoLevel;

/// The number of training moves before the first game: 0.1 to 0.2 seconds.
const PLAYS: u64 = 500_000;

/// The number of training moves between two checks of the cancel flag.
const SLICE: u64 = 10_000;

/// The search limit of a player without a level: nodes, not seconds, so that it plays the same on
/// every run and machine.
const POSITIONS: u64 = 300_000;

/// The search limit for each move of a review: a game of sixty moves takes a few seconds.
const REVIEWED_POSITIONS: u64 = 100_000;

/// The purpose of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a side.
    Opponent {
        /// Whether it plays its side from the usual start. A learnt memory knows little about other
        /// positions.
        from_start: bool,
    },
    /// To suggest a move.
    Hint,
    /// To judge many positions, one after another.
    Review,
}

/// Options for creating a computer player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRequest<'a> {
    /// The level, if set.
    pub level: Option<Level>,
    /// The purpose.
    pub purpose: Purpose,
    /// The options of the command line.
    pub options: &'a Options,
    /// Turns true when the computation is interrupted.
    pub cancel: &'a AtomicBool,
}

impl PlayerRequest<'_> {
    /// Returns the search limit.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.level
            .and_then(Level::budget)
            .unwrap_or(match self.purpose {
                Purpose::Opponent { .. } | Purpose::Hint => Budget::nodes(POSITIONS),
                Purpose::Review => Budget::nodes(REVIEWED_POSITIONS),
            })
    }

    /// Creates a search with this evaluator, within the level and the options. An opponent at a named
    /// level or without a level varies by the seed.
    pub fn searcher<T: PromptGame, E: Evaluator<T>>(
        &self,
        game: &T,
        evaluator: E,
    ) -> Searcher<T, E> {
        let Options {
            seed,
            threads,
            hash,
            ..
        } = *self.options;
        let named = matches!(
            self.level,
            None | Some(Level::Easy | Level::Medium | Level::Hard)
        );
        let opponent = matches!(self.purpose, Purpose::Opponent { .. });
        let variety = Variety {
            seed,
            careless: (self.level == Some(Level::Easy)).then(|| game.piece_score()),
        };
        Searcher::new(evaluator)
            .with_resources(threads, hash)
            .within(self.budget())
            .varying((named && opponent && seed != 0).then_some(variety))
    }

    /// Creates a player that searches with this evaluator. If the game is quick to learn and no level
    /// is set, the player makes the learnt moves that a search proves.
    pub fn player<T, E>(&self, game: &T, evaluator: E, learns_quickly: bool) -> Box<dyn Player<T>>
    where
        T: PromptGame,
        E: Evaluator<T> + 'static,
    {
        // The evaluators of small games know the winner, so a player that uses one is not easy.
        if matches!(self.level, Some(Level::Easy | Level::Medium)) {
            return Box::new(self.searcher(game, Even));
        }
        let searcher = self.searcher(game, evaluator);
        let from_start = self.purpose == Purpose::Opponent { from_start: true };
        if self.level.is_none() && from_start && learns_quickly {
            Box::new(ProvedPlayer {
                learnt: self.learnt(game),
                searcher,
                budget: self.budget(),
            })
        } else {
            Box::new(searcher)
        }
    }

    /// Trains a player that uses only its memory. It can lose won games.
    pub fn learnt<T: PromptGame>(&self, game: &T) -> LearntPlayer {
        let seed = self.options.seed;
        let mut training = Training::new(game, Rng::new(seed));
        for _ in 0..PLAYS / SLICE {
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
            training.run(SLICE);
        }
        LearntPlayer::new(training.memory().clone(), seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip() {
        for text in [
            "easy", "medium", "hard", "1", "3", "99", "1s", "60s", "500ms", "1500ms",
        ] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_rejected() {
        for text in [
            "",
            "Easy",
            "0",
            "-1",
            "+1",
            "100",
            "007",
            "03s",
            "0500ms",
            "3.5",
            "s",
            "ms",
            "0s",
            "0ms",
            "3601s",
            "1m",
            "1 s",
            "x",
            "99999999999999999999999",
            "99999999999999999999999s",
            "18446744073709551615ms",
        ] {
            assert_eq!(text.parse::<Level>(), Err(NoLevel), "{text:?}");
        }
    }
}
