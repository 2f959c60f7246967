//! Matches between two computer players, and the difference in Elo that follows.
//!
//! | file | what it is |
//! |---|---|
//! | `opening` | random opening positions, no two alike where possible |
//! | `tally` | [`Tally`]: the results, counted |
//! | `elo` | [`Elo`]: the difference in strength, and how sure it is |

mod elo;
mod opening;
mod tally;
#[cfg(test)]
mod tests;

pub use elo::Elo;
pub use tally::{Tally, Wdl};

use super::player::Player;
use super::{Game, StateOf, Status};
use opening::Openings;
use std::sync::atomic::{AtomicBool, Ordering};

/// The settings of a match.
///
/// The openings are random but follow from the seed. Each is played twice with the sides swapped,
/// so that neither its merits nor the right to move first favour anybody: a match of deterministic
/// players can be repeated exactly.
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

    /// Plays the match. Results are counted for `one`.
    ///
    /// `watch` is told after every pair of games. When `cancel` is set the match ends with the
    /// pairs that are complete.
    pub fn play<G: Game>(
        &self,
        game: &G,
        one: &mut dyn Player<G>,
        two: &mut dyn Player<G>,
        cancel: &AtomicBool,
        watch: impl FnMut(&Tally),
    ) -> Tally {
        self.play_recorded(game, one, two, cancel, watch, |_| ())
    }

    /// Like [`play`](Match::play). `record` is told the moves of each game that counts, from the
    /// start of the game on.
    pub fn play_recorded<G: Game>(
        &self,
        game: &G,
        one: &mut dyn Player<G>,
        two: &mut dyn Player<G>,
        cancel: &AtomicBool,
        mut watch: impl FnMut(&Tally),
        mut record: impl FnMut(&[G::Move]),
    ) -> Tally {
        let mut tally = Tally::default();
        let mut openings = Openings::new(game, self.opening_plies, self.seed);
        for _ in 0..self.pairs {
            let Some(opening) = openings.draw(cancel) else {
                break;
            };
            // `one` has the first side in the first game.
            let mut made = [opening.moves.clone(), opening.moves];
            let [first_moves, second_moves] = &mut made;
            let start = &opening.state;
            let Some(first) = self.play_game(game, start, [one, two], cancel, first_moves) else {
                break;
            };
            let Some(second) = self.play_game(game, start, [two, one], cancel, second_moves) else {
                break;
            };
            for moves in &made {
                record(moves);
            }
            tally.add_pair(first, second);
            watch(&tally);
        }
        tally
    }

    /// How a game from this position ended, the players given in the order of their sides; nothing
    /// if it was cancelled. The moves are added to `made`. A game that goes on too long is a draw.
    ///
    /// Who makes no move, or one that is not legal, has lost.
    fn play_game<G: Game>(
        &self,
        game: &G,
        opening: &StateOf<G>,
        mut players: [&mut dyn Player<G>; 2],
        cancel: &AtomicBool,
        made: &mut Vec<G::Move>,
    ) -> Option<Status> {
        for player in &mut players {
            player.begin();
        }
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
