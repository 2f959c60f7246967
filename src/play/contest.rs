//! `game match`: plays a match between two computer players.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::level::Level;
use super::one_shot::{Failure, Opening, position};
use super::player_request::{PlayerRequest, Purpose};
use super::prompt_game::{Options, PromptGame};
use crate::engine::arena::{Match, Tally};
use crate::engine::player::{Player, RandomPlayer};

/// A computer player as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Makes any legal move.
    Random,
    /// Trains a memory first and plays by it alone.
    Learnt,
    /// Searches; without a level, as deep as a computer opponent does by default.
    Search(Option<Level>),
}

/// Reads `random`, `learnt`, `search`, or a level: `easy`, `3`, `2s`, `500ms`.
impl FromStr for PlayerSpec {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        match text {
            "random" => Ok(PlayerSpec::Random),
            "learnt" => Ok(PlayerSpec::Learnt),
            "search" => Ok(PlayerSpec::Search(None)),
            _ => text
                .parse()
                .map(|level| PlayerSpec::Search(Some(level)))
                .map_err(|_| NotAPlayer),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Learnt => f.write_str("learnt"),
            PlayerSpec::Search(None) => f.write_str("search"),
            PlayerSpec::Search(Some(level)) => level.fmt(f),
        }
    }
}

/// The text names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a player is random, learnt, search, easy, medium, hard, a number of moves ahead (3) or a time (2s, 500ms)"
)]
pub struct NotAPlayer;

/// A match between two computer players.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The players.
    pub players: [PlayerSpec; 2],
    /// The size of the game.
    pub size: Option<u64>,
    /// How many games, and from where.
    pub rules: Match,
    /// How many games are played side by side. Each player searches on one thread, so that none
    /// takes time from another.
    pub threads: NonZeroUsize,
}

/// Plays a match. Calls `watch` from time to time with the result so far and the number of moves
/// made, and `record` with each game as lines that can be typed at the prompt of its mode.
///
/// # Errors
/// When there is no such size, or a player cannot learn the game.
pub fn contest<T: PromptGame>(
    contest: &Contest,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(&Tally, u64),
    record: &mut dyn FnMut(String),
) -> Result<Tally, Failure> {
    let &Contest {
        players,
        size,
        rules,
        threads,
    } = contest;
    let (game, _) = position::<T>(Opening { size, state: None })?;
    if !T::LEARNS && players.contains(&PlayerSpec::Learnt) {
        return Err(Failure::CannotLearn(T::NAME));
    }
    let player = |spec, seed| -> Box<dyn Player<T>> {
        // Searches do not vary in a match: only a memory is learnt from the seed.
        let options = Options {
            seed: if spec == PlayerSpec::Learnt { seed } else { 0 },
            threads: NonZeroUsize::MIN,
            ..Options::default()
        };
        let request = |level| PlayerRequest {
            level,
            purpose: Purpose::Opponent { from_start: false },
            options: &options,
            cancel,
        };
        match spec {
            PlayerSpec::Random => Box::new(RandomPlayer::new(seed)),
            PlayerSpec::Learnt => Box::new(request(None).learnt(&game)),
            PlayerSpec::Search(level) => game.player(&request(level)),
        }
    };
    let [one, two] = players;
    let players = || {
        let second = rules.seed.wrapping_add(1);
        [player(one, rules.seed), player(two, second)]
    };
    let record = |moves: &[T::Move]| record(typed(&game, moves));
    Ok(rules.play(&game, threads, players, cancel, watch, record))
}

/// A game as lines that can be typed. One that did not come to its end is stopped, so that the next
/// can begin.
fn typed<T: PromptGame>(game: &T, moves: &[T::Move]) -> String {
    let mut state = game.start();
    let mut text = game.start_line() + "\n";
    for &mv in moves {
        text += ":move ";
        text += &game.show_move(mv);
        text.push('\n');
        state = game.play(&state, mv);
    }
    if !game.status(&state).is_over() {
        text += ":stop\n";
    }
    text
}
