//! Keys: editing a line, leaving it, many lines at once, Tab, hints and questions.

use std::fs;

use tempfile::tempdir;

use crate::screen::{LINE_IS_LEFT, RIGHT, Setting, open, shell};

#[test]
fn control_c_clears_the_line() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text(":exi");
    screen.until(":exi");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl game O> ");
    screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> ");
}

#[test]
fn lines_that_arrive_at_once_are_all_run() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text(":start\r:move d1 d4\r:move e3 f3\r:history\r:exit\r");
    screen.until("Starting Game.\r\n");
    screen.until("Move Successful\r\n");
    screen.until("Move Successful\r\n");
    screen.until(":move d1 d4\r\n:move e3 f3\r\n");
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn pasted_lines_can_end_in_either_line_break() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text("\u{1b}[200~:start\r:move d1 d4\r\n\r\n:move e3 f3\r\u{1b}[201~\r");
    screen.until("Starting Game.\r\n");
    screen.until("Move Successful\r\n");
    screen.until("Move Successful\r\n");
    screen.until("tafl game O> ");
    // Without brackets a paste is quick typing.
    screen.type_text(":board\n:history\n:exit\n");
    screen.until("a b c d e f g h i");
    screen.until(":move d1 d4\r\n:move e3 f3\r\n");
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_second_tab_lists_the_completions() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text(":st\t\t");
    let listed = screen.until(":stop");
    assert!(listed.ends_with(":start  "), "{listed:?}");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":move d1 \t\t");
    screen.until("a1  b1  c1  d2  d3  d4");
    screen.ask("d4", "Move Successful", "tafl game L> ");
    // In a game only :stop begins with :st.
    screen.ask(":st\t", "Stopping Game.", "tafl> ");
}

#[test]
fn tab_completes_file_names_without_blanks() {
    let folder = tempdir().unwrap();
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/states/walled-in.csv");
    for name in ["good.csv", "good and bad.csv"] {
        fs::copy(saved, folder.path().join(name)).unwrap();
    }
    let script = r#"exec "$GAME" --ascii --color never --test"#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    let loaded = "State loaded from good.csv\r\n";
    screen.ask(":loa\tgo\t", loaded, "tafl game O> ");
}

#[test]
fn a_long_list_of_completions_asks_no_question() {
    let folder = tempdir().unwrap();
    for number in 0..300 {
        fs::write(folder.path().join(format!("game{number:03}")), "").unwrap();
    }
    let script = r#"stty rows 24 cols 80; "$GAME" --ascii --color never --test; echo "status $?""#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    // Tab completes the common beginning, then lists the rest.
    screen.type_text(":load g\t\t");
    screen.until("game000");
    let list = screen.until(" more");
    assert!(
        !list.contains("(y or n)") && !list.contains("--More--"),
        "{list:?}"
    );
    screen.until("tafl> :load game");
    // Both keys work.
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl> ");
    screen.type_text(":load \t\t");
    screen.until("game000");
    screen.until(" more");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl> ");
    screen.press_control('d');
    screen.until("Good Bye!");
    screen.until("status 0");
}

#[test]
fn ghost_text_completes_a_command_and_the_arrow_accepts_it() {
    let mut screen = Setting {
        args: &["--color", "always", "--ascii"],
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen.type_text(":loa");
    screen.until("\u{1b}[2md FILE\u{1b}[0m");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.type_text(&format!(":exi{RIGHT}\r"));
    screen.until("Good Bye!");
    assert_eq!(screen.status(), 0);
}

#[test]
fn the_arrow_and_tab_accept_a_suggested_command() {
    let mut screen = Setting {
        args: &["--color", "always", "--ascii"],
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen.type_text("d1 d4\r");
    screen.until("did you mean :start, then :move d1 d4?");
    screen.type_text(":start\r");
    screen.until("Starting Game.");
    for (key, moved) in [(RIGHT, "d1 d3"), ("\t", "e4 d4")] {
        screen.type_text(&format!("{moved}\r"));
        screen.until("The entered command was not recognised.");
        screen.until(&format!("\u{1b}[2m:move {moved}\u{1b}[0m"));
        screen.type_text(&format!("{key}\r"));
        screen.until("Move Successful");
    }
}

#[test]
fn without_colours_a_hint_differs_from_typed_text() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.type_text(":loa");
    screen.until("   (:load FILE)");
    // The arrow accepts the name, never a placeholder.
    screen.type_text(RIGHT);
    screen.ask(RIGHT, "malformed.", "tafl> ");
}

#[test]
fn control_c_at_the_prompt_says_how_to_leave() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.press_control('c');
    screen.until("  :exit or Ctrl-D leaves the program\r\n");
    screen.until("tafl> ");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_question_lists_possible_answers() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    screen.type_text(":start\r");
    screen.until("  N is a number from 3 to 6; Ctrl-D cancels\r\n");
    screen.until("N is:\r\n");
    screen.type_text("7\r");
    screen.until("  N is a number from 3 to 6\r\n");
    screen.until("N is:\r\n");
    screen.type_text("3\r");
    screen.until("  W, B, or WB for two people\r\n");
    screen.until("Colour is:\r\n");
    screen.type_text("wb\r");
    screen.until("Starting Game.\r\n");
    screen.until("crusher game W> ");
}

#[test]
fn control_c_and_control_d_leave_a_question_but_not_the_program() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    for key in ['c', 'd'] {
        screen.type_text(":start\r");
        screen.until("N is:\r\n");
        screen.type_text("3\r");
        screen.until("Colour is:\r\n");
        screen.press_control(key);
        screen.until("crusher> ");
        // The question is closed, so its answer is not a command.
        screen.ask("W", "not recognised.\r\n", "crusher> ");
    }
    screen.ask(":start 3 wb", "Starting Game.\r\n", "crusher game W> ");
    for key in ['c', 'd'] {
        screen.type_text(":move\r");
        screen.until(" from: ");
        screen.press_control(key);
        screen.until("crusher game W> ");
    }
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn control_d_leaves_the_question_on_a_dumb_terminal() {
    let mut screen = Setting {
        args: &["--mode", "crusher"],
        term: "dumb",
        ..Setting::default()
    }
    .open();
    screen.until("crusher> ");
    screen.type_text(":start\r");
    screen.until("N is:\r\n");
    screen.press_control('d');
    screen.until("crusher> ");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}
