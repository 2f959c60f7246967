//! Looking ahead: the search player of any game.
//!
//! | file | what it is |
//! |---|---|
//! | `score` | what a position is worth, as one number |
//! | `evaluator` | [`Evaluator`]: what a position looks like at first sight |
//! | `budget` | [`Budget`]: how long a search may think |
//! | `minimax` | [`minimax()`]: the slow oracle |
//! | `searcher` | [`Searcher`]: iterative deepening, and the choice of the move |
//! | `alphabeta` | the walk through the tree |
//! | `table`, `moves`, `history` | its memory: positions, lists of moves, which moves were good |
//! | `solve` | who wins when both sides play well |

mod alphabeta;
mod budget;
mod evaluator;
mod history;
mod minimax;
mod moves;
mod report;
mod score;
mod searcher;
mod solve;
mod table;
#[cfg(test)]
mod tests;

pub use budget::Budget;
pub use evaluator::{Evaluator, Even};
pub use minimax::{Minimax, minimax};
pub use report::Report;
pub use score::{BEST_STATIC, Ending, MAX_PLY, WIN, ending, loss_in, win_in};
pub use searcher::Searcher;
pub use solve::Solution;
