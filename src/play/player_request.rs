//! What a computer player is told before it sits down.

use std::sync::atomic::{AtomicBool, Ordering};

use super::level::Level;
use super::prompt_game::{Options, PromptGame};
use crate::engine::learn::{LearntPlayer, Memory, Training};
use crate::engine::rng::Rng;
use crate::engine::search::Budget;

/// How many moves a player makes against itself before its first game, as in the course text.
pub const PLAYS: u64 = 1_000_000;

/// How many of them it makes between two looks at the clock or at Ctrl-C.
const SLICE: u64 = 10_000;

/// How long a player without a level thinks: positions, not seconds, so that it makes the same
/// move on every run and every machine.
const POSITIONS: u64 = 300_000;

/// What a computer player is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a side.
    Opponent,
    /// To advise a person on one move, as well as it can.
    Hint,
}

/// The circumstances of a game that a computer player is to play in.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRequest<'a> {
    /// How hard it should think, if somebody said so.
    pub level: Option<Level>,
    /// Whether the player makes all moves of its side from the usual beginning on. One that has
    /// learnt the game by heart knows its way only through games of its own.
    pub own_game: bool,
    /// What it is wanted for.
    pub purpose: Purpose,
    /// What the command line says.
    pub options: &'a Options,
    /// Turns true when somebody is tired of waiting.
    pub cancel: &'a AtomicBool,
}

impl PlayerRequest<'_> {
    /// The level as a limit on a search.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.level
            .and_then(Level::budget)
            .unwrap_or(Budget::nodes(POSITIONS))
    }

    /// Whether a player that knows the game by heart is wanted: nobody asked for a search, and the
    /// game can be learnt on the spot or has been before.
    pub fn prefers_memory<T: PromptGame>(&self, game: &T, learnt_quickly: bool) -> bool {
        let learnt_before = || {
            let memory = self.options.memory.as_ref();
            memory.is_some_and(|(label, _)| *label == game.label())
        };
        self.level.is_none() && self.own_game && (learnt_quickly || learnt_before())
    }

    /// A player that knows this game by heart: from the memory that the command line named, if it
    /// is of this game, or by playing against itself now.
    pub fn learnt<T: PromptGame>(&self, game: &T) -> LearntPlayer {
        let memory = match &self.options.memory {
            Some((label, memory)) if *label == game.label() => memory.clone(),
            _ => practise(game, Memory::new(), PLAYS, self.options.seed, |_| {
                !self.cancel.load(Ordering::Relaxed)
            }),
        };
        LearntPlayer::new(memory, Rng::new(self.options.seed))
    }
}

/// Lets a player make `plays` moves against itself. `go_on` is told how many have been made, now
/// and then, and may end it early: what has been learnt stays.
pub fn practise<T: PromptGame>(
    game: &T,
    memory: Memory,
    plays: u64,
    seed: u64,
    mut go_on: impl FnMut(u64) -> bool,
) -> Memory {
    let mut training = Training::new(game, memory, game.start(), Rng::new(seed));
    while training.moves() < plays && go_on(training.moves()) {
        // A game without a first move teaches nothing, however often it is played.
        if training.run(SLICE.min(plays - training.moves())) == 0 {
            break;
        }
    }
    training.into_memory()
}
