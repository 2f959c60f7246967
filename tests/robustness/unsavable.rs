//! Places where nothing can be saved: `Cannot save game`, the old file is as it was, the game goes
//! on, in every mode.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::other_user;
use crate::process::{Running, game, listen, modes, names, run, shell, short_path};
use crate::skip::skip;

const REFUSED: &str = "Cannot save game\n";

/// Begins a game in every mode, tries to save it under these names, and sees that each is refused
/// and the game goes on.
#[track_caller]
fn refused(command: &impl Fn(&str) -> Command, files: &[&str]) {
    for (mode, start) in modes() {
        let saves = files.join("\n:save ");
        let outcome = run(command(mode), format!("{start}\n:save {saves}\n:help\n"));
        let said = outcome.stdout;
        assert_eq!(said.matches(REFUSED).count(), files.len(), "{mode}: {said}");
        assert!(!said.contains("saved in"), "{mode}: {said}");
        let last = said.rfind(REFUSED).expect("it was refused");
        assert!(said[last..].contains(&format!("{mode} game ")), "{said}");
        assert_eq!(outcome.status.code(), Some(0));
        assert_eq!(outcome.stderr, "");
    }
}

fn in_folder(folder: &Path) -> impl Fn(&str) -> Command {
    move |mode| {
        let mut command = game(["--test", "--mode", mode]);
        command.current_dir(folder);
        command
    }
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("folder")).unwrap();
    fs::write(path.join("folder/full"), "").unwrap();
    symlink("folder", path.join("to-folder")).unwrap();
    symlink("/dev/full", path.join("to-device")).unwrap();
    symlink("circle", path.join("circle")).unwrap();
    let _socket = listen(path, "socket");
    assert!(
        run(
            {
                let mut c = shell("mkfifo pipe");
                c.current_dir(path);
                c
            },
            ""
        )
        .status
        .success()
    );
    let before = names(path);
    let too_long = "n".repeat(256);
    let places = [
        "folder",
        "folder/",
        ".",
        "to-folder",
        "to-device",
        "circle",
        "socket",
        "pipe",
        "gone/f",
        "socket/f",
        "/dev/null",
        "/dev/full",
        "/proc/f",
        "/proc/version",
        "/sys/f",
        "a\0b",
        &too_long,
    ];
    refused(&in_folder(path), &places);
    assert_eq!(names(path), before);
    assert_eq!(names(&path.join("folder")), ["full"]);
}

#[test]
fn a_read_only_file_is_left_alone() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    symlink("f", folder.path().join("link")).unwrap();
    refused(&in_folder(folder.path()), &["f", "link"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names(folder.path()), ["f", "link"]);
}

/// Makes a folder in which nothing can be put beside a file that can be written.
fn close(folder: &Path) {
    let may = |path: &Path, mode: u32| {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("the machine allows it");
    };
    fs::create_dir(folder).expect("the machine allows it");
    fs::write(folder.join("f"), "old").expect("the machine allows it");
    may(&folder.join("f"), 0o666);
    may(folder, 0o555);
}

#[test]
fn in_a_read_only_folder_only_what_is_there_can_be_saved() {
    // Permissions mean nothing to the superuser.
    let switch = if rustix::process::geteuid().is_root() {
        "setpriv --reuid 65534 --regid 65534 --clear-groups"
    } else {
        ""
    };
    let what = "a folder without write permission";
    let Some(folder) = other_user::folder_with_game(switch, what) else {
        return;
    };
    let closed = folder.path().join("closed");
    close(&closed);
    let command = |mode: &str| {
        let mut command = shell(&format!("exec {switch} ../game --test --mode {mode}"));
        command.current_dir(&closed);
        command
    };
    refused(&command, &["new"]);
    assert_eq!(names(&closed), ["f"]);
    // What is there may be written, so it is: in place, as nothing can be put beside it.
    for (mode, start) in modes() {
        for long in ["", &"old\n".repeat(100_000)] {
            fs::write(closed.join("f"), long).unwrap();
            let said = run(command(mode), format!("{start}\n:save f\n"));
            assert!(
                said.stdout.contains("State saved in f\n"),
                "{mode}: {said:?}"
            );
            let said = run(command(mode), ":load f\n");
            assert!(
                said.stdout.contains("State loaded from f\n"),
                "{mode}: {said:?}"
            );
        }
    }
    assert_eq!(names(&closed), ["f"]);
    fs::set_permissions(&closed, Permissions::from_mode(0o755)).unwrap();
}

