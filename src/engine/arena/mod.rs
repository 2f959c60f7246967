//! Matches between two computer players, and the difference in Elo that follows.

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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The settings of a match.
///
/// The openings are random but follow from the seed. Each is played twice with the sides swapped,
/// so that neither its merits nor the right to move first favour a player. A match of
/// deterministic players can be repeated exactly.
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
    /// How many openings are played, twice each.
    pub pairs: u32,
    /// How many random plies an opening has.
    pub opening_plies: u32,
    /// After this many further plies a game is a draw.
    pub most_plies: u32,
    /// RNG seed of the openings.
    pub seed: u64,
}

/// Two games from the same opening.
struct Pair<G: Game> {
    ends: [Status; 2],
    moves: [Vec<G::Move>; 2],
}

impl Match {
    /// A match of this many games, or one more if that is odd.
    #[must_use]
    pub const fn of_games(games: u32) -> Self {
        Match {
            pairs: games.div_ceil(2),
            opening_plies: 2,
            most_plies: 200,
            seed: 0,
        }
    }

    /// Plays the match with games side by side on so many threads, each with two players of its
    /// own. Without a clock the result does not depend on how many they are. Results are counted
    /// for the first of the players.
    ///
    /// Calls `watch` from time to time with the result so far and the number of moves made, and
    /// `record` with the moves of each game that counts, from the start of the game on and in the
    /// order of the openings. When `cancel` is set the match ends with the pairs that are complete.
    pub fn play<G: Game>(
        &self,
        game: &G,
        threads: NonZeroUsize,
        players: impl Fn() -> [Box<dyn Player<G>>; 2] + Sync,
        cancel: &AtomicBool,
        mut watch: impl FnMut(&Tally, u64),
        mut record: impl FnMut(&[G::Move]),
    ) -> Tally {
        let mut tally = Tally::default();
        let moves = AtomicU64::new(0);
        let threads = threads.min(NonZeroUsize::new(self.pairs as usize).unwrap_or(threads));
        let openings = (0..).zip(self.openings(game, cancel));
        let work = |players: &mut [Box<dyn Player<G>>; 2], (number, opening)| {
            let players = players
                .each_mut()
                .map(|player| player.as_mut() as &mut dyn Player<G>);
            self.play_pair(game, number, &opening, players, cancel, &moves)
        };
        // Pairs that are complete before one that began earlier.
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut add = |tally: &mut Tally, pair: Pair<G>| {
            tally.add_pair(pair.ends[0], pair.ends[1]);
            for moves in &pair.moves {
                record(moves);
            }
        };
        parallel::for_each(threads, openings, players, work, |result| {
            if let Some((place, pair)) = result {
                early.insert(place, pair);
                while let Some(pair) = early.remove(&next) {
                    add(&mut tally, pair);
                    next += 1;
                }
            }
            watch(&tally, moves.load(Ordering::Relaxed));
        });
        for pair in early.into_values() {
            add(&mut tally, pair);
        }
        tally
    }

    /// The openings of the match; fewer if `cancel` is set.
    fn openings<G: Game>(&self, game: &G, cancel: &AtomicBool) -> impl Iterator<Item = Opening<G>> {
        let mut openings = Openings::new(game, self.opening_plies, self.seed);
        std::iter::from_fn(move || openings.draw(cancel)).take(self.pairs as usize)
    }

    /// Plays an opening twice: the first player has the first side in the first game. Nothing if it
    /// was cancelled.
    fn play_pair<G: Game>(
        &self,
        game: &G,
        number: u64,
        opening: &Opening<G>,
        [one, two]: [&mut dyn Player<G>; 2],
        cancel: &AtomicBool,
        count: &AtomicU64,
    ) -> Option<Pair<G>> {
        let mut moves = [opening.moves.clone(), opening.moves.clone()];
        let play = |number, mut players: [&mut dyn Player<G>; 2], made: &mut Vec<G::Move>| {
            for player in &mut players {
                player.begin(opening.moves.len());
                player.reseed(number);
            }
            self.play_game(game, &opening.state, &mut players, cancel, made, count)
        };
        let first = play(2 * number, [&mut *one, &mut *two], &mut moves[0])?;
        let second = play(2 * number + 1, [two, one], &mut moves[1])?;
        Some(Pair {
            ends: [first, second],
            moves,
        })
    }

    /// How a game from this position ended, the players given in the order of their sides; nothing
    /// if it was cancelled. Adds the moves to `made` and counts them. A game that goes on too long is
    /// a draw. A player that makes no move, or an illegal one, has lost.
    fn play_game<G: Game>(
        &self,
        game: &G,
        opening: &StateOf<G>,
        players: &mut [&mut dyn Player<G>; 2],
        cancel: &AtomicBool,
        made: &mut Vec<G::Move>,
        count: &AtomicU64,
    ) -> Option<Status> {
        let mut state = opening.clone();
        for _ in 0..self.most_plies {
            if game.status(&state).is_over() {
                break;
            }
            let side = state.to_move;
            let choice = players[side.index()].choose(game, &state, cancel);
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            match choice {
                Some(mv) if game.move_list(&state).contains(&mv) => {
                    made.push(mv);
                    count.fetch_add(1, Ordering::Relaxed);
                    state = game.play(&state, mv);
                }
                _ => return Some(Status::Won(side.other())),
            }
        }
        match game.status(&state) {
            Status::Playing => Some(Status::Draw),
            over => Some(over),
        }
    }
}

/// How many random openings are tried before repetitions or shorter openings are allowed.
const ATTEMPTS: u32 = 200;

/// Random moves from the start, and where they lead.
struct Opening<G: Game> {
    moves: Vec<G::Move>,
    state: StateOf<G>,
}

/// A generator of openings.
struct Openings<'a, G: Game> {
    game: &'a G,
    plies: u32,
    rng: Rng,
    used: HashSet<u64>,
}

impl<'a, G: Game> Openings<'a, G> {
    /// Openings of this many plies.
    fn new(game: &'a G, plies: u32, seed: u64) -> Self {
        Openings {
            game,
            plies,
            rng: Rng::new(seed),
            used: HashSet::new(),
        }
    }

    /// The next opening: the game is not over yet, and it is a new one. When no new one is found, all
    /// are allowed again; when the game is always over by then, openings become shorter.
    ///
    /// `None` when `cancel` is set.
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

    /// A position after random moves, if the game is not over by then.
    fn roll(&mut self) -> Option<Opening<G>> {
        let mut state = self.game.start();
        let mut made = Vec::new();
        let mut moves = Vec::new();
        for ply in 0..=self.plies {
            moves.clear();
            self.game.moves(&state, &mut moves);
            if moves.is_empty() {
                return None;
            }
            if ply < self.plies {
                let mv = moves[self.rng.below(moves.len())];
                made.push(mv);
                state = self.game.play(&state, mv);
            }
        }
        Some(Opening { moves: made, state })
    }
}
