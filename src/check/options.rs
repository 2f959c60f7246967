//! The command line of `game check`.

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::report::{Style, Weights};
use crate::decimal::{self, NotANumber};
use crate::os::threads;

/// The command line of `game check`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    #[command(flatten)]
    /// What `check` and `grade` share.
    pub settings: Settings,
    #[command(flatten)]
    /// How to report.
    pub style: Style,
    /// Write the transcripts and their files to this folder, and check nothing
    #[arg(long, value_name = "DIR", conflicts_with = "list")]
    pub export: Option<PathBuf>,
    /// List the transcripts and the sentences they show
    #[arg(long)]
    pub list: bool,
    /// The program and the arguments that always come first
    #[arg(
        value_name = "PROGRAM",
        required_unless_present_any = ["list", "export"],
        trailing_var_arg = true
    )]
    pub program: Vec<OsString>,
}

/// What to check, and how far to go.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// Only transcripts whose path begins like this; repeatable [default: tafl/course]
    #[arg(long, value_name = "PREFIX")]
    pub suite: Vec<String>,
    /// How many random sessions to make, up to 100000 [default: 100, or 0 with --transcripts]
    #[arg(long, value_name = "N", value_parser = decimal::at_most::<100_000>)]
    pub random: Option<u32>,
    /// RNG seed of the random sessions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = decimal::argument::<u64>)]
    pub seed: u64,
    /// How long one run of the program may take, such as 2 or 0.5, up to 86400
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub time_limit: Duration,
    /// How long the whole check may take
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    pub total_time: Duration,
    /// How much memory one run may use [default: 1024 on Linux]
    #[arg(long, value_name = "MB", value_parser = memory)]
    pub memory: Option<u32>,
    /// How many programs run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub jobs: Option<NonZero<usize>>,
    /// Use the transcripts in this folder instead of our own
    #[arg(long, value_name = "DIR")]
    pub transcripts: Option<PathBuf>,
    /// The weight of a section, of random sessions (random=P), or of form (form=P); repeatable
    #[arg(long, value_name = "SECTION=P", value_parser = weight)]
    pub weight: Vec<(String, f64)>,
}

impl Settings {
    /// The weights as a report has them.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let mut weights = Weights::default();
        for (name, weight) in &self.weight {
            match name.as_str() {
                "random" => weights.random = *weight,
                "form" => weights.form = *weight,
                _ => weights.sections.push((name.clone(), *weight)),
            }
        }
        weights
    }
}

/// Parses a limit on memory, which only Linux has.
fn memory(text: &str) -> Result<u32, String> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux can limit the memory of a program".to_owned());
    }
    decimal::at_most::<1_000_000>(text).map_err(|why| why.to_string())
}

/// Parses `SECTION=P`.
fn weight(text: &str) -> Result<(String, f64), String> {
    let (name, points) = text
        .rsplit_once('=')
        .ok_or("a weight is written SECTION=P")?;
    let points = decimal::at_most::<1_000_000>(points).map_err(|why| why.to_string())?;
    Ok((name.to_owned(), f64::from(points)))
}

/// The longest time limit, in seconds: a day.
const LONGEST: u32 = 86_400;

/// Why a word is no time limit.
#[derive(Debug, thiserror::Error)]
enum NotSeconds {
    /// The part before the point, or all of it, is not a number that fits.
    #[error(transparent)]
    Whole(#[from] NotANumber),
    /// The part behind the point is something else.
    #[error("a point has digits on both sides")]
    Fraction,
    /// It is 0.
    #[error("it must be more than 0")]
    Zero,
}

/// Reads a number of seconds, which may have a fraction.
fn seconds(text: &str) -> Result<Duration, NotSeconds> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = decimal::at_most::<LONGEST>(whole)?;
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotSeconds::Fraction);
    }
    let fraction: f64 = format!("0.{fraction}")
        .parse()
        .map_err(|_| NotSeconds::Fraction)?;
    let time = Duration::from_secs(whole.into()) + Duration::from_secs_f64(fraction);
    if time.is_zero() {
        return Err(NotSeconds::Zero);
    }
    if time > Duration::from_secs(LONGEST.into()) {
        return Err(NotANumber::TooBig(LONGEST.into()).into());
    }
    Ok(time)
}

/// A command line as it was typed.
#[must_use]
pub fn typed(words: &[OsString]) -> String {
    let words = words.iter().map(|word| word.display().to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// A command line that means the same in any folder: the name of a file that is here becomes a full
/// path.
#[must_use]
pub fn anywhere(words: &[OsString]) -> Vec<OsString> {
    let words = words.iter().enumerate();
    words
        .map(|(index, word)| {
            // A bare name of a program is looked up in PATH.
            let bare = index == 0 && !word.as_encoded_bytes().contains(&b'/');
            if bare { word.clone() } else { absolute(word) }
        })
        .collect()
}

fn absolute(word: &OsStr) -> OsString {
    let path = Path::new(word);
    if word.is_empty() || !path.exists() {
        return word.to_owned();
    }
    std::path::absolute(path).map_or_else(|_| word.to_owned(), PathBuf::into_os_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_a_number_of_seconds() {
        for (text, milliseconds) in [
            ("2", 2000),
            ("0.5", 500),
            ("1.50", 1500),
            ("0.001", 1),
            ("86400", 86_400_000),
            ("86400.0", 86_400_000),
        ] {
            let time = seconds(text).unwrap();
            assert_eq!(time, Duration::from_millis(milliseconds), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_time_limit() {
        for wrong in [
            "",
            "0",
            "0.0",
            "0.000000000000000000001",
            "-1",
            "+5",
            "x",
            "nan",
            "inf",
            "1e1",
            "1e-30",
            "1e19",
            "1e30",
            "007",
            "00.5",
            "5.",
            ".5",
            ".",
            "1.2.3",
            "1.+5",
            "1.e5",
            "1,5",
            " 1",
            "86401",
            "86400.1",
            "99999999999999999999",
        ] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_that_are_here_become_full_paths() {
        let full = absolute(OsStr::new("Cargo.toml"));
        assert!(Path::new(&full).is_absolute(), "{full:?}");
        assert_eq!(absolute(OsStr::new("--test")), "--test");
        assert_eq!(absolute(OsStr::new("")), "");
    }
}
