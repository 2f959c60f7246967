//! battleship on a terminal: what only a person is told.

use crate::screen::{LINE_IS_LEFT, Setting, open};

#[test]
fn a_review_says_what_its_numbers_mean() {
    let mut screen = open(&["--mode", "battleship"]);
    screen.until("battleship> ");
    screen.ask(":start h1 b2 d3", "Starting Game.", "battleship game S> ");
    screen.ask(":guess a1 a2 a3", "0, 3, 0", "battleship game S> ");
    let said = screen.ask(":review", "   1. A1 A2 A3", "battleship game S> ");
    assert!(said.starts_with(": 0, 3, 0 ?   4960 -> 453  "), "{said}");
    assert!(
        said.contains("  better: A1 A3 H1 (4.61 instead of 4.92)\n"),
        "{said}"
    );
    assert!(
        said.contains("1 of 1 guess was not the best: 0.31 guesses lost.\n"),
        "{said}"
    );
    assert!(
        said.contains("\n  behind each answer: how many placements fitted before and after it\n"),
        "{said}"
    );
}

#[test]
fn in_a_narrow_window_the_better_guess_stands_below() {
    let mut screen = Setting {
        args: &["--ascii", "--color", "never", "--mode", "battleship"],
        columns: Some(40),
        ..Setting::default()
    }
    .open();
    screen.until("battleship> ");
    screen.ask(":start h1 b2 d3", "Starting Game.", "battleship game S> ");
    screen.ask(":guess a1 a2 a3", "0, 3, 0", "battleship game S> ");
    let said = screen.ask(
        ":review",
        "   1. A1 A2 A3: 0, 3, 0 ?   4960 -> 453",
        "1 of 1 guess",
    );
    assert_eq!(
        said,
        "\n      better: A1 A3 H1 (4.61 instead of\n      4.92)\n"
    );
}

#[test]
fn control_c_ends_a_review() {
    let mut screen = open(&["--mode", "battleship"]);
    screen.until("battleship> ");
    screen.ask(":start h1 b2 d3", "Starting Game.", "battleship game S> ");
    for _ in 0..20 {
        screen.ask(":guess b3 c3 h3", "0, 2, 1", "battleship game S> ");
    }
    // That many guesses take seconds, but a key that comes while the line editor puts the terminal
    // back is not heard in time.
    let ended = (0..5).any(|_| {
        screen.type_text(":review\r");
        screen.until(LINE_IS_LEFT);
        screen.press_control('c');
        let said = screen.until("battleship game S> ");
        // The game goes on.
        screen.ask(":left", "996 placements are left", "battleship game S> ");
        said.contains("Ctrl-C: the other guesses are not judged\n")
    });
    assert!(ended, "the reviews went on to their ends");
}

#[test]
fn a_guess_that_waits_is_shown_again() {
    let mut screen = open(&["--mode", "battleship"]);
    screen.until("battleship> ");
    screen.ask(":search", "Guess 1: A1 A3 H1\r\n", "battleship game H> ");
    screen.ask(":board", "Guess 1: A1 A3 H1\r\n", "battleship game H> ");
    let said = screen.ask(":redo", "cannot be used.\r\n", "battleship game H> ");
    assert!(said.contains("  nothing has been taken back"), "{said}");
    screen.ask(":stop", "Stopping Game.", "battleship> ");
    let said = screen.ask(":undo", "cannot be used.\r\n", "battleship> ");
    assert!(said.contains("  there is nothing to take back"), "{said}");
}
