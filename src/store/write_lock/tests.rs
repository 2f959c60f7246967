//! What one program at a time may do.

use super::*;
use crate::store::lock_file::lock_path;
use crate::store::save;
use std::os::unix::fs::symlink;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn acquire(path: &Path) -> io::Result<WriteLock> {
    WriteLock::acquire(path, Links::Follow)
}

#[track_caller]
fn assert_busy(path: &Path) {
    let error = acquire(path).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ResourceBusy);
    assert_eq!(error.to_string(), "another program is writing it");
}

#[test]
fn a_second_writer_is_refused_until_the_first_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    symlink("one", folder.path().join("link")).unwrap();
    let mut first = acquire(&one).unwrap();
    assert_busy(&one);
    assert_busy(&folder.path().join("link"));
    let other = acquire(&two).unwrap();
    drop(other);
    for content in ["first", "second"] {
        first.reserve(100).unwrap();
        first.save(&[content.as_bytes(), b" state"]).unwrap();
        assert_busy(&one);
        let whole = format!("{content} state");
        assert_eq!(fs::read_to_string(&one).unwrap(), whole);
    }
    // Saving another file removes stale files, but not this lock.
    save(&two, b"two").unwrap();
    assert_busy(&one);
    drop(first);
    assert_eq!(names(folder.path()), ["link", "one", "two"]);
    drop(acquire(&one).unwrap());
    assert_eq!(names(folder.path()), ["link", "one", "two"]);
}

#[test]
fn what_a_killed_writer_left_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let name = lock_path(&path);
    assert!(!name.exists());
    let lock = acquire(&path).unwrap();
    assert!(name.exists());
    drop(lock);
    fs::write(&name, "").unwrap();
    drop(acquire(&path).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
    // And if nobody ever asks again, the next save of any file takes it away.
    fs::write(&name, "").unwrap();
    save(&folder.path().join("g"), b"x").unwrap();
    assert_eq!(names(folder.path()), ["g"]);
}

#[test]
fn what_could_not_be_saved_cannot_be_locked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("link");
    symlink("f", &path).unwrap();
    let refused = WriteLock::acquire(&path, Links::Refuse);
    assert_eq!(refused.unwrap_err().to_string(), "it is a symbolic link");
    for path in [folder.path(), &folder.path().join("no/folder")] {
        assert!(acquire(path).is_err(), "{path:?}");
    }
    assert_eq!(names(folder.path()), ["link"]);
}

#[test]
fn what_a_killed_program_left_goes_with_the_next_save_into_reserved_room() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(".game-0123456789abcdef.tmp"), "stray").unwrap();
    let mut lock = WriteLock::acquire(&dir.path().join("f"), Links::Follow).unwrap();
    lock.reserve(5).unwrap();
    lock.save(&[b"whole"]).unwrap();
    drop(lock);
    let names = std::fs::read_dir(dir.path()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["f"]);
}

#[test]
fn room_that_is_not_there_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let mut lock = acquire(&path).unwrap();
    assert!(lock.reserve(1 << 60).is_err());
    for bytes in [0, 5, 1000] {
        lock.reserve_growing(bytes).unwrap();
    }
    assert!(lock.reserve_growing(1 << 60).is_err());
    drop(lock);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn many_writers_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let mut lock = loop {
                        match acquire(&path) {
                            Ok(lock) => break lock,
                            Err(e) => assert_eq!(e.kind(), ErrorKind::ResourceBusy),
                        }
                    };
                    // Only with the lock is reading, adding and writing back one step.
                    let mut text = fs::read(&path).unwrap_or_default();
                    text.push(b'x');
                    lock.save(&[&text]).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read(&path).unwrap(), [b'x'; 100]);
    assert_eq!(names(folder.path()), ["f"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_reserved_file_that_cannot_be_named_does_not_lose_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    for content in [&b"first"[..], b"second"] {
        let mut lock = acquire(&path).unwrap();
        lock.reserved = Some(TempFile::nameless(folder.path()).unwrap());
        lock.reserve(100).unwrap();
        lock.save(&[content]).unwrap();
        drop(lock);
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(names(folder.path()), ["f"]);
    }
}

#[test]
fn each_version_is_locked_for_those_who_make_no_lock_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let locked = || open_locked(&path, open_in_place).map_err(|error| error.kind());
    save(&path, b"old").unwrap();
    let mut lock = acquire(&path).unwrap();
    for _ in 0..2 {
        assert_eq!(locked().unwrap_err(), ErrorKind::WouldBlock);
        lock.save(&[b"new"]).unwrap();
    }
    drop(lock);
    let theirs = locked().unwrap();
    assert_busy(&path);
    assert_eq!(names(folder.path()), ["f"]);
    drop(theirs);
    drop(acquire(&path).unwrap());
}

