//! Temporary files: written beside a file and renamed over it, or removed.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, OFlags, linkat};

use super::lock::{is_the_file, try_lock};
use super::open_to_look;
use super::own_name::OwnName;

const PREFIX: &str = ".game-";
const SUFFIX: &str = ".tmp";
const DIGITS: usize = 16;

/// How many names are tried.
const ATTEMPTS: usize = 100;

/// A temporary file that [`persist`](Self::persist) renames; dropped before that, it leaves nothing.
#[derive(Debug)]
pub(super) struct TempFile {
    file: File,
    folder: PathBuf,
    /// Its temporary name, if it has one.
    name: Option<OwnName>,
}

impl TempFile {
    /// Makes a file without a name (`O_TMPFILE`): a kill leaves nothing of it.
    pub(super) fn unnamed(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            let file = OpenOptions::new()
                .write(true)
                .custom_flags(OFlags::TMPFILE.bits() as i32)
                .open(folder)?;
            // Before it has a name nobody else can have locked it.
            let _ = try_lock(&file);
            Ok(TempFile {
                file,
                folder: folder.to_path_buf(),
                name: None,
            })
        }
        #[cfg(not(target_os = "linux"))]
        Err(ErrorKind::Unsupported.into())
    }

    /// Makes a file without a name that can never have one, as where there is no `/proc`.
    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn nameless(folder: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .write(true)
            .custom_flags((OFlags::TMPFILE | OFlags::EXCL).bits() as i32)
            .open(folder)?;
        Ok(TempFile {
            file,
            folder: folder.to_path_buf(),
            name: None,
        })
    }

    /// Makes a file with a temporary name, for systems without unnamed files.
    pub(super) fn named(folder: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let name = folder.join(temp_name());
            let file = match OpenOptions::new().write(true).create_new(true).open(&name) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
                other => other?,
            };
            let locked = try_lock(&file);
            let fresh = TempFile {
                file,
                folder: folder.to_path_buf(),
                name: Some(OwnName::new(name)),
            };
            // Another program may have taken it for a stale one: it is theirs then, and soon gone.
            let taken = locked.is_err_and(|e| e.kind() == ErrorKind::WouldBlock);
            if !taken && fresh.file.metadata()?.nlink() > 0 {
                return Ok(fresh);
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Renames the file to its final name, over whatever has that name. It is still open and locked
    /// then.
    pub(super) fn persist(self, target: &Path) -> io::Result<File> {
        let name = match &self.name {
            Some(name) => name,
            // Where nothing is to be replaced it needs no other name, even for a moment.
            None => match self.link(target) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {
                    let name = self.folder.join(temp_name());
                    self.link(&name)?;
                    &OwnName::new(name)
                }
                linked => return linked.map(|()| self.file),
            },
        };
        fs::rename(name.path(), target)?;
        Ok(self.file)
    }

    /// Gives a name to a file that has none.
    fn link(&self, name: &Path) -> io::Result<()> {
        let opened = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        linkat(CWD, &opened, CWD, name, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    }
}

/// Removes temporary files that killed programs have left in a folder. One that is locked is being
/// written and stays.
pub(super) fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if !entry.file_name().to_str().is_some_and(is_temp_name) {
            continue;
        }
        let path = entry.path();
        if let Ok(file) = open_to_look(&path) {
            remove_if_stale(&file, &path);
        }
    }
}

/// Removes a temporary file that was opened by this name, unless it is being written or has lost the
/// name since: the name of a lock file may have gone to the next program that writes the same file.
fn remove_if_stale(file: &File, path: &Path) {
    if file.metadata().is_ok_and(|data| data.is_file())
        && try_lock(file).is_ok()
        && is_the_file(file, fs::symlink_metadata(path)).unwrap_or(false)
    {
        let _ = fs::remove_file(path);
    }
}

