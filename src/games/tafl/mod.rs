//! *Protect the λ*, a Tablut game on 9×9 squares: sixteen objects hunt the λ, eight guards protect it.

mod board;
mod capture;
pub(super) mod checking;
pub mod csv;
mod draw;
mod eval;
mod illegal;
mod lookup;
mod moves;
#[cfg(test)]
#[path = "../../../tests/common/tafl_oracle.rs"]
mod oracle;
mod piece;
mod player;
mod prompt;
mod reasons;
mod rules;
mod square;
#[cfg(test)]
mod tests;

pub use board::{Board, Misplaced};
pub use eval::{Evaluation, Material, Weights};
pub use illegal::{Illegal, why_illegal};
pub use moves::Move;
pub use piece::Piece;
pub use player::Computer;
pub use rules::{Tafl, captures_of};
pub use square::{NotASquare, Square, WIDTH};
