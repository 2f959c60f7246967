//! Files: bounded reading, atomic saving, locks against a second writer.
//!
//! Saving writes a temporary file beside the target and renames it, so that at every moment, and
//! whatever ends the program, the target has the old content or the new. On Linux the temporary file
//! has no name (`O_TMPFILE`) until it is complete and on disk, so a kill leaves nothing. Elsewhere,
//! and just before the rename, it is called `.game-`, sixteen hexadecimal digits, `.tmp`, and is
//! locked by its program. The lock ends with the program: the next save into the folder removes all
//! such files that are not locked.
//!
//! Long work whose result goes to a file takes a [`WriteLock`] first: a second program that wants to
//! write the same file is refused at once, and so is a result that could not be written. What
//! appears under the name meanwhile is not replaced: the result is then saved beside it.
//!
//! Symbolic links are followed and kept. Of a file with several hard links only the named one gets
//! the new content: there is no way to change all at once.

mod fresh_folder;
mod lock;
mod lock_file;
mod own_name;
mod place;
mod replace;
mod room;
mod temp_file;
mod write_lock;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

pub use fresh_folder::fresh_folder;
pub(crate) use lock::{PATIENCE as LOCK_PATIENCE, is_the_file, lock};
pub(crate) use own_name::remove_own_files;
pub use replace::{check, save, save_pieces};
pub use write_lock::{Links, WriteLock};

/// How long to wait for a pipe, over the whole file.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads a file of at most `limit` bytes. Of anything longer, an endless device for instance, one
/// byte more comes back and the rest is never looked at: no valid file has that length.
///
/// # Errors
/// When the file cannot be opened or read, or does not deliver in time.
pub fn load(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    load_unless(path, limit, &AtomicBool::new(false))
}

/// Reads a file as [`load`] does, and gives up when `cancel` is set.
///
/// # Errors
/// As with [`load`], and when `cancel` is set while nothing comes.
pub fn load_unless(path: &Path, limit: usize, cancel: &AtomicBool) -> io::Result<Vec<u8>> {
    load_waiting(path, limit, patience(PATIENCE, cancel))
}

/// Reads a file as [`load`] does if it delivers at once, as every file on a disk does. For others,
/// some in `/proc` that call themselves regular files for instance, nobody waits.
///
/// # Errors
/// As with [`load`], and when the file would have to be waited for
/// ([`WouldBlock`](ErrorKind::WouldBlock)).
pub fn load_at_once(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    load_waiting(path, limit, || Err(ErrorKind::WouldBlock.into()))
}

fn load_waiting(path: &Path, limit: usize, wait: impl Wait) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = open_waiting(path, wait)?.take(limit as u64 + 1);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file for reading. Pipes and devices are read too, but none of them can make us wait for
/// ever.
///
/// # Errors
/// When it cannot be opened.
pub fn open(path: &Path) -> io::Result<impl Read> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    open_waiting(path, patience(PATIENCE, &NEVER))
}

fn open_waiting<W: Wait>(path: &Path, wait: W) -> io::Result<PatientFile<File, W>> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(without_waiting())
        .open(path)?;
    Ok(PatientFile { file, wait })
}

/// Flags for opening a file without waiting: a pipe without a writer would block, and so would a
/// terminal.
pub(crate) fn without_waiting() -> i32 {
    (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32
}

/// Opens a file to look at it or to lock it. A link is not followed.
fn open_to_look(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .custom_flags(without_waiting() | OFlags::NOFOLLOW.bits() as i32)
        .open(path)
}

/// Waits a little, or fails when there has been enough of it.
trait Wait: FnMut() -> io::Result<()> {}
impl<W: FnMut() -> io::Result<()>> Wait for W {}

/// Waits until that has taken so long in all, or until `cancel` is set.
fn patience(limit: Duration, cancel: &AtomicBool) -> impl Wait {
    let mut waited = Duration::ZERO;
    move || {
        // Not the kind "interrupted", upon which readers try again.
        if cancel.load(Ordering::SeqCst) {
            return Err(io::Error::other("interrupted"));
        }
        if waited >= limit {
            let reason = "it does not deliver in time";
            return Err(io::Error::new(ErrorKind::TimedOut, reason));
        }
        let before = Instant::now();
        sleep(Duration::from_millis(5));
        waited += before.elapsed();
        Ok(())
    }
}

/// A nonblocking file that is waited for when it has nothing to read.
struct PatientFile<R, W> {
    file: R,
    wait: W,
}

impl<R: Read, W: Wait> Read for PatientFile<R, W> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(into) {
                // The signal that interrupted it may be the one that ends the wait.
                Err(e) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                    (self.wait)()?;
                }
                other => return other,
            }
        }
    }
}

