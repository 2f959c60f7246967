//! However the program ends, the terminal is as it was found, the history is kept, and whoever
//! started it can see what ended it.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::screen::{LINE_IS_LEFT, Screen, shell};
use crate::signals;

/// Notes how the terminal is, runs the program, tells how it ended, and notes it again. The number
/// of its process is noted as well.
const SCRIPT: &str = r#"ulimit -c 0; stty sane; stty -g >before
sh -c 'echo $$ >pid; exec "$GAME" --ascii --color never --test' 2>/dev/null
echo "status $?"; stty -g >after; echo "over."; read rest"#;

fn note(folder: &Path, name: &str) -> String {
    let text = fs::read_to_string(folder.join(name)).expect("it was noted");
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
    let pid = note(folder, "pid")
        .parse()
        .expect("the number of a process");
    signals::send(pid, signal);
}

#[track_caller]
fn all_is_well(folder: &Path, mut screen: Screen, status: i32, typed: &str) {
    screen.until(&format!("status {status}\r\n"));
    screen.until("over.");
    assert_eq!(note(folder, "before"), note(folder, "after"));
    let history = folder.join(".local/state/game/history");
    assert_eq!(
        fs::read_to_string(history).expect("the machine allows it"),
        typed
    );
}

const SIGNALS: &[(&str, i32)] = &[
    ("TERM", 143),
    ("HUP", 129),
    ("QUIT", 131),
    ("ALRM", 142),
    ("XCPU", 152),
    ("USR1", 138),
    ("USR2", 140),
    ("ABRT", 134),
    ("SYS", 159),
    ("TRAP", 133),
    #[cfg(target_os = "linux")]
    ("IO", 157),
    #[cfg(target_os = "linux")]
    ("PWR", 158),
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    ("STKFLT", 144),
];

#[test]
fn by_a_signal_at_the_prompt() {
    // While the computer thinks, this one only ends the thought.
    for (signal, status) in SIGNALS.iter().copied().chain([("INT", 130)]) {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        // In the middle of a line.
        screen.type_text(":mov");
        screen.until(":mov");
        send(folder.path(), signal);
        // A paste is no longer marked: the line editor had asked for that.
        screen.until("\u{1b}[?2004l");
        all_is_well(folder.path(), screen, status, ":start\n");
    }
}

#[test]
fn by_a_signal_while_the_computer_thinks() {
    for (signal, status) in SIGNALS.iter().copied() {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        screen.type_text(":computer O 3600s\r");
        screen.until("level 3600s.");
        send(folder.path(), signal);
        all_is_well(folder.path(), screen, status, ":start\n:computer O 3600s\n");
    }
}

#[test]
fn by_a_signal_while_it_is_stopped_in_the_foreground() {
    // `timeout` sends both, and nobody takes the terminal meanwhile. The end comes last, or while the
    // program is stopped: otherwise it might be over before all are sent.
    for signals in [&["STOP", "TERM", "CONT"][..], &["CONT", "TERM"]] {
        for thinking in [false, true] {
            let folder = tempdir().unwrap();
            let mut screen = open(folder.path());
            let mut typed = ":start\n".to_owned();
            if thinking {
                screen.type_text(":computer O 3600s\r");
                screen.until("level 3600s.");
                typed += ":computer O 3600s\n";
            }
            for signal in signals {
                send(folder.path(), signal);
            }
            all_is_well(folder.path(), screen, 143, &typed);
        }
    }
}

