//! The option `--threads N`.

use std::num::NonZeroUsize;

use clap::builder::{RangedU64ValueParser, TypedValueParser};

use crate::decimal::Digits;
use crate::parallel::{MAX_THREADS, all_cores, useful};

/// The option for the number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = parser())]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// Returns the given number, limited to what is [useful], or one per core.
    #[must_use]
    pub fn count(self) -> NonZeroUsize {
        self.threads.map_or_else(all_cores, useful)
    }
}

/// Parses a number of threads.
pub(crate) fn parser() -> impl TypedValueParser<Value = NonZeroUsize> {
    let range = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS as u64);
    Digits(range).try_map(NonZeroUsize::try_from)
}
