//! Somebody else changes the file while it is being saved.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tempfile::tempdir;

use crate::process::{answers, game, names};
use crate::skip::skip;

/// How often a game is saved against the other one.
const SAVES: usize = 200;

/// Tells the other one to stop, also when a test fails.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Saves over and over while `meddle` does its worst, and gives back the answers.
fn against(folder: &Path, meddle: impl Fn(&Path) + Sync) -> Vec<String> {
    let file = folder.join("f");
    let done = AtomicBool::new(false);
    let lines = [&[":start"][..], &[":save f"; SAVES]].concat();
    let mut command = game(["--test"]);
    command.current_dir(folder);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                meddle(&file);
            }
        });
        let _done = Done(&done);
        answers(command, &lines)
    })
}

/// Each save was answered in one of the two ways.
#[track_caller]
fn answered(said: &[String]) {
    let ways = ["State saved in f", "Cannot save game"];
    let saves = &said[1..said.len() - 1];
    assert_eq!(saves.len(), SAVES);
    assert!(
        saves.iter().all(|line| ways.contains(&line.as_str())),
        "{said:?}"
    );
}

#[test]
fn a_file_that_disappears_is_written_anew() {
    let folder = tempdir().unwrap();
    let said = against(folder.path(), |file| {
        let _ = fs::remove_file(file);
    });
    answered(&said);
    // That the old one is gone is no reason to fail.
    assert!(!said.contains(&"Cannot save game".to_owned()));
    assert!(names(folder.path()).iter().all(|name| name == "f"));
}

#[test]
fn a_file_of_changing_owner_and_permissions_is_whole_and_has_one_of_them() {
    let folder = tempdir().unwrap();
    // Only the superuser may give a file away.
    if !rustix::process::geteuid().is_root() {
        skip("a file of changing owner", "it cannot be given away");
    }
    let modes = [0o600, 0o640, 0o444];
    let said = against(folder.path(), |file| {
        for (owner, mode) in (1000..).zip(modes) {
            let _ = fs::set_permissions(file, Permissions::from_mode(mode));
            let _ = chown(file, Some(owner), None);
        }
        if let Ok(content) = fs::read(file) {
            assert_eq!(content.len(), 172, "it is not whole");
        }
    });
    answered(&said);
    let file = folder.path().join("f");
    let mode = fs::metadata(file).unwrap().permissions().mode() & 0o777;
    // The first save, before anybody could meddle, gives it the usual ones.
    assert!(modes.contains(&mode) || mode & 0o600 == 0o600, "{mode:o}");
    assert_eq!(names(folder.path()), ["f"]);
}

#[test]
fn a_folder_that_comes_and_goes_in_the_files_place() {
    let folder = tempdir().unwrap();
    let said = against(folder.path(), |file| {
        let _ = fs::remove_file(file);
        let _ = fs::create_dir(file);
        let _ = fs::remove_dir(file);
    });
    answered(&said);
    assert!(names(folder.path()).iter().all(|name| name == "f"));
}

#[test]
fn two_games_that_save_to_one_file_leave_one_of_both() {
    let folder = tempdir().unwrap();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let said = against(folder.path(), |_| thread::yield_now());
                assert!(!said.contains(&"Cannot save game".to_owned()), "{said:?}");
            });
        }
    });
    assert_eq!(fs::read(folder.path().join("f")).unwrap().len(), 172);
    assert_eq!(names(folder.path()), ["f"]);
}
