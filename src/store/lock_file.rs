//! Lock files: beside a file that somebody prepares a new version of.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::lock::{is_held, open_locked};
use super::open_to_look;
use super::own_name::OwnName;
use super::temp_file::{folder_of, lock_name};

/// How often a lock file is made or opened, if others make and remove it all the time.
const ATTEMPTS: usize = 20;

/// A locked file beside another. It is removed while the lock is still held: nobody else
/// can have taken it over.
#[derive(Debug)]
pub(super) struct LockFile {
    _name: OwnName,
    _locked: File,
}

impl LockFile {
    /// Makes the lock file of a file, or takes over a stale one.
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        let name = lock_path(path);
        let locked = open_locked(&name, make_or_open).map_err(busy_if_locked)?;
        Ok(LockFile {
            _name: OwnName::new(name),
            _locked: locked,
        })
    }
}

/// Refuses a file that somebody holds a [`WriteLock`](super::WriteLock) of.
pub(super) fn refuse_if_held(path: &Path) -> io::Result<()> {
    if is_held(&lock_path(path)) || is_held(path) {
        return Err(busy());
    }
    Ok(())
}

/// The name of the lock file of a file.
pub(super) fn lock_path(path: &Path) -> PathBuf {
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

/// The words for a lock that another program has.
pub(super) fn busy_if_locked(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock => busy(),
        _ => error,
    }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another program is writing it")
}
