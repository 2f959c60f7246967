//! Options for creating a computer player.

use std::sync::atomic::{AtomicBool, Ordering};

use super::level::Level;
use super::prompt_game::{Options, PromptGame};
use crate::engine::Game;
use crate::engine::learn::{LearntPlayer, Memory, ProvedPlayer, Training};
use crate::engine::player::{Player, SearchPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator, Even, Searcher};

/// How many training moves come before the first game, as in the course text.
pub const PLAYS: u64 = 1_000_000;

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

    /// A player that searches with this evaluator. Where the game is learnt on the spot or was
    /// learnt before, and nobody asked for a search, it makes the learnt moves that a search proves.
    pub fn player<T, E>(&self, game: &T, evaluator: E, learnt_quickly: bool) -> Box<dyn Player<T>>
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
        if self.prefers_memory(game, learnt_quickly) {
            Box::new(ProvedPlayer::new(self.learnt(game), searcher, budget))
        } else {
            Box::new(SearchPlayer::new(searcher, budget))
        }
    }

    /// Whether learnt moves are wanted: nobody asked for a search, and the game can be learnt on
    /// the spot or has been before.
    fn prefers_memory<T: PromptGame>(&self, game: &T, learnt_quickly: bool) -> bool {
        let learnt_before = || {
            let memory = self.options.memory.as_ref();
            memory.is_some_and(|(label, _)| *label == game.label())
        };
        self.level.is_none() && self.own_game && (learnt_quickly || learnt_before())
    }

    /// A player with a memory alone: the one that the command line named, if it is of this game, or
    /// what playing against itself teaches now. It can lose games that it could win.
    pub fn learnt<T: PromptGame>(&self, game: &T) -> LearntPlayer {
        let memory = match &self.options.memory {
            Some((label, memory)) if *label == game.label() => memory.clone(),
            _ => {
                let seed = self.options.seed;
                let trained = self_play(game, Memory::new(), PLAYS, seed, |_, next| {
                    let go_on = !self.cancel.load(Ordering::Relaxed);
                    if go_on { next } else { 0 }
                });
                trained.0
            }
        };
        LearntPlayer::new(memory, self.options.seed)
    }
}

/// Trains a memory for `plays` moves of a game. `go_on` is asked now and then how many of the next
/// moves may be made; with none of them it ends early, and what has been learnt stays. Also returns
/// whether the memory became full.
pub(super) fn self_play<T: PromptGame>(
    game: &T,
    memory: Memory,
    plays: u64,
    seed: u64,
    mut go_on: impl FnMut(&Training<T>, u64) -> u64,
) -> (Memory, bool) {
    let mut training = Training::new(game, memory, game.start(), Rng::new(seed));
    loop {
        let slice = SLICE.min(plays - training.moves());
        // A game without a first move teaches nothing, and a full memory learns no more.
        if slice == 0 {
            break;
        }
        let slice = go_on(&training, slice).min(slice);
        if slice == 0 || training.run(slice) == 0 {
            break;
        }
    }
    let full = training.is_full();
    (training.into_memory(), full)
}