#[test]
fn not_by_a_signal_that_ends_a_thought() {
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

/// The same on a terminal that cannot edit lines.
fn open_dumb(folder: &Path) -> Screen {
    let mut screen = shell(folder, &format!("TERM=dumb; {SCRIPT}"));
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen
}

#[test]
fn on_a_dumb_terminal() {
    for (signal, status) in SIGNALS.iter().copied().chain([("INT", 130)]) {
        let folder = tempdir().unwrap();
        let mut screen = open_dumb(folder.path());
        send(folder.path(), signal);
        screen.until(&format!("status {status}\r\n"));
        screen.until("over.");
        assert_eq!(note(folder.path(), "before"), note(folder.path(), "after"));
    }
    for (signal, status) in SIGNALS.iter().copied() {
        let folder = tempdir().unwrap();
        let mut screen = open_dumb(folder.path());
        screen.type_text(":computer O 3600s\r");
        screen.until("level 3600s.");
        send(folder.path(), signal);
        screen.until(&format!("status {status}\r\n"));
        screen.until("over.");
        assert_eq!(note(folder.path(), "before"), note(folder.path(), "after"));
    }
    // A key that ends the program ends the line: the shell does not get it.
    let folder = tempdir().unwrap();
    let script = SCRIPT.replace("sh -c", "trap : INT; sh -c") + "; echo \"got <$rest>\"";
    let mut screen = shell(folder.path(), &format!("TERM=dumb; {script}"));
    screen.until("tafl> ");
    screen.type_text(":sta");
    screen.until(":sta");
    screen.press_control('c');
    screen.until("status 130\r\n");
    screen.until("over.");
    assert_eq!(note(folder.path(), "before"), note(folder.path(), "after"));
    screen.type_text("rest\r");
    screen.until("got <rest>");
}

#[test]
fn by_its_own_will() {
    for (keys, typed) in [(":exit\r", ":start\n:exit\n"), ("\u{4}", ":start\n")] {
        let folder = tempdir().unwrap();
        let mut screen = open(folder.path());
        screen.type_text(keys);
        screen.until("Good Bye!");
        all_is_well(folder.path(), screen, 0, typed);
    }
}

#[test]
fn by_a_signal_after_it_was_stopped_by_a_key() {
    let folder = tempdir().unwrap();
    let mut screen = shell(folder.path(), STOPPED);
    screen.until("tafl> ");
    screen.press_control('z');
    screen.until("stopped\r\n");
    screen.until("over.");
    note(folder.path(), "pid");
    // Whoever comes back finds the line as it was, and who took the terminal meanwhile the terminal.
    let script = r#"set -m; stty sane; stty -g >before; "$GAME"; stty -g >meanwhile; echo "stopped $?"; fg >/dev/null; echo "status $?"; stty -g >after; echo over."#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    screen.type_text(":star");
    screen.press_control('z');
    screen.until("stopped ");
    screen.until(":star");
    screen.ask("t", "Starting Game.", "tafl game O> ");
    screen.type_text(":exit\r");
    screen.until("status 0");
    screen.until("over.");
    assert_eq!(note(folder.path(), "before"), note(folder.path(), "after"));
    let meanwhile = note(folder.path(), "meanwhile");
    assert_eq!(note(folder.path(), "before"), meanwhile);
}

/// Notes the number of the program's process, and ends it by a signal when it has been stopped.
const STOPPED: &str = r#"set -m; sh -c 'echo $$ >pid; exec "$GAME" --test'; p=$(cat pid); echo "stopped"
kill -TERM $p; kill -CONT $p
while grep -q "^State:.[^Z]" /proc/$p/status; do :; done 2>/dev/null; echo "over."; read rest"#;

/// How often a race is run: the loser was the program in 15 of 3000 runs.
const RACES: usize = 40;

#[test]
fn by_a_signal_in_the_background() {
    let folder = tempdir().unwrap();
    // There it is stopped when it wants the terminal, and trying to put it back would stop it again.
    let script = format!(
        r#"set -m; i=0; while [ $i -lt {RACES} ]; do i=$((i + 1)); "$GAME" & p=$!
until grep -q "^State:.T" /proc/$p/status; do :; done
kill -TERM $p; kill -CONT $p
while grep -q "^State:.[^Z]" /proc/$p/status; do :; done 2>/dev/null; echo "race $i."; done"#
    );
    let mut screen = shell(folder.path(), &script);
    for race in 1..=RACES {
        screen.until(&format!("race {race}."));
    }
}

#[test]
fn by_a_signal_in_the_background_after_it_was_stopped_at_the_prompt() {
    let folder = tempdir().unwrap();
    // Nothing tells it that it is stopped, and it goes on where the terminal is not its own.
    for _ in 0..RACES / 4 {
        let mut screen = shell(folder.path(), STOPPED);
        screen.until("tafl> ");
        send(folder.path(), "STOP");
        screen.until("stopped\r\n");
        screen.until("over.");
    }
}
