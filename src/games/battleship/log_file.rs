//! A log of proofs on the disk, while somebody adds to it.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::Placement;
use super::bound::{BadLog, Bound, BoundLog};
use crate::store::{self, Links, WriteLock};

/// A longer log of proofs is none: there are 1,240 first guesses.
const LONGEST_LOG: usize = 1 << 22;

/// More than all first guesses with their bounds can take, in bytes.
const ALL_LINES: u64 = 1240 * 32;

/// Proofs that come quicker than this are saved together.
const PAUSE: Duration = Duration::from_millis(500);

/// A log that no other program can write meanwhile. Each proof is saved as soon as it is there.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    lock: WriteLock,
    log: BoundLog,
    /// The room on the disk that the log will need at most.
    room: u64,
    /// When it was saved last.
    saved: Option<Instant>,
}

impl LogFile {
    /// Opens a log to add to it, or begins one.
    ///
    /// # Errors
    /// When another program adds to it, it is no log, or it could not be saved; lack of room
    /// included.
    pub(super) fn open(path: &Path, cancel: &AtomicBool) -> Result<LogFile, Box<dyn Error>> {
        let mut lock = WriteLock::acquire(path, Links::Follow).map_err(store::named(path))?;
        let log = match read_log(path, cancel) {
            Err(error) if is_missing(error.as_ref()) => BoundLog::default(),
            log => log.map_err(|error| format!("{}: {error}", path.display()))?,
        };
        let room = ALL_LINES + log.to_string().len() as u64;
        lock.reserve(room).map_err(store::named(path))?;
        Ok(LogFile {
            path: path.to_owned(),
            lock,
            log,
            room,
            saved: None,
        })
    }

    /// What has been proved.
    pub(super) fn log(&self) -> &BoundLog {
        &self.log
    }

    /// Adds a proof, and saves it unless the last one was saved a moment ago.
    ///
    /// # Errors
    /// When it cannot be saved, or contradicts the log.
    pub(super) fn record(&mut self, first: Placement, bound: Bound) -> Result<(), Box<dyn Error>> {
        self.log.record(first, bound)?;
        if self.saved.is_none_or(|saved| saved.elapsed() > PAUSE) {
            self.save()?;
            let room = self.lock.reserve(self.room);
            room.map_err(store::named(&self.path))?;
        }
        Ok(())
    }

    /// Saves the log: each first guess once, in order.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn save(&mut self) -> io::Result<()> {
        let saved = self.lock.save(&[self.log.to_string().as_bytes()]);
        saved.map_err(store::named(&self.path))?;
        self.saved = Some(Instant::now());
        Ok(())
    }
}

/// Reads a log, and gives up when `cancel` is set. Its last line may be unfinished: then it is left
/// out.
///
/// # Errors
/// When it cannot be read or is no log.
pub(super) fn read_log(path: &Path, cancel: &AtomicBool) -> Result<BoundLog, Box<dyn Error>> {
    let bytes = store::load_unless(path, LONGEST_LOG, cancel)?;
    if bytes.len() > LONGEST_LOG {
        return Err("the log is too long".into());
    }
    let text = String::from_utf8(bytes).map_err(|_| "the log is not text")?;
    Ok(without_torn_line(&text)?)
}

/// A program that was killed may not have written the last line to its end.
fn without_torn_line(text: &str) -> Result<BoundLog, BadLog> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let log = text.parse();
    match log {
        Err(_) if whole < text.len() => text[..whole].parse(),
        log => log,
    }
}

fn is_missing(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(total: u32) -> Bound {
        Bound {
            total,
            exact: false,
        }
    }

    fn open(path: &Path) -> Result<LogFile, Box<dyn Error>> {
        LogFile::open(path, &AtomicBool::new(false))
    }

    #[test]
    fn nothing_is_lost_between_two_openings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "# head\nB1 B2 B3 8\n# about A\nA1 A2 A3 7\nA1 A2").unwrap();
        let mut file = open(&path).unwrap();
        let first: Placement = "A1 A2 A4".parse().unwrap();
        for total in [5, 6] {
            file.record(first, bound(total)).unwrap();
        }
        assert!(file.record(first, bound(6)).is_ok());
        file.save().unwrap();
        drop(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = "# head\n# about A\nA1 A2 A3 7\nA1 A2 A4 6\nB1 B2 B3 8\n";
        assert_eq!(text, expected);
        assert_eq!(open(&path).unwrap().log().to_string(), expected);
    }

    #[test]
    fn a_second_writer_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let first = open(&path).unwrap();
        let refused = open(&path).unwrap_err();
        let told = format!("{}: another program is writing it", path.display());
        assert_eq!(refused.to_string(), told);
        drop(first);
        assert!(open(&path).is_ok());
        assert!(!path.exists(), "nothing was proved");
    }

    #[test]
    fn what_is_no_log_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        for (text, told) in [
            (
                &b"mine\n"[..],
                "line 1: `mine` is not a first guess with a bound",
            ),
            (b"\xff\n", "the log is not text"),
            (
                b"A1 A2 A3 7 =\nA1 A2 A3 8\nx",
                "line 2: `A1 A2 A3 8` contradicts `A1 A2 A3 7 =`",
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let told = format!("{}: {told}", path.display());
            assert_eq!(open(&path).unwrap_err().to_string(), told);
            assert_eq!(std::fs::read(&path).unwrap(), text);
        }
    }
}
