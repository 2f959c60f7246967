//! Atomic saving: the file has the old content or the new, never a mixture.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};

use super::lock::{PATIENCE, wait_for_lock};
use super::lock_file::refuse_if_held;
use super::room;
use super::temp_file::{TempFile, folder_of, new_files_are_forbidden, remove_stale};
use super::without_waiting;
use super::write_lock::{Links, WriteLock};

/// Writes a file so that at every moment either the old content or the new one is there. A link is
/// followed; permissions and, where allowed, the owner stay as they were. Only in a folder where no
/// file may be made is an existing file written in place, which a crash can tear.
///
/// ```
/// use game::store;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("file");
/// store::save(&file, b"whole")?;
/// assert_eq!(store::load(&file, 10)?, b"whole");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the file is read-only or not a regular file, or the new content cannot be written down
/// safely, or another program is preparing a new version
/// ([`ResourceBusy`](ErrorKind::ResourceBusy)). The old file is then as it was.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    save_pieces(path, &[bytes])
}

/// Saves content that is in several pieces, too large to be copied together.
///
/// # Errors
/// As with [`save`].
pub fn save_pieces(path: &Path, pieces: &[&[u8]]) -> io::Result<()> {
    let target = Target::find(path)?;
    refuse_if_held(&target.path)?;
    let saved = target.save(pieces)?;
    // Its lock ends here: the next save need not wait until the name is on disk.
    drop(saved);
    target.sync_folder();
    Ok(())
}

/// Checks that a file could be saved now, to be called before a long computation.
///
/// # Errors
/// As with [`save`].
pub fn check(path: &Path) -> io::Result<()> {
    WriteLock::acquire(path, Links::Follow).map(drop)
}

/// A file to be saved, which may exist or not.
#[derive(Debug)]
pub(super) struct Target {
    /// Where it is, links followed.
    pub(super) path: PathBuf,
    /// What is there now, if anything is.
    pub(super) old: Option<Metadata>,
}

impl Target {
    /// Follows links, and checks that the file may be replaced.
    ///
    /// # Errors
    /// When the file is read-only or not a regular file.
    pub(super) fn find(path: &Path) -> io::Result<Self> {
        let path = follow_links(path)?;
        let old = replaceable(&path)?;
        Ok(Target { path, old })
    }

    /// Looks again at what is there.
    pub(super) fn look_again(&mut self) -> io::Result<()> {
        self.old = replaceable(&self.path)?;
        Ok(())
    }

    /// Saves the content atomically; in place if no file may be made in the folder. The new file is
    /// still open.
    pub(super) fn save(&self, pieces: &[&[u8]]) -> io::Result<File> {
        let folder = folder_of(&self.path);
        // Not every system has files without a name, or lets them have one later.
        let unnamed = TempFile::unnamed(folder).and_then(|temp| self.replace(pieces, temp));
        if unnamed.is_ok() {
            return unnamed;
        }
        match TempFile::named(folder) {
            Err(error) if self.old.is_some() && new_files_are_forbidden(&error) => {
                let file = open_in_place(&self.path)?;
                wait_for_lock(&file, PATIENCE);
                in_place(&file, pieces)?;
                Ok(file)
            }
            temp => self.replace(pieces, temp?),
        }
    }

    /// Writes the content to a temporary file and renames that to the target. It is still open, and
    /// locked.
    pub(super) fn replace(&self, pieces: &[&[u8]], mut temp: TempFile) -> io::Result<File> {
        remove_stale(folder_of(&self.path));
        for piece in pieces {
            temp.write(piece)?;
        }
        // Whoever changes the content of a file takes its setuid bit away, so permissions come after it.
        give_back_room(temp.file(), pieces)?;
        if let Some(old) = &self.old {
            // Giving a file away is a privilege: without it the new file is simply ours.
            let _ = fchown(temp.file(), Some(old.uid()), Some(old.gid()));
            temp.file().set_permissions(old.permissions())?;
        }
        temp.file().sync_all()?;
        temp.persist(&self.path)
    }

