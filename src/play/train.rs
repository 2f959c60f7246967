//! `game train`: a player learns, and what it learnt is kept in a file.

use std::fmt;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::one_shot::{Failure, Opening, position};
use super::player_request::practise;
use super::prompt_game::PromptGame;
use crate::engine::learn::{Memory, MemoryError};
use crate::store;

/// What to learn, and where to keep it.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions<'a> {
    /// The size of the game.
    pub size: Option<u64>,
    /// How many moves to make.
    pub plays: u64,
    /// Where random choices begin.
    pub seed: u64,
    /// The file. If it holds a memory of the same game already, learning goes on from there.
    pub out: &'a Path,
}

/// What is known after a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// How many positions.
    pub positions: usize,
    /// Whether the training ended because a memory holds no more.
    pub full: bool,
}

impl fmt::Display for Learnt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions", self.positions)?;
        if self.full {
            f.write_str(", all that a memory holds,")?;
        }
        Ok(())
    }
}

/// Why nothing was learnt.
#[derive(Debug, Error)]
pub enum Refused {
    /// The file is there, but what it holds is not for us to replace.
    #[error("{file} cannot be used: {reason}")]
    Damaged {
        /// Its name.
        file: String,
        /// What is wrong with it.
        reason: MemoryError,
    },
    /// The file cannot be read.
    #[error("{file} cannot be read: {reason}")]
    Unreadable {
        /// Its name.
        file: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file cannot be written.
    #[error("{file} cannot be written: {reason}")]
    Unwritable {
        /// Its name.
        file: String,
        /// What the system says.
        reason: std::io::Error,
    },
}

/// Reads a memory file of a game: of which size it is, as a [label](PromptGame::label), and what was
/// learnt.
///
/// # Errors
/// When it cannot be read, is damaged, or is of another game.
pub fn read_memory(path: &Path, name: &str) -> Result<(String, Memory), Refused> {
    let file = path.display().to_string();
    let input = store::open(path).map_err(|reason| Refused::Unreadable {
        file: file.clone(),
        reason,
    })?;
    let labelled = Memory::read_labelled(BufReader::new(input)).and_then(|(found, memory)| {
        if found.split(' ').next() == Some(name) {
            return Ok((found, memory));
        }
        Err(MemoryError::OtherGame {
            found,
            expected: name.to_owned(),
        })
    });
    labelled.map_err(|reason| Refused::Damaged { file, reason })
}

/// Learns, and saves what was learnt: also when `cancel` ends it early. `progress` is told how many
/// moves have been made.
///
/// # Errors
/// When there is no such size, or the file is damaged or cannot be written.
pub fn train<T: PromptGame>(
    options: &TrainOptions<'_>,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Learnt, Failure> {
    let (game, _) = position::<T>(Opening {
        size: options.size,
        state: None,
    })?;
    let file = || options.out.display().to_string();
    let label = game.label();
    let memory = match read_memory(options.out, T::NAME) {
        Ok((found, memory)) if found == label => memory,
        Ok((found, _)) => {
            return Err(Failure::Memory(Refused::Damaged {
                file: file(),
                reason: MemoryError::OtherGame {
                    found,
                    expected: label,
                },
            }));
        }
        Err(Refused::Unreadable { reason, .. })
            if reason.kind() == std::io::ErrorKind::NotFound =>
        {
            Memory::new()
        }
        Err(refused) => return Err(Failure::Memory(refused)),
    };
    // Better to hear now than after the training that the file cannot be written.
    save(options.out, &memory, &label)?;
    let (memory, full) = practise(&game, memory, options.plays, options.seed, |made| {
        progress(made);
        !cancel.load(Ordering::Relaxed)
    });
    save(options.out, &memory, &label)?;
    Ok(Learnt {
        positions: memory.len(),
        full,
    })
}

fn save(path: &Path, memory: &Memory, label: &str) -> Result<(), Failure> {
    store::save(path, &memory.to_bytes(label)).map_err(|reason| {
        Failure::Memory(Refused::Unwritable {
            file: path.display().to_string(),
            reason,
        })
    })
}