/// The folder that a file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether an error means that no file may be made in a folder, as opposed to no room for one.
pub(super) fn new_files_are_forbidden(error: &io::Error) -> bool {
    use ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

fn temp_name() -> String {
    // The standard library's only source of random numbers.
    lock_name(RandomState::new().build_hasher().finish())
}

/// The name of a lock file: a temporary file whose number others can find too.
pub(super) fn lock_name(number: u64) -> String {
    format!("{PREFIX}{number:0DIGITS$x}{SUFFIX}")
}

fn is_temp_name(name: &str) -> bool {
    let digits = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn either_kind_takes_a_place_and_leaves_nothing_else() {
        let makers: [fn(&Path) -> io::Result<TempFile>; 2] = [TempFile::named, TempFile::unnamed];
        for make in makers {
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join("f");
            for content in ["first", "second"] {
                let mut fresh = make(folder.path()).unwrap();
                fresh.write(content.as_bytes()).unwrap();
                fresh.persist(&target).unwrap();
                assert_eq!(fs::read_to_string(&target).unwrap(), content);
                assert_eq!(names(folder.path()), ["f"]);
            }
            make(folder.path()).unwrap().write(b"given up").unwrap();
            assert_eq!(names(folder.path()), ["f"]);
            let nowhere = folder.path().join("no/such/place");
            assert!(make(folder.path()).unwrap().persist(&nowhere).is_err());
            assert_eq!(names(folder.path()), ["f"]);
        }
    }

    #[test]
    fn a_bare_name_is_in_the_working_folder() {
        let folders = ["f", "a/f", "/f", "../f"].map(|path| folder_of(Path::new(path)));
        assert_eq!(folders, [".", "a", "/", ".."].map(Path::new));
    }

    #[test]
    fn a_missing_folder_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("none");
        let made = TempFile::named(&missing).map(drop).map_err(|e| e.kind());
        assert_eq!(made, Err(ErrorKind::NotFound));
    }

    #[test]
    fn stale_files_are_removed_and_files_being_written_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let writing = TempFile::named(path).unwrap();
        let temporary = names(path);
        fs::write(path.join(".game-0123456789abcdef.tmp"), "left").unwrap();
        // These only look a little like ours.
        let others = [
            ".game-0123456789abcde.tmp",
            ".game-notes.tmp",
            "game-0123456789abcdef.tmp",
        ];
        for other in others {
            fs::write(path.join(other), "theirs").unwrap();
        }
        // These have such a name, but nobody who saves makes them: a folder, a link, a pipe.
        let strange =
            ['a', 'b', 'c'].map(|digit| format!(".game-{}.tmp", digit.to_string().repeat(16)));
        let [folder, link, pipe] = strange.each_ref().map(|name| path.join(name));
        fs::create_dir(folder).unwrap();
        std::os::unix::fs::symlink(others[0], link).unwrap();
        crate::store::make_pipe(&pipe);
        remove_stale(path);
        let mut left: Vec<String> = others.map(str::to_owned).to_vec();
        left.extend(strange);
        left.extend(temporary);
        left.sort();
        assert_eq!(names(path), left);
        writing.persist(&path.join("f")).unwrap();
        assert!(names(path).contains(&"f".to_owned()));
    }

    #[test]
    fn a_name_that_has_gone_to_another_file_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(lock_name(7));
        fs::write(&path, "first").unwrap();
        let opened = File::open(&path).unwrap();
        // Its owner ends and removes it, and another program makes a lock file of the same name.
        fs::remove_file(&path).unwrap();
        fs::write(&path, "second").unwrap();
        remove_if_stale(&opened, &path);
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        remove_if_stale(&File::open(&path).unwrap(), &path);
        assert!(!path.exists());
    }

    #[test]
    fn files_being_written_are_not_removed_by_any_of_many_programs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                scope.spawn(move || {
                    for _ in 0..200 {
                        remove_stale(path);
                        let fresh = TempFile::named(path).unwrap();
                        fresh.persist(&path.join(format!("f{writer}"))).unwrap();
                    }
                });
            }
        });
        assert_eq!(names(path), ["f0", "f1", "f2", "f3"]);
    }
}
