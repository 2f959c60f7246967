//! Computer players: the trait [`Player`], and players that search or move at random.

use super::rng::Rng;
use super::search::{Budget, Evaluator, Observer, Report, Searcher};
use super::{Game, StateOf};
use std::sync::atomic::AtomicBool;

/// A computer player: chooses moves.
pub trait Player<G: Game> {
    /// The move it makes in a position; none only if there is none, or if it gives up because
    /// `cancel` was set. A player that thinks for long looks at `cancel` all the time, and answers
    /// at once when it is set.
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move>;

    /// Chooses a move as [`choose`](Player::choose) does, and reports how it judges the position. Who
    /// thinks for long also tells the observer meanwhile. A report of depth 0 says nothing about
    /// the worth of the move.
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        _observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        self.choose(game, state, cancel).map(Report::unsearched)
    }

    /// Tells that the next position does not follow from the last one: another game begins, or
    /// moves were taken back. What the player remembers of the course of the game is void.
    fn begin(&mut self) {}

    /// Takes the random numbers of the game with this number, so that no game of a match depends
    /// on those before it.
    fn reseed(&mut self, _number: u64) {}
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn choose(&mut self, game: &G, state: &StateOf<G>, cancel: &AtomicBool) -> Option<G::Move> {
        (**self).choose(game, state, cancel)
    }

    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        (**self).analyse(game, state, cancel, observer)
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn reseed(&mut self, number: u64) {
        (**self).reseed(number);
    }
}

/// A player that makes the first legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMove;

impl<G: Game> Player<G> for FirstMove {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        game.move_list(state).first().copied()
    }
}

/// A player that makes a random legal move.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    rng: Rng,
}

impl RandomPlayer {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        RandomPlayer {
            seed,
            rng: Rng::new(seed),
        }
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, game: &G, state: &StateOf<G>, _cancel: &AtomicBool) -> Option<G::Move> {
        let moves = game.move_list(state);
        (!moves.is_empty()).then(|| moves[self.rng.below(moves.len())])
    }

    fn reseed(&mut self, number: u64) {
        self.rng = Rng::numbered(self.seed, number);
    }
}

/// A player that searches within a budget.
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

    /// Avoids positions that it has brought about before: see [`Searcher::set_past`].
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
        self.analyse(game, state, cancel, &mut |_| {})?.best
    }

    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        if let Some(past) = &self.past {
            self.searcher.set_past(past.clone());
        }
        let report = self
            .searcher
            .search_observed(game, state, &self.budget, cancel, observer);
        let best = report.best?;
        if let Some(past) = &mut self.past {
            past.push(game.hash(&game.play(state, best)));
        }
        Some(report)
    }

    /// Also forgets what was learnt about positions, so that no game depends on those before it.
    fn begin(&mut self) {
        self.searcher.clear();
        if let Some(past) = &mut self.past {
            past.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::engine::search::Even;
    use crate::engine::testing::Graph;
    use std::collections::HashSet;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Likes high nodes, so that it would go to and fro between the best ones for ever.
    struct High;

    impl Evaluator<Graph> for High {
        fn evaluate(&self, _game: &Graph, state: &StateOf<Graph>) -> i32 {
            state.board.node as i32
        }
    }

    fn endless(seed: u64) -> Graph {
        Graph {
            ends: 0,
            ..Graph::random(seed)
        }
    }

    /// How many different positions a first player brings about in forty moves.
    fn variety(game: &Graph, player: &mut dyn Player<Graph>) -> usize {
        player.begin();
        let mut state = game.start();
        let mut seen = HashSet::new();
        for _ in 0..80 {
            let first = state.to_move == Side::First;
            let mv = if first {
                player.choose(game, &state, &NEVER)
            } else {
                FirstMove.choose(game, &state, &NEVER)
            };
            state = game.play(&state, mv.unwrap());
            if first {
                seen.insert(state.board.node);
            }
        }
        seen.len()
    }

    #[test]
    fn chance_makes_every_move_and_the_seed_decides_which() {
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
    fn who_avoids_repetition_gets_about_more() {
        let (mut with, mut without) = (0, 0);
        for seed in 0..20 {
            let game = endless(seed);
            let budget = Budget::depth(2);
            let mut plain = SearchPlayer::new(Searcher::new(High), budget);
            let mut avoiding = SearchPlayer::new(Searcher::new(High), budget).avoiding_repetition();
            without += variety(&game, &mut plain);
            let first = variety(&game, &mut avoiding);
            assert_eq!(variety(&game, &mut avoiding), first, "a new game is new");
            with += first;
        }
        assert!(with > 2 * without, "{with} and {without}");
    }

    #[test]
    fn analysing_is_choosing_with_reasons() {
        for seed in 0..20 {
            let game = endless(seed);
            let state = game.start();
            let player = || SearchPlayer::new(Searcher::new(High), Budget::nodes(2000));
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
            Box::new(SearchPlayer::new(Searcher::new(Even), Budget::depth(3))),
        ];
        for mut player in players {
            assert_eq!(player.choose(&game, &game.start(), &NEVER), None);
        }
    }
}
