//! The command line of `game check`.

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::decimal;
use crate::threads;

/// What is to be checked, and how.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only transcripts whose path begins like this; may be given several times
    #[arg(long, value_name = "PREFIX")]
    pub suite: Vec<String>,
    /// How many random sessions to make [default: 100, or 0 with --transcripts]
    #[arg(long, value_name = "N", value_parser = decimal::argument::<u32>)]
    pub random: Option<u32>,
    /// RNG seed of the random sessions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = decimal::argument::<u64>)]
    pub seed: u64,
    /// How long one run of the program may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub time_limit: Duration,
    /// How many programs run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub jobs: Option<NonZero<usize>>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Keep random sessions that differ in this folder, shrunk, as transcripts
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Use the transcripts in this folder instead of our own
    #[arg(long, value_name = "DIR")]
    pub transcripts: Option<PathBuf>,
    /// List the transcripts and the sentences they show
    #[arg(long)]
    pub list: bool,
    /// The program and the arguments that always come first
    #[arg(
        value_name = "PROGRAM",
        required_unless_present = "list",
        trailing_var_arg = true
    )]
    pub program: Vec<OsString>,
}

/// What a report looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// One JSON object
    Json,
    /// XML for CI servers
    Junit,
    /// The Test Anything Protocol
    Tap,
}

/// Reads a number of seconds, which may have a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "it is no number")?;
    if number <= 0.0 {
        return Err("it must be more than 0".to_owned());
    }
    Duration::try_from_secs_f64(number).map_err(|why| why.to_string())
}

impl Options {
    /// The program as it was typed.
    #[must_use]
    pub fn program_name(&self) -> String {
        let words = self.program.iter().map(|word| word.display().to_string());
        words.collect::<Vec<_>>().join(" ")
    }

    /// The program and its arguments, as they are understood in any folder: the name of a file that
    /// is here becomes a full path.
    #[must_use]
    pub fn program_anywhere(&self) -> Vec<OsString> {
        let words = self.program.iter().enumerate();
        words
            .map(|(index, word)| {
                // A bare name of a program is looked for where all programs are.
                let bare = index == 0 && !word.as_encoded_bytes().contains(&b'/');
                if bare { word.clone() } else { absolute(word) }
            })
            .collect()
    }
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
        assert_eq!(seconds("2"), Ok(Duration::from_secs(2)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "0", "-1", "x", "nan", "inf", "1e30"] {
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
