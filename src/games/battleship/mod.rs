//! The guessing game of the course text: three ships on a 4×8 grid, and answers that count how near
//! the guesses are.
//!
//! A *hider* chooses a [`Placement`]; a *searcher* guesses placements until the hider answers
//! `3, 0, 0`.

mod command;
mod draw;
mod feedback;
mod location;
mod log;
mod mode;
mod placement;
mod searcher;
mod text;

pub use feedback::{ANSWERS, Answer, answer, feedback, feedback_by_definition};
pub use location::{COLUMNS, Location, NotALocation, ROWS, SQUARES, from_location, to_location};
pub use log::{Log, Role};
pub use mode::Battleship;
pub use placement::{Mirror, NotAPlacement, PLACEMENTS, Placement};
