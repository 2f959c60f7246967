//! Files that somebody else may have made: a program that is checked, or the author of a transcript.
//! No pipe or device is waited for, nothing endless is read, and no link leads out of a folder.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::OFlags;

use crate::store;

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// When it is something else, is longer, or cannot be read.
pub fn read(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(refused("it is not a regular file"));
    }
    let bytes = store::load(path, limit)?;
    if bytes.len() > limit {
        return Err(refused(format!("it has more than {limit} bytes")));
    }
    Ok(bytes)
}

/// Whether a name can mean a file below a folder only, as long as no link is on the way.
#[must_use]
pub fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The folder of a transcript, and the names in it.
#[derive(Clone, Copy, Debug)]
pub struct Folder<'a>(pub &'a Path);

impl Folder<'_> {
    /// Where a name leads when links are followed.
    ///
    /// # Errors
    /// When nothing is there, or it is outside.
    pub fn target(self, name: &str) -> io::Result<PathBuf> {
        self.inside(&self.0.join(name))
    }

    /// The place of a name, where something may be or not. What is there may be a link.
    ///
    /// # Errors
    /// When it is outside, or in no folder.
    pub fn entry(self, name: &str) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(last)) if is_below(name) => Ok(self.inside(parent)?.join(last)),
            _ => Err(outside()),
        }
    }

    /// Writes a file. Links and pipes in its place are refused: the program that is checked may have
    /// made them.
    ///
    /// # Errors
    /// When it cannot be written, or something else is there.
    pub fn write(self, name: &str, content: &[u8]) -> io::Result<()> {
        let path = self.entry(name)?;
        if path.is_symlink() {
            return Err(refused("it is a symbolic link"));
        }
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits() as i32)
            .open(path)?;
        if !file.metadata()?.is_file() {
            return Err(refused("it is not a regular file"));
        }
        file.set_len(0)?;
        file.write_all(content)
    }

    fn inside(self, path: &Path) -> io::Result<PathBuf> {
        let path = fs::canonicalize(path)?;
        if path.starts_with(fs::canonicalize(self.0)?) {
            Ok(path)
        } else {
            Err(outside())
        }
    }
}

fn outside() -> io::Error {
    refused("it is outside the folder of the transcript")
}

fn refused(why: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why.into())
}

/// Makes a named pipe, to test what is not a regular file.
#[cfg(test)]
pub(super) fn make_pipe(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, 0o600.into());
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn names_that_lead_out_are_known() {
        for name in ["a", "a/b", "./a", "λ.csv", "..a", "a..", "."] {
            assert!(is_below(name), "{name}");
        }
        for name in ["/a", "..", "../a", "a/../b", "a/..", "/"] {
            assert!(!is_below(name), "{name}");
        }
    }

    #[test]
    fn only_regular_files_of_some_length_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "12345").unwrap();
        symlink("file", path("link")).unwrap();
        symlink("/dev/zero", path("endless")).unwrap();
        make_pipe(&path("pipe"));
        let read = |name: &str, limit| super::read(&path(name), limit);
        assert_eq!(read("file", 5).unwrap(), b"12345");
        assert_eq!(read("link", 5).unwrap(), b"12345");
        let long = read("file", 4).unwrap_err();
        assert_eq!(long.to_string(), "it has more than 4 bytes");
        for name in ["endless", "pipe"] {
            let said = read(name, 5).unwrap_err();
            assert_eq!(said.to_string(), "it is not a regular file", "{name}");
        }
    }

    #[test]
    fn nothing_outside_a_folder_is_found_or_written() {
        let outside = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = outside.path().join("file");
        fs::write(&file, "old").unwrap();
        let path = |name: &str| folder.path().join(name);
        symlink(&file, path("link")).unwrap();
        symlink(outside.path().join("new"), path("to-nothing")).unwrap();
        symlink(outside.path(), path("away")).unwrap();
        make_pipe(&path("pipe"));
        let within = Folder(folder.path());
        let full = file.to_str().unwrap();
        for name in ["link", "away/file", "away/..", full] {
            assert!(within.target(name).is_err(), "{name}");
        }
        for name in ["away/file", "away/new", "../file", "..", full] {
            assert!(within.entry(name).is_err(), "{name}");
        }
        for name in ["link", "to-nothing", "away/new", "pipe", full] {
            assert!(within.write(name, b"new").is_err(), "{name}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
        within.write("file", b"longer").unwrap();
        within.write("file", b"new").unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"new");
        symlink("file", path("near")).unwrap();
        assert!(within.target("near").unwrap().ends_with("file"));
    }
}
