//! The names of temporary files and lock files that this program has made, so that none is left
//! behind when it ends.

use std::fs;
use std::mem::forget;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All that there are now.
static NAMES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn names() -> MutexGuard<'static, Vec<PathBuf>> {
    // Nobody fails while he has it, and if he did: the list is always whole.
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a file of ours; dropped, the file is removed.
#[derive(Debug)]
pub(super) struct OwnName(PathBuf);

impl OwnName {
    /// Takes charge of a file that we have just made or locked.
    pub(super) fn new(path: PathBuf) -> Self {
        names().push(path.clone());
        OwnName(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for OwnName {
    fn drop(&mut self) {
        // A file that was renamed has gone already.
        let _ = fs::remove_file(&self.0);
        let mut names = names();
        if let Some(at) = names.iter().position(|name| *name == self.0) {
            names.swap_remove(at);
        }
    }
}

/// Removes the temporary files and lock files of this program, which must end then: other threads
/// wait for ever when they make another. It is for ends without destructors, and not to be called by a
/// signal handler. A file that is being made at this moment may stay; the next save into its folder
/// removes it.
pub(crate) fn remove_own_files() {
    let names = names();
    remove(&names);
    forget(names);
}

fn remove(names: &[PathBuf]) {
    for name in names {
        let _ = fs::remove_file(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_with_its_name_and_is_on_the_list_until_then() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        fs::write(&path, "").unwrap();
        let own = OwnName::new(path.clone());
        // Other tests have names on the list as well.
        let of_this_test = || -> Vec<PathBuf> {
            let names = names();
            let ours = names.iter().filter(|name| name.starts_with(folder.path()));
            ours.cloned().collect()
        };
        assert_eq!(of_this_test(), [own.path()]);
        remove(&of_this_test());
        assert!(!path.exists());
        fs::write(&path, "").unwrap();
        drop(own);
        assert!(!path.exists());
        assert!(of_this_test().is_empty());
    }
}
