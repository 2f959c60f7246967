//! `game train`: trains a memory and keeps it in a file.

use std::fmt;
use std::io::{self, BufReader, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::one_shot::{Failure, Opening, position};
use super::player_request::self_play;
use super::prompt_game::PromptGame;
use crate::engine::learn::{Memory, MemoryError};
use crate::store::{self, Links, WriteLock};

/// What to train, and where to keep it.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions<'a> {
    /// The size of the game.
    pub size: Option<u64>,
    /// How many moves to make.
    pub plays: u64,
    /// RNG seed.
    pub seed: u64,
    /// The file. If it holds a memory of the same game already, the training goes on from there.
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

/// Why a memory file is refused.
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

/// Trains a memory and saves it: also when `cancel` ends the training early, or when the disk or the
/// memory has no more room. Nobody else can write the file meanwhile. `progress` is told how many
/// moves have been made.
///
/// # Errors
/// When there is no such size, another program writes the file, or it is damaged or cannot be
/// written.
pub fn train<T: PromptGame>(
    options: &TrainOptions<'_>,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Learnt, Failure> {
    let (game, _) = position::<T>(Opening {
        size: options.size,
        state: None,
    })?;
    let unwritable = |reason| Refused::Unwritable {
        file: options.out.display().to_string(),
        reason,
    };
    let mut lock = WriteLock::acquire(options.out, Links::Follow).map_err(unwritable)?;
    let label = game.label();
    let memory = read_or_new(options.out, T::NAME, &label)?;
    let mut room = Room::new(&mut lock, &label);
    room.reserve(memory.len()).map_err(unwritable)?;
    let mut no_room = Ok(());
    let (memory, full) = self_play(
        &game,
        memory,
        options.plays,
        options.seed,
        |training, next| {
            progress(training.moves());
            if cancel.load(Ordering::Relaxed) {
                return 0;
            }
            // There is room already for what was learnt so far.
            room.for_moves(training.positions(), next)
                .unwrap_or_else(|error| {
                    no_room = Err(error);
                    0
                })
        },
    );
    if no_room.is_ok() || !memory.is_empty() {
        lock.save(&[&memory.to_bytes(&label)]).map_err(unwritable)?;
    }
    no_room.map_err(unwritable)?;
    Ok(Learnt {
        positions: memory.len(),
        full,
    })
}

/// Room on the disk for a memory that grows.
struct Room<'a> {
    lock: &'a mut WriteLock,
    label: &'a str,
    /// For how many moves there was room last.
    moves: u64,
}

impl<'a> Room<'a> {
    fn new(lock: &'a mut WriteLock, label: &'a str) -> Self {
        let moves = u64::MAX;
        Room { lock, label, moves }
    }

    /// Reserves room for so many positions.
    fn reserve(&mut self, positions: usize) -> io::Result<()> {
        let longest = Memory::longest_file(positions, self.label);
        self.lock.reserve_growing(longest)
    }

    /// Reserves room for the next moves, each of which may bring a new position; for fewer of them
    /// where room is short. Returns for how many.
    fn for_moves(&mut self, known: usize, next: u64) -> io::Result<u64> {
        let mut moves = self.moves.saturating_mul(2).min(next);
        while let Err(error) = self.reserve(known + moves as usize) {
            if moves == 1 {
                return Err(error);
            }
            moves /= 2;
        }
        self.moves = moves;
        Ok(moves)
    }
}

/// The memory in a file with this label; an empty one if there is no such file.
fn read_or_new(path: &Path, name: &str, label: &str) -> Result<Memory, Refused> {
    match read_memory(path, name) {
        Ok((found, memory)) if found == label => Ok(memory),
        Ok((found, _)) => Err(Refused::Damaged {
            file: path.display().to_string(),
            reason: MemoryError::OtherGame {
                found,
                expected: label.to_owned(),
            },
        }),
        Err(Refused::Unreadable { reason, .. }) if reason.kind() == ErrorKind::NotFound => {
            Ok(Memory::new())
        }
        Err(refused) => Err(refused),
    }
}
