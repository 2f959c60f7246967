//! The report of `game check` on a terminal.

use assert_cmd::cargo::cargo_bin;

use crate::screen::Setting;

/// What a check of our own program shows in a window of so many columns.
fn report(columns: u16, env: &[(&str, &str)]) -> String {
    let game = cargo_bin!("game").display().to_string();
    let words = [
        "check",
        // The machine may be busy.
        "--time-limit",
        "180",
        "--suite",
        "tafl/course/prompt",
        "--random",
        "1",
        &game,
    ];
    let mut screen = Setting {
        args: &words,
        env,
        term: "xterm",
        columns: Some(columns),
    }
    .open();
    let said = screen.until("1 of 1 random session agrees.");
    assert_eq!(screen.status(), 0);
    // The library that drives the terminal makes a letter of each byte.
    let bytes: Vec<u8> = said.chars().map(|byte| byte as u8).collect();
    String::from_utf8(bytes).expect("text")
}

#[test]
fn it_fits_into_the_window() {
    let said = report(60, &[("NO_COLOR", "1")]);
    // What the bar has left is a line that begins with codes for the terminal.
    let lines = said.lines().filter(|line| !line.contains('\u{1b}'));
    let mut long = lines.filter(|line| line.chars().count() > 60);
    // The name of a program is never broken.
    assert!(long.all(|line| line.ends_with("/game")), "{said}");
    assert!(said.contains('█'), "{said}");
}

#[test]
fn its_colours_can_be_switched_off() {
    let colours = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m"];
    let coloured = |said: String| colours.iter().any(|colour| said.contains(colour));
    assert!(coloured(report(80, &[])));
    assert!(!coloured(report(80, &[("NO_COLOR", "1")])));
}
