//! Levels of the computer: search depth, time, or a name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::decimal;
use crate::engine::search::Budget;

/// The level of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Looks one move ahead: it sees what a move does, but no answer to it.
    Easy,
    /// Looks three moves ahead.
    Medium,
    /// Looks at two million positions, which takes some seconds.
    Hard,
    /// Search depth in moves: the same move on every run.
    Depth(u32),
    /// Time for each move.
    Time(Duration),
    /// A level of the game's own, by name.
    Named(&'static str),
}

impl Level {
    /// The deepest look-ahead that can be asked for. No search here gets that far.
    pub const DEEPEST: u32 = 99;
    /// The longest that one move may take.
    pub const LONGEST: Duration = Duration::from_hours(1);

    /// Levels to offer for completion.
    pub const USUAL: [&str; 12] = [
        "easy", "medium", "hard", "1", "2", "3", "4", "5", "6", "1s", "5s", "500ms",
    ];

    /// The limit on a search that this is, if it is one.
    #[must_use]
    pub const fn budget(self) -> Option<Budget> {
        match self {
            Level::Easy => Some(Budget::depth(1)),
            Level::Medium => Some(Budget::depth(3)),
            Level::Hard => Some(Budget::nodes(2_000_000)),
            Level::Depth(plies) => Some(Budget::depth(plies)),
            Level::Time(time) => Some(Budget::time(time)),
            Level::Named(_) => None,
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
        match text {
            "easy" => return Ok(Level::Easy),
            "medium" => return Ok(Level::Medium),
            "hard" => return Ok(Level::Hard),
            _ => {}
        }
        let number = |digits| decimal::parse::<u64>(digits).ok_or(NoLevel);
        let time = if let Some(digits) = text.strip_suffix("ms") {
            Duration::from_millis(number(digits)?)
        } else if let Some(digits) = text.strip_suffix('s') {
            Duration::from_secs(number(digits)?)
        } else {
            let depth = decimal::parse(text).ok_or(NoLevel)?;
            return if (1..=Level::DEEPEST).contains(&depth) {
                Ok(Level::Depth(depth))
            } else {
                Err(NoLevel)
            };
        };
        if time.is_zero() || time > Level::LONGEST {
            return Err(NoLevel);
        }
        Ok(Level::Time(time))
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
            Level::Named(name) => f.write_str(name),
        }
    }
}

/// The text names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is easy, medium, hard, a number of moves (3) or a time (2s, 500ms)")]
pub struct NoLevel;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for text in [
            "easy", "medium", "hard", "1", "3", "99", "1s", "60s", "500ms", "1500ms",
        ] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_no_level() {
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
