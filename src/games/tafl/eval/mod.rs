//! What a position looks like at first sight.
//!
//! | file | what it is |
//! |---|---|
//! | `judge` | [`Judge`]: the opinion of the strong player |
//! | `traits`, `weights` | what it looks at, and what that is worth |
//! | `verdict` | ends that can be seen without looking ahead |
//! | `lookout`, `reach` | the squares that λ would see an edge from; where pieces can go |
//! | `plain` | [`Plain`]: the yardstick |

mod judge;
mod lookout;
mod plain;
mod reach;
#[cfg(test)]
mod tests;
mod traits;
mod verdict;
mod weights;

pub use judge::Judge;
pub use plain::Plain;