/// Runs a script in a folder that is a small file system of its own, which only it can see. Where
/// that is forbidden, the script does not run at all.
pub fn on_a_small_disk(folder: &Path, script: &str) -> Option<Command> {
    let mount = |rest: &str| {
        let mut command = shell(&format!(
            "exec unshare -rm sh -c 'mount -t tmpfs -o size=64k none . && cd \"$PWD\" && {rest}'"
        ));
        command.current_dir(folder);
        command
    };
    run(mount("true"), "")
        .status
        .success()
        .then(|| mount(script))
}

#[test]
fn a_disk_that_may_not_be_written_is_left_alone() {
    let folder = tempdir().unwrap();
    let script = |mode: &str| {
        format!(
            "echo old >f && mount -o remount,bind,ro . && \
             \"$GAME\" --test --mode {mode} && grep -q old f && test \"$(ls -A)\" = f"
        )
    };
    let remount = on_a_small_disk(folder.path(), "mount -o remount,bind,ro .");
    if !remount.is_some_and(|command| run(command, "").status.success()) {
        return skip("a read-only disk", "mounting is not allowed");
    }
    let command = |mode: &str| on_a_small_disk(folder.path(), &script(mode)).expect("a disk");
    refused(&command, &["f", "new"]);
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_new() {
    let folder = tempdir().unwrap();
    let script = |mode: &str| {
        format!(
            "echo old >f && (cat /dev/zero >filler 2>&1 || true) >/dev/null 2>&1 && \
             \"$GAME\" --test --mode {mode} && grep -q old f && test \"$(echo $(ls -A))\" = \"f filler\""
        )
    };
    if on_a_small_disk(folder.path(), "true").is_none() {
        return skip("a full disk", "mounting is not allowed");
    }
    let command = |mode: &str| on_a_small_disk(folder.path(), &script(mode)).expect("a disk");
    refused(&command, &["f", "new"]);
}

#[test]
fn a_file_that_may_not_grow_is_left_as_it_was() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("f"), "old").unwrap();
    let command = |mode: &str| {
        let script = format!("ulimit -f 0; exec \"$GAME\" --test --mode {mode}");
        let mut command = shell(&script);
        command.current_dir(folder.path());
        command
    };
    refused(&command, &["f", "new"]);
    assert_eq!(fs::read_to_string(folder.path().join("f")).unwrap(), "old");
    assert_eq!(names(folder.path()), ["f"]);
    // What computes is refused before it begins.
    for task in ["train countdown --out memory", "crusher solve"] {
        let mut command = shell(&format!("ulimit -f 0; exec \"$GAME\" {task}"));
        command.current_dir(folder.path());
        command.env("XDG_CACHE_HOME", folder.path().join("cache"));
        let outcome = run(command, "");
        assert_eq!(outcome.status.code(), Some(1), "{task}: {outcome:?}");
        assert!(
            outcome.stderr.contains("File too large"),
            "{task}: {outcome:?}"
        );
    }
}

#[test]
fn a_folder_that_vanished_is_no_place() {
    let folder = tempdir().unwrap();
    let opened = File::open(folder.path()).unwrap();
    for (mode, start) in modes() {
        let here = folder.path().join(mode);
        fs::create_dir(&here).unwrap();
        let mut running = Running::spawn(in_folder(&here)(mode).env("LANG", "C"));
        running.say(format!("{start}\n:save f\n"));
        running.until("State saved in f\n");
        fs::remove_dir_all(&here).unwrap();
        let gone = short_path(&opened).join(mode).join("f");
        running.say(format!(":save f\n:save {}\n", gone.display()));
        running.until(REFUSED);
        running.until(REFUSED);
        // The game is still there, and so is the folder above.
        running.say(":save ../f\n:stop\n");
        running.until(&format!("State saved in ../f\n{mode} game "));
        running.until("Stopping Game.");
        assert_eq!(running.wait().code(), Some(0));
        assert!(!here.exists());
        fs::remove_file(folder.path().join("f")).unwrap();
    }
}
