//! A person at a terminal of a system that gives little: no thread, no byte of a file.

#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt as _,
    unix::net::{SocketAddr, UnixListener},
};

use tempfile::tempdir;

use crate::screen::shell;

/// The number of a user, which no other test takes as long as the socket is open.
#[cfg(target_os = "linux")]
fn take_user() -> Option<(u32, UnixListener)> {
    (60_000..65_000).find_map(|user| {
        let name = SocketAddr::from_abstract_name(format!("game-test-user-{user}")).ok()?;
        Some((user, UnixListener::bind_addr(&name).ok()?))
    })
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_thread_the_game_goes_on() {
    use std::process::Command;

    use crate::other_user;
    use crate::path::path;
    use crate::skip::skip;

    let what = "a user who may have no thread";
    // The superuser has as many processes as it likes, so the program runs as somebody else, whom
    // nobody else is.
    if !rustix::process::geteuid().is_root() {
        return skip(what, "only the superuser can become one");
    }
    let Some((user, _taken)) = take_user() else {
        return skip(what, "others are all of them");
    };
    let switch = format!("setpriv --reuid {user} --regid 65534 --clear-groups");
    let switched = Command::new("/bin/sh")
        .args(["-c", &format!("{switch} prlimit --nproc=1 true")])
        .env("PATH", path())
        .output()
        .expect("there is a shell");
    if !switched.status.success() {
        return skip(what, String::from_utf8_lossy(&switched.stderr).trim());
    }
    let Some(folder) = other_user::folder_with_game(&switch, what) else {
        return;
    };
    let script = format!(
        r#"alone() {{ {switch} prlimit --nproc=1 ./game "$@"; echo "status $?"; }}
        alone perft tafl --depth 2; alone match tafl random random --games 2 --threads 3
        alone battleship evaluate; alone --ascii --test --threads 3"#
    );
    let mut screen = shell(folder.path(), &script);
    for said in ["4400", "in 2 games", "Worst case"] {
        screen.until(said);
        screen.until("status 0");
    }
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":computer L 1", "level 1.", "tafl game O> ");
    screen.ask(":move d1 d2", "Computer plays", "tafl game O> ");
    screen.ask(":computer L 50ms", "level 50ms.", "tafl game O> ");
    screen.ask(":move d2 d1", "Computer plays", "tafl game O> ");
    screen.type_text(":exit\r");
    screen.until("status 0");
}

#[test]
fn where_no_file_may_grow_the_game_goes_on_without_a_history() {
    let folder = tempdir().unwrap();
    let mut screen = shell(
        folder.path(),
        r#"ulimit -f 0; "$GAME" --ascii --test; echo "status $?""#,
    );
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":save f", "Cannot save game", "tafl game O> ");
    screen.type_text(":exit\r");
    screen.until("status 0");
    assert!(!folder.path().join("f").exists());
}
