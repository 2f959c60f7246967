//! Advisory locks on open files. They end with the program, however it ends.

use std::cell::Cell;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::open_to_look;

/// How long a lock is usually waited for before going on without it, or giving up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// How often a lock is tried by those who do not wait for others, and how long between two looks.
const LOOKS: usize = 20;
const LOOK_PAUSE: Duration = Duration::from_millis(5);

/// Takes the lock if it is free.
///
/// # Errors
/// When another program has it ([`io::ErrorKind::WouldBlock`]), or the file system has no locks.
pub(super) fn try_lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(io::Error::from)
}

/// Opens the file of this name and locks it. Whoever looks at a file, or removes stale ones, has its
/// lock for a moment only.
///
/// # Errors
/// When another program keeps it ([`io::ErrorKind::WouldBlock`]), or it cannot be opened. That a file
/// system has no locks is none.
pub(super) fn open_locked(
    path: &Path,
    open: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<File> {
    for _ in 0..LOOKS {
        let file = open(path)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            sleep(LOOK_PAUSE);
            continue;
        }
        // Whoever had it may have removed or replaced it before we got the lock.
        if is_the_file(&file, fs::symlink_metadata(path))? {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
}

/// Whether an open file is the one that is found there. Whoever has waited for a lock asks this: in
/// the meantime another file may have taken its name.
///
/// # Errors
/// When the system does not tell.
pub(crate) fn is_the_file(file: &File, there: io::Result<Metadata>) -> io::Result<bool> {
    let ours = file.metadata()?;
    Ok(there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())))
}

thread_local! {
    /// The file that this thread has locked last with [`lock`]: device and number.
    static LOCKED_HERE: Cell<Option<(u64, u64)>> = const { Cell::new(None) };
}

fn identity(file: &File) -> Option<(u64, u64)> {
    let data = file.metadata().ok()?;
    Some((data.dev(), data.ino()))
}

/// Takes the lock as [`wait_for_lock`] does. This thread may save the file meanwhile.
pub(crate) fn lock(file: &File, patience: Duration) {
    wait_for_lock(file, patience);
    LOCKED_HERE.set(identity(file));
}

fn is_locked_here(file: &File) -> bool {
    LOCKED_HERE
        .get()
        .is_some_and(|here| identity(file) == Some(here))
}

/// Whether somebody else has the lock of a file, and keeps it for longer than one save takes. A file
/// that cannot be looked at counts as free.
pub(super) fn is_held(path: &Path) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let Ok(file) = open_to_look(path) else {
            return false;
        };
        // Those who only look do not disturb each other.
        if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) || is_locked_here(&file)
        {
            return false;
        }
        sleep(LOOK_PAUSE);
    }
    true
}

/// Takes the lock, and waits so long if another program has it. A program that is stopped may keep
/// it for ever, and some file systems have no locks, so callers must be able to go on without.
pub(super) fn wait_for_lock(file: &File, patience: Duration) {
    let deadline = Instant::now() + patience;
    lock_while(file, || {
        sleep(Duration::from_millis(1));
        Instant::now() < deadline
    });
}

/// Takes the lock. If another program has it, `wait` waits a little and tells whether to try again.
fn lock_while(file: &File, mut wait: impl FnMut() -> bool) {
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && wait() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_waited_for_but_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let [first, second, third] = [(); 3].map(|()| File::create(&path).unwrap());
        let taken = |file: &File| try_lock(file).map_err(|e| e.kind());
        assert_eq!(taken(&first), Ok(()));
        assert_eq!(taken(&second), Err(io::ErrorKind::WouldBlock));
        // Another test may be starting a process, which has a copy of the lock until it is started.
        let mut holder = vec![first];
        lock_while(&second, || {
            holder.clear();
            true
        });
        assert_eq!(
            taken(&third),
            Err(io::ErrorKind::WouldBlock),
            "second has it"
        );
        assert!(holder.is_empty());
        wait_for_lock(&third, PATIENCE);
        assert_eq!(
            taken(&third),
            Err(io::ErrorKind::WouldBlock),
            "it goes on without"
        );
        drop(second);
        lock_while(&third, || true);
        assert_eq!(taken(&third), Ok(()));
    }

    #[test]
    fn a_file_is_held_by_others_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        assert!(!is_held(&path));
        let theirs = File::create(&path).unwrap();
        assert!(!is_held(&path));
        try_lock(&theirs).unwrap();
        assert!(is_held(&path));
        drop(theirs);
        let ours = File::open(&path).unwrap();
        lock(&ours, PATIENCE);
        assert!(!is_held(&path));
    }
}
