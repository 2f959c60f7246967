//! Colours, letters and marks of boards, narrow windows, and the report of `game check`.

use assert_cmd::cargo::cargo_bin;

use crate::screen::{RIGHT, Screen, Setting, open};

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
fn a_board_has_colours_on_a_terminal_unless_switched_off() {
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
    assert!(!coloured("auto", &[], ""));
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
fn a_pipe_ignores_the_locale_and_gets_colours_only_if_forced() {
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
fn colour_is_never_the_only_difference() {
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
    assert!(said.contains("  a guard on d5 is in the way"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
    // Without line editing the terminal itself turns Ctrl-C into a signal.
    let mut screen = dumb(&[]).open();
    screen.until("tafl> ");
    screen.press_control('c');
    assert_eq!(screen.status(), 130);
}

#[test]
fn a_turn_shows_one_board_with_both_moves_marked_and_captured_pieces_named() {
    let mut screen = open(&["--seed", "0"]);
    screen.until("tafl> ");
    screen.ask(":computer L easy", "The computer plays L", "tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    let turn = screen.ask(":move d1 d3", "Move Successful\r\n", "tafl game O> ");
    assert_eq!(turn.matches("a b c d e f g h i").count(), 2, "{turn}");
    assert!(turn.contains("Computer plays c5 c3\n"), "{turn}");
    assert!(turn.contains(" 3 | . .[G]* G . . . . | 3\n"), "{turn}");
    assert!(turn.contains(" 1 | . . .(.)O O . . . | 1\n"), "{turn}");
    let moves = "     O d1 -> d3\n     G c5 -> c3, takes O d3\n";
    assert!(turn.contains(moves), "{turn}");
}

#[test]
fn a_game_that_the_computer_begins_shows_its_first_board_after_the_move() {
    let mut screen = open(&["tafl", "--vs", "easy", "--as", "l", "--seed", "0"]);
    screen.until("Starting Game.\r\n");
    let start = screen.until("tafl game L> ");
    assert_eq!(start.matches("a b c d e f g h i").count(), 2, "{start}");
    assert!(start.contains("the computer plays O (easy)"), "{start}");
}

#[test]
fn colours_mark_the_cells_of_the_last_moves() {
    let mut screen = Setting {
        args: &["--color", "always", "--state", "gap-between-two-guards.csv"],
        ..Setting::default()
    }
    .open();
    screen.until("tafl game O> ");
    let board = screen.ask(":move d9 d8", "Move Successful\r\n", "takes");
    // The letter of the piece that moved, between blanks of the same colour.
    assert!(
        board.contains("\u{1b}[7m\u{1b}[38;5;160m O \u{1b}[0m"),
        "{board:?}"
    );
}

#[test]
fn a_review_marks_a_blunder_in_red_and_the_board_after_it_names_the_better_move() {
    let mut screen = Setting {
        args: &["--color", "always", "--mode", "countdown"],
        ..Setting::default()
    }
    .open();
    screen.until("countdown> ");
    screen.ask(":computer none", "no side.", "countdown> ");
    screen.ask(":start 9", "Starting Game.", "countdown game X> ");
    screen.ask("2", "7 pieces left", "countdown game O> ");
    let red = "\u{1b}[1m\u{1b}[38;5;160m ??\u{1b}[0m";
    screen.ask(":review", red, "countdown game O> ");
    let better = "\nX better: 1 (win in 3, played loss in 2)\n";
    let board = screen.ask(":board 1", "7 pieces left", "countdown game O> ");
    assert!(board.contains(&format!("2{red}{better}")), "{board:?}");
}

#[test]
fn crusher_shows_a_board_after_every_move() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    screen.ask(":start 3 W", "Starting Game.\r\n", "crusher game W> ");
    let turn = screen.ask(":move 5 10", "Move Successful\r\n", "crusher game W> ");
    assert_eq!(turn.matches("17  18  19").count(), 2, "{turn}");
}

#[test]
fn a_pile_is_a_row_of_pieces_if_it_fits() {
    let mut screen = open(&["--mode", "countdown"]);
    screen.until("countdown> ");
    let start =
        |screen: &mut Screen, line| screen.ask(line, "Starting Game.\r\n", "countdown game X> ");
    let shown = start(&mut screen, ":start 12");
    assert!(
        shown.contains("12 pieces left   ooooo ooooo oo\n"),
        "{shown}"
    );
    let shown = start(&mut screen, ":start 1000");
    assert!(shown.contains("1000 pieces left\n"), "{shown}");
}

#[test]
fn a_long_list_of_moves_becomes_a_range() {
    let mut screen = Setting {
        args: &["--ascii", "--color", "never", "--mode", "tictactoe"],
        columns: Some(80),
        ..Setting::default()
    }
    .open();
    screen.until("tictactoe> ");
    screen.ask(":computer none", "no side.", "tictactoe> ");
    let shown = screen.ask(":start 10", "Starting Game.", "tictactoe game X> ");
    assert!(shown.contains("\n  1 to 100\n"), "{shown}");
    screen.ask("12", "enter your move.", "tictactoe game O> ");
    let shown = screen.ask("100", "[  X]|", "tictactoe game X> ");
    assert!(shown.contains("\n  1 to 99 except 12\n"), "{shown}");
    assert!(shown.lines().count() < 24, "{shown}");
}

#[test]
fn the_grid_of_a_hiding_person_marks_the_guess_to_answer() {
    let mut screen = open(&["--mode", "battleship"]);
    screen.until("battleship> ");
    let shown = screen.ask(":search", "Starting Game.\r\n", "battleship game H> ");
    assert!(
        shown.contains("  1 [ .]  .   .   .   .   .   . [ .]\n"),
        "{shown}"
    );
    let advice = shown
        .lines()
        .filter(|line| line.starts_with("  ") && line.contains(": "));
    assert_eq!(advice.count(), 2, "{shown}");
}

#[test]
fn a_hint_gives_reasons_then_the_judgement_and_the_line() {
    let mut screen = open(&["--state", "gap-between-two-guards.csv"]);
    screen.until("tafl game O> ");
    let said = screen.ask(":hint", "Hint: ", "tafl game O> ");
    let mut lines = said.lines().skip(1);
    let reasons = lines.next().expect("reasons");
    assert!(
        reasons.contains("captures the guards on c8 and e8"),
        "{said}"
    );
    let judgement = lines.next().expect("a judgement");
    assert!(judgement.contains("; expected: "), "{said}");
    screen.ask(RIGHT, "Move Successful", "tafl game L> ");
}

#[test]
fn with_test_there_is_neither_advice_nor_a_board() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    let only_the_answer = |said: String| {
        // After the answer come only the codes that start line editing.
        let visible = said
            .replace("\u{1b}[?2004h", "")
            .replace(['\r', '\u{1b}'], "");
        assert!(
            !visible.contains("  ") && !visible.contains('\n'),
            "{said:?}"
        );
    };
    only_the_answer(screen.ask(":strat", "not recognised.\r\n", "tafl> "));
    only_the_answer(screen.ask(":start", "Starting Game.\r\n", "tafl game O> "));
    only_the_answer(screen.ask(":move d1 d7", "Invalid Move!\r\n", "tafl game O> "));
    only_the_answer(screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> "));
}

/// Returns the screen of a session in a window of 40 columns.
fn shown(mode: &str, lines: &[(&str, &str)]) -> Vec<String> {
    let mut screen = Setting {
        args: &["--ascii", "--color", "never", "--mode", mode],
        columns: Some(40),
        ..Setting::default()
    }
    .open();
    screen.until(&format!("{mode}> "));
    lines
        .iter()
        .map(|(line, prompt)| {
            // The line editor repeats the prompt with every key: the answer begins behind the line.
            screen.type_text(&format!("{line}\r"));
            screen.until("\u{1b}[?2004l");
            screen.until(prompt)
        })
        .collect()
}

#[track_caller]
fn nothing_wraps(shown: &[String]) {
    for line in shown.iter().flat_map(|text| text.lines()) {
        let line = line.trim_end_matches(['\r', '\n']);
        if !line.contains('\u{1b}') {
            assert!(line.chars().count() <= 40, "{line}");
        }
    }
}

#[test]
fn boards_fit_into_forty_columns() {
    let shown = shown(
        "crusher",
        &[
            (":start 6 wb", "crusher game W> "),
            (":move 8 15", "crusher game B> "),
            (":board", "crusher game B> "),
            (":stop", "crusher> "),
            (":start 3 wb", "crusher game W> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[0].contains(" 14>14 15 16 17 "), "{}", shown[0]);
    assert!(
        shown[4].contains("  -   W   W   -        4  5  6  7"),
        "{}",
        shown[4]
    );
}

#[test]
fn the_largest_board_of_marks_fits_with_its_numbers() {
    let shown = shown(
        "tictactoe",
        &[
            (":computer none", "tictactoe> "),
            (":start 10", "tictactoe game X> "),
            ("12", "tictactoe game O> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[2].contains(" 11|[X]| 13|"), "{}", shown[2]);
}

#[test]
fn the_grid_fits() {
    let shown = shown(
        "battleship",
        &[
            (":start h1, b2, d3", "battleship game S> "),
            (":guess A1, A2, A3", "battleship game S> "),
            (":board chances", "battleship game S> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[1].contains("  1 [ 1]  .   . "), "{}", shown[1]);
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
    let said = screen.ask(":review 4", "   1.  1", "countdown game X> ");
    let widest = said.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(40), "{said}");
    let bars = said.lines().skip_while(|line| !line.contains("high = X"));
    assert!(
        bars.skip(1).take(2).all(|line| line.starts_with("  ")),
        "{said}"
    );
}

/// Returns the report on our own program in a window of this width.
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
    let said = screen.until("1 of 1\r\n");
    assert_eq!(screen.status(), 0);
    // rexpect turns each byte into a character.
    let bytes: Vec<u8> = said.chars().map(|byte| byte as u8).collect();
    String::from_utf8(bytes).expect("text")
}

#[test]
fn a_report_fits_into_the_window() {
    let said = report(60, &[("NO_COLOR", "1")]);
    // The erased bar leaves terminal codes at the start of the line.
    let lines = said.lines().filter(|line| !line.contains('\u{1b}'));
    let mut long = lines.filter(|line| line.chars().count() > 60);
    // The name of a program is never broken.
    assert!(long.all(|line| line.ends_with("/game")), "{said}");
    assert!(said.contains('█'), "{said}");
}

#[test]
fn the_colours_of_a_report_can_be_switched_off() {
    let colours = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m"];
    let coloured = |said: String| colours.iter().any(|colour| said.contains(colour));
    assert!(coloured(report(80, &[])));
    assert!(!coloured(report(80, &[("NO_COLOR", "1")])));
}
