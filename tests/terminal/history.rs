//! The next run remembers typed lines and the unfinished game.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::tempdir;

use crate::screen::{Screen, Setting, UP, open};

/// The program with this home folder.
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
fn the_history_is_kept_for_the_next_run() {
    let home = tempdir().unwrap();
    let mut screen = open_at(home.path());
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":move d1 d4", "Move Successful", "tafl game L> ");
    screen.press_control('d');
    assert_eq!(screen.status(), 0);
    // Other users cannot read it.
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = file_in(home.path());
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    let mut screen = open_at(home.path());
    screen.ask(&UP.repeat(2), "Starting Game.", "tafl game O> ");
    screen.ask(&UP.repeat(2), "Move Successful", "tafl game L> ");
}

#[test]
fn a_game_in_progress_is_kept_and_resumed_with_its_players_and_moves() {
    let home = tempdir().unwrap();
    let env = [("HOME", home.path().to_str().unwrap())];
    let run = |args: &'static [&'static str]| {
        let setting = Setting {
            args,
            env: &env,
            ..Setting::default()
        };
        setting.open()
    };
    let mut screen = run(&["--ascii", "--color", "never", "--vs", "1"]);
    screen.until("Starting Game.");
    screen.until("tafl game O> ");
    screen.ask(":move d1 d4", "Computer plays", "tafl game O> ");
    screen.press_control('d');
    screen.until("the game is kept: `game --resume` continues it");
    assert_eq!(screen.status(), 0);
    // Another game that is only tried does not replace it.
    let mut screen = run(&["--ascii", "--color", "never", "countdown"]);
    screen.until("a game is kept");
    screen.until("countdown> ");
    screen.ask(":start", "Starting Game.", "countdown game X> ");
    screen.ask("1", "Player O is choosing", "countdown game X> ");
    screen.ask(":stop", "Stopping Game.", "countdown> ");
    screen.press_control('d');
    screen.until("Good Bye!");
    let mut screen = run(&["--ascii", "--color", "never", "--resume"]);
    screen.until("tafl game O> ");
    screen.ask(":computer", "L: the computer, level 1", "tafl game O> ");
    screen.ask(":undo", "Took back d1 d4", "tafl game O> ");
    screen.ask(":move d1 d4", "Computer plays", "tafl game O> ");
    screen.ask(":stop", "Stopping Game.", "tafl> ");
    screen.press_control('d');
    screen.until("Good Bye!");
    let mut screen = run(&["--resume"]);
    screen.until("No game to resume");
    assert_eq!(screen.status(), 1);
}

#[test]
fn two_runs_at_once_share_the_history() {
    let home = tempdir().unwrap();
    let (mut one, mut two) = (open_at(home.path()), open_at(home.path()));
    one.ask(":start", "Starting Game.", "tafl game O> ");
    two.ask(":load nothing.csv", "Cannot load", "tafl> ");
    one.ask(":stop", "Stopping Game.", "tafl> ");
    let typed = fs::read_to_string(file_in(home.path())).unwrap();
    assert_eq!(typed, "#V2\n:start\n:load nothing.csv\n:stop\n");
}

#[test]
fn a_damaged_history_is_left_alone() {
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
fn the_game_continues_without_a_writable_folder() {
    let nowhere = tempdir().unwrap();
    let blocked = nowhere.path().join("file");
    fs::write(&blocked, "mine").unwrap();
    let missing = nowhere.path().join("home");
    for env in [
        &[][..],
        &[("HOME", "relative")],
        &[("XDG_STATE_HOME", blocked.to_str().unwrap())],
        &[("HOME", "/proc/nothing")],
        &[("HOME", missing.to_str().unwrap())],
    ] {
        let mut screen = Setting {
            env,
            ..Setting::default()
        }
        .open();
        let said = screen.until("tafl> ");
        assert!(!said.contains("history"), "{said}");
        screen.ask(":start", "Starting Game.", "tafl game O> ");
        // Within the run there is a history.
        screen.ask(":stop", "Stopping Game.", "tafl> ");
        screen.ask(&UP.repeat(2), "Starting Game.", "tafl game O> ");
        screen.press_control('d');
        assert_eq!(screen.status(), 0);
    }
    assert_eq!(fs::read_to_string(blocked).unwrap(), "mine");
    assert!(!missing.exists(), "a home folder is not made");
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

/// The seed of a fresh program.
fn seed(args: &[&str]) -> String {
    let mut screen = open(args);
    screen.until("battleship> ");
    let told = screen.ask(":seed", "Seed: ", "battleship> ");
    let (seed, advice) = told.split_once('\n').expect("a line");
    if !args.contains(&"--test") {
        let line = format!("  game battleship --seed {seed} uses it again\n");
        assert!(advice.starts_with(&line), "{told}");
    }
    seed.to_owned()
}

#[test]
fn a_person_gets_a_fresh_seed() {
    let mut seeds: Vec<String> = (0..4).map(|_| seed(&["battleship"])).collect();
    seeds.sort();
    seeds.dedup();
    assert!(seeds.len() > 1, "always {seeds:?}");
    assert_eq!(seed(&["battleship", "--seed", "7"]), "7");
    assert_eq!(seed(&["battleship", "--test"]), "0");
}

#[test]
fn file_names_can_start_with_the_home_folder() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().display().to_string();
    let mut screen = Setting {
        env: &[("HOME", &path)],
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    screen.ask(
        ":save ~/mine.csv",
        "State saved in ~/mine.csv\r\n",
        "tafl game O> ",
    );
    assert!(home.path().join("mine.csv").is_file());
    screen.ask(
        ":load ~/mi\t",
        "State loaded from ~/mine.csv\r\n",
        "tafl game O> ",
    );
}
