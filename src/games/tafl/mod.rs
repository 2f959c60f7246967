//! *Protect the λ*, a Tablut game on 9×9 squares: sixteen objects hunt the λ, eight guards protect it.

mod board;
mod capture;
pub(super) mod checking;
pub mod csv;
mod draw;
mod eval;
mod hints;
mod lookup;
mod moves;
#[path = "../../../tests/common/tafl_oracle.rs"]
#[cfg(test)]
mod oracle;
mod prompt;
mod reasons;
mod rules;
mod square;
#[cfg(test)]
mod tests;
mod threats;

pub use board::{Board, Misplaced, Piece};
pub use eval::Evaluation;
pub use moves::Move;
pub use reasons::{Illegal, legal_move};
pub use rules::{Tafl, captures_of};
pub use square::{NotASquare, Square, WIDTH};
