//! Matches between two computer players, and their difference in Elo.

mod tally;
#[cfg(test)]
mod tests;

pub use tally::{Elo, Tally};

use super::player::Player;
use super::rng::Rng;
use super::{Game, StateOf, Status};
use crate::parallel;
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

/// The settings of a match.
///
/// The openings are random but follow from the seed. Each is played twice with the sides swapped,
/// so neither the opening nor the first move favours a player. A match of deterministic players can
/// be repeated exactly.
///
/// ```
/// use game::engine::arena::Match;
///
/// let terms = Match {
///     opening_plies: 4,
///     ..Match::of_games(100)
/// };
/// assert_eq!(terms.pairs, 50);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of openings, each played twice.
    pub pairs: u32,
    /// The number of random plies of an opening.
    pub opening_plies: u32,
    /// The maximum number of plies after the opening; longer games are drawn.
    pub max_plies: u32,
    /// RNG seed of the openings.
    pub seed: u64,
}

/// The result of a game, and all its moves.
type Played<M> = (Status, Vec<M>);

impl Match {
    /// Creates a match of this many games, or one more if odd.
    #[must_use]
    pub const fn of_games(games: u32) -> Self {
        Match {
            pairs: games.div_ceil(2),
            opening_plies: 2,
            max_plies: 200,
            seed: 0,
        }
    }

    /// Plays the match on several threads, each with its own two players. Without time limits the result
    /// does not depend on the number of threads. Counts results from the first player's point of view.
    ///
    /// Calls `record` with the moves of each game and `watch` with the result so far, in the order of
    /// the openings. After `cancel` is set, ends before the first incomplete pair.
    pub fn play<G: Game>(
        &self,
        game: &G,
        threads: NonZeroUsize,
        players: impl Fn() -> [Box<dyn Player<G>>; 2] + Sync,
        cancel: &AtomicBool,
        mut watch: impl FnMut(&Tally),
        mut record: impl FnMut(&[G::Move]),
    ) -> Tally {
        let threads = threads.min(NonZeroUsize::new(self.pairs as usize).unwrap_or(threads));
        let mut openings = Openings::new(game, self.opening_plies, self.seed);
        let openings = std::iter::from_fn(move || openings.draw(cancel));
        let worker = || {
            let mut players = players();
            move |(number, opening)| self.play_pair(game, number, &opening, &mut players, cancel)
        };
        let mut tally = Tally::default();
        // Pairs that ended before an earlier pair.
        let (mut early, mut next) = (BTreeMap::new(), 0);
        let pairs = (0..).zip(openings.take(self.pairs as usize));
        parallel::for_each(threads, pairs, worker, |place, pair| {
            early.insert(place, pair);
            while let Some([one, two]) = early.remove(&next) {
                tally.add_pair(one.0, two.0);
                record(&one.1);
                record(&two.1);
                next += 1;
            }
            watch(&tally);
        });
        tally
    }

    /// Plays an opening twice: the first player has the first side in the first game. `None` if
    /// cancelled.
    fn play_pair<G: Game>(
        &self,
        game: &G,
        number: u64,
        opening: &Opening<G>,
        [one, two]: &mut [Box<dyn Player<G>>; 2],
        cancel: &AtomicBool,
    ) -> Option<[Played<G::Move>; 2]> {
        let first = self.play_game(game, 2 * number, opening, [one, two], cancel)?;
        let second = self.play_game(game, 2 * number + 1, opening, [two, one], cancel)?;
        Some([first, second])
    }

    /// Plays a game from an opening, with the players in the order of their sides; `None` if
    /// cancelled. A game that takes too long is a draw. A player that makes no move, or an illegal
    /// one, loses.
    fn play_game<G: Game>(
        &self,
        game: &G,
        number: u64,
        opening: &Opening<G>,
        mut players: [&mut Box<dyn Player<G>>; 2],
        cancel: &AtomicBool,
    ) -> Option<Played<G::Move>> {
        for player in &mut players {
            player.begin(opening.moves.len());
            player.reseed(number);
        }
        let (mut moves, mut state) = (opening.moves.clone(), opening.state.clone());
        for _ in 0..self.max_plies {
            if game.status(&state).is_over() {
                break;
            }
            let side = state.to_move;
            let choice = players[side.index()].choose(game, &state, cancel);
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let Some(mv) = choice.filter(|mv| game.move_list(&state).contains(mv)) else {
                return Some((Status::Won(side.other()), moves));
            };
            moves.push(mv);
            state = game.play(&state, mv);
        }
        let end = match game.status(&state) {
            Status::Playing => Status::Draw,
            over => over,
        };
        Some((end, moves))
    }
}

/// The number of random openings to try before allowing repetitions or shorter openings.
const ATTEMPTS: u32 = 200;

/// Random moves from the start, and the position after them.
struct Opening<G: Game> {
    moves: Vec<G::Move>,
    state: StateOf<G>,
}

/// Generates openings.
struct Openings<'a, G: Game> {
    game: &'a G,
    plies: u32,
    rng: Rng,
    used: HashSet<u64>,
}

impl<'a, G: Game> Openings<'a, G> {
    fn new(game: &'a G, plies: u32, seed: u64) -> Self {
        Openings {
            game,
            plies,
            rng: Rng::new(seed),
            used: HashSet::new(),
        }
    }

    /// Returns a new opening that does not end the game; `None` if `cancel` is set. Repeats
    /// openings when none is new, and shortens them if all end the game.
    fn draw(&mut self, cancel: &AtomicBool) -> Option<Opening<G>> {
        loop {
            let mut unfinished = false;
            for _ in 0..ATTEMPTS {
                if cancel.load(Ordering::Relaxed) {
                    return None;
                }
                let Some(opening) = self.roll() else {
                    continue;
                };
                unfinished = true;
                if self.used.insert(self.game.hash(&opening.state)) {
                    return Some(opening);
                }
            }
            if unfinished {
                self.used.clear();
            } else if self.plies == 0 {
                return Some(Opening {
                    moves: Vec::new(),
                    state: self.game.start(),
                });
            } else {
                self.plies -= 1;
            }
        }
    }

    /// Returns a random opening, unless it ends the game.
    fn roll(&mut self) -> Option<Opening<G>> {
        let mut state = self.game.start();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = self.game.move_list(&state);
            if legal.is_empty() {
                return None;
            }
            let mv = legal[self.rng.below(legal.len())];
            moves.push(mv);
            state = self.game.play(&state, mv);
        }
        let over = self.game.status(&state).is_over();
        (!over).then_some(Opening { moves, state })
    }
}
