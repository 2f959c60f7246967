//! Colours and letters: what the terminal, the environment and the options ask for.

use crate::screen::{Setting, open};

#[test]
fn a_name_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("{}/\u{1b}[2J", folder.path().display());
    std::fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/states/walled-in.csv"),
        &name,
    )
    .unwrap();
    let mut screen = open(&["--state", &name]);
    let said = screen.until("tafl game O> ");
    assert!(said.contains("State loaded from "), "{said:?}");
    assert!(!said.contains("\u{1b}[2J"), "{said:?}");
}

/// The board on a terminal with these options, this environment, of this kind.
fn board(args: &[&str], env: &[(&str, &str)], term: &str) -> String {
    let mut screen = Setting {
        args,
        env,
        term,
        columns: None,
    }
    .open();
    screen.until("tafl> ");
    screen.type_text(":start\r");
    screen.until("Starting Game.\r\n");
    screen.until("a b c d e f g h i");
    screen.until("a b c d e f g h i")
}

#[test]
fn a_board_has_colours_on_a_terminal_unless_they_are_unwanted() {
    let coloured = |color, env: &[_], term| {
        board(&["--ascii", "--color", color], env, term).contains('\u{1b}')
    };
    let (no, off, force) = (
        ("NO_COLOR", "1"),
        ("CLICOLOR", "0"),
        ("CLICOLOR_FORCE", "1"),
    );
    assert!(coloured("auto", &[], "xterm"));
    assert!(coloured("auto", &[("NO_COLOR", "")], "xterm"));
    assert!(coloured("auto", &[("CLICOLOR", "1")], "xterm"));
    assert!(coloured("auto", &[off, force], "xterm"));
    assert!(coloured("auto", &[force], "dumb"));
    assert!(coloured("always", &[no, off], "xterm"));
    assert!(!coloured("auto", &[no], "xterm"));
    assert!(!coloured("auto", &[no, force], "xterm"));
    assert!(!coloured("auto", &[off], "xterm"));
    assert!(!coloured("auto", &[off, ("CLICOLOR_FORCE", "0")], "xterm"));
    assert!(!coloured("auto", &[], "dumb"));
    assert!(!coloured("never", &[force], "xterm"));
}

#[test]
fn a_locale_without_unicode_gets_ascii() {
    let ascii = |args: &[&str], env: &[_]| {
        let args = [&["--color", "never"], args].concat();
        board(&args, env, "xterm").is_ascii()
    };
    let utf8 = ("LANG", "C.UTF-8");
    assert!(!ascii(&[], &[]));
    assert!(!ascii(&[], &[utf8]));
    assert!(!ascii(&[], &[("LANG", "C"), ("LC_ALL", "de_AT.utf8")]));
    assert!(ascii(&["--ascii"], &[utf8]));
    assert!(ascii(&[], &[("LANG", "C")]));
    assert!(ascii(&[], &[utf8, ("LC_CTYPE", "POSIX")]));
    assert!(ascii(&[], &[utf8, ("LC_ALL", "de_DE.ISO-8859-1")]));
}

#[test]
fn in_a_pipe_letters_do_not_depend_on_the_locale_and_colours_must_be_forced() {
    let piped = |args: &[&str], env: &[(&str, &str)]| {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("game");
        let run = command.env_clear().envs(env.iter().copied()).args(args);
        let output = run.write_stdin(":start\n").output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let usual = piped(&[], &[]);
    assert!(usual.contains("O O G G λ G G O O"), "{usual}");
    assert_eq!(piped(&[], &[("LC_ALL", "C")]), usual);
    assert_eq!(piped(&[], &[("TERM", "xterm"), ("CLICOLOR", "1")]), usual);
    assert!(piped(&[], &[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(piped(&["--color", "always"], &[("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn nothing_is_told_by_colour_alone() {
    let plain = board(&["--ascii", "--color", "never"], &[], "xterm");
    let mut coloured = board(&["--ascii", "--color", "always"], &[], "xterm");
    while let Some(begin) = coloured.find('\u{1b}') {
        let end = coloured[begin..].find('m').expect("it is a colour");
        coloured.replace_range(begin..=begin + end, "");
    }
    assert_eq!(coloured, plain);
    assert!(plain.contains(" 5 | O O G G L G G O O | 5\n"), "{plain}");
}

#[test]
fn a_dumb_terminal_gets_the_same_game_without_line_editing() {
    let dumb = |args| Setting {
        args,
        term: "dumb",
        ..Setting::default()
    };
    let mut screen = dumb(&["--ascii"]).open();
    let greeting = screen.until("tafl> ");
    assert!(greeting.starts_with("  :start begins a game"), "{greeting}");
    let board = screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    assert!(board.contains(" 5 | O O G G L G G O O | 5\n"), "{board}");
    let said = screen.ask(":move d1 d7", "Invalid Move!\r\n", "tafl game O> ");
    assert!(said.contains("  d5 is in the way"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
    // Without line editing the terminal itself makes a signal of Ctrl-C.
    let mut screen = dumb(&[]).open();
    screen.until("tafl> ");
    screen.press_control('c');
    assert_eq!(screen.status(), 130);
}
