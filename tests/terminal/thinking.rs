//! While the computer thinks: Ctrl-C, and lines that are typed meanwhile.

use crate::screen::open;

#[test]
fn control_c_makes_the_computer_play_what_it_has() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O, level 3600s.");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("tafl game L> ");
    // The game goes on, and so does the next thought.
    screen.type_text(":move e3 f3\r");
    screen.until("Move Successful");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("tafl game L> ");
    screen.type_text(":exit\r");
    screen.until("Good Bye!");
    assert_eq!(screen.status(), 0);
}

#[test]
fn control_c_ends_a_game_of_the_computer_against_itself() {
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
fn control_c_does_not_lose_what_was_typed_ahead() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer O 3600s\r");
    screen.until("plays O, level 3600s.");
    // A whole line and the beginning of another.
    screen.type_text(":history\r:compu");
    screen.press_control('c');
    screen.until("Computer plays ");
    screen.until("tafl game L> ");
    screen.until("\r\n:move ");
    screen.until("tafl game L> ");
    screen.ask("ter none", "The computer plays no side.", "tafl game L> ");
}

#[test]
fn lines_typed_meanwhile_are_run_afterwards() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(":computer L 500ms\r:move d1 d4\r");
    screen.until("Move Successful");
    // It is thinking now.
    screen.type_text(":history\r:computer none\r:exit\r");
    screen.until("Computer plays ");
    screen.until(":move d1 d4\r\n:move ");
    screen.until("The computer plays no side.");
    screen.until("Good Bye!");
    assert_eq!(screen.status(), 0);
}
