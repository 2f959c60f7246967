//! Any [`Game`](crate::engine::Game) played at the prompt: what the board games share, written once.
//!
//! A game says in [`Tabletop`] how it looks and speaks; [`BoardMode`] makes a mode of it, with
//! `:start :move :stop :save :load` and the extras `:board :moves :undo :redo :history :hint
//! :computer`.

mod briefing;
mod command;
mod contest;
pub mod controller;
mod extras;
pub mod files;
mod level;
mod mode;
mod one_shot;
mod record;
mod table;
mod tabletop;
mod train;
mod words;

pub use briefing::{Briefing, PLAYS, Purpose, practise};
pub use contest::{Contestant, NoContestant, contest};
pub use level::Level;
pub use mode::BoardMode;
pub use one_shot::{Failure, Opening, perft};
pub use record::Record;
pub use tabletop::{Own, Question, Scene, Setup, Tabletop};
pub use train::{Lesson, read_memory, train};
pub use words::Words;
