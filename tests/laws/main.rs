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
#[path = "../common/files.rs"]
mod files;
mod lines;
mod moving;
mod piping;
mod prompt;
#[path = "../common/quick.rs"]
mod quick;
mod recording;
#[path = "../common/referees.rs"]
mod referees;
#[path = "../common/rounds.rs"]
mod rounds;
mod saving;
#[path = "../common/sizes.rs"]
mod sizes;
mod thinking;
#[path = "../common/tours.rs"]
mod tours;
mod undoing;

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
