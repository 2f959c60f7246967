//! Options for creating a computer player.

use std::sync::atomic::{AtomicBool, Ordering};

use super::level::Level;
use super::prompt_game::{Options, PromptGame};
use crate::engine::learn::{LearntPlayer, ProvedPlayer, Training};
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator, Even, Searcher, Variety};

/// How many training moves come before the first game: 0.1 to 0.2 seconds.
const PLAYS: u64 = 500_000;

/// How many of them are made between two checks of the cancel flag.
const SLICE: u64 = 10_000;

/// The search limit of a player without a level: nodes, not seconds, so that it makes the same move
/// on every run and every machine.
const POSITIONS: u64 = 300_000;

/// The same for each move of a game that is reviewed: a game of sixty moves takes some seconds.
const REVIEWED_POSITIONS: u64 = 100_000;

/// The use of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a side.
    Opponent {
        /// Whether it makes all moves of its side from the usual beginning on. A learnt memory
        /// knows little about other positions.
        from_start: bool,
    },
    /// To advise a person on one move, as well as it can.
    Hint,
    /// To look at many positions, one after another.
    Review,
}

/// Options for creating a computer player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRequest<'a> {
    /// How hard it should think, if that was set.
    pub level: Option<Level>,
    /// The use of the player.
    pub purpose: Purpose,
    /// The options of the command line.
    pub options: &'a Options,
    /// Turns true when the computation is interrupted.
    pub cancel: &'a AtomicBool,
}

impl PlayerRequest<'_> {
    /// The level as a limit on a search.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.level
            .and_then(Level::budget)
            .unwrap_or(match self.purpose {
                Purpose::Opponent { .. } | Purpose::Hint => Budget::nodes(POSITIONS),
                Purpose::Review => Budget::nodes(REVIEWED_POSITIONS),
            })
    }

    /// A search with this evaluator within the level, and with what the command line allows. An
    /// opponent at a named level or without one varies by the seed.
    pub fn searcher<T: PromptGame, E: Evaluator<T>>(
        &self,
        game: &T,
        evaluator: E,
    ) -> Searcher<T, E> {
        let Options {
            seed,
            threads,
            hash,
            ..
        } = *self.options;
        let named = matches!(
            self.level,
            None | Some(Level::Easy | Level::Medium | Level::Hard)
        );
        let opponent = matches!(self.purpose, Purpose::Opponent { .. });
        let variety = Variety {
            seed,
            piece: game.piece_score(),
            careless: self.level == Some(Level::Easy),
        };
        Searcher::new(evaluator)
            .with_resources(threads, hash)
            .within(self.budget())
            .varying((named && opponent && seed != 0).then_some(variety))
    }

    /// A player that searches with this evaluator. Where the game is learnt on the spot and no level
    /// is set, it makes the learnt moves that a search proves.
    pub fn player<T, E>(&self, game: &T, evaluator: E, learns_quickly: bool) -> Box<dyn Player<T>>
    where
        T: PromptGame,
        E: Evaluator<T> + 'static,
    {
        // The evaluators of small games know who wins: with one, no player is easy.
        if matches!(self.level, Some(Level::Easy | Level::Medium)) {
            return Box::new(self.searcher(game, Even));
        }
        let searcher = self.searcher(game, evaluator);
        let from_start = self.purpose == Purpose::Opponent { from_start: true };
        if self.level.is_none() && from_start && learns_quickly {
            Box::new(ProvedPlayer::new(
                self.learnt(game),
                searcher,
                self.budget(),
            ))
        } else {
            Box::new(searcher)
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
