//! Game-tree search for any game: alpha-beta with iterative deepening.
//!
//! ```
//! use game::engine::search::{Budget, Ending, Even, Searcher, minimax};
//! use std::sync::atomic::AtomicBool;
//! # use game::engine::{Game, Side, State, Status};
//! # struct Coins;
//! # impl Game for Coins {
//! #     type Board = u8;
//! #     type Move = u8;
//! #     type Illegal = std::num::ParseIntError;
//! #     fn start(&self) -> State<u8> { State::new(7, Side::First) }
//! #     fn show_board(&self, coins: &u8) -> String { coins.to_string() }
//! #     fn hash(&self, state: &State<u8>) -> u64 { u64::from(state.board) * 2 + state.to_move.index() as u64 }
//! #     fn status(&self, state: &State<u8>) -> Status {
//! #         if state.board == 0 { Status::Won(state.to_move.other()) } else { Status::Playing }
//! #     }
//! #     fn parse_words(&self, _: &State<u8>, words: &[&str]) -> Result<u8, Self::Illegal> { words.concat().parse() }
//! #     fn show_move(&self, taken: u8) -> String { taken.to_string() }
//! #     fn moves(&self, state: &State<u8>, into: &mut Vec<u8>) { into.extend(1..=state.board.min(3)); }
//! #     fn play(&self, state: &State<u8>, taken: u8) -> State<u8> {
//! #         State::new(state.board - taken, state.to_move.other())
//! #     }
//! # }
//!
//! // Seven coins, take one to three; taking the last one wins. So leave four.
//! let mut searcher = Searcher::new(Even);
//! let cancel = AtomicBool::new(false);
//! let report = searcher.search(&Coins, &Coins.start(), &Budget::depth(5), &cancel);
//! assert_eq!(report.best, Some(3));
//! assert_eq!(report.ending(), Some(Ending::WinIn(3)));
//!
//! // The slow oracle agrees.
//! assert_eq!(minimax(&Coins, &Even, &Coins.start(), 5).score, report.score);
//! ```
//!
//! # Guarantees
//!
//! * At a fixed depth the score is exactly that of plain minimax: nothing is pruned speculatively,
//!   no line is extended, and a table entry is used only if a search to that depth would find the
//!   same value.
//! * With a time limit the search is selective: it looks further where it matters, on several
//!   threads. It misses no end within two plies, and every forced win that it reports is real,
//!   although there may be a quicker one. A later search to a fixed depth uses none of its results.
//! * Whatever ends a search, it reports a legal move, at least as good as the best one of the last
//!   complete iteration.
//! * Equal searches with fresh searchers give equal reports, unless a clock or a second thread is
//!   involved.
//!
//! The sides must alternate, as they do in all games here.
//!
//! # Where things are
//!
//! | file | content |
//! |---|---|
//! | `score` | scores, forced ends, [`Evaluator`] |
//! | `budget` | [`Budget`]: how long a search may think |
//! | `minimax` | [`minimax()`]: the slow oracle |
//! | `searcher` | [`Searcher`]: the state kept between searches; threads, variety, solving |
//! | `root` | iterative deepening, and the choice of the move |
//! | `alphabeta` | the search of a position, exact or selective |
//! | `selective` | speculative pruning, for searches with a time limit |
//! | `table`, `ordering` | the transposition table, the order of the moves |

mod alphabeta;
mod budget;
mod minimax;
mod ordering;
mod root;
mod score;
mod searcher;
mod selective;
mod table;
#[cfg(test)]
mod tests;

pub use budget::Budget;
pub use minimax::{Minimax, minimax};
pub use score::{BEST_STATIC, Ending, Evaluator, Even, MAX_PLY, WIN, ending, loss_in, win_in};
pub use searcher::{HASH, Observer, Report, Searcher, Solution, Variety};
