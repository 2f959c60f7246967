//! Crusher solved: the verdict on every position of a board with N = 3, and what the history rule
//! leaves of it.
//!
//! | file | what it is |
//! |---|---|
//! | `small_board` | the board as 19 bits |
//! | `index` | a number for every position |
//! | `verdict` | [`Verdict`]: the value of a position |
//! | `retrograde` | retrograde analysis, from the ends of the game backwards |
//! | `solution` | [`Solution`]: the verdicts on all positions |
//! | `file` | its file in the cache folder |
//! | `proof` | [`Prover`]: wins that hold under the history rule |
//! | `perfect` | [`Perfect`]: the player that has the solution |

mod file;
mod index;
mod perfect;
mod proof;
mod retrograde;
mod small_board;
mod solution;
#[cfg(test)]
mod tests;
mod verdict;

pub use file::{SolutionError, cache_file, file_in};
pub use perfect::Perfect;
pub use proof::{Proof, Prover};
pub use solution::{Solution, SolveError};
pub use verdict::Verdict;
