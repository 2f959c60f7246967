//! Advisory locks on open files. They end with the program, however it ends.

use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a lock is usually waited for before going on without it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock if it is free.
///
/// # Errors
/// When another program has it ([`io::ErrorKind::WouldBlock`]), or the file system has no locks.
pub(super) fn try_lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(io::Error::from)
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

/// Takes the lock, and waits so long if another program has it. A program that is stopped may keep
/// it for ever, and some file systems have no locks, so callers must be able to go on without.
pub(crate) fn lock(file: &File, patience: Duration) {
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
        lock(&third, PATIENCE);
        assert_eq!(
            taken(&third),
            Err(io::ErrorKind::WouldBlock),
            "it goes on without"
        );
        drop(second);
        lock_while(&third, || true);
        assert_eq!(taken(&third), Ok(()));
    }
}