/// As where no file may be made in the folder.
fn in_place_lock(path: &Path) -> WriteLock {
    let mut lock = acquire(path).unwrap();
    lock.lock_file = None;
    lock
}

#[test]
fn only_the_file_that_is_locked_is_written_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    fs::write(&path, "old and longer").unwrap();
    let mut lock = in_place_lock(&path);
    lock.reserve(100).unwrap();
    lock.save(&[b"new"]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    fs::remove_file(&path).unwrap();
    let error = lock.save(&[b"newer"]).unwrap_err().to_string();
    let told = format!(
        "it has been removed; the new content is in {}.1",
        path.display()
    );
    assert_eq!(error, told);
}

#[test]
fn what_has_come_meanwhile_is_not_replaced_and_nothing_is_lost() {
    type Meddle = fn(&Path);
    let meddlers: [(Meddle, &str); 3] = [
        (
            |path| {
                fs::remove_file(path).unwrap();
                fs::write(path, "theirs").unwrap();
            },
            "another file has taken its place",
        ),
        (
            |path| {
                fs::remove_file(path).unwrap();
                fs::write(path.with_file_name("far"), "theirs").unwrap();
                symlink("far", path).unwrap();
            },
            "another file has taken its place",
        ),
        (
            |path| {
                fs::write(path, "theirs").unwrap();
                let read_only = std::os::unix::fs::PermissionsExt::from_mode(0o444);
                fs::set_permissions(path, read_only).unwrap();
            },
            "it has become read-only",
        ),
    ];
    for (meddle, why) in meddlers {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let other = folder.path().join("f.2");
        fs::write(folder.path().join("f.1"), "theirs too").unwrap();
        let mut lock = acquire(&path).unwrap();
        lock.save(&[b"first"]).unwrap();
        meddle(&path);
        lock.reserve(100).unwrap();
        let error = lock.save(&[b"second"]).unwrap_err().to_string();
        let told = format!("{why}; the new content is in {}", other.display());
        assert_eq!(error, told);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read(&other).unwrap(), b"second");
        // The work may go on: it has another name now.
        lock.save(&[b"third"]).unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"third");
        drop(lock);
        let left = names(folder.path());
        let ours = ["f", "f.1", "f.2", "far"];
        assert!(
            left.iter().all(|name| ours.contains(&name.as_str())),
            "{left:?}"
        );
    }
}

#[test]
fn a_file_that_was_not_there_may_come_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("n".repeat(255));
    let mut lock = acquire(&path).unwrap();
    fs::write(&path, "theirs").unwrap();
    assert!(lock.save(&[b"ours"]).is_err());
    drop(lock);
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(fs::read(beside(&path, 1)).unwrap(), b"ours");
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn a_file_that_was_removed_is_written_anew_and_permissions_are_those_it_has() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let mut lock = acquire(&path).unwrap();
    lock.save(&[b"first"]).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    // Another name of the same file changes nothing.
    fs::hard_link(&path, folder.path().join("g")).unwrap();
    lock.save(&[b"second"]).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::remove_file(&path).unwrap();
    lock.save(&[b"third"]).unwrap();
    drop(lock);
    assert_eq!(fs::read(&path).unwrap(), b"third");
    assert_eq!(names(folder.path()), ["f", "g"]);
}

#[test]
fn a_file_that_is_being_prepared_is_not_saved_by_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let refused = || {
        let error = save(&path, b"theirs").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
    };
    let lock = acquire(&path).unwrap();
    refused();
    drop(lock);
    save(&path, b"old").unwrap();
    let lock = in_place_lock(&path);
    refused();
    drop(lock);
    save(&path, b"new").unwrap();
    assert_eq!(names(folder.path()), ["f"]);
}
