//! The questions of a command: what can be answered, and how to leave them.

use tempfile::tempdir;

use crate::screen::{Setting, open, shell};

#[test]
fn a_question_says_what_can_be_answered() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    screen.type_text(":start\r");
    screen.until("  N is a number from 3 to 6; Ctrl-D leaves the question\r\n");
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
fn control_c_and_control_d_leave_the_question_and_not_the_program() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    for key in ['c', 'd'] {
        screen.type_text(":start\r");
        screen.until("N is:\r\n");
        screen.type_text("3\r");
        screen.until("Colour is:\r\n");
        screen.press_control(key);
        screen.until("crusher> ");
        // The question is forgotten: an answer to it is no command.
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
fn a_dumb_terminal_leaves_the_question_first_too() {
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

#[test]
fn the_table_for_perfect_play_is_made_only_if_a_person_wants_it() {
    let folder = tempdir().unwrap();
    let script = r#"exec "$GAME" --ascii --color never --mode crusher"#;
    let mut screen = shell(folder.path(), script);
    screen.until("crusher> ");
    let refused = "The command cannot be used.\r\n  there is no table yet: game crusher solve";
    for answer in ["no", "N"] {
        screen.ask(":computer B perfect", refused, "Make it now? ");
        screen.ask("perhaps", "  yes or no\r\n", "Make it now? ");
        screen.type_text(&format!("{answer}\r"));
        screen.until("crusher> ");
    }
    let told = "  yes: it takes about a minute, and 64 MB in the cache folder";
    screen.ask(":computer B perfect", told, "Make it now? ");
    screen.press_control('c');
    screen.until("crusher> ");
    assert!(!folder.path().join(".cache").exists());
    // While the bar moves, Ctrl-C stops the work and not the program.
    screen.ask(":computer B perfect", told, "Make it now? ");
    screen.type_text("y\r");
    screen.until("solving N = 3");
    screen.press_control('c');
    screen.until("  interrupted: there is no table\r\n");
    screen.until("crusher> ");
    assert!(!folder.path().join(".cache/game/crusher-3.table").exists());
    // Where it would be of no use it is not offered.
    screen.ask(":start 4 WB", "Starting Game.\r\n", "crusher game W> ");
    let reason = "  only N = 3 is solved\r\n";
    screen.ask(":computer B perfect", reason, "crusher game W> ");
}
