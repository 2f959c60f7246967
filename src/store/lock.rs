//! Locks on open files: they go when the program does, however it ends.

use std::fs::File;
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How long somebody else may keep a lock before we go on without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Takes the lock if nobody has it now.
///
/// # Errors
/// When somebody has it ([`io::ErrorKind::WouldBlock`]), or there are no locks here.
pub(super) fn try_lock(file: &File) -> io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(io::Error::from)
}

/// Takes the lock, and waits a little for whoever has it. A program that was stopped may keep it
/// for ever, and some systems have none: whoever asks must be able to go on without.
pub(crate) fn lock(file: &File) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK | Errno::INTR) if Instant::now() < deadline => {
                sleep(Duration::from_millis(1));
            }
            _ => return,
        }
    }
}
