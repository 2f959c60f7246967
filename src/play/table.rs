//! A game on the table, and who sits at it.

use std::sync::atomic::AtomicBool;

use super::level::Level;
use super::player_request::{PlayerRequest, Purpose};
use super::prompt_game::{Options, PromptGame};
use super::record::Record;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf, Status};

/// A game in progress.
pub(super) struct Table<T: PromptGame> {
    pub(super) game: T,
    pub(super) record: Record<T>,
    /// Whether it began from a saved position.
    pub(super) loaded: bool,
    /// Moves that the computer has made since a person did something.
    pub(super) alone: usize,
}

impl<T: PromptGame> Table<T> {
    pub(super) fn new(game: T, start: StateOf<T>, loaded: bool) -> Self {
        Table {
            game,
            record: Record::new(start),
            loaded,
            alone: 0,
        }
    }

    /// A computer player who is to move now.
    pub(super) fn player(
        &self,
        level: Option<Level>,
        purpose: Purpose,
        options: &Options,
        cancel: &AtomicBool,
    ) -> Box<dyn Player<T>> {
        let first_move = self.record.len() <= self.to_move().index();
        self.game.player(&PlayerRequest {
            level,
            own_game: purpose == Purpose::Opponent && first_move && !self.loaded,
            purpose,
            options,
            cancel,
        })
    }

    pub(super) fn to_move(&self) -> Side {
        self.record.state().to_move
    }

    pub(super) fn status(&self) -> Status {
        self.game.status(self.record.state())
    }
}

/// A computer player sitting at one side.
pub(super) struct Opponent<T: PromptGame> {
    pub(super) level: Option<Level>,
    /// Made for the game in progress when it is first needed.
    pub(super) player: Option<Box<dyn Player<T>>>,
}

impl<T: PromptGame> Opponent<T> {
    /// An opponent without a level, if the computer plays this side.
    pub(super) fn seated(computer: bool) -> Option<Self> {
        computer.then_some(Opponent {
            level: None,
            player: None,
        })
    }
}
