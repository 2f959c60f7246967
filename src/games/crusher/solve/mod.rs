//! Crusher solved: what every position of a board with N = 3 is worth.
//!
//! | file | what it is |
//! |---|---|
//! | `small` | the board as 19 bits |
//! | `numbering` | a number for every position |
//! | `retrograde` | the analysis, from the ends of the game backwards |
//! | `table` | [`Solved`]: the result |

mod numbering;
mod retrograde;
mod small;
mod table;

pub use table::{SolveError, Solved, Verdict};
