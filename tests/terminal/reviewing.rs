//! Looking back and ahead: hints with reasons, reviews, records.

use std::fs;

use crate::screen::{Setting, open, shell};

#[test]
fn a_hint_says_what_it_expects_and_what_is_proved() {
    let mut screen = open(&["--mode", "countdown"]);
    screen.until("countdown> ");
    screen.ask(":start 6", "Starting Game.", "countdown game X> ");
    let said = screen.ask(":hint", "Hint: 2\r\n", "countdown game X> ");
    assert!(said.starts_with("  X wins in 3 plies: 2, "), "{said:?}");
    let mut screen = open(&["--mode", "tictactoe"]);
    screen.until("tictactoe> ");
    screen.ask(":start", "Starting Game.", "tictactoe game X> ");
    let said = screen.ask(":hint", "Hint: ", "tictactoe game X> ");
    assert!(said.contains("  a draw if both play well: "), "{said:?}");
}

#[test]
fn a_hint_judges_what_is_not_proved() {
    for (mode, start, prompt) in [
        ("tafl", ":start", "tafl game O> "),
        ("crusher", ":start 4 WB", "crusher game W> "),
    ] {
        let mut screen = open(&["--mode", mode]);
        screen.until(&format!("{mode}> "));
        screen.ask(start, "Starting Game.", prompt);
        let said = screen.ask(":hint", "Hint: ", prompt);
        let judged = ["about even", "is better (+", "is much better (+"];
        assert!(judged.iter().any(|words| said.contains(words)), "{said:?}");
        // The hinted move and what is expected after it.
        let (hint, rest) = said.split_once('\n').expect("two lines");
        assert!(rest.contains(&format!(": {hint}, ")), "{said:?}");
    }
}

#[test]
fn a_review_shows_how_far_it_is_and_can_be_ended() {
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
    screen.until("Looked at 0 of 2 moves.\r\n");
    screen.until("tafl game O> ");
    let said = screen.ask(":review 1", "   1. d1 d4", "tafl game O> ");
    assert!(said.contains("high where O is better:\n  "), "{said:?}");
}

#[test]
fn a_review_fits_a_narrow_window() {
    let setting = Setting {
        args: &[
            "--ascii",
            "--color",
            "never",
            "--mode",
            "countdown",
            "--test",
        ],
        columns: Some(40),
        ..Setting::default()
    };
    let mut screen = setting.open();
    screen.until("countdown> ");
    screen.ask(":computer none", "no side.", "countdown> ");
    screen.ask(":start 99", "Starting Game.", "countdown game X> ");
    for _ in 0..33 {
        screen.ask("1", "enter your move.", "countdown game O> ");
        screen.ask("1", "enter your move.", "countdown game X> ");
    }
    let said = screen.ask(":review 4", "   1. 1", "countdown game X> ");
    let widest = said.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(40), "{said}");
    let bars = said.lines().skip_while(|line| !line.contains("high where"));
    assert!(
        bars.skip(1).take(2).all(|line| line.starts_with("  ")),
        "{said}"
    );
}

#[test]
fn a_record_that_cannot_be_made_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = r#"exec "$GAME" --ascii --color never --mode countdown"#;
    let mut screen = shell(folder.path(), script);
    let saved = "X to play\n7 pieces left\n";
    fs::write(folder.path().join("seven"), saved).expect("room for a file");
    screen.until("countdown> ");
    screen.ask(":load seven", "State loaded", "countdown game X> ");
    let mut refused = |line: &str, why: &str| {
        let said = screen.ask(line, "Cannot record game\r\n", "countdown game X> ");
        assert!(said.contains(why), "{line}: {said:?}");
    };
    refused(
        ":record seven",
        "  the game began from this file: its record needs another\n",
    );
    refused(":record no/folder", "  No such file or directory\n");
    fs::write(folder.path().join("seven"), "X to play\n8 pieces left\n").expect("room for a file");
    refused(
        ":record game.txt",
        "  seven no longer holds the position from which the game began\n",
    );
}

#[test]
fn reading_a_file_ends_with_control_c() {
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
