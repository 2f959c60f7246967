//! A fuzzer that needs nothing but `cargo test`: what the fixtures hold is damaged at random, and
//! laws must hold of whatever comes out. An ordinary run is the same every time.
//!
//! | file | what is damaged | laws |
//! |---|---|---|
//! | `prompt` | what transcripts type, as lines and as bytes | an answer to every line; any split of the bytes is read alike; nothing steers a terminal |
//! | `arguments` | command lines of the program | understood, or refused with status 2 |
//! | `program` | files on the command line | loaded, or refused with status 1 and a reason |
//! | `notations` | squares, locations, lists, levels | what is read is written so that it is read again the same |
//! | `states` | saved games of all board games | refused, or written again to the byte; the game can go on by its rules |
//! | `rules` | positions, by playing | listed moves and no others are read; the oracles agree; laws of each game |
//! | `guesses` | battleship: saved games, proofs, strategies | refused, or sound |
//! | `terms` | trees and sequences | the theorem about `reduce` and `flatten`, and its costs |
//!
//! It takes a few seconds; `FUZZ_ROUNDS=1000 cargo test --test it fuzz` takes hours.

mod arguments;
mod corpus;
mod guesses;
mod mutate;
mod notations;
mod program;
mod prompt;
mod rules;
mod states;

use crate::common::{files, quick, referees, rounds, sizes, tours};
use game::engine::rng::Rng;

/// So many rounds, times `FUZZ_ROUNDS`.
fn rounds(count: u64) -> std::ops::Range<u64> {
    0..count.saturating_mul(rounds::factor())
}

/// The random numbers of a test: those of its own seed in an ordinary run, fresh ones in a long run.
fn rng(own: u64) -> Rng {
    Rng::new(rounds::seed(own))
}
