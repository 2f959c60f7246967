//! The history file: the lines a person typed, kept between runs.
//!
//! Each line is appended by one write as soon as it is typed: no end of the program loses it, two
//! programs can share the file, and other content stays. Writers lock the file, so that no line goes
//! into a file that is being replaced by a shorter one.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;
use std::time::Duration;

use super::sanitize::steers;
use crate::env;
use crate::store;

/// How many lines are kept in memory.
pub(super) const MOST_LINES: usize = 1000;

/// The longest line that is kept, in bytes.
const LONGEST_LINE: usize = 4096;

/// The length in bytes beyond which the older half of the file is dropped.
const LONGEST_FILE: u64 = 1 << 20;

/// How often opening is tried while other programs replace the file.
const ATTEMPTS: usize = 10;

/// The history file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryFile {
    path: PathBuf,
    /// How long other writers are waited for.
    patience: Duration,
}

impl HistoryFile {
    /// The user's history file: `game/history` in `$XDG_STATE_HOME` or `~/.local/state`.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let folder = env::user_folder("XDG_STATE_HOME", ".local/state")?;
        Some(HistoryFile {
            path: folder.join("history"),
            patience: store::LOCK_PATIENCE,
        })
    }

    /// Reads the newest lines, oldest first. Lines that nobody could have typed are skipped and kept.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub(super) fn read(&self) -> io::Result<Vec<String>> {
        let mut file = self.open(OpenOptions::new().read(true))?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(LONGEST_FILE)))?;
        let mut bytes = Vec::new();
        file.take(LONGEST_FILE).read_to_end(&mut bytes)?;
        if length > LONGEST_FILE {
            // If it cannot be done now, the next run will try again.
            let _ = self.shorten();
            // It begins in the middle of a line.
            bytes.drain(..after_line_break(&bytes));
        }
        let lines = bytes.split(|&byte| byte == b'\n');
        let sound = lines
            .filter_map(|line| std::str::from_utf8(line).ok())
            .filter(|line| is_kept(line));
        let mut newest: Vec<String> = sound.rev().take(MOST_LINES).map(str::to_owned).collect();
        newest.reverse();
        Ok(newest)
    }

    /// Appends a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn append(&self, line: &str) -> io::Result<()> {
        if !is_kept(line) {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)?;
        }
        let options = &mut OpenOptions::new();
        options.read(true).append(true).create(true).mode(0o600);
        let mut file = self.open_locked(options)?;
        let mut bytes = Vec::with_capacity(line.len() + 2);
        // A line that lost its end, in a crash for instance, must not take this one with it.
        if !ends_in_line_break(&mut file)? {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        file.write_all(&bytes)
    }

    /// Opens the file if it is a regular one: a pipe or a device could block.
    fn open(&self, options: &mut OpenOptions) -> io::Result<File> {
        let file = options
            .custom_flags(store::without_waiting())
            .open(&self.path)?;
        if !file.metadata()?.is_file() {
            return Err(ErrorKind::InvalidInput.into());
        }
        Ok(file)
    }

    /// Opens and locks the file.
    fn open_locked(&self, options: &mut OpenOptions) -> io::Result<File> {
        for _ in 0..ATTEMPTS {
            let file = self.open(options)?;
            store::lock(&file, self.patience);
            // While we waited somebody may have put a shorter one in its place.
            if store::is_the_file(&file, fs::metadata(&self.path))? {
                return Ok(file);
            }
        }
        Err(ErrorKind::Interrupted.into())
    }

    /// Drops the older lines of a file that has become too long, unless it holds other content.
    fn shorten(&self) -> io::Result<()> {
        let file = self.open_locked(OpenOptions::new().read(true))?;
        let mut bytes = Vec::new();
        // The lock is kept until the end: no line can come between reading and replacing.
        (&file).take(2 * LONGEST_FILE).read_to_end(&mut bytes)?;
        let long = LONGEST_FILE as usize;
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        let ours = (long + 1..2 * long).contains(&text.len()) && text.lines().all(is_kept);
        if ours {
            let half = bytes.len() - long / 2;
            store::save(
                &self.path,
                &bytes[half + after_line_break(&bytes[half..])..],
            )?;
        }
        Ok(())
    }
}

/// Whether a line is kept: not blank, not too long, and nothing in it steers a terminal.
fn is_kept(line: &str) -> bool {
    line.len() <= LONGEST_LINE && !line.trim_ascii().is_empty() && !line.contains(steers)
}

/// The index after the first line break.
fn after_line_break(bytes: &[u8]) -> usize {
    let found = bytes.iter().position(|&byte| byte == b'\n');
    found.map_or(bytes.len(), |at| at + 1)
}

fn ends_in_line_break(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

#[cfg(test)]
mod tests;
