//! `game match`: plays a match between two computer players.

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

/// Reads `random`, `learnt`, `search`, or a level: `3`, `2s`, `500ms`.
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

/// The text names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is random, learnt, search, a number of moves ahead (3) or a time (2s, 500ms)")]
pub struct NotAPlayer;

/// Plays a match. `watch` is told after every pair of games, `record` gets each game as lines
/// that can be typed at the prompt of its mode.
///
/// # Errors
/// When there is no such size, or a player cannot learn the game.
pub fn contest<T: PromptGame>(
    players: [PlayerSpec; 2],
    size: Option<u64>,
    rules: &Match,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(&Tally),
    record: &mut dyn FnMut(String),
) -> Result<Tally, Failure> {
    let (game, _) = position::<T>(Opening { size, state: None })?;
    let player = |spec, seed| -> Result<Box<dyn Player<T>>, Failure> {
        let options = Options {
            seed,
            ..Options::default()
        };
        let request = |level| PlayerRequest {
            level,
            own_game: false,
            purpose: Purpose::Opponent,
            options: &options,
            cancel,
        };
        Ok(match spec {
            PlayerSpec::Random => Box::new(RandomPlayer::new(seed)),
            PlayerSpec::Learnt if T::LEARNS => Box::new(request(None).learnt(&game)),
            PlayerSpec::Learnt => return Err(Failure::CannotLearn(T::NAME)),
            PlayerSpec::Search(level) => game.player(&request(level)),
        })
    };
    let [first, second] = players;
    let mut first = player(first, rules.seed)?;
    let mut second = player(second, rules.seed.wrapping_add(1))?;
    let (first, second) = (first.as_mut(), second.as_mut());
    let record = |moves: &[T::Move]| record(typed(&game, moves));
    Ok(rules.play_recorded(&game, first, second, cancel, watch, record))
}

/// A game as lines that can be typed. One that did not come to its end is stopped, so that the next
/// can begin.
fn typed<T: PromptGame>(game: &T, moves: &[T::Move]) -> String {
    let mut state = game.start();
    let mut lines = vec![game.start_line()];
    for &mv in moves {
        lines.push(format!(":move {}", game.show_move(mv)));
        state = game.play(&state, mv);
    }
    if !game.status(&state).is_over() {
        lines.push(":stop".to_owned());
    }
    lines.join("\n") + "\n"
}
