//! Places where a game can be saved, but not as simply as in an ordinary file: links, other owners,
//! long names.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;

use tempfile::tempdir;

use crate::process::{answers, game, modes, names};
use crate::skip::skip;

/// Saves a new game of every mode under this name.
#[track_caller]
fn saved(folder: &Path, file: &str) {
    for (mode, start) in modes() {
        let mut command = game(["--test", "--mode", mode]);
        command.current_dir(folder);
        let said = answers(command, &[start, &format!(":save {file}")]);
        assert!(said.contains(&format!("State saved in {file}")), "{said:?}");
        let mut command = game(["--test", "--mode", mode, "--state", file]);
        command.current_dir(folder);
        let said = answers(command, &[]);
        assert_eq!(said[0], format!("State loaded from {file}"));
    }
}

#[test]
fn a_symbolic_link_stays_and_what_it_leads_to_is_replaced() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("far")).unwrap();
    fs::write(path.join("far/f"), "old").unwrap();
    symlink("far/f", path.join("link")).unwrap();
    symlink("link", path.join("further")).unwrap();
    // A link to nothing yet makes what it leads to.
    symlink("far/new", path.join("promise")).unwrap();
    saved(path, "further");
    saved(path, "promise");
    for link in ["link", "further", "promise"] {
        let kept = fs::symlink_metadata(path.join(link)).unwrap();
        assert!(kept.is_symlink(), "{link}");
    }
    assert!(fs::metadata(path.join("far/new")).unwrap().is_file());
    assert_ne!(fs::read(path.join("far/f")).unwrap(), b"old");
    assert_eq!(names(path), ["far", "further", "link", "promise"]);
    assert_eq!(names(&path.join("far")), ["f", "new"]);
}

#[test]
fn the_other_name_of_a_file_keeps_the_old_content() {
    let folder = tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(&one, "old").unwrap();
    fs::hard_link(&one, &two).unwrap();
    saved(folder.path(), "one");
    assert_ne!(fs::read(&one).unwrap(), b"old");
    assert_eq!(fs::read(&two).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["one", "two"]);
}

#[test]
fn permissions_and_owner_stay() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    fs::write(&file, "old").unwrap();
    // Only the superuser may give a file away.
    let given = chown(&file, Some(4321), Some(8765)).is_ok();
    if !given {
        skip(
            "saving over somebody else's file",
            "it cannot be given away",
        );
    }
    for mode in [0o600, 0o664, 0o4755] {
        if let Err(why) = fs::set_permissions(&file, Permissions::from_mode(mode)) {
            assert_eq!(mode, 0o4755, "{why}");
            skip("saving over a file with the setuid bit", &why.to_string());
            continue;
        }
        saved(folder.path(), "f");
        let now = fs::metadata(&file).unwrap();
        assert_eq!(now.mode() & 0o7777, mode);
        assert!(!given || (now.uid(), now.gid()) == (4321, 8765));
    }
}

#[test]
fn a_name_may_be_as_long_as_the_system_allows() {
    let folder = tempdir().unwrap();
    let longest = "n".repeat(255);
    saved(folder.path(), &longest);
    assert_eq!(names(folder.path()), [longest]);
}
