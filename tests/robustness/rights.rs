//! Writers in places where one user may do what another may not.

use std::fs::{self, File, Permissions, TryLockError};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use game::play::read_memory;
use rustix::process::geteuid;
use tempfile::{TempDir, tempdir};

use crate::other_user;
use crate::process::{Running, game, names, run, shell, wait_for_lock, wait_until};
use crate::skip::skip;
use crate::unsavable::on_a_small_disk;

/// Goes before a command of the other user.
const SWITCH: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups";

/// Each command that writes, without the file.
const WRITERS: [&str; 4] = [
    "train countdown --plays 1000 --out",
    "battleship optimise --out",
    "battleship prove --goal 22857 --log",
    "match tafl 3 3 --record",
];

const ENDLESS: &str = "train countdown --plays 1000000000000 --out";

fn may(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the machine allows it");
}

/// A folder of ours with a file that the other user may write, and our program beside it.
fn with_a_file_for_all(mode: u32, what: &str) -> Option<TempDir> {
    if !geteuid().is_root() {
        skip(what, "only the superuser can be somebody else");
        return None;
    }
    let folder = other_user::folder_with_game(SWITCH, what)?;
    let place = folder.path().join("place");
    fs::create_dir(&place).expect("the machine allows it");
    may(&place, mode);
    let mut train = game(["train", "countdown", "--plays", "1000", "--out", "f"]);
    train.current_dir(&place);
    assert!(run(train, "").status.success());
    may(&place.join("f"), 0o666);
    Some(folder)
}

/// What the other user does in that place.
fn other(folder: &TempDir, arguments: &str) -> Command {
    let mut command = shell(&format!("exec {SWITCH} ../game {arguments}"));
    command.current_dir(folder.path().join("place"));
    command
}

/// What we do there.
fn ours(folder: &TempDir, arguments: &str) -> Command {
    let mut command = shell(&format!("exec \"$GAME\" {arguments}"));
    command.current_dir(folder.path().join("place"));
    command
}

#[track_caller]
fn refused(command: Command, reason: &str) {
    let outcome = run(command, "");
    assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains(reason), "{outcome:?}");
}

#[test]
fn what_cannot_be_replaced_in_a_sticky_folder_is_refused_before_the_work() {
    let what = "somebody else's file in a sticky folder";
    let Some(folder) = with_a_file_for_all(0o1777, what) else {
        return;
    };
    let place = folder.path().join("place");
    let before = fs::read(place.join("f")).unwrap();
    for writer in WRITERS {
        let reason = "its folder is sticky: only its owner may replace it";
        refused(other(&folder, &format!("{writer} f")), reason);
    }
    assert_eq!(fs::read(place.join("f")).unwrap(), before);
    assert_eq!(names(&place), ["f"]);
    // A file of his own there is his.
    let own = run(other(&folder, &format!("{} g", WRITERS[0])), "");
    assert!(own.status.success(), "{own:?}");
    let again = run(other(&folder, &format!("{} g", WRITERS[0])), "");
    assert!(again.status.success(), "{again:?}");
    assert_eq!(names(&place), ["f", "g"]);
}

#[test]
fn a_file_that_is_a_mount_point_is_refused_before_the_work() {
    let folder = tempdir().unwrap();
    let mount = "touch f m && mount --bind f m";
    let mounted = on_a_small_disk(folder.path(), mount);
    if !mounted.is_some_and(|command| run(command, "").status.success()) {
        return skip("a file that is a mount point", "mounting is not allowed");
    }
    for writer in WRITERS {
        let script = format!("{mount} && exec \"$GAME\" {writer} m");
        let command = on_a_small_disk(folder.path(), &script).expect("a disk");
        refused(command, "it is a mount point");
    }
}

#[test]
fn two_writers_with_different_rights_lock_each_other_out() {
    let what = "two writers with different rights";
    let Some(folder) = with_a_file_for_all(0o755, what) else {
        return;
    };
    let (place, busy) = (folder.path().join("place"), "another program is writing it");
    let file = place.join("f");
    let short = format!("{} f", WRITERS[0]);
    // He may make no file there, so he has locked the file itself.
    let mut first = Running::spawn(other(&folder, &format!("{ENDLESS} f")).stderr(Stdio::null()));
    wait_until("his lock", || {
        let locked = File::open(&file).unwrap().try_lock_shared();
        matches!(locked, Err(TryLockError::WouldBlock))
    });
    refused(ours(&folder, &short), busy);
    let said = run(ours(&folder, "--test"), ":start\n:save f\n").stdout;
    assert!(said.contains("Cannot save game\n"), "{said}");
    first.signal("TERM");
    assert_eq!(first.wait().code(), Some(143));
    read_memory(&file, "countdown").expect("it is whole");
    // And the other way round.
    let mut first = Running::spawn(ours(&folder, &format!("{ENDLESS} f")).stderr(Stdio::null()));
    wait_for_lock(&place);
    refused(other(&folder, &short), busy);
    first.signal("TERM");
    assert_eq!(first.wait().code(), Some(143));
    let again = run(other(&folder, &short), "");
    assert!(again.status.success(), "{again:?}");
    assert_eq!(names(&place), ["f"]);
}

#[test]
fn no_more_room_is_asked_for_than_there_must_be() {
    let folder = tempdir().unwrap();
    let train = "\"$GAME\" train countdown --plays 50000 --out m";
    let on_disk = |script: &str| on_a_small_disk(folder.path(), script);
    // Far less than as many positions as moves would need.
    let Some(command) = on_disk(&format!("{train} && {train} && test \"$(ls -A)\" = m")) else {
        return skip("a small disk", "mounting is not allowed");
    };
    let trained = run(command, "");
    assert!(trained.status.success(), "{trained:?}");
    // What has learnt nothing leaves nothing.
    let filled = "(cat /dev/zero >filler) 2>/dev/null; ";
    let left = "test $? = 1 && test \"$(ls -A)\" = filler";
    let refused = run(
        on_disk(&format!("{filled} {train}; {left}")).expect("a disk"),
        "",
    );
    assert!(refused.status.success(), "{refused:?}");
    assert!(refused.stderr.contains("No space left"), "{refused:?}");
}

#[test]
fn a_file_that_comes_while_we_work_is_not_replaced() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let in_folder = |arguments: &[&str]| {
        let mut command = game(arguments);
        command.current_dir(path);
        command
    };
    let mut command = shell(&format!("exec \"$GAME\" {ENDLESS} f"));
    let command = command.current_dir(path).stderr(Stdio::piped());
    let mut running = Running::spawn(command);
    wait_for_lock(path);
    let said = run(in_folder(&["--test"]), ":start\n:save f\n:save g\n").stdout;
    assert!(said.contains("Cannot save game\n"), "{said}");
    assert!(said.contains("State saved in g\n"), "{said}");
    fs::rename(path.join("g"), path.join("f")).unwrap();
    let theirs = fs::read(path.join("f")).unwrap();
    running.signal("TERM");
    let outcome = running.outcome();
    assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    let told = "f cannot be written: another file has taken its place; the new content is in f.1\n";
    assert!(outcome.stderr.ends_with(told), "{outcome:?}");
    assert_eq!(fs::read(path.join("f")).unwrap(), theirs);
    read_memory(&path.join("f.1"), "countdown").expect("it is whole");
    assert_eq!(names(path), ["f", "f.1"]);
}
