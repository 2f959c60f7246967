//! Subcommands for board games: positions, perft.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::message::Message;
use super::prompt_game::PromptGame;
use crate::engine::{self, StateOf};
use crate::store;

/// Why a one-shot command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The game has no such size.
    #[error("{mode} has no size {size}")]
    Size {
        /// The game.
        mode: &'static str,
        /// What was asked for.
        size: u64,
    },
    /// The file cannot be read.
    #[error("{words}: {file}: {reason}", words = Message::CannotLoad)]
    Unreadable {
        /// Its name.
        file: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file holds no game.
    #[error("{words}: {reason}", words = Message::MalformedState)]
    Malformed {
        /// What is wrong with it.
        reason: String,
    },
    /// Playing against oneself teaches nothing in this game.
    #[error("{0} cannot be learnt")]
    CannotLearn(&'static str),
    /// There is no game of perfect information by this name.
    #[error("this can be done with board games only")]
    NoBoard,
    /// A size and a file were given, though the file says the size.
    #[error("a saved game has its own size: give --size or --state, not both")]
    SizeAndState,
}

/// Which game and position the command line asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening<'a> {
    /// The size of the board or of the pile, if not the standard one.
    pub size: Option<u64>,
    /// A saved game to begin from.
    pub state: Option<&'a Path>,
}

/// The game and the position that an opening means.
///
/// # Errors
/// When there is no such size or the file cannot be loaded.
pub(super) fn position<T: PromptGame>(opening: Opening<'_>) -> Result<(T, StateOf<T>), Failure> {
    let game = match (opening.size, opening.state) {
        (Some(_), Some(_)) => return Err(Failure::SizeAndState),
        (None, Some(path)) => {
            let bytes =
                store::load(path, T::LONGEST_FILE).map_err(|reason| Failure::Unreadable {
                    file: match path.display().to_string() {
                        name if name.is_empty() => "''".to_owned(),
                        name => name,
                    },
                    reason,
                })?;
            return T::read(&bytes).map_err(|reason| Failure::Malformed { reason });
        }
        (Some(size), None) => T::of_size(size).ok_or(Failure::Size {
            mode: T::NAME,
            size,
        })?,
        (None, None) => T::standard(),
    };
    let start = game.start();
    Ok((game, start))
}

/// How many games of exactly this many moves begin with each move, in the order of `:moves`; the
/// counting is shared by so many threads. When `cancel` is set, moves that were not counted to the
/// end have no number.
///
/// # Errors
/// When there is no such size or the file cannot be loaded.
pub fn divide<T: PromptGame>(
    depth: u32,
    opening: Opening<'_>,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Result<Vec<(String, Option<u64>)>, Failure> {
    let (game, start) = position::<T>(opening)?;
    let divided = engine::divide(&game, &start, depth, threads, cancel);
    let shown = |(mv, count)| (game.show_move(mv), count);
    Ok(divided.into_iter().map(shown).collect())
}
