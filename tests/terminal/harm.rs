//! Typed, pasted and quoted text cannot control the terminal; a pipe gets it unchanged.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::pty;
use crate::screen::{LINE_IS_LEFT, Screen, open, shell};

/// Clears the screen and sets a title, in 7-bit and 8-bit codes; bell, backspace, and invalid UTF-8.
const EVIL: [&[u8]; 7] = [
    b"\x1b[2J",
    b"\x1b]0;title\x07",
    "\u{9b}2J".as_bytes(),
    b"a\rb\x08c\x7f",
    b"\xff\x1b[31m",
    "\u{202e}vsc.\u{2066}".as_bytes(),
    "\u{61c}v\u{200e}s\u{200f}c\u{202a}.\u{202d}v\u{2069}".as_bytes(),
];

fn game() -> Command {
    let mut command = Command::new(cargo_bin!("game"));
    command
        .env_clear()
        .env("TERM", "xterm")
        .stdin(Stdio::null());
    command
}

fn steers(c: char) -> bool {
    let bidirectional = "\u{61c}\u{200e}\u{200f}".contains(c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c);
    c.is_control() && !"\r\n".contains(c) || bidirectional
}

#[test]
fn messages_about_the_command_line_cannot_control_the_terminal() {
    let usages: [&[&str]; 14] = [
        &["EVIL"],
        &["--EVIL"],
        &["--mode", "EVIL"],
        &["--seed", "EVIL"],
        &["--state", "EVIL"],
        &["perft", "EVIL", "--depth", "1"],
        &["perft", "tafl", "--depth", "1", "--state", "EVIL"],
        &["match", "tictactoe", "EVIL", "random"],
        &["match", "tafl", "1", "1", "--record", "/nowhere/EVIL"],
        &["battleship", "feedback", "EVIL", "H1 B2 D3"],
        &["crusher", "[\"EVIL\"]", "W", "2", "3"],
        &["generate", "EVIL"],
        &["check", "./EVIL"],
        &["check", "--suite", "EVIL", "true"],
    ];
    for usage in usages {
        for evil in EVIL {
            let args = usage.iter().map(|arg| {
                let (before, after) = arg.split_once("EVIL").unwrap_or((arg, ""));
                let middle = if arg.contains("EVIL") { evil } else { b"" };
                OsString::from_vec([before.as_bytes(), middle, after.as_bytes()].concat())
            });
            let (status, said) = pty::run(game().args(args));
            // A progress bar that is erased again.
            let said = said.replace("\u{1b}[2K", "");
            assert!(!status.success(), "{usage:?}");
            assert!(!said.is_empty(), "{usage:?}");
            assert!(!said.contains(steers), "{usage:?}: {said:?}");
        }
    }
}

#[test]
fn usage_errors_have_colours() {
    let (_, said) = pty::run(game().args(["--mode", "chess"]));
    assert!(
        said.contains("\u{1b}[") && said.contains("chess"),
        "{said:?}"
    );
    let (_, said) = pty::run(game().env("NO_COLOR", "1").args(["--mode", "chess"]));
    assert!(
        !said.contains('\u{1b}') && said.contains("chess"),
        "{said:?}"
    );
}

/// Runs a script of lines through a pipe.
fn typed(command: &mut Command, lines: &[u8]) {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    std::io::Write::write_all(&mut writer, lines).expect("it fits");
    command.stdin(reader);
}

#[test]
fn answers_to_a_script_cannot_control_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    // Names can hold neither invalid UTF-8 nor a carriage return, which separates words.
    let nameable = |evil: &&[u8]| !evil.contains(&0xff) && !evil.contains(&b'\r');
    for evil in EVIL.into_iter().filter(nameable) {
        let lines = [
            b":start\n:save x",
            evil,
            b"\n:move ",
            evil,
            b"\n:load ",
            evil,
        ]
        .concat();
        for colour in ["never", "always"] {
            let mut command = game();
            command
                .current_dir(folder.path())
                .args(["--ascii", "--color", colour]);
            typed(&mut command, &lines);
            let (status, said) = pty::run(&mut command);
            assert!(status.success());
            // Only our own colour codes reach it.
            let mut plain = said.clone();
            while let Some(start) = plain.find("\u{1b}[")
                && let Some(end) = plain[start..].find('m')
                && plain[start + 2..start + end]
                    .chars()
                    .all(|c| c.is_ascii_digit() || c == ';')
            {
                plain.replace_range(start..=start + end, "");
            }
            assert!(!plain.contains(steers), "{said:?}");
            assert!(plain.contains("State saved in x"), "{said:?}");
            assert_eq!(colour == "always", said.contains("\u{1b}["), "{said:?}");
        }
        // A pipe gets the name unchanged.
        let mut command = game();
        command.current_dir(folder.path()).arg("--test");
        typed(&mut command, &lines);
        let out = command.output().unwrap().stdout;
        let answer = [b"State saved in x".as_slice(), evil, b"\n"].concat();
        assert!(
            out.windows(answer.len()).any(|part| part == answer),
            "{evil:?}"
        );
    }
}

/// Bell, backspace, delete, and an 8-bit code that clears the screen. The line editor itself drops
/// sequences that begin with Escape.
const PASTED: &str = "a\u{7}b\u{8}c\u{7f}d\u{9b}2J-e";

/// Pastes a line and returns everything shown until the next prompt.
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
fn pasted_text_cannot_control_the_terminal() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let lines = [
        (PASTED.to_owned(), "not recognised."),
        (format!(":{PASTED}"), "not recognised."),
        (format!(":load {PASTED}"), "Cannot load"),
        (format!(":mode {PASTED}"), "malformed."),
        (format!(":start {PASTED}"), "malformed."),
        // We print the second line, not the line editor.
        (format!(":stop\n:load {PASTED}"), "Cannot load"),
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
fn a_character_typed_with_control_v_cannot_control_the_terminal() {
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
fn a_file_name_cannot_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    // The folder's name is not shown, because it could be hostile itself.
    let script = r#"exec "$GAME" --ascii --color never"#;
    let mut screen = shell(folder.path(), script);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.", "tafl game O> ");
    screen.type_text(&format!("\u{1b}[200~:save {PASTED}\u{1b}[201~\r"));
    let shown = screen.until("State saved in ") + &screen.until("tafl game O> ");
    harmless(&shown);
    // The file has the name that was pasted.
    assert!(folder.path().join(PASTED).exists());
    // Tab does not offer it.
    screen.type_text(":load \t\t?\r");
    let shown = screen.until("Cannot load");
    assert!(!shown.contains("2J-e"), "{shown:?}");
}
