//! Long computations: the progress line, Ctrl-C, lines typed ahead.

use std::fs;

use crate::screen::{Screen, Setting, open, shell};

/// A game of tafl in which the computer thinks about its first move for an hour.
fn thinking(setting: Setting<'_>) -> Screen {
    let mut screen = setting.open();
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O, level 3600s.");
    screen
}

#[test]
fn a_line_shows_the_progress_and_disappears() {
    let mut screen = thinking(Setting::default());
    screen.until("  thinking ");
    screen.until(" of 3600.0 s - depth ");
    screen.until(" - Ctrl-C plays it");
    // It is rewritten, in place.
    let between = screen.until("  thinking ");
    assert!(!between.contains('\n'), "{between:?}");
    screen.press_control('c');
    let rest = screen.until("Computer plays ");
    assert!(!rest.contains('\n'), "{rest:?}");
}

#[test]
fn a_hint_shows_its_progress() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    screen.ask(":start 6 WB", "Starting Game.", "crusher game W> ");
    screen.ask(":depth 99", "level 99.", "crusher game W> ");
    screen.type_text(":hint\r");
    screen.until("  thinking ");
    screen.until(" - Ctrl-C suggests it");
    screen.press_control('c');
    screen.until("Hint: ");
}

#[test]
fn the_progress_line_fits_a_narrow_window() {
    let mut screen = thinking(Setting {
        columns: Some(40),
        ..Setting::default()
    });
    screen.until("  thinking ");
    screen.until(" - depth ");
    let line = screen.until("  thinking ");
    assert!(!line.contains("Ctrl-C"), "{line:?}");
}

#[test]
fn dumb_terminals_and_test_mode_show_no_progress() {
    let test = [Setting::default().args, &["--test"]].concat();
    let dumb = Setting {
        term: "dumb",
        ..Setting::default()
    };
    let test = Setting {
        args: &test,
        ..Setting::default()
    };
    for setting in [dumb, test] {
        let mut screen = setting.open();
        screen.until("tafl> ");
        screen.ask(":start", "Starting Game.", "tafl game O> ");
        screen.type_text(":computer O 1s\r");
        screen.until("plays O, level 1s.");
        let meanwhile = screen.until("Computer plays ");
        assert!(!meanwhile.contains("thinking"), "{meanwhile:?}");
    }
}

#[test]
fn lines_typed_while_the_computer_thinks_are_kept_and_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    // The terminal itself echoes the line.
    let script = r#"stty echo; exec "$GAME" --ascii --color never"#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O, level 3600s.");
    screen.until("  thinking ");
    screen.type_text(":history\r:compu");
    screen.until("  thinking ");
    screen.press_control('c');
    let meanwhile = screen.until("Computer plays ");
    assert!(!meanwhile.contains(":history"), "{meanwhile:?}");
    assert!(!meanwhile.contains('\n'), "{meanwhile:?}");
    screen.until("tafl game L> ");
    screen.until("\r\n:move ");
    screen.until("tafl game L> ");
    screen.ask("ter none", "The computer plays no side.", "tafl game L> ");
}

#[test]
fn control_c_makes_the_computer_play_its_best_move_so_far() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O, level 3600s.");
    screen.press_control('c');
    screen.until("Computer plays ");
    let played = screen.until("tafl game L> ");
    // The game continues with the next search. The computer's move can block ours.
    let free = if played.contains(" f3") { "d3" } else { "f3" };
    screen.type_text(&format!(":move e3 {free}\r"));
    screen.until("Move Successful");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("tafl game L> ");
    screen.type_text(":exit\r");
    screen.until("Good Bye!");
    assert_eq!(screen.status(), 0);
}

#[test]
fn control_c_stops_a_game_of_the_computer_against_itself() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":computer L 3600s", "plays L", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("The computer plays no side.");
    screen.until("tafl game L> ");
}

#[test]
fn a_review_shows_its_progress_and_can_be_interrupted() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.ask(":move d1 d4", "Move Successful", "tafl game L> ");
    screen.ask(":move e3 d3", "Move Successful", "tafl game O> ");
    screen.type_text(":review 3600s\r");
    screen.until("  reviewing ");
    screen.until(" s - ");
    screen.until("Ctrl-C ends it");
    screen.press_control('c');
    screen.until("Reviewed 0 of 2 moves.\r\n");
    screen.until("tafl game O> ");
    let said = screen.ask(":review 2", "   1.  d1 d4 ?", "tafl game O> ");
    assert!(said.contains("Evaluation (high = O ahead)  "), "{said:?}");
    // An interrupted review without a move does not replace it.
    screen.type_text(":review 3600s\r");
    screen.until("Ctrl-C ends it");
    screen.press_control('c');
    screen.until("Reviewed 0 of 2 moves.\r\n");
    screen.until("tafl game O> ");
    screen.ask(":board 1", "O better: e2 c2", "tafl game O> ");
}

#[test]
fn control_c_stops_reading_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = ":start\n:computer O 3600s\n:history\n";
    fs::write(folder.path().join("lines"), lines).expect("room for a file");
    let mut screen = shell(folder.path(), r#"exec "$GAME" --ascii --color never"#);
    screen.until("tafl> ");
    let said = screen.ask(":read nowhere", "Cannot read commands\r\n", "tafl> ");
    assert!(said.contains("  No such file or directory\n"), "{said:?}");
    screen.type_text(":read lines\r");
    screen.until("Reading lines\r\n");
    screen.until("tafl> :start\r\nStarting Game.\r\n");
    screen.until("tafl game O> :computer O 3600s\r\n");
    screen.until("  thinking ");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("Stopped at line 2 of lines\r\n");
    screen.until("tafl game L> ");
}
