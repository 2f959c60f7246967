//! The questions of a command: what can be answered, and how to leave them.

use crate::screen::{Setting, open};

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
