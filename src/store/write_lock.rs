//! A lock that one program at a time holds while it prepares a new version of a file.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::OFlags;

use super::lock::{is_the_file, try_lock};
use super::replace::{Target, in_place, open_in_place};
use super::room;
use super::temp_file::{TempFile, folder_of, lock_name, new_files_are_forbidden};
use super::without_waiting;

/// How often locking is tried. A program that removes stale files holds their locks for a moment.
const ATTEMPTS: usize = 20;

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
/// The lock is on a file of its own beside the target, so that it outlasts the replacement of the
/// target, and a target that does not exist yet needs not be made. Where no file may be made in the
/// folder, it is on the target itself.
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
    /// Its open description carries the lock.
    file: File,
    /// The lock file's name, to be removed at the end; none where the target itself is locked.
    name: Option<PathBuf>,
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
    /// read-only, no regular file, in no folder, or a link that is not wanted.
    pub fn acquire(path: &Path, links: Links) -> io::Result<Self> {
        if links == Links::Refuse && path.is_symlink() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "it is a symbolic link",
            ));
        }
        let target = Target::find(path)?;
        let folder = folder_of(&target.path);
        let mut hasher = DefaultHasher::new();
        target.path.file_name().hash(&mut hasher);
        let name = folder.join(lock_name(hasher.finish()));
        match open_locked(&name) {
            Err(error) if target.old.is_some() && new_files_are_forbidden(&error) => {
                let file = open_in_place(&target.path)?;
                match try_lock(&file) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => return Err(busy()),
                    // Some file systems have no locks: that is no reason to refuse the work.
                    _ => {}
                }
                Ok(WriteLock {
                    target,
                    file,
                    name: None,
                    reserved: None,
                    room: 0,
                })
            }
            file => Ok(WriteLock {
                target,
                file: file?,
                name: Some(name),
                reserved: None,
                room: 0,
            }),
        }
    }

    /// Reserves disk space for the result, in bytes, until the next [`save`](Self::save).
    ///
    /// # Errors
    /// When there is not enough, or a file may not become so long.
    pub fn reserve(&mut self, bytes: u64) -> io::Result<()> {
        if self.name.is_none() {
            return room::reserve(&self.file, bytes);
        }
        let folder = folder_of(&self.target.path);
        // Asked again for more, the same file grows: two would need the room twice.
        let temp = match self.reserved.take() {
            Some(temp) => temp,
            None => TempFile::unnamed(folder).or_else(|_| TempFile::named(folder))?,
        };
        let reserved = room::reserve(temp.file(), bytes);
        self.reserved = Some(temp);
        reserved
    }

    /// Reserves disk space for a result that grows: in steps, so that it can be asked for often.
    ///
    /// # Errors
    /// As with [`reserve`](Self::reserve).
    pub fn reserve_growing(&mut self, bytes: u64) -> io::Result<()> {
        if bytes > self.room {
            let ample = bytes.next_power_of_two();
            self.reserve(ample)?;
            self.room = ample;
        }
        Ok(())
    }

    /// Saves the file atomically. May be called again for a later state of the work.
    ///
    /// # Errors
    /// As with [`save`](super::save).
    pub fn save(&mut self, pieces: &[&[u8]]) -> io::Result<()> {
        self.room = 0;
        if self.name.is_none() {
            return in_place(&self.file, pieces);
        }
        match self.reserved.take() {
            Some(temp) => self.target.replace(pieces, temp),
            None => self.target.save(pieces),
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // The lock is still held: nobody else can have taken this file over.
        if let Some(name) = &self.name {
            let _ = fs::remove_file(name);
        } else if let Ok(data) = self.file.metadata() {
            // Gives back what was reserved behind the file's end.
            let _ = self.file.set_len(data.len());
        }
    }
}

