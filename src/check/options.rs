//! The command line of `game check`.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, value_parser};

use super::report::Style;
use crate::decimal::{self, Digits};
use crate::os::threads;

/// The command line of `game check`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    #[command(flatten)]
    /// The options that `check` and `grade` share.
    pub settings: Settings,
    #[command(flatten)]
    /// How to report.
    pub style: Style,
    /// Write the transcripts and their files to this folder instead of checking
    #[arg(long, value_name = "DIR", conflicts_with = "list")]
    pub export: Option<PathBuf>,
    /// List the transcripts and the sentences they show
    #[arg(long)]
    pub list: bool,
    /// The program and its own arguments
    #[arg(
        value_name = "PROGRAM",
        required_unless_present_any = ["list", "export"],
        trailing_var_arg = true
    )]
    pub program: Vec<OsString>,
}

/// The sessions to use, limits and weights.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// Run only transcripts whose path begins with this; repeatable [default: tafl/course]
    #[arg(long, value_name = "PREFIX")]
    pub suite: Vec<String>,
    /// Number of random sessions, up to 100000 [default: 100, or 0 with --transcripts]
    #[arg(long, value_name = "N", value_parser = Digits(value_parser!(u32).range(..=100_000)))]
    pub random: Option<u32>,
    /// RNG seed of the random sessions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = Digits(value_parser!(u64)))]
    pub seed: u64,
    /// Time limit of each run, such as 2 or 0.5, up to 86400
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub time_limit: Duration,
    /// Time limit of the whole check
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    pub total_time: Duration,
    /// Memory limit of each run [default: 1024 on Linux]
    #[arg(long, value_name = "MB", value_parser = memory())]
    pub memory: Option<u32>,
    /// Number of programs that run at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    pub jobs: Option<NonZero<usize>>,
    /// Use the transcripts in this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub transcripts: Option<PathBuf>,
    /// Weight of a section, of random sessions (random=P), or of form (form=P); repeatable
    #[arg(long, value_name = "SECTION=P", value_parser = weight)]
    pub weight: Vec<(String, f64)>,
}

/// Parses a memory limit, which only Linux supports.
fn memory() -> impl TypedValueParser<Value = u32> {
    Digits(value_parser!(u32).range(1..=1_000_000)).try_map(|megabytes| {
        if cfg!(target_os = "linux") {
            return Ok(megabytes);
        }
        Err("only Linux can limit the memory of a program")
    })
}

/// Parses `SECTION=P`.
fn weight(text: &str) -> Result<(String, f64), &'static str> {
    let parsed = text
        .rsplit_once('=')
        .and_then(|(name, points)| Some((name.to_owned(), decimal::parse::<u32>(points)?.into())));
    parsed.ok_or("a weight is SECTION=P, where P is a number")
}

/// The maximum time limit, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| *number > 0.0 && *number <= LONGEST);
    let why = || format!("it must be more than 0 and at most {LONGEST}");
    number.map(Duration::from_secs_f64).ok_or_else(why)
}

/// Formats a command line as it was typed.
#[must_use]
pub fn typed(words: &[OsString]) -> String {
    let words = words.iter().map(|word| word.display().to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a command line that works in any folder: names of existing files become full paths.
#[must_use]
pub fn anywhere(words: &[OsString]) -> Vec<OsString> {
    let full = |(index, word): (usize, &OsString)| {
        let path = Path::new(word);
        // A bare program name that is no file here is looked up in PATH.
        let is_bare = index == 0 && !word.as_encoded_bytes().contains(&b'/');
        let is_here = path.is_file() || path.exists() && !is_bare;
        match std::path::absolute(path) {
            Ok(path) if is_here => path.into_os_string(),
            _ => word.clone(),
        }
    };
    words.iter().enumerate().map(full).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_a_number_of_seconds() {
        for (text, milliseconds) in [
            ("2", 2000),
            ("1.50", 1500),
            ("0.001", 1),
            ("86400.0", 86_400_000),
        ] {
            let time = seconds(text).unwrap();
            assert_eq!(time, Duration::from_millis(milliseconds), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_time_limit() {
        for wrong in [
            "", "0", "0.0", "-1", "x", "inf", "NaN", "1.2.3", "1.+5", "86400.1",
        ] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_that_are_here_become_full_paths() {
        let words = ["sh", "Cargo.toml", "--test", ""].map(OsString::from);
        let full = anywhere(&words);
        assert!(Path::new(&anywhere(&words[1..])[0]).is_absolute());
        assert!(Path::new(&full[1]).is_absolute(), "{full:?}");
        assert_eq!((&full[0], &full[2..]), (&words[0], &words[2..]));
    }
}
