//! A lock that one program at a time holds while it prepares a new version of a file.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::lock::{is_the_file, open_locked};
use super::lock_file::{LockFile, busy_if_locked};
use super::place::must_be_replaceable;
use super::replace::{Target, in_place, open_in_place};
use super::room;
use super::temp_file::{TempFile, folder_of, new_files_are_forbidden};

/// How many names are tried beside the one that has been taken.
const MOST_BESIDE: usize = 1000;

/// What to do with a symbolic link in the place of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Write the file that the link leads to, for files that a person names.
    Follow,
    /// Refuse it, for files in a folder of our own.
    Refuse,
}

/// Exclusive lock on writing one file, from before the work begins until its result is saved.
///
/// A second program that asks for the same file is refused at once. The lock ends with the program,
/// however it ends. Readers are not locked out: they see the old content or the new.
///
/// The lock is on a file of its own beside the target, so that a target that does not exist yet needs
/// not be made, and on each version of the target. Where no file may be made in the folder, it is on
/// the target alone.
///
/// ```
/// use game::store::{Links, WriteLock};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("file");
/// let mut lock = WriteLock::acquire(&path, Links::Follow)?;
/// lock.reserve(5)?;
/// assert!(WriteLock::acquire(&path, Links::Follow).is_err());
/// // … a long computation …
/// lock.save(&[b"whole"])?;
/// assert_eq!(std::fs::read(&path)?, b"whole");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WriteLock {
    target: Target,
    /// The target as it was found or saved last, open and locked too: those who may make no file in
    /// the folder lock nothing else.
    held: Option<File>,
    /// The lock file; none where no file may be made.
    lock_file: Option<LockFile>,
    /// A file that keeps the reserved disk space.
    reserved: Option<TempFile>,
    /// How much of it a result that grows has, in bytes.
    room: u64,
}

impl WriteLock {
    /// Locks a file for writing, and finds out whether it could be written now.
    ///
    /// # Errors
    /// When another program has it ([`ErrorKind::ResourceBusy`]), or it could not be saved: it is
    /// read-only, no regular file, in no folder, not to be replaced by this user, a mount point, or a
    /// link that is not wanted.
    pub fn acquire(path: &Path, links: Links) -> io::Result<Self> {
        if links == Links::Refuse && path.is_symlink() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "it is a symbolic link",
            ));
        }
        let mut target = Target::find(path)?;
        let lock_file = match LockFile::make(&target.path) {
            Err(error) if target.old.is_some() && new_files_are_forbidden(&error) => None,
            made => Some(made?),
        };
        // Whoever had the lock until now may have replaced it.
        target.look_again()?;
        if let (Some(_), Some(old)) = (&lock_file, &target.old) {
            must_be_replaceable(&target.path, old)?;
        }
        let held = match open_locked(&target.path, open_in_place) {
            Err(error) if error.kind() == ErrorKind::NotFound && lock_file.is_some() => None,
            held => Some(held.map_err(busy_if_locked)?),
        };
        Ok(WriteLock {
            target,
            held,
            lock_file,
            reserved: None,
            room: 0,
        })
    }

    /// Reserves disk space for the result, in bytes, until the next [`save`](Self::save).
    ///
    /// # Errors
    /// When there is not enough, or a file may not become so long.
    pub fn reserve(&mut self, bytes: u64) -> io::Result<()> {
        room::reserve(self.file_with_room()?, bytes)
    }

    /// The file that room is reserved in.
    fn file_with_room(&mut self) -> io::Result<&File> {
        if let (None, Some(held)) = (&self.lock_file, &self.held) {
            return Ok(held);
        }
        let folder = folder_of(&self.target.path);
        // Asked again for more, the same file grows: two would need the room twice.
        let temp = match self.reserved.take() {
            Some(temp) => temp,
            None => TempFile::unnamed(folder).or_else(|_| TempFile::named(folder))?,
        };
        Ok(self.reserved.insert(temp).file())
    }

    /// Reserves disk space for a result that grows: in steps where there is plenty, so that it can be
    /// asked for often.
    ///
    /// # Errors
    /// As with [`reserve`](Self::reserve).
    pub fn reserve_growing(&mut self, bytes: u64) -> io::Result<()> {
        if bytes > self.room {
            let ample = bytes.next_power_of_two();
            // One that fails may have taken what there was.
            let plenty = room::free(self.file_with_room()?)? > ample;
            if plenty && self.reserve(ample).is_ok() {
                self.room = ample;
            } else {
                self.reserve(bytes)?;
                self.room = bytes;
            }
        }
        Ok(())
    }

    /// Saves the file atomically. May be called again for a later state of the work.
    ///
    /// # Errors
    /// As with [`save`](super::save()). If somebody has put another file there since the last version, or
    /// made it read-only, that stays as it is: the content is then saved under the first free name of
    /// `NAME.1`, `NAME.2` and so on, which the error tells, and so is whatever is saved later.
    pub fn save(&mut self, pieces: &[&[u8]]) -> io::Result<()> {
        self.room = 0;
        if let Some(why) = self.obstacle()? {
            return self.save_beside(pieces, why);
        }
        if let (None, Some(held)) = (&self.lock_file, &self.held) {
            return in_place(held, pieces);
        }
        if let Some(held) = &self.held {
            self.target.old = Some(held.metadata()?);
        }
        let reserved = self.reserved.take();
        let saved = match reserved.map(|temp| self.target.replace(pieces, temp)) {
            Some(Ok(file)) => file,
            // Not every system lets a file without a name have one later.
            Some(Err(_)) | None => self.target.save(pieces)?,
        };
        self.held = Some(saved);
        self.target.sync_folder();
        Ok(())
    }

    /// Why the target is not ours to write any more, if it is not.
    fn obstacle(&self) -> io::Result<Option<&'static str>> {
        let there = match fs::symlink_metadata(&self.target.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let gone = "it has been removed";
                return Ok(self.lock_file.is_none().then_some(gone));
            }
            there => there?,
        };
        let read_only = there.permissions().readonly();
        Ok(match &self.held {
            Some(held) if is_the_file(held, Ok(there))? => {
                read_only.then_some("it has become read-only")
            }
            _ => Some("another file has taken its place"),
        })
    }

    /// Saves the content under a name that nobody has, and goes on with that one.
    fn save_beside(&mut self, pieces: &[&[u8]], why: &str) -> io::Result<()> {
        for number in 1..=MOST_BESIDE {
            let path = beside(&self.target.path, number);
            let Ok(mut other) = WriteLock::acquire(&path, Links::Refuse) else {
                continue;
            };
            if other.held.is_some() {
                continue;
            }
            other.target.old = self.target.old.take();
            other.reserved = self.reserved.take();
            other.save(pieces)?;
            *self = other;
            let told = format!("{why}; the new content is in {}", path.display());
            return Err(io::Error::new(ErrorKind::AlreadyExists, told));
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, why))
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        if let (None, Some(held)) = (&self.lock_file, &self.held)
            && let Ok(data) = held.metadata()
        {
            // Gives back what was reserved behind the file's end.
            let _ = held.set_len(data.len());
        }
    }
}

/// The file's name with a number behind it, and so short that it can be one.
fn beside(path: &Path, number: usize) -> PathBuf {
    const LONGEST: usize = 250;
    let name = path.file_name().unwrap_or_default().as_bytes();
    let mut name = name[..name.len().min(LONGEST)].to_vec();
    name.extend(format!(".{number}").bytes());
    path.with_file_name(OsStr::from_bytes(&name))
}

#[cfg(test)]
mod tests;
