//! How long tests at random go on, and with which seeds.
//!
//! An ordinary run has fixed seeds, so that the same code gives the same result. A longer run, with
//! `FUZZ_ROUNDS`, has fresh ones and prints what repeats it: `FUZZ_SEED`.

use std::io::{Write as _, stderr};
use std::sync::LazyLock;
use std::time::SystemTime;

static FACTOR: LazyLock<u64> = LazyLock::new(|| number("FUZZ_ROUNDS").unwrap_or(1).max(1));

static SEED: LazyLock<u64> = LazyLock::new(|| {
    number("FUZZ_SEED").unwrap_or_else(|| {
        if number("FUZZ_ROUNDS").is_none() {
            return 0;
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let seed = now.map_or(1, |time| time.as_nanos() as u64);
        // Not by `eprintln!`, which only shows with a test that fails.
        let _ = writeln!(stderr(), "fresh seeds: FUZZ_SEED={seed} repeats this run");
        seed
    })
});

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let parsed = text.parse();
    Some(parsed.unwrap_or_else(|_| panic!("{name}={text}: a number is needed")))
}

/// By how much an ordinary run is multiplied.
pub fn factor() -> u64 {
    *FACTOR
}

/// The seed of a test that has this one of its own in an ordinary run.
pub fn seed(own: u64) -> u64 {
    own ^ *SEED
}
