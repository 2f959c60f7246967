//! Files: a bounded read and an atomic save.
//!
//! A save writes a temporary file beside the target, syncs it and renames it, so the target always
//! holds the old content or the new. Symbolic links are followed, permissions are kept.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The maximum number of symbolic links to follow, as on Linux.
const MAX_LINKS: usize = 40;

/// Reads a file, but at most `limit` + 1 bytes: enough to see that a file is too long, even if it is
/// an endless device.
///
/// # Errors
/// When the file cannot be opened or read.
pub fn load(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a file atomically.
///
/// # Errors
/// When it cannot be written: a read-only file, a directory, a device, a full disk.
pub fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = follow_links(path)?;
    let old = match fs::metadata(&target) {
        Ok(old) if !old.is_file() => return Err(io::Error::other("not a regular file")),
        // A rename checks the permissions of the folder, not of the file.
        Ok(old) if old.permissions().readonly() => return Err(ErrorKind::PermissionDenied.into()),
        Ok(old) => Some(old.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".game-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(&target))?;
    file.write_all(content)?;
    if let Some(permissions) = old {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// Resolves symbolic links. The file need not exist.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) if path.file_name().is_some() => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Returns the message of a system error without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

/// Prefixes an error with the name of its file.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    |error| {
        let text = format!("{}: {}", path.display(), reason(&error));
        io::Error::new(error.kind(), text)
    }
}

/// Creates a temporary folder, in memory if possible: syncing hundreds of saved games to a disk is
/// slow.
///
/// # Errors
/// When the system's temporary folder cannot be used either.
pub fn fresh_folder() -> io::Result<TempDir> {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_is_read_beyond_the_limit() {
        assert_eq!(load(Path::new("/dev/zero"), 10).unwrap(), [0; 11]);
    }

    #[test]
    fn a_save_replaces_the_content_and_keeps_permissions_and_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
        fs::write(path("file"), "old content").unwrap();
        fs::set_permissions(path("file"), Permissions::from_mode(0o640)).unwrap();
        symlink("file", path("link")).unwrap();
        symlink("new", path("to-nothing")).unwrap();
        save(&path("link"), b"new").unwrap();
        save(&path("to-nothing"), b"made").unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"new");
        assert_eq!(mode("file"), 0o640);
        assert_eq!(fs::read(path("new")).unwrap(), b"made");
        assert!(path("link").is_symlink() && path("to-nothing").is_symlink());
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            4,
            "nothing else is left"
        );
    }

    #[test]
    fn a_file_that_cannot_be_replaced_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        for path in [
            &file,
            folder.path(),
            Path::new("/dev/null"),
            Path::new(""),
            Path::new("/no/such"),
        ] {
            assert!(save(path, b"new").is_err(), "{}", path.display());
        }
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }
}
