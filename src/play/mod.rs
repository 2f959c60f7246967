//! Any [`Game`](crate::engine::Game) played at the prompt: what the board games share, written once.
//!
//! A game implements [`PromptGame`]; [`BoardMode`] makes a mode of it, with
//! `:start :move :stop :save :load` and the extras `:board :moves :undo :redo :history :hint
//! :review :record :computer`.

mod board_mode;
mod commands;
mod contest;
mod controller;
mod extras;
pub mod files;
mod judgement;
pub mod kept;
mod level;
mod marks;
mod one_shot;
mod player_request;
mod prompt_game;
mod record;
mod review;
mod thinking;

pub use board_mode::BoardMode;
pub use contest::{Contest, NotAPlayer, PlayerSpec, contest};
pub use controller::controller;
pub use files::Message;
pub use judgement::list;
pub use level::Level;
pub use marks::Mark;
pub use one_shot::{Failure, Opening, TrainOptions, divide, train};
pub use player_request::{PlayerRequest, Purpose};
pub use prompt_game::{BoardView, Options, PERFECT, PromptGame, numbers};
pub use record::{AtHand, History, Record};
