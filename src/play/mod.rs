//! Plays any [`Game`](crate::engine::Game) at the prompt.
//!
//! A game implements [`PromptGame`]; [`BoardMode`] turns it into a mode with
//! `:start :move :stop :save :load` and the extras `:board :moves :undo :redo :history :hint
//! :review :record :computer`.

mod board_mode;
mod commands;
mod controller;
mod judgement;
mod level;
mod one_shot;
mod prompt_game;
mod record;
mod review;

pub use board_mode::BoardMode;
pub use commands::versus;
pub use controller::controller;
pub use judgement::{counted, list};
pub use level::{Level, PlayerRequest, Purpose};
pub use one_shot::{
    Contest, Failure, NotAPlayer, Opening, PlayerSpec, TrainOptions, contest, divide, train,
};
pub use prompt_game::{
    BoardView, INVALID_MOVE, MOVE_SUCCESSFUL, Mark, Options, PromptGame, STARTING_GAME,
    STOPPING_GAME, numbers,
};
pub use record::{AtHand, History, Record};