/// Makes a lock file, or takes over a stale one.
fn open_locked(name: &Path) -> io::Result<File> {
    for _ in 0..ATTEMPTS {
        let made = OpenOptions::new().write(true).create_new(true).open(name);
        let file = match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let there = OpenOptions::new()
                    .read(true)
                    .custom_flags(without_waiting() | OFlags::NOFOLLOW.bits() as i32)
                    .open(name);
                match there {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    // Another user's lock that we may not even look at.
                    Err(_) => return Err(busy()),
                    Ok(file) => file,
                }
            }
            made => made?,
        };
        match try_lock(&file) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                sleep(Duration::from_millis(5));
                continue;
            }
            // Some file systems have no locks: that is no reason to refuse the work.
            _ => {}
        }
        // Whoever had it may have removed it before we got the lock.
        if is_the_file(&file, fs::symlink_metadata(name))? {
            return Ok(file);
        }
    }
    Err(busy())
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another program is writing it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::save;
    use std::os::unix::fs::symlink;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn acquire(path: &Path) -> io::Result<WriteLock> {
        WriteLock::acquire(path, Links::Follow)
    }

    #[track_caller]
    fn assert_busy(path: &Path) {
        let error = acquire(path).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        assert_eq!(error.to_string(), "another program is writing it");
    }

    #[test]
    fn a_second_writer_is_refused_until_the_first_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        symlink("one", folder.path().join("link")).unwrap();
        let mut first = acquire(&one).unwrap();
        assert_busy(&one);
        assert_busy(&folder.path().join("link"));
        let other = acquire(&two).unwrap();
        drop(other);
        for content in ["first", "second"] {
            first.reserve(100).unwrap();
            first.save(&[content.as_bytes(), b" state"]).unwrap();
            assert_busy(&one);
            let whole = format!("{content} state");
            assert_eq!(fs::read_to_string(&one).unwrap(), whole);
        }
        // Saving another file removes stale files, but not this lock.
        save(&two, b"two").unwrap();
        assert_busy(&one);
        drop(first);
        assert_eq!(names(folder.path()), ["link", "one", "two"]);
        drop(acquire(&one).unwrap());
        assert_eq!(names(folder.path()), ["link", "one", "two"]);
    }

    #[test]
    fn what_a_killed_writer_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let lock = acquire(&path).unwrap();
        let name = lock.name.clone().unwrap();
        drop(lock);
        fs::write(&name, "").unwrap();
        drop(acquire(&path).unwrap());
        assert_eq!(names(folder.path()), [""; 0]);
        // And if nobody ever asks again, the next save of any file takes it away.
        fs::write(&name, "").unwrap();
        save(&folder.path().join("g"), b"x").unwrap();
        assert_eq!(names(folder.path()), ["g"]);
    }

    #[test]
    fn what_could_not_be_saved_cannot_be_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("link");
        symlink("f", &path).unwrap();
        let refused = WriteLock::acquire(&path, Links::Refuse);
        assert_eq!(refused.unwrap_err().to_string(), "it is a symbolic link");
        for path in [folder.path(), &folder.path().join("no/folder")] {
            assert!(acquire(path).is_err(), "{path:?}");
        }
        assert_eq!(names(folder.path()), ["link"]);
    }

    #[test]
    fn what_a_killed_program_left_goes_with_the_next_save_into_reserved_room() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(".game-0123456789abcdef.tmp"), "stray").unwrap();
        let mut lock = WriteLock::acquire(&dir.path().join("f"), Links::Follow).unwrap();
        lock.reserve(5).unwrap();
        lock.save(&[b"whole"]).unwrap();
        drop(lock);
        let names = std::fs::read_dir(dir.path()).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["f"]);
    }

    #[test]
    fn room_that_is_not_there_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut lock = acquire(&path).unwrap();
        assert!(lock.reserve(1 << 60).is_err());
        for bytes in [0, 5, 1000] {
            lock.reserve_growing(bytes).unwrap();
        }
        assert!(lock.reserve_growing(1 << 60).is_err());
        drop(lock);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn many_writers_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let mut lock = loop {
                            match acquire(&path) {
                                Ok(lock) => break lock,
                                Err(e) => assert_eq!(e.kind(), ErrorKind::ResourceBusy),
                            }
                        };
                        // Only with the lock is reading, adding and writing back one step.
                        let mut text = fs::read(&path).unwrap_or_default();
                        text.push(b'x');
                        lock.save(&[&text]).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read(&path).unwrap(), [b'x'; 100]);
        assert_eq!(names(folder.path()), ["f"]);
    }
}
