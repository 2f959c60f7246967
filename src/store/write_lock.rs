//! A lock that one program at a time holds while it prepares a new version of a file.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::lock::{is_held, is_the_file, open_locked};
use super::open_to_look;
use super::own_name::OwnName;
use super::place::must_be_replaceable;
use super::replace::{Target, in_place, open_in_place};
use super::room;
use super::temp_file::{TempFile, folder_of, lock_name, new_files_are_forbidden};

/// How often a lock file is made or opened, if others make and remove it all the time.
const ATTEMPTS: usize = 20;

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

/// A file beside the target that is locked. It is removed while the lock is still held: nobody else
/// can have taken it over.
#[derive(Debug)]
struct LockFile {
    _name: OwnName,
    _locked: File,
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

impl LockFile {
    /// Makes the lock file of a file, or takes over a stale one.
    fn make(path: &Path) -> io::Result<Self> {
        let name = lock_path(path);
        let locked = open_locked(&name, make_or_open).map_err(busy_if_locked)?;
        Ok(LockFile {
            _name: OwnName::new(name),
            _locked: locked,
        })
    }
}

/// Refuses a file that somebody holds a [`WriteLock`] of.
pub(super) fn refuse_if_held(path: &Path) -> io::Result<()> {
    if is_held(&lock_path(path)) || is_held(path) {
        return Err(busy());
    }
    Ok(())
}

/// The name of the lock file of a file.
fn lock_path(path: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    path.file_name().hash(&mut hasher);
    folder_of(path).join(lock_name(hasher.finish()))
}

fn make_or_open(name: &Path) -> io::Result<File> {
    for _ in 0..ATTEMPTS {
        let made = OpenOptions::new().write(true).create_new(true).open(name);
        match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made,
        }
        match open_to_look(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            // Another user's lock that we may not even look at.
            Err(_) => return Err(busy()),
            there => return there,
        }
    }
    Err(busy())
}

/// The file's name with a number behind it, and so short that it can be one.
fn beside(path: &Path, number: usize) -> PathBuf {
    const LONGEST: usize = 250;
    let name = path.file_name().unwrap_or_default().as_bytes();
    let mut name = name[..name.len().min(LONGEST)].to_vec();
    name.extend(format!(".{number}").bytes());
    path.with_file_name(OsStr::from_bytes(&name))
}

fn busy_if_locked(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock => busy(),
        _ => error,
    }
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
        let name = lock_path(&path);
        assert!(!name.exists());
        let lock = acquire(&path).unwrap();
        assert!(name.exists());
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_reserved_file_that_cannot_be_named_does_not_lose_the_result() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        for content in [&b"first"[..], b"second"] {
            let mut lock = acquire(&path).unwrap();
            lock.reserved = Some(TempFile::nameless(folder.path()).unwrap());
            lock.reserve(100).unwrap();
            lock.save(&[content]).unwrap();
            drop(lock);
            assert_eq!(fs::read(&path).unwrap(), content);
            assert_eq!(names(folder.path()), ["f"]);
        }
    }

    #[test]
    fn each_version_is_locked_for_those_who_make_no_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let locked = || open_locked(&path, open_in_place).map_err(|error| error.kind());
        save(&path, b"old").unwrap();
        let mut lock = acquire(&path).unwrap();
        for _ in 0..2 {
            assert_eq!(locked().unwrap_err(), ErrorKind::WouldBlock);
            lock.save(&[b"new"]).unwrap();
        }
        drop(lock);
        let theirs = locked().unwrap();
        assert_busy(&path);
        assert_eq!(names(folder.path()), ["f"]);
        drop(theirs);
        drop(acquire(&path).unwrap());
    }

    /// As where no file may be made in the folder.
    fn in_place_lock(path: &Path) -> WriteLock {
        let mut lock = acquire(path).unwrap();
        lock.lock_file = None;
        lock
    }

    #[test]
    fn only_the_file_that_is_locked_is_written_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        fs::write(&path, "old and longer").unwrap();
        let mut lock = in_place_lock(&path);
        lock.reserve(100).unwrap();
        lock.save(&[b"new"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
        let error = lock.save(&[b"newer"]).unwrap_err().to_string();
        let told = format!(
            "it has been removed; the new content is in {}.1",
            path.display()
        );
        assert_eq!(error, told);
    }

    #[test]
    fn what_has_come_meanwhile_is_not_replaced_and_nothing_is_lost() {
        type Meddle = fn(&Path);
        let meddlers: [(Meddle, &str); 3] = [
            (
                |path| {
                    fs::remove_file(path).unwrap();
                    fs::write(path, "theirs").unwrap();
                },
                "another file has taken its place",
            ),
            (
                |path| {
                    fs::remove_file(path).unwrap();
                    fs::write(path.with_file_name("far"), "theirs").unwrap();
                    symlink("far", path).unwrap();
                },
                "another file has taken its place",
            ),
            (
                |path| {
                    fs::write(path, "theirs").unwrap();
                    let read_only = std::os::unix::fs::PermissionsExt::from_mode(0o444);
                    fs::set_permissions(path, read_only).unwrap();
                },
                "it has become read-only",
            ),
        ];
        for (meddle, why) in meddlers {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("f");
            let other = folder.path().join("f.2");
            fs::write(folder.path().join("f.1"), "theirs too").unwrap();
            let mut lock = acquire(&path).unwrap();
            lock.save(&[b"first"]).unwrap();
            meddle(&path);
            lock.reserve(100).unwrap();
            let error = lock.save(&[b"second"]).unwrap_err().to_string();
            let told = format!("{why}; the new content is in {}", other.display());
            assert_eq!(error, told);
            assert_eq!(fs::read(&path).unwrap(), b"theirs");
            assert_eq!(fs::read(&other).unwrap(), b"second");
            // The work may go on: it has another name now.
            lock.save(&[b"third"]).unwrap();
            assert_eq!(fs::read(&other).unwrap(), b"third");
            drop(lock);
            let left = names(folder.path());
            let ours = ["f", "f.1", "f.2", "far"];
            assert!(
                left.iter().all(|name| ours.contains(&name.as_str())),
                "{left:?}"
            );
        }
    }

    #[test]
    fn a_file_that_was_not_there_may_come_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("n".repeat(255));
        let mut lock = acquire(&path).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(lock.save(&[b"ours"]).is_err());
        drop(lock);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read(beside(&path, 1)).unwrap(), b"ours");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn a_file_that_was_removed_is_written_anew_and_permissions_are_those_it_has() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut lock = acquire(&path).unwrap();
        lock.save(&[b"first"]).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        // Another name of the same file changes nothing.
        fs::hard_link(&path, folder.path().join("g")).unwrap();
        lock.save(&[b"second"]).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_file(&path).unwrap();
        lock.save(&[b"third"]).unwrap();
        drop(lock);
        assert_eq!(fs::read(&path).unwrap(), b"third");
        assert_eq!(names(folder.path()), ["f", "g"]);
    }

    #[test]
    fn a_file_that_is_being_prepared_is_not_saved_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let refused = || {
            let error = save(&path, b"theirs").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        };
        let lock = acquire(&path).unwrap();
        refused();
        drop(lock);
        save(&path, b"old").unwrap();
        let lock = in_place_lock(&path);
        refused();
        drop(lock);
        save(&path, b"new").unwrap();
        assert_eq!(names(folder.path()), ["f"]);
    }
}
