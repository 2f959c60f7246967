//! `--threads N`, the same option for everything that computes.

use std::num::NonZeroUsize;

use crate::decimal::{self, NotANumber};
use crate::parallel::{MOST_THREADS, all_cores, useful};

/// How many threads a command may use.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = parse)]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// The number that was given, as far as so many [can help](useful), or one for each core.
    #[must_use]
    pub fn count(self) -> NonZeroUsize {
        self.threads.map_or_else(all_cores, useful)
    }
}

/// A number of threads on the command line.
pub(crate) fn parse(text: &str) -> Result<NonZeroUsize, NotANumber> {
    decimal::positive_up_to(text, MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_one_to_the_most_that_can_be_asked_for() {
        assert_eq!(parse("0"), Err(NotANumber::Zero));
        assert_eq!(parse("1").map(NonZeroUsize::get), Ok(1));
        assert_eq!(parse("1024").map(NonZeroUsize::get), Ok(1024));
        assert_eq!(parse("1025"), Err(NotANumber::TooBig(1024)));
        assert_eq!(parse("two"), Err(NotANumber::NotDigits));
    }
}
