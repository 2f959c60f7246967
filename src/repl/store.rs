//! Files: read no further than a valid one can reach, replaced whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    // Opening a pipe that nobody writes to would wait, and so would reading a terminal.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)?;
    Ok(Patient(file))
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

/// Writes a file so that at every moment either the old content or the new one is there. A link is
/// followed; permissions and, where allowed, the owner stay as they were.
///
/// # Errors
/// When the file is read-only or not a regular file, or the new content cannot be written down
/// safely. The old file is then as it was.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = follow_links(path)?;
    let old = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(e) if e.kind() == ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    if let Some(metadata) = &old {
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
        OpenOptions::new().write(true).open(&target)?;
    }
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut fresh = tempfile::Builder::new()
        .prefix(".game-")
        .suffix(".tmp")
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    fresh.write_all(bytes)?;
    if let Some(metadata) = &old {
        // Giving a file away is a privilege: without it the new file is simply ours.
        let _ = chown(fresh.path(), Some(metadata.uid()), Some(metadata.gid()));
        fresh.as_file().set_permissions(metadata.permissions())?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(&target).map_err(|e| e.error)?;
    // The content is safe; that the name is on disk too matters only if the machine fails now.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The file that a path means, through links that may lead to nothing yet.
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
    use std::os::unix::fs::symlink;

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
        assert!(save(dir.path(), b"x").is_err());
        assert!(save(Path::new("/dev/null"), b"x").is_err());
        assert!(save(Path::new("/dev/full"), b"x").is_err());
        assert!(save(&dir.path().join("no/such/folder"), b"x").is_err());
        assert!(save(Path::new(""), b"x").is_err());
    }
}
