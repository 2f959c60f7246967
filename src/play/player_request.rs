//! Options for creating a computer player.

use std::sync::atomic::{AtomicBool, Ordering};

use super::level::Level;
use super::prompt_game::{Options, PromptGame};
use crate::engine::Game;
use crate::engine::learn::{LearntPlayer, ProvedPlayer, Training};
use crate::engine::player::{Player, SearchPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator, Even, Searcher};

/// How many training moves come before the first game: 0.1 to 0.2 seconds.
const PLAYS: u64 = 500_000;

/// How many of them are made between two checks of the cancel flag.
const SLICE: u64 = 10_000;

/// The search limit of a player without a level: nodes, not seconds, so that it makes the same move
/// on every run and every machine.
const POSITIONS: u64 = 300_000;

/// The same for each move of a game that is reviewed: a game of sixty moves takes some seconds.
const REVIEWED_POSITIONS: u64 = 100_000;

/// What a computer player is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a side.
    Opponent,
    /// To advise a person on one move, as well as it can.
    Hint,
    /// To look at many positions, one after another.
    Review,
}

/// Options for creating a computer player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRequest<'a> {
    /// How hard it should think, if somebody said so.
    pub level: Option<Level>,
    /// Whether the player makes all moves of its side from the usual beginning on. A learnt memory
    /// knows little about other positions.
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
            .unwrap_or(match self.purpose {
                Purpose::Opponent | Purpose::Hint => Budget::nodes(POSITIONS),
                Purpose::Review => Budget::nodes(REVIEWED_POSITIONS),
            })
    }

    /// A search with this evaluator that uses what the command line allows.
    pub fn searcher<G: Game, E: Evaluator<G>>(&self, evaluator: E) -> Searcher<G, E> {
        Searcher::new(evaluator).with_resources(self.options.resources)
    }

    /// A player that searches with this evaluator. Where the game is learnt on the spot and no level
    /// is set, it makes the learnt moves that a search proves.
    pub fn player<T, E>(&self, game: &T, evaluator: E, learns_quickly: bool) -> Box<dyn Player<T>>
    where
        T: PromptGame,
        E: Evaluator<T> + 'static,
    {
        let budget = self.budget();
        // The evaluators of small games know who wins: whoever has one cannot play badly.
        if matches!(self.level, Some(Level::Easy | Level::Medium)) {
            return Box::new(SearchPlayer::new(self.searcher(Even), budget));
        }
        let searcher = self.searcher(evaluator);
        if self.level.is_none() && self.own_game && learns_quickly {
            Box::new(ProvedPlayer::new(self.learnt(game), searcher, budget))
        } else {
            Box::new(SearchPlayer::new(searcher, budget))
        }
    }

    /// A player with a memory alone: what playing against itself teaches now. It can lose games that
    /// it could win.
    pub fn learnt<T: PromptGame>(&self, game: &T) -> LearntPlayer {
        let seed = self.options.seed;
        let mut training = Training::new(game, Rng::new(seed));
        for _ in 0..PLAYS / SLICE {
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
            training.run(SLICE);
        }
        LearntPlayer::new(training.memory().clone(), seed)
    }
}
