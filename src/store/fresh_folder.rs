//! Folders for a moment.

use std::io;
use std::path::Path;

use tempfile::TempDir;

/// Where most Linux systems keep files in memory.
const IN_MEMORY: &str = "/dev/shm";

/// How many bytes must be free there: many programs may use such folders at once, and some systems
/// have little room.
const ROOM: u64 = 64 << 20;

/// A fresh folder that needs no disk, if the system has such a place with room: a program that saves a
/// game waits until it is safe on the disk, and hundreds of such waits would take long.
///
/// # Errors
/// When no folder can be made in the system's temporary folder either.
pub fn fresh_folder() -> io::Result<TempDir> {
    fresh_folder_in(Path::new(IN_MEMORY), ROOM)
}

fn fresh_folder_in(place: &Path, room: u64) -> io::Result<TempDir> {
    if has_room(place, room) {
        tempfile::tempdir_in(place).or_else(|_| tempfile::tempdir())
    } else {
        tempfile::tempdir()
    }
}

fn has_room(place: &Path, bytes: u64) -> bool {
    rustix::fs::statvfs(place)
        .is_ok_and(|system| system.f_bavail.saturating_mul(system.f_frsize) >= bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_without_room_is_not_used() {
        let place = tempfile::tempdir().unwrap();
        let made_there = |place: &Path, room| {
            let folder = fresh_folder_in(place, room).unwrap();
            assert!(folder.path().is_dir());
            folder.path().parent() == Some(place)
        };
        assert!(made_there(place.path(), 0));
        assert!(!made_there(place.path(), u64::MAX));
        // One that cannot be written, and one that is not there.
        assert!(!made_there(Path::new("/proc"), 0));
        assert!(!made_there(&place.path().join("gone"), 0));
    }
}
