//! Who can play a game: a person's opponent, or one of two in a match.

use super::rng::Rng;
use super::search::{Budget, Evaluator, Searcher};
use super::{Game, StateOf};
use std::sync::atomic::AtomicBool;

/// Somebody who can choose moves.
pub trait Player<G: Game> {
    /// The move it makes in a position; none only if there is none, or if it gives up because
    /// `cancel` was set. A player that thinks for long looks at `cancel` all the time, and answers
    /// at once when it is set.
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move>;

    /// Tells that the next position does not follow from the last one: another game begins, or
    /// moves were taken back. What the player remembers of the course of the game is void.
    fn begin(&mut self) {}
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move> {
        (**self).choose(game, state, cancel)
    }

    fn begin(&mut self) {
        (**self).begin();
    }
}

/// Makes the first move of the list: the simplest player there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMove;

impl<G: Game> Player<G> for FirstMove {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        game.move_list(state).first().copied()
    }
}

/// Makes any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Rng,
}

impl RandomPlayer {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        RandomPlayer {
            rng: Rng::new(seed),
        }
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        let moves = game.move_list(state);
        (!moves.is_empty()).then(|| moves[self.rng.below(moves.len())])
    }
}

/// Looks ahead within a budget.
#[derive(Debug)]
pub struct SearchPlayer<G: Game, E> {
    searcher: Searcher<G, E>,
    budget: Budget,
    /// The positions after its own moves of this game, where it is to avoid them.
    past: Option<Vec<u64>>,
}

impl<G: Game, E: Evaluator<G>> SearchPlayer<G, E> {
    /// A player who thinks as long as the budget allows on every move.
    pub const fn new(searcher: Searcher<G, E>, budget: Budget) -> Self {
        SearchPlayer {
            searcher,
            budget,
            past: None,
        }
    }

    /// Lets it see no sense in returning to a position it has brought about before: see
    /// [`Searcher::set_past`].
    #[must_use]
    pub fn avoiding_repetition(self) -> Self {
        SearchPlayer {
            past: Some(Vec::new()),
            ..self
        }
    }

    /// The search behind it.
    pub const fn searcher(&mut self) -> &mut Searcher<G, E> {
        &mut self.searcher
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for SearchPlayer<G, E> {
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move> {
        if let Some(past) = &self.past {
            self.searcher.set_past(past.clone());
        }
        let best = self
            .searcher
            .search(game, state, &self.budget, cancel)
            .best?;
        if let Some(past) = &mut self.past {
            past.push(game.hash(&game.play(state, best)));
        }
        Some(best)
    }

    /// Also forgets what was learnt about positions, so that no game depends on those before it.
    fn begin(&mut self) {
        self.searcher.clear();
        if let Some(past) = &mut self.past {
            past.clear();
        }
    }
}