/// The message of a system error without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

/// An error with the name of its file in front.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    |error| {
        let told = format!("{}: {}", path.display(), reason(&error));
        io::Error::new(error.kind(), told)
    }
}

/// Makes a named pipe, to test what is not a regular file.
#[cfg(test)]
pub(crate) fn make_pipe(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, 0o600.into());
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn nothing_is_read_beyond_the_limit() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        save(&file, &[b'x'; 1000]).unwrap();
        assert_eq!(load(&file, 10).unwrap().len(), 11);
        assert_eq!(load(Path::new("/dev/zero"), 10).unwrap(), [0; 11]);
    }

    #[test]
    fn a_folder_and_a_missing_file_cannot_be_read() {
        let dir = tempfile::tempdir().unwrap();
        assert!(load(dir.path(), 10).is_err());
        assert!(load(&dir.path().join("none"), 10).is_err());
    }

    fn pipe_in(dir: &Path) -> std::path::PathBuf {
        let path = dir.join("pipe");
        make_pipe(&path);
        path
    }

    #[test]
    fn a_pipe_without_a_writer_is_empty() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(load(&pipe_in(dir.path()), 10).unwrap(), b"");
    }

    /// A pipe that stays open, and the end to write to.
    fn open_pipe_in(dir: &Path) -> (std::path::PathBuf, File) {
        let path = pipe_in(dir);
        let both = OpenOptions::new().read(true).write(true).open(&path);
        (path, both.unwrap())
    }

    #[test]
    fn a_writer_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let (path, writer) = open_pipe_in(dir.path());
        let mut writer = Some(writer);
        let wait = || writer.take().unwrap().write_all(b"late");
        assert_eq!(load_waiting(&path, 10, wait).unwrap(), b"late");
    }

    #[test]
    fn a_writer_is_not_waited_for_for_ever_even_if_it_sends_a_byte_now_and_then() {
        let dir = tempfile::tempdir().unwrap();
        let (path, mut writer) = open_pipe_in(dir.path());
        let waited = load(&path, 10).map_err(|e| e.kind());
        assert_eq!(waited, Err(ErrorKind::TimedOut));
        let cancel = AtomicBool::new(false);
        let mut patience = patience(Duration::from_millis(20), &cancel);
        // Were each byte a new beginning, this would never end.
        let drip = || {
            writer.write_all(b"x")?;
            patience()
        };
        let waited = load_waiting(&path, 1 << 20, drip).map_err(|e| e.kind());
        assert_eq!(waited, Err(ErrorKind::TimedOut));
        cancel.store(true, Ordering::SeqCst);
        let cancelled = load_unless(&path, 1 << 20, &cancel).unwrap_err();
        assert_eq!(reason(&cancelled), "interrupted");
    }

    #[test]
    fn what_would_have_to_be_waited_for_is_not_read_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let (pipe, _writer) = open_pipe_in(dir.path());
        let read = load_at_once(&pipe, 10).map_err(|e| e.kind());
        assert_eq!(read, Err(ErrorKind::WouldBlock));
        let file = dir.path().join("f");
        save(&file, b"at once").unwrap();
        assert_eq!(load_at_once(&file, 10).unwrap(), b"at once");
    }

    #[test]
    fn a_read_that_signals_interrupt_can_be_cancelled() {
        /// Interrupted whenever it is asked, until somebody has asked too often.
        struct Interrupted(u32);
        impl Read for Interrupted {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                self.0 -= 1;
                match self.0 {
                    0 => Ok(0),
                    _ => Err(ErrorKind::Interrupted.into()),
                }
            }
        }
        let cancel = AtomicBool::new(true);
        let mut file = PatientFile {
            file: Interrupted(3),
            wait: patience(PATIENCE, &cancel),
        };
        let cancelled = file.read(&mut [0]).unwrap_err();
        assert_eq!(reason(&cancelled), "interrupted");
    }

    #[test]
    fn reasons_are_words() {
        let missing = load(Path::new("/nothing/here"), 1).unwrap_err();
        assert_eq!(reason(&missing), "No such file or directory");
        assert_eq!(reason(&io::Error::other("other words")), "other words");
    }
}
