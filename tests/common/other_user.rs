//! Our program in the hands of another user.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use tempfile::{TempDir, tempdir};

use crate::path::path;
use crate::skip::skip;

/// A folder that anybody can enter, with a copy of our program, `game`, that anybody can start.
///
/// `switch` goes before a command that the other user runs. Where that user cannot start the copy,
/// `what` is not tested, and there is no folder: there may be no `setpriv`, the folders above may be
/// closed to others, and no program may be started in them.
pub fn folder_with_game(switch: &str, what: &str) -> Option<TempDir> {
    let folder = tempdir().expect("the machine allows it");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))
        .expect("the machine allows it");
    // A program that a sibling of ours still holds open for writing could not be started, so a child
    // copies it.
    let script =
        format!(r#"cp "$GAME" game && chmod 755 game && {switch} ./game --version >/dev/null"#);
    let tried = Command::new("/bin/sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .env_clear()
        .env("PATH", path())
        .env("GAME", cargo_bin!("game"))
        .output()
        .expect("there is a shell");
    if !tried.status.success() {
        skip(what, String::from_utf8_lossy(&tried.stderr).trim());
        return None;
    }
    Some(folder)
}
