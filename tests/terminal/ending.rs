//! However the program ends, the terminal is restored, the history is kept, and the exit status is
//! right.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::screen::{LINE_IS_LEFT, Screen, shell};
use crate::signals;

/// Runs the program and prints its exit status. Writes the terminal settings before and after, and the
/// process ID, to files.
const SCRIPT: &str = r#"ulimit -c 0; stty sane; stty -g >before
sh -c 'echo $$ >pid; exec "$GAME" --ascii --color never' 2>/dev/null
echo "status $?"; stty -g >after; echo "over."; read rest"#;

fn note(folder: &Path, name: &str) -> String {
    let text = fs::read_to_string(folder.join(name)).expect("a file");
    assert!(!text.trim().is_empty());
    text.trim().to_owned()
}

fn open(folder: &Path) -> Screen {
    let mut screen = shell(folder, SCRIPT);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen
}

fn send(folder: &Path, signal: &str) {
    let pid = note(folder, "pid").parse().expect("a process ID");
    signals::send(pid, signal);
}

#[track_caller]
fn all_is_well(folder: &Path, mut screen: Screen, status: i32, typed: &str) {
    screen.until(&format!("status {status}\r\n"));
    screen.until("over.");
    assert_eq!(note(folder, "before"), note(folder, "after"));
    let history = folder.join(".local/state/game/history");
    let history = fs::read_to_string(history).expect("a history");
    assert_eq!(history, format!("#V2\n{typed}"));
}

const SIGNALS: &[(&str, i32)] = &[("TERM", 143), ("HUP", 129), ("QUIT", 131)];

#[test]
fn a_signal_at_the_prompt_restores_the_terminal() {
    // SIGINT ends the program only at the prompt.
    for (signal, status) in SIGNALS.iter().copied().chain([("INT", 130)]) {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        // In the middle of a line.
        screen.type_text(":mov");
        screen.until(":mov");
        send(folder.path(), signal);
        // Bracketed paste is off again.
        screen.until("\u{1b}[?2004l");
        all_is_well(folder.path(), screen, status, ":start\n");
    }
}

#[test]
fn a_signal_while_the_computer_thinks_restores_the_terminal() {
    for (signal, status) in SIGNALS.iter().copied() {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        screen.type_text(":computer O 3600s\r");
        screen.until("  thinking ");
        send(folder.path(), signal);
        // The thinking line is removed.
        screen.until("\r\u{1b}[K\u{1b}[?2004l");
        all_is_well(folder.path(), screen, status, ":start\n:computer O 3600s\n");
    }
}

#[test]
fn an_interrupt_while_the_computer_thinks_only_stops_the_search() {
    let folder = tempdir().unwrap();
    let mut screen = open(folder.path());
    screen.type_text(":computer O 3600s\r");
    screen.until("level 3600s.");
    send(folder.path(), "INT");
    screen.until("Computer plays ");
    screen.until("tafl game L> ");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl game L> ");
    screen.type_text(":exit\r");
    screen.until("Good Bye!");
    let typed = ":start\n:computer O 3600s\n:exit\n";
    all_is_well(folder.path(), screen, 0, typed);
}

#[test]
fn exit_and_control_d_restore_the_terminal() {
    for (keys, typed) in [(":exit\r", ":start\n:exit\n"), ("\u{4}", ":start\n")] {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        screen.type_text(keys);
        screen.until("Good Bye!");
        all_is_well(folder.path(), screen, 0, typed);
    }
}
