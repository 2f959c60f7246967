//! Locks on open files: they go when the program does, however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long somebody else may keep a lock before we go on without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock if nobody has it now.
///
/// # Errors
/// When somebody has it ([`io::ErrorKind::WouldBlock`]), or there are no locks here.
pub(super) fn try_lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(io::Error::from)
}

/// Takes the lock, and waits a little for whoever has it. A program that was stopped may keep it
/// for ever, and some systems have none: whoever asks must be able to go on without.
pub(crate) fn lock(file: &File) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                sleep(Duration::from_millis(1));
            }
            _ => return,
        }
    }
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
        let holder = std::thread::spawn(move || {
            sleep(Duration::from_millis(100));
            drop(first);
        });
        lock(&second);
        assert_eq!(
            taken(&third),
            Err(io::ErrorKind::WouldBlock),
            "second has it"
        );
        holder.join().unwrap();
        lock(&third);
        assert_eq!(
            taken(&third),
            Err(io::ErrorKind::WouldBlock),
            "it goes on without"
        );
        drop(second);
        assert_eq!(taken(&third), Ok(()));
    }
}
