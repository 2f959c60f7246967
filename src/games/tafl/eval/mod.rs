//! Static evaluation.
//!
//! | file | what it is |
//! |---|---|
//! | `evaluation` | [`Evaluation`]: what the computer player uses |
//! | `features`, `squares` | what it counts: features, and pieces by classes of squares |
//! | `weights` | [`Weights`]: the weight of each |
//! | `forced` | forced ends that are found without search |
//! | `captures` | the moves that capture |
//! | `edge_view`, `reach` | squares with a clear path to an edge; squares that pieces can reach |
//! | `material` | [`Material`]: the baseline |

mod captures;
mod edge_view;
mod evaluation;
mod features;
mod forced;
mod material;
mod reach;
mod squares;
#[cfg(test)]
mod tests;
mod weights;

pub use evaluation::Evaluation;
pub use material::Material;
pub use weights::Weights;
