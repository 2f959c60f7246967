//! The record of `game match`, in a file.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::{self, Links, WriteLock};

/// The room on the disk for a record without which no match begins, in bytes.
const RECORD_ROOM: u64 = 1 << 16;

/// The games of a match, to be written to a file. It is locked before they are played, and room for
/// them is reserved as they come, so that no match is lost.
#[derive(Debug)]
pub struct MatchRecord {
    path: PathBuf,
    lock: WriteLock,
    text: String,
    /// Whether there was room for all games so far.
    room: io::Result<()>,
}

impl MatchRecord {
    /// Locks the file for a match of a mode.
    ///
    /// # Errors
    /// When the file could not be saved: another program writes it, or there is no room.
    pub fn open(path: PathBuf, mode: &str) -> io::Result<Self> {
        let mut lock = WriteLock::acquire(&path, Links::Follow).map_err(store::named(&path))?;
        let room = lock.reserve_growing(RECORD_ROOM);
        room.map_err(store::named(&path))?;
        Ok(MatchRecord {
            path,
            lock,
            // It can be typed at any prompt, and the computer plays no side where it usually does.
            text: format!(":mode {mode}\n:computer none\n"),
            room: Ok(()),
        })
    }

    /// Adds a game. If the disk is full, the match ends.
    pub fn add(&mut self, game: &str, cancel: &AtomicBool) {
        if self.room.is_ok() {
            let length = self.text.len() + game.len();
            self.room = self.lock.reserve_growing(length as u64);
        }
        match self.room {
            Ok(()) => self.text += game,
            Err(_) => cancel.store(true, Ordering::SeqCst),
        }
    }

    /// Saves the games that there was room for.
    ///
    /// # Errors
    /// When there was no room for all, or they cannot be written.
    pub fn save(&mut self) -> io::Result<()> {
        let saved = self.lock.save(&[self.text.as_bytes()]);
        let room = std::mem::replace(&mut self.room, Ok(()));
        saved.and(room).map_err(store::named(&self.path))
    }
}
