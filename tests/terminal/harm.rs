//! What is typed, pasted or named cannot steer the terminal.

use crate::screen::{LINE_IS_LEFT, Screen, open, shell};

/// Rings, goes back, deletes, and clears the screen in eight bits. The line editor itself throws
/// away what begins with Escape.
const EVIL: &str = "a\u{7}b\u{8}c\u{7f}d\u{9b}2J-e";

/// Pastes a line and gives back all that is shown until the prompt comes again.
fn paste(screen: &mut Screen, line: &str, answer: &str) -> String {
    screen.type_text(&format!("\u{1b}[200~{line}\u{1b}[201~\r"));
    let shown = screen.until(answer);
    shown + &screen.until("tafl> ")
}

#[track_caller]
fn harmless(shown: &str) {
    // The library reads bytes: this one is the second of U+009B.
    for evil in ['\u{7}', '\u{8}', '\u{7f}', '\u{9b}'] {
        assert!(!shown.contains(evil), "{evil:?} in {shown:?}");
    }
}

#[test]
fn a_paste_is_shown_without_harm() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let lines = [
        (EVIL.to_owned(), "not recognised."),
        (format!(":{EVIL}"), "not recognised."),
        (format!(":load {EVIL}"), "Cannot load"),
        (format!(":mode {EVIL}"), "malformed."),
        (format!(":start {EVIL}"), "malformed."),
        // The second line is printed by us, not by the line editor.
        (format!(":stop\n:load {EVIL}"), "Cannot load"),
    ];
    for (line, answer) in lines {
        let shown = paste(&mut screen, &line, answer);
        harmless(&shown);
        assert!(
            shown.contains("\u{ef}\u{bf}\u{bd}"),
            "not shown at all: {shown:?}"
        );
    }
}

#[test]
fn a_character_that_is_typed_as_it_is_does_no_harm() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    // Ctrl-V takes the next key as a character.
    screen.type_text("x\u{16}\u{1b}[2Jyz");
    let shown = screen.until("yz");
    assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl> ");
}

#[test]
fn a_saved_game_with_an_evil_name_is_told_of_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    // Nothing that the folder is called is shown: it could look evil itself.
    let script = r#"exec "$GAME" --ascii --color never"#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(&format!("\u{1b}[200~:save {EVIL}\u{1b}[201~\r"));
    let shown = screen.until("State saved in ") + &screen.until("tafl game O> ");
    harmless(&shown);
    // The name itself is what was pasted.
    assert!(folder.path().join(EVIL).exists());
    // Tab does not offer it.
    screen.type_text(":load \t\t?\r");
    let shown = screen.until("Cannot load");
    assert!(!shown.contains("2J-e"), "{shown:?}");
}
