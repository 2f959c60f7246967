//! Crusher solved: what every position of a board with N = 3 is worth.
//!
//! | file | what it is |
//! |---|---|
//! | `small` | the board as 19 bits |
//! | `numbering` | a number for every position |
//! | `retrograde` | the analysis, from the ends of the game backwards |
//! | `table` | [`Solved`]: the result |
//! | `file` | its place on disk |
//! | `perfect` | [`Perfect`]: the player who has it |

mod file;
mod numbering;
mod perfect;
mod retrograde;
mod small;
mod table;
#[cfg(test)]
mod tests;

pub use file::{TableError, cache_file};
pub use perfect::Perfect;
pub use table::{SolveError, Solved, Verdict};
