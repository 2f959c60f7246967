//! Files: read no further than a valid one can reach, replaced whole or not at all.
//!
//! A file is saved by writing the new content beside it and putting that in its place in one step.
//! Whoever looks, and whatever ends the program, sees the old content or the new. Where the system
//! can do it the new content has no name until it is complete and on disk, so there is nothing that
//! could be left behind; elsewhere, and for the blink between getting a name and taking its place,
//! it is called `.game-` with sixteen hexadecimal digits and `.tmp`, and is locked by the program
//! that writes it. The lock goes when that program does, however it ends: the next save into the
//! same folder takes away every such file that nobody has locked.
//!
//! Long work whose result goes to a file takes a [`WriteLock`] first: a second program that wants to
//! write the same file is refused at once, and so is a result that could not be written.
//!
//! A symbolic link is followed and stays. Of a file with several names (hard links) the one that
//! was named gets the new content, the others keep the old: there is no way to change all at once.

mod lock;
mod replace;
mod room;
mod temp_file;
mod write_lock;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

pub(crate) use lock::lock;
pub use replace::{check, save, save_pieces};
pub use write_lock::{Links, WriteLock};

/// How long a pipe may take to deliver the next bytes.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads a file of at most `limit` bytes. Of anything longer, an endless device for instance, one
/// byte more comes back and the rest is never looked at: no valid file has that length.
///
/// # Errors
/// When the file cannot be opened or read, or never delivers anything.
pub fn load(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let mut bytes = vec![0; limit + 1];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..])? {
            0 => break,
            n => filled += n,
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// Opens a file for reading. Pipes and devices are read too, but none of them can make us wait for
/// ever.
///
/// # Errors
/// When it cannot be opened.
pub fn open(path: &Path) -> io::Result<impl Read> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(without_waiting())
        .open(path)?;
    Ok(Patient(file))
}

/// Opening a pipe that nobody writes to would wait, and so would reading a terminal.
pub(crate) fn without_waiting() -> i32 {
    (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32
}

/// A file that may have nothing to read yet.
struct Patient(File);

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.0.read(into) {
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock && Instant::now() < deadline => {
                    sleep(Duration::from_millis(5));
                }
                other => return other,
            }
        }
    }
}

/// What went wrong, for a person: the system's words without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
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
        assert_eq!(waited, Err(ErrorKind::WouldBlock));
        drop(idle);
    }

    #[test]
    fn reasons_are_words() {
        let missing = load(Path::new("/nothing/here"), 1).unwrap_err();
        assert_eq!(reason(&missing), "No such file or directory");
        assert_eq!(reason(&io::Error::other("other words")), "other words");
    }
}