    /// The content is safe; that the name is on disk too matters only if the machine fails now.
    pub(super) fn sync_folder(&self) {
        if let Ok(folder) = File::open(folder_of(&self.path)) {
            let _ = folder.sync_all();
        }
    }
}

/// Opens a file to overwrite it.
pub(super) fn open_in_place(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .custom_flags(without_waiting())
        .open(path)
}

/// Overwrites a file. Nothing is written before there is room for everything, but a crash in the
/// middle leaves a mixture.
pub(super) fn in_place(mut file: &File, pieces: &[&[u8]]) -> io::Result<()> {
    room::reserve(file, length(pieces))?;
    file.rewind()?;
    for piece in pieces {
        file.write_all(piece)?;
    }
    give_back_room(file, pieces)?;
    file.sync_all()
}

/// Ends a file behind its content, which frees room that was reserved there.
fn give_back_room(file: &File, pieces: &[&[u8]]) -> io::Result<()> {
    file.set_len(length(pieces))
}

fn length(pieces: &[&[u8]]) -> u64 {
    pieces.iter().map(|piece| piece.len() as u64).sum()
}

/// The metadata of the file if it exists; an error if it may not be replaced.
fn replaceable(target: &Path) -> io::Result<Option<Metadata>> {
    if target.file_name().is_none() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a file's name"));
    }
    let metadata = match fs::metadata(target) {
        Ok(metadata) => metadata,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    if !metadata.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "not a regular file",
        ));
    }
    // The superuser may write to anything, but whoever took the write permission away meant it.
    if metadata.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    match open_in_place(target) {
        // It disappeared a moment ago: the new one can still take over what it was like.
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(Some(metadata)),
        Err(e) => Err(e),
        Ok(_) => Ok(Some(metadata)),
    }
}

/// Resolves symbolic links, whose target need not exist yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    // The system's own limit on links that lead to links.
    const MOST: usize = 40;
    let mut here = path.to_path_buf();
    for _ in 0..MOST {
        match fs::read_link(&here) {
            Ok(next) => here = here.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(here),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{load, make_pipe};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_saved_is_loaded() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        save(&file, b"one").unwrap();
        save(&file, b"two").unwrap();
        assert_eq!(load(&file, 3).unwrap(), b"two");
        assert_eq!(names(dir.path()), ["f"]);
    }

    #[test]
    fn permissions_stay() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        save(&file, b"one").unwrap();
        for mode in [0o600, 0o640, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            save(&file, b"two").unwrap();
            let now = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(now & 0o777, mode);
        }
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        save(&file, b"one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(save(&file, b"two").is_err());
        assert_eq!(fs::read(&file).unwrap(), b"one");
        assert_eq!(names(dir.path()), ["f"]);
    }

    #[test]
    fn links_are_followed_and_stay_links() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link, far) = (
            dir.path().join("real"),
            dir.path().join("link"),
            dir.path().join("far"),
        );
        symlink("real", &link).unwrap();
        symlink("link", &far).unwrap();
        save(&far, b"new").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"new");
        save(&link, b"newer").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"newer");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&far).unwrap().is_symlink());
    }

    #[test]
    fn links_in_a_circle_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        symlink("b", dir.path().join("a")).unwrap();
        symlink("a", dir.path().join("b")).unwrap();
        assert!(save(&dir.path().join("a"), b"x").is_err());
    }

    #[test]
    fn only_regular_files_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        // Not a device of the system: should this fail, it would be gone.
        let pipe = dir.path().join("pipe");
        make_pipe(&pipe);
        let nowhere = dir.path().join("no/such/folder");
        for path in [dir.path(), &pipe, &nowhere, Path::new("")] {
            assert!(save(path, b"x").is_err(), "{path:?}");
            assert!(check(path).is_err(), "{path:?}");
        }
        check(&dir.path().join("new")).unwrap();
        assert_eq!(names(dir.path()), ["pipe"]);
    }
}
