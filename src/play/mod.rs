//! Any [`Game`](crate::engine::Game) played at the prompt: what the board games share, written once.
//!
//! A game implements [`PromptGame`]; [`BoardMode`] makes a mode of it, with
//! `:start :move :stop :save :load` and the extras `:board :moves :undo :redo :history :hint
//! :review :record
//! :computer`.

mod board_mode;
mod commands;
mod contest;
mod controller;
mod extras;
pub mod files;
mod judgement;
pub mod kept;
mod level;
mod loose;
mod marks;
mod message;
mod one_shot;
mod player_request;
pub mod position;
mod prompt_game;
mod record;
mod recording;
mod review;
mod thinking;
mod train;

pub use board_mode::BoardMode;
pub use contest::{Contest, NotAPlayer, PlayerSpec, contest};
pub use controller::controller;
pub use judgement::list;
pub use level::Level;
pub use loose::numbers;
pub use marks::Mark;
pub use message::Message;
pub use one_shot::{Failure, Opening, divide};
pub use player_request::{PlayerRequest, Purpose};
pub use position::Position;
pub use prompt_game::{BoardView, NewGame, Options, PromptGame};
pub use record::Record;
pub use train::{TrainOptions, train};
