//! The folder where random sessions that differ are kept.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::decimal;
use crate::store::{self, Links, WriteLock};

/// The room on the disk that a kept session may need, in bytes.
const ROOM: u64 = 1 << 13;

/// For how many sessions room is reserved: seldom do more differ.
const MOST_RESERVED: u64 = 1000;

/// How the first line of a kept session begins. A file that begins otherwise is not ours.
pub fn heading(number: u64, seed: u64) -> String {
    format!("# Random session {number} of seed {seed}")
}

/// A folder for random sessions, from before they are played until they are written.
#[derive(Debug)]
pub struct Keep {
    files: Files,
    /// Holds room on the disk, and keeps away another program with the same sessions.
    lock: WriteLock,
}

impl Keep {
    /// Makes the folder, and finds out whether the sessions of a seed could be kept there.
    ///
    /// # Errors
    /// When they could not: no file can be made there, there is no room on the disk, or something
    /// that is not ours has the name of a session.
    pub fn open(folder: &Path, seed: u64, sessions: u64) -> io::Result<Self> {
        let named = store::named(folder);
        fs::create_dir_all(folder).map_err(&named)?;
        // Nothing is written under this name.
        let name = folder.join(format!("seed-{seed}"));
        let mut lock = WriteLock::acquire(&name, Links::Refuse).map_err(&named)?;
        let room = sessions.min(MOST_RESERVED) * ROOM;
        lock.reserve(room).map_err(&named)?;
        let files = Files {
            folder: folder.to_owned(),
            seed,
        };
        for entry in fs::read_dir(folder).map_err(&named)? {
            let name = entry.map_err(&named)?.file_name();
            let number = name.to_str().and_then(|name| files.number(name));
            if let Some(number) = number.filter(|number| (1..=sessions).contains(number)) {
                files.lock(number)?;
            }
        }
        Ok(Keep { files, lock })
    }

    /// Writes sessions, each whole or not at all. One that cannot be written does not prevent the
    /// others.
    ///
    /// # Errors
    /// The first of those that could not be written.
    pub fn save<'a>(self, sessions: impl Iterator<Item = (u64, &'a str)>) -> io::Result<()> {
        // The room that it holds is theirs.
        drop(self.lock);
        let mut kept = Ok(());
        for (number, transcript) in sessions {
            kept = kept.and(self.files.save(number, transcript));
        }
        kept
    }
}

/// The files of the sessions of a seed.
#[derive(Debug)]
struct Files {
    folder: PathBuf,
    seed: u64,
}

impl Files {
    fn path(&self, number: u64) -> PathBuf {
        let name = format!("seed-{}-session-{number}.txt", self.seed);
        self.folder.join(name)
    }

    /// The number of the session that has this name.
    fn number(&self, name: &str) -> Option<u64> {
        let rest = name.strip_prefix(&format!("seed-{}-session-", self.seed))?;
        decimal::parse(rest.strip_suffix(".txt")?)
    }

    /// Locks the file of a session, where nothing is or a session of ours.
    fn lock(&self, number: u64) -> io::Result<WriteLock> {
        let path = self.path(number);
        let named = store::named(&path);
        let lock = WriteLock::acquire(&path, Links::Refuse).map_err(&named)?;
        let heading = heading(number, self.seed);
        match store::load(&path, heading.len()) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(lock),
            Ok(bytes) if bytes.starts_with(heading.as_bytes()) => Ok(lock),
            Ok(_) => Err(named(io::Error::new(
                ErrorKind::AlreadyExists,
                "it is there, and is not a session that was kept",
            ))),
            Err(error) => Err(named(error)),
        }
    }

    fn save(&self, number: u64, transcript: &str) -> io::Result<()> {
        let saved = self.lock(number)?.save(&[transcript.as_bytes()]);
        saved.map_err(store::named(&self.path(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::make_pipe;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// What is said before the work begins if something is there under the name of a session.
    fn refused(make: impl Fn(&Path)) -> String {
        let folder = tempfile::tempdir().unwrap();
        make(&folder.path().join("seed-1-session-3.txt"));
        // Other sessions are not touched, whatever is there.
        for (seed, sessions) in [(1, 2), (2, 10)] {
            assert!(Keep::open(folder.path(), seed, sessions).is_ok());
        }
        let refused = Keep::open(folder.path(), 1, 3).unwrap_err().to_string();
        assert!(refused.contains("/seed-1-session-3.txt: "), "{refused}");
        refused
    }

    #[test]
    fn what_is_not_ours_is_refused_before_the_work_begins() {
        let foreign = refused(|path| fs::write(path, "my notes\n").unwrap());
        assert!(foreign.ends_with("is not a session that was kept"));
        let link = refused(|path| symlink("/dev/null", path).unwrap());
        assert!(link.ends_with("it is a symbolic link"), "{link}");
        let pipe = refused(make_pipe);
        assert!(pipe.ends_with("not a regular file"), "{pipe}");
        refused(|path| fs::create_dir(path).unwrap());
        refused(|path| {
            fs::write(path, heading(3, 1)).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o444)).unwrap();
        });
    }

    #[test]
    fn what_was_kept_before_is_replaced_and_what_came_meanwhile_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number| folder.path().join(format!("seed-1-session-{number}.txt"));
        let texts: Vec<String> = (1..4).map(|number| heading(number, 1) + ".\n").collect();
        let sessions = || (1..).zip(texts.iter().map(String::as_str));
        fs::write(path(1), heading(1, 1) + ", shrunk from 9 lines to 1.\n").unwrap();
        let keep = Keep::open(folder.path(), 1, 3).unwrap();
        let second = Keep::open(folder.path(), 1, 3).unwrap_err();
        assert_eq!(second.kind(), ErrorKind::ResourceBusy);
        fs::write(path(2), "my notes\n").unwrap();
        let kept = keep.save(sessions());
        assert_eq!(kept.unwrap_err().kind(), ErrorKind::AlreadyExists);
        let now = |number| fs::read_to_string(path(number)).unwrap();
        assert_eq!((now(1), now(3)), (texts[0].clone(), texts[2].clone()));
        assert_eq!(now(2), "my notes\n");
        // No lock and nothing temporary is left.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
