//! Laws of the prompt that hold whatever is typed, in every mode, with and without boards.
//!
//! | file | law |
//! |---|---|
//! | `answers` | nothing panics, every line that is not blank gets an answer, the prompt fits the state |
//! | `saving` | what is saved is loaded: the same position, the same files, the same future |
//! | `undoing` | what is taken back and made again is as it was, however often |
//! | `recording` | what is recorded can be typed again: the same moves, the same board |
//! | `moving` | every move that is listed is accepted, and no other |
//! | `thinking` | what the computer plays or advises is a move of the list |
//! | `piping` | the program answers any bytes as the modes in it do |
//!
//! The first two things, and that the prompt fits, are looked at after every line of every test
//! here: [`driver`] sees to it. `FUZZ_ROUNDS=100` tries a hundred times as many cases.

mod answers;
mod driver;
mod lines;
mod moving;
mod piping;
mod prompt;
mod recording;
mod saving;
mod thinking;
mod undoing;

use crate::common::{files, quick, referees, rounds, sizes, tours};
use proptest::test_runner::{Config, RngSeed};

/// So many cases, times `FUZZ_ROUNDS`. An ordinary run always tries the same ones. Nothing is
/// written down: a case worth keeping becomes a test with a name.
fn cases(count: u32) -> Config {
    Config {
        cases: count.saturating_mul(u32::try_from(rounds::factor()).unwrap_or(u32::MAX)),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(rounds::seed(0)),
        ..Config::default()
    }
}
