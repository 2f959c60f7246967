//! Learning a game by self-play, after the course text, for any [`Game`].
//!
//! Every position has a score. A finished one scores 1 if the first side has won, −1 if the second
//! has, 0 for a draw. Any other starts with 0, and after each move from it, its score moves three
//! tenths of the way to the score of the next position ([`train`]). The first side moves to the
//! position with the highest score, the second to the lowest; ties are broken at random
//! ([`best_next_state`]).

mod solved;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

pub use solved::SolvedGame;

use super::hash::FastMap;
use super::player::Player;
use super::rng::Rng;
use super::search::{Budget, Evaluator, Observer, Report, Searcher};
use super::{Game, Side, StateOf, Status};

/// How far a score moves towards that of the next position, from 0 to 1.
const LEARNING_RATE: f64 = 0.3;

/// The scores learnt, by the keys of positions ([`Game::hash`]). A missing position scores 0.
///
/// The text's `type memory = (string, real) dict`.
///
/// ```
/// use game::engine::learn::{Memory, best_next_state};
/// use game::engine::rng::Rng;
/// use game::engine::{Game, Side, State};
/// use game::games::countdown::CountDown;
///
/// let game = CountDown::default();
/// let key = |pile| game.hash(&State::new(pile, Side::Second));
/// let memory = Memory::from_iter([(key(20), -0.5), (key(19), 0.7), (key(18), 0.1)]);
/// let best = best_next_state(&game, &memory, &game.start(), &mut Rng::new(1));
/// assert_eq!(best, Some((State::new(19, Side::Second), 0.7)));
/// ```
pub type Memory = FastMap<u64, f64>;

/// "The score of a Win/Draw state is 1.0 if X won and ~1.0 if O won, and 0.0 if it is a draw. For
/// the Playing states, start by assigning every state score 0.0."
pub fn score<G: Game>(game: &G, memory: &Memory, state: &StateOf<G>) -> f64 {
    match game.status(state) {
        Status::Won(Side::First) => 1.0,
        Status::Won(Side::Second) => -1.0,
        Status::Draw => 0.0,
        Status::Playing => memory.get(&game.hash(state)).copied().unwrap_or(0.0),
    }
}

/// A move, the position after it, and its score.
type Choice<G> = (<G as Game>::Move, StateOf<G>, f64);

/// Returns the best moves by the learnt scores: several if scores are equal, none if the game is
/// over.
///
/// "If it is X's turn, the function picks the state with the highest score; if it is O's turn, the
/// next state with the lowest score."
fn best_choices<G: Game>(game: &G, memory: &Memory, state: &StateOf<G>) -> Vec<Choice<G>> {
    let mut best: Vec<Choice<G>> = Vec::new();
    for mv in game.move_list(state) {
        let next = game.play(state, mv);
        let score = score(game, memory, &next);
        let gain = best
            .first()
            .map_or(f64::INFINITY, |best| match state.to_move {
                Side::First => score - best.2,
                Side::Second => best.2 - score,
            });
        if gain > 0.0 {
            best.clear();
        }
        if gain >= 0.0 {
            best.push((mv, next, score));
        }
    }
    best
}

/// Returns one of the best moves, each equally likely, with the position after it and its score;
/// `None` if the game is over.
fn choose<G: Game>(
    game: &G,
    memory: &Memory,
    state: &StateOf<G>,
    rng: &mut Rng,
) -> Option<Choice<G>> {
    let mut best = best_choices(game, memory, state);
    (!best.is_empty()).then(|| best.swap_remove(rng.below(best.len())))
}

/// The text's `best_next_state`: returns the best next position and its score; `None` if the game
/// is over.
pub fn best_next_state<G: Game>(
    game: &G,
    memory: &Memory,
    state: &StateOf<G>,
    rng: &mut Rng,
) -> Option<(StateOf<G>, f64)> {
    choose(game, memory, state, rng).map(|(_, next, score)| (next, score))
}

/// Trains for `n` moves from `state` on and returns the memory: the text's `train`.
///
/// "Play `n` turns of the game against itself, choosing the best next state at each turn, and
/// updating the scores in the memory after each turn. … When in the process of training the game
/// ends, the training continues with a new game." A new game costs no move. If the game has no
/// first move, nothing is learnt.
pub fn train<G: Game>(
    game: &G,
    n: u64,
    memory: Memory,
    state: StateOf<G>,
    rng: &mut Rng,
) -> Memory {
    let mut training = Training {
        game,
        memory,
        state,
        rng: rng.clone(),
    };
    training.run(n);
    *rng = training.rng;
    training.memory
}

/// Training in steps. Splitting it into runs gives the same memory as one call of [`train`].
#[derive(Clone, Debug)]
pub struct Training<'g, G: Game> {
    game: &'g G,
    memory: Memory,
    state: StateOf<G>,
    rng: Rng,
}

impl<'g, G: Game> Training<'g, G> {
    /// Starts at the beginning of the game with an empty memory.
    pub fn new(game: &'g G, rng: Rng) -> Self {
        Training {
            game,
            memory: Memory::default(),
            state: game.start(),
            rng,
        }
    }

    /// Trains for `n` moves; fewer only if the game has no first move.
    pub fn run(&mut self, n: u64) {
        for _ in 0..n {
            if self.game.status(&self.state).is_over() {
                self.state = self.game.start();
            }
            let best = best_next_state(self.game, &self.memory, &self.state, &mut self.rng);
            let Some((next, next_score)) = best else {
                return;
            };
            let key = self.game.hash(&self.state);
            let score = self.memory.entry(key).or_insert(0.0);
            *score += LEARNING_RATE * (next_score - *score);
            self.state = next;
        }
    }

    /// Returns the scores learnt so far.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
}

/// A player that moves to the position with the best learnt score.
#[derive(Clone, Debug)]
pub struct LearntPlayer {
    memory: Memory,
    seed: u64,
    rng: Rng,
}

impl LearntPlayer {
    /// Creates a player with this memory and a seed for breaking ties.
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
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        _cancel: &AtomicBool,
        _observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let (mv, _, _) = choose(game, &self.memory, state, &mut self.rng)?;
        Some(Report::unsearched(mv))
    }

    fn reseed(&mut self, number: u64) {
        self.rng = Rng::numbered(self.seed, number);
    }
}

/// A player that makes the learnt move if a search to the end of the game proves it right, and searches
/// otherwise.
///
/// A memory knows little about positions that good play avoids, so against bad play a memory alone can
/// lose won games.
#[derive(Debug)]
pub struct ProvedPlayer<G: Game, E> {
    /// Suggests the learnt move.
    pub learnt: LearntPlayer,
    /// Proves it or finds another.
    pub searcher: Searcher<G, E>,
    /// Limits each proof.
    pub budget: Budget,
}

impl<G: Game, E: Evaluator<G>> Player<G> for ProvedPlayer<G, E> {
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let mv = self.learnt.choose(game, state, cancel)?;
        let mut winner = |state: &StateOf<G>| {
            let solution = self.searcher.solve(game, state, &self.budget, cancel)?;
            Some(solution.winner)
        };
        let before = winner(state);
        if before.is_some() && before == winner(&game.play(state, mv)) {
            return Some(Report::unsearched(mv));
        }
        self.searcher.analyse(game, state, cancel, observer)
    }

    fn begin(&mut self, plies: usize) {
        self.searcher.begin(plies);
    }

    fn reseed(&mut self, number: u64) {
        Player::<G>::reseed(&mut self.learnt, number);
    }
}
