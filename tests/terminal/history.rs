//! What was typed is there again in the next run, however the last one ended.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::screen::{Screen, Setting, Signal, UP};
use tempfile::tempdir;

/// Our program of a user with this home.
fn open_at(home: &Path) -> Screen {
    let home = home.to_str().expect("a usual name");
    let mut screen = Setting {
        env: &[("HOME", home)],
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen
}

fn file_in(home: &Path) -> PathBuf {
    home.join(".local/state/game/history")
}

#[test]
fn it_is_kept_on_every_way_out() {
    let ways: [fn(&mut Screen); 5] = [
        |screen| screen.type_text(":exit\r"),
        |screen| screen.press_control('d'),
        |screen| screen.end_by(Signal::SIGTERM),
        |screen| screen.end_by(Signal::SIGHUP),
        |screen| screen.end_by(Signal::SIGKILL),
    ];
    for leave in ways {
        let home = tempdir().unwrap();
        let mut screen = open_at(home.path());
        screen.ask(":start", "Starting Game.", "tafl game O> ");
        leave(&mut screen);
        drop(screen);
        let typed = fs::read_to_string(file_in(home.path())).unwrap();
        assert!(typed.starts_with("#V2\n:start\n"), "{typed}");
    }
}

#[test]
fn the_next_run_has_it() {
    let home = tempdir().unwrap();
    let mut screen = open_at(home.path());
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":move d1 d4", "Move Successful", "tafl game L> ");
    screen.press_control('d');
    assert_eq!(screen.status(), 0);
    let mut screen = open_at(home.path());
    screen.ask(&UP.repeat(2), "Starting Game.", "tafl game O> ");
    screen.ask(&UP.repeat(2), "Move Successful", "tafl game L> ");
}

#[test]
fn nobody_else_can_read_it() {
    let home = tempdir().unwrap();
    let mut screen = open_at(home.path());
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = file_in(home.path());
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
}

#[test]
fn two_games_at_once_share_it() {
    let home = tempdir().unwrap();
    let (mut one, mut two) = (open_at(home.path()), open_at(home.path()));
    one.ask(":start", "Starting Game.", "tafl game O> ");
    two.ask(":load nothing.csv", "Cannot load", "tafl> ");
    one.ask(":stop", "Stopping Game.", "tafl> ");
    let typed = fs::read_to_string(file_in(home.path())).unwrap();
    assert_eq!(typed, "#V2\n:start\n:load nothing.csv\n:stop\n");
}

#[test]
fn a_damaged_file_is_left_alone() {
    let home = tempdir().unwrap();
    let file = file_in(home.path());
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let damaged = b"\xff\0\xfe\n:start\n\x1b[2J";
    fs::write(&file, damaged).unwrap();
    let mut screen = open_at(home.path());
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":exit\r");
    assert_eq!(screen.status(), 0);
    assert_eq!(fs::read(&file).unwrap(), damaged);
}

#[test]
fn where_there_is_no_place_for_it_a_game_goes_on_without() {
    let nowhere = tempdir().unwrap();
    let blocked = nowhere.path().join("file");
    fs::write(&blocked, "mine").unwrap();
    for env in [
        &[][..],
        &[("HOME", "relative")],
        &[("XDG_STATE_HOME", blocked.to_str().unwrap())],
        &[("HOME", "/proc/nothing")],
    ] {
        let mut screen = Setting {
            env,
            ..Setting::default()
        }
        .open();
        let said = screen.until("tafl> ");
        assert!(!said.contains("history"), "{said}");
        screen.ask(":start", "Starting Game.", "tafl game O> ");
        // Within the run there is one.
        screen.ask(":stop", "Stopping Game.", "tafl> ");
        screen.ask(&UP.repeat(2), "Starting Game.", "tafl game O> ");
        screen.press_control('d');
        assert_eq!(screen.status(), 0);
    }
    assert_eq!(fs::read_to_string(blocked).unwrap(), "mine");
}

#[test]
fn the_state_folder_can_be_elsewhere_and_scripts_leave_no_trace() {
    let home = tempdir().unwrap();
    let state = home.path().join("elsewhere");
    let env = [
        ("HOME", home.path().to_str().unwrap()),
        ("XDG_STATE_HOME", state.to_str().unwrap()),
    ];
    let piped = assert_cmd::cargo::cargo_bin_cmd!("game")
        .env_clear()
        .envs(env)
        .write_stdin(":start\n")
        .assert();
    piped.code(0);
    assert!(!state.exists());
    let mut screen = Setting {
        env: &env,
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    let typed = fs::read_to_string(state.join("game/history")).unwrap();
    assert_eq!(typed, "#V2\n:start\n");
    assert!(!file_in(home.path()).exists());
}
