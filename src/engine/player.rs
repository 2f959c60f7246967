//! Computer players: the trait [`Player`], and players that do not search.
//!
//! The player that searches is [`Searcher`](super::search::Searcher).

use super::rng::Rng;
use super::search::{Observer, Report};
use super::{Game, StateOf};
use std::sync::atomic::AtomicBool;

/// A computer player.
pub trait Player<G: Game> {
    /// Chooses a move and judges the position. Returns `None` only if no move is legal or `cancel`
    /// is set. A slow player calls the observer as it goes, and returns soon after `cancel` is set.
    /// The score of a report of depth 0 is meaningless.
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>>;

    /// Chooses a move.
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move> {
        self.analyse(game, state, cancel, &mut |_| {})?.best
    }

    /// Prepares for a position that does not follow the last one: in a new game, or after undo. The
    /// argument is the number of plies played before it.
    fn begin(&mut self, _plies: usize) {}

    /// Reseeds the random numbers for one game of a match, so that its games are independent.
    fn reseed(&mut self, _number: u64) {}
}

/// A player that makes the first legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMove;

impl<G: Game> Player<G> for FirstMove {
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        _cancel: &AtomicBool,
        _observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        game.move_list(state)
            .first()
            .copied()
            .map(Report::unsearched)
    }
}

/// A player that makes a random legal move.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    rng: Rng,
}

impl RandomPlayer {
    /// Creates a player whose choices follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        RandomPlayer {
            seed,
            rng: Rng::new(seed),
        }
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        _cancel: &AtomicBool,
        _observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let moves = game.move_list(state);
        (!moves.is_empty()).then(|| Report::unsearched(moves[self.rng.below(moves.len())]))
    }

    fn reseed(&mut self, number: u64) {
        self.rng = Rng::numbered(self.seed, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::engine::search::{Budget, Even, Searcher};
    use crate::engine::testing::Graph;
    use std::collections::HashSet;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn endless(seed: u64) -> Graph {
        Graph {
            ends: 0,
            ..Graph::random(seed)
        }
    }

    #[test]
    fn a_random_player_makes_every_move_and_follows_its_seed() {
        let game = Graph {
            arrows: 5,
            ..endless(1)
        };
        let state = (0..20)
            .map(|node| Graph::at(node, Side::First))
            .find(|state| game.move_list(state).len() == 5)
            .unwrap();
        let row = |seed| {
            let mut player = RandomPlayer::new(seed);
            (0..100)
                .map(|_| player.choose(&game, &state, &NEVER).unwrap())
                .collect::<Vec<u8>>()
        };
        assert_eq!(row(1), row(1));
        assert_ne!(row(1), row(2));
        assert_eq!(row(1).into_iter().collect::<HashSet<_>>().len(), 5);
    }

    #[test]
    fn analyse_reports_the_move_that_choose_returns() {
        for seed in 0..20 {
            let game = endless(seed);
            let state = game.start();
            let player = || Searcher::new(Even).within(Budget::nodes(2000));
            let mut seen = Vec::new();
            let mut watch = |report: &Report<u8>| seen.push(report.clone());
            let report = player().analyse(&game, &state, &NEVER, &mut watch);
            let report = report.unwrap();
            assert_eq!(report.best, player().choose(&game, &state, &NEVER));
            let depths = seen.iter().map(|report| report.depth);
            assert!(depths.is_sorted(), "{seen:?}");
            let last = seen.last().unwrap();
            assert_eq!((last.best, last.depth), (report.best, report.depth));
            assert_eq!(report.line.first(), report.best.as_ref());
        }
        let game = endless(1);
        let unsearched = FirstMove.analyse(&game, &game.start(), &NEVER, &mut |_| {});
        assert_eq!(
            unsearched.map(|report| (report.best, report.depth)),
            Some((Some(game.move_list(&game.start())[0]), 0))
        );
    }

    #[test]
    fn no_player_moves_when_the_game_is_over() {
        let game = Graph {
            ends: 100,
            ..Graph::random(1)
        };
        let players: [Box<dyn Player<Graph>>; 3] = [
            Box::new(FirstMove),
            Box::new(RandomPlayer::new(1)),
            Box::new(Searcher::new(Even).within(Budget::depth(3))),
        ];
        for mut player in players {
            assert_eq!(player.choose(&game, &game.start(), &NEVER), None);
        }
    }
}
