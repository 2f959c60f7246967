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
//! write the same file is refused at once, and so is a result that could not be written.
//!
//! Symbolic links are followed and kept. Of a file with several hard links only the named one gets
//! the new content: there is no way to change all at once.

mod lock;
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

pub(crate) use lock::lock;
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
    let mut bytes = Vec::new();
    let mut file = open_unless(path, cancel)?.take(limit as u64 + 1);
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
    open_unless(path, &NEVER)
}

fn open_unless<'a>(path: &Path, cancel: &'a AtomicBool) -> io::Result<PatientFile<'a>> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(without_waiting())
        .open(path)?;
    Ok(PatientFile {
        file,
        waited: Duration::ZERO,
        cancel,
    })
}

/// Flags for opening a file without waiting: a pipe without a writer would block, and so would a
/// terminal.
pub(crate) fn without_waiting() -> i32 {
    (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32
}

/// A nonblocking file, read with bounded patience.
struct PatientFile<'a> {
    file: File,
    /// How long it has kept us waiting so far.
    waited: Duration,
    cancel: &'a AtomicBool,
}

impl Read for PatientFile<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(into) {
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => self.wait()?,
                other => return other,
            }
        }
    }
}

impl PatientFile<'_> {
    fn wait(&mut self) -> io::Result<()> {
        // Not the kind "interrupted", upon which readers try again.
        if self.cancel.load(Ordering::SeqCst) {
            return Err(io::Error::other("interrupted"));
        }
        if self.waited >= PATIENCE {
            let reason = "it does not deliver in time";
            return Err(io::Error::new(ErrorKind::TimedOut, reason));
        }
        let before = Instant::now();
        sleep(Duration::from_millis(5));
        self.waited += before.elapsed();
        Ok(())
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
fn make_pipe(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, 0o600.into());
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_slow_writer_is_waited_for_and_an_idle_one_is_not_for_ever() {
        use std::io::Write;

        let dir = tempfile::tempdir().unwrap();
        let path = pipe_in(dir.path());
        let mut writer = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let slow = std::thread::spawn(move || {
            sleep(Duration::from_millis(100));
            writer.write_all(b"late")
        });
        assert_eq!(load(&path, 10).unwrap(), b"late");
        slow.join().unwrap().unwrap();
        let idle = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let waited = load(&path, 10).map_err(|e| e.kind());
        assert_eq!(waited, Err(ErrorKind::TimedOut));
        drop(idle);
    }

    #[test]
    fn a_writer_that_sends_a_byte_now_and_then_is_not_waited_for_for_ever() {
        let dir = tempfile::tempdir().unwrap();
        let path = pipe_in(dir.path());
        let mut writer = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let done = std::sync::Arc::new(AtomicBool::new(false));
        let told = std::sync::Arc::clone(&done);
        let drip = std::thread::spawn(move || {
            while !told.load(Ordering::SeqCst) {
                std::io::Write::write_all(&mut writer, b"x").unwrap();
                sleep(Duration::from_millis(50));
            }
        });
        // Were each byte a new beginning, this would go on until the pipe is full.
        let waited = load(&path, 1 << 20).map_err(|e| e.kind());
        assert_eq!(waited, Err(ErrorKind::TimedOut));
        let cancel = AtomicBool::new(true);
        let cancelled = load_unless(&path, 1 << 20, &cancel).unwrap_err();
        assert_eq!(reason(&cancelled), "interrupted");
        done.store(true, Ordering::SeqCst);
        drip.join().unwrap();
    }

    #[test]
    fn reasons_are_words() {
        let missing = load(Path::new("/nothing/here"), 1).unwrap_err();
        assert_eq!(reason(&missing), "No such file or directory");
        assert_eq!(reason(&io::Error::other("other words")), "other words");
    }
}
