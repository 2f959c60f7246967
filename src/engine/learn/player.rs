//! Players that use what was learnt.

use std::sync::atomic::AtomicBool;

use super::{Memory, choose};
use crate::engine::player::{Player, SearchPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Evaluator, Observer, Report, Searcher};
use crate::engine::{Game, StateOf};

/// Moves to the position that its memory likes best.
#[derive(Clone, Debug)]
pub struct LearntPlayer {
    memory: Memory,
    seed: u64,
    rng: Rng,
}

impl LearntPlayer {
    /// A player with this memory, who breaks ties by the random numbers of a seed.
    #[must_use]
    pub const fn new(memory: Memory, seed: u64) -> Self {
        LearntPlayer {
            memory,
            seed,
            rng: Rng::new(seed),
        }
    }
}

impl<G: Game> Player<G> for LearntPlayer {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        choose(game, &self.memory, state, &mut self.rng).map(|choice| choice.mv)
    }

    fn reseed(&mut self, number: u64) {
        self.rng = Rng::numbered(self.seed, number);
    }
}

/// Makes the learnt move where a search to the end of the game proves that it gives nothing away,
/// and the searched move everywhere else.
///
/// Learning by playing promises nothing for positions that good play avoids, and an opponent may
/// play badly on purpose: a memory alone loses games that it could win.
#[derive(Debug)]
pub struct ProvedPlayer<G: Game, E> {
    learnt: LearntPlayer,
    search: SearchPlayer<G, E>,
    /// Limits each proof.
    budget: Budget,
}

impl<G: Game, E: Evaluator<G>> ProvedPlayer<G, E> {
    /// A player with this memory, who searches within the budget.
    pub const fn new(learnt: LearntPlayer, searcher: Searcher<G, E>, budget: Budget) -> Self {
        ProvedPlayer {
            learnt,
            search: SearchPlayer::new(searcher, budget),
            budget,
        }
    }

    /// Whether the same side wins after this move as before, when both play well. `None` if that
    /// cannot be found within the budget.
    fn keeps_the_value(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        mv: G::Move,
        cancel: &AtomicBool,
    ) -> Option<bool> {
        let searcher = self.search.searcher();
        let before = searcher.solve(game, state, &self.budget, cancel)?.winner;
        let next = game.play(state, mv);
        let after = searcher.solve(game, &next, &self.budget, cancel)?.winner;
        Some(before == after)
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for ProvedPlayer<G, E> {
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move> {
        self.analyse(game, state, cancel, &mut |_| {})?.best
    }

    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let mv = self.learnt.choose(game, state, cancel)?;
        if self.keeps_the_value(game, state, mv, cancel) == Some(true) {
            return Some(Report::unsearched(mv));
        }
        self.search.analyse(game, state, cancel, observer)
    }

    fn begin(&mut self) {
        self.search.begin();
    }

    fn reseed(&mut self, number: u64) {
        Player::<G>::reseed(&mut self.learnt, number);
    }
}
