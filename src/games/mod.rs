//! The games, and the registry: one row for each.

pub mod countdown;
pub mod crusher;
mod decimal;
pub mod tafl;
pub mod tictactoe;

use crate::play::{self, BoardMode, Failure, Opening, Setup, Tabletop};
use crate::repl::{Desk, Dispatcher, Seat};

/// A game that has a mode.
pub struct Listing {
    /// The name of the mode.
    pub name: &'static str,
    /// Opens the mode.
    pub open: fn(Setup, Desk) -> Box<dyn Seat>,
    /// What only games of perfect information have.
    pub board: Option<BoardGame>,
}

/// What can be done with a board game from the command line.
pub struct BoardGame {
    /// Counts games of a length: how long, and from where.
    pub perft: fn(u32, Opening<'_>) -> Result<u64, Failure>,
}

impl Listing {
    /// The row of a board game.
    const fn board<T: Tabletop>() -> Self {
        Listing {
            name: T::NAME,
            open: |setup, desk| Box::new(Dispatcher::new(BoardMode::<T>::new(setup), &NAMES, desk)),
            board: Some(BoardGame {
                perft: play::perft::<T>,
            }),
        }
    }
}

const COUNT: usize = 1;

/// All games. The first is the one that opens by itself.
pub static GAMES: [Listing; COUNT] = [Listing::board::<tafl::Tafl>()];

/// The names of all modes.
pub const NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let mut i = 0;
    while i < names.len() {
        names[i] = GAMES[i].name;
        i += 1;
    }
    names
};

/// The row of the game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Listing> {
    GAMES.iter().find(|row| row.name == name)
}

/// The names of the board games.
pub fn board_games() -> impl Iterator<Item = &'static str> {
    NAMES
        .into_iter()
        .filter(|name| find(name).is_some_and(|row| row.board.is_some()))
}
