//! Guidance for newcomers: rules, modes, players, seeds, reasons, habits.

use crate::screen::{Setting, open};

#[test]
fn rules_are_filled_to_the_width_of_the_window() {
    let mut screen = Setting {
        columns: Some(40),
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    let rules = screen.ask(":rules", "tafl: Protect the ", "tafl> ");
    assert!(rules.contains("\n\nAim: the L side brings "), "{rules}");
    assert!(
        rules.lines().all(|line| line.chars().count() <= 40),
        "{rules}"
    );
    assert!(!rules.contains('`'), "{rules}");
}

#[test]
fn modes_and_players_are_told_with_advice() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let modes = screen.ask(":mode", "tafl        Protect the ", "tafl> ");
    assert!(
        modes.contains("\ntictactoe   N in a row\n  this is tafl\n"),
        "{modes}"
    );
    let players = screen.ask(":computer", "O: a person\r\n", "tafl> ");
    assert!(
        players.contains("L: a person\n  :computer L easy lets the computer"),
        "{players}"
    );
    screen.ask(
        ":computer L easy",
        "The computer plays L, level easy.\r\n",
        "tafl> ",
    );
    assert!(!players.contains(":computer none"), "{players}");
    let players = screen.ask(":computer", "L: the computer, level easy\r\n", "tafl> ");
    assert!(players.contains("; :computer none"), "{players}");
}

#[test]
fn control_c_at_the_prompt_says_how_to_leave() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.press_control('c');
    screen.until("  :exit or Ctrl-D leaves the program\r\n");
    screen.until("tafl> ");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

/// The seed of a fresh program.
fn seed(args: &[&str]) -> String {
    let mut screen = open(args);
    screen.until("battleship> ");
    let told = screen.ask(":seed", "Seed: ", "battleship> ");
    let (seed, advice) = told.split_once('\n').expect("a line");
    if !args.contains(&"--test") {
        let line = format!("  game battleship --seed {seed} plays the same again\n");
        assert!(advice.starts_with(&line), "{told}");
    }
    seed.to_owned()
}

#[test]
fn a_person_gets_a_fresh_seed() {
    let mut seeds: Vec<String> = (0..4).map(|_| seed(&["battleship"])).collect();
    seeds.sort();
    seeds.dedup();
    assert!(seeds.len() > 1, "always {seeds:?}");
    assert_eq!(seed(&["battleship", "--seed", "7"]), "7");
    assert_eq!(seed(&["battleship", "--test"]), "0");
}

#[test]
fn the_beginning_says_who_moves_and_what_the_letters_mean() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let said = screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    assert!(said.contains("  O moves. O: the objects, L: "), "{said}");
    assert!(
        said.contains("  two people play; :computer L lets the computer play L\n"),
        "{said}"
    );
    // Once in a game.
    let said = screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> ");
    assert!(!said.contains("moves."), "{said}");
    let mut screen = open(&["tictactoe"]);
    screen.until("tictactoe> ");
    let said = screen.ask(":start", "Starting Game.\r\n", "tictactoe game X> ");
    assert!(
        said.contains("  the computer plays O; :computer none lets two people play\n"),
        "{said}"
    );
    let mut screen = open(&["crusher"]);
    screen.until("crusher> ");
    let said = screen.ask(":start 3 B", "Starting Game.\r\n", "crusher game B> ");
    assert!(said.contains("  W moves. W: White, B: Black."), "{said}");
    assert!(said.contains("  the computer plays W;"), "{said}");
}

/// What is said behind the outcome of a game.
fn end(mode: &str, lines: &[&str], outcome: &str) -> String {
    let mut screen = open(&[mode]);
    screen.until(&format!("{mode}> "));
    screen.type_text(&format!("{}\r", lines.join("\r")));
    screen.until(&format!("{outcome}\r\n"));
    screen.until(&format!("{mode}> "))
}

#[test]
fn the_end_says_why() {
    let tafl = end(
        "tafl",
        &[":load walled-in.csv", ":move a3 a4"],
        "Lambdas Win",
    );
    assert!(tafl.contains(" has a clear path to "), "{tafl}");
    let captures = [
        "1 4", "19 16", "4 1", "17 19", "1 4", "14 17", "4 9", "17 14", "9 8", "19 17", "3 1",
        "17 19", "8 4", "19 17", "6 3", "16 11", "4 6", "11 10", "1 10", "17 10", "3 10", "14 17",
        "5 15",
    ];
    let captures = captures.map(|mv| format!(":move {mv}"));
    let mut lines = vec![":start 3 WB"];
    lines.extend(captures.iter().map(String::as_str));
    let crusher = end("crusher", &lines, "Game Over: White is the Winner!");
    assert!(
        crusher.starts_with("  Black has lost 3 pieces\n"),
        "{crusher}"
    );
    let countdown = end("countdown", &[":computer none", ":start 1", "1"], "X wins!");
    assert!(
        countdown.starts_with("  X took the last piece\n"),
        "{countdown}"
    );
    let moves = [":computer none", ":start", "4", "1", "5", "2", "6"];
    let tictactoe = end("tictactoe", &moves, "X wins!");
    assert!(
        tictactoe.starts_with("  row 2 is full of X\n"),
        "{tictactoe}"
    );
    let draw = [
        ":computer none",
        ":start",
        "1",
        "2",
        "3",
        "5",
        "4",
        "6",
        "8",
        "7",
        "9",
    ];
    let tictactoe = end("tictactoe", &draw, "Draw");
    assert!(
        tictactoe.contains("the board is full, and nobody has a line\n"),
        "{tictactoe}"
    );
}

#[test]
fn habits_get_the_right_command_as_advice() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let no = "The entered command was not recognised.\r\n";
    for (typed, meant) in [
        ("quit", ":exit"),
        (":q", ":exit"),
        (":quit", ":exit"),
        ("exit", ":exit"),
        ("help", ":help"),
        ("?", ":help"),
        (":h", ":help"),
        (":new", ":start"),
        (":resign", ":stop"),
        (":takeback", ":undo"),
        ("d1 d3", ":start, then :move d1 d3"),
    ] {
        let said = screen.ask(typed, no, "tafl> ");
        assert!(
            said.contains(&format!("  did you mean {meant}?")),
            "{typed}: {said}"
        );
    }
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    for typed in [
        "d1 d3", "d1d3", "D1 D3", "d1-d3", "D1xD3", ":d1 d3", "d1 to d3",
    ] {
        let said = screen.ask(typed, no, "tafl game O> ");
        assert!(
            said.contains("  did you mean :move d1 d3?\n"),
            "{typed}: {said}"
        );
    }
    let said = screen.ask(":move D1 D3", "Invalid Move!\r\n", "tafl game O> ");
    assert!(said.contains("  did you mean :move d1 d3?\n"), "{said}");
    let said = screen.ask(":move d1d3", "was malformed.\r\n", "tafl game O> ");
    assert!(said.contains("  did you mean :move d1 d3?\n"), "{said}");
    let said = screen.ask(":moves e1", "No moves.\r\n", "tafl game O> ");
    assert!(
        said.starts_with("  the object on e1 is blocked on all sides\n"),
        "{said}"
    );
}

#[test]
fn habits_are_heard_in_every_mode() {
    let mut screen = open(&["countdown"]);
    screen.until("countdown> ");
    screen.ask(":start", "Starting Game.\r\n", "countdown game X> ");
    let said = screen.ask("quit", "Invalid Move!\r\n", "countdown game X> ");
    assert!(said.contains("  did you mean :exit?"), "{said}");
    let mut screen = open(&["crusher"]);
    screen.until("crusher> ");
    screen.type_text(":start\r");
    screen.until("N is:\r\n");
    let said = screen.ask("quit", "  N is a number from 3 to 6", "N is:");
    assert!(said.contains("  did you mean :exit?"), "{said}");
    screen.ask(":start 3 WB", "Starting Game.\r\n", "crusher game W> ");
    let no = "The entered command was not recognised.\r\n";
    let said = screen.ask("5-10", no, "crusher game W> ");
    assert!(said.contains("  did you mean :move 5 10?"), "{said}");
    let said = screen.ask(":moves 19", "No moves.\r\n", "crusher game W> ");
    assert!(
        said.contains("  the piece on 19 is the other side's"),
        "{said}"
    );
    let mut screen = open(&["battleship"]);
    screen.until("battleship> ");
    screen.ask(
        ":start H1 B2 D3",
        "Starting Game.\r\n",
        "battleship game S> ",
    );
    let said = screen.ask("a1 a3 h1", no, "battleship game S> ");
    assert!(said.contains("  did you mean :guess A1 A3 H1?"), "{said}");
    screen.ask(":stop", "Stopping Game.\r\n", "battleship> ");
    screen.ask(":search", "Starting Game.\r\n", "battleship game H> ");
    let said = screen.ask("0,2,1", no, "battleship game H> ");
    assert!(said.contains("  did you mean :answer 0 2 1?"), "{said}");
}

#[test]
fn names_of_files_may_begin_with_the_home_folder_and_are_one_word() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().display().to_string();
    let mut screen = Setting {
        env: &[("HOME", &path)],
        ..Setting::default()
    }
    .open();
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    screen.ask(
        ":save ~/mine.csv",
        "State saved in ~/mine.csv\r\n",
        "tafl game O> ",
    );
    assert!(home.path().join("mine.csv").is_file());
    screen.ask(
        ":load ~/mi\t",
        "State loaded from ~/mine.csv\r\n",
        "tafl game O> ",
    );
    let said = screen.ask(":save my game.csv", "was malformed.\r\n", "tafl game O> ");
    assert!(
        said.contains("  the name of a file is one word, without blanks\n"),
        "{said}"
    );
    screen.ask(":stop", "Stopping Game.\r\n", "tafl> ");
    screen.ask(":mode crusher", "Mode: crusher", "crusher> ");
    let said = screen.ask(":load ~/mine.csv", "Malformed Game State\r\n", "crusher> ");
    assert!(
        said.contains("  this is a saved game of tafl: :mode tafl, then :load it\n"),
        "{said}"
    );
    screen.ask(":start 3 WB", "Starting Game.\r\n", "crusher game W> ");
    let said = screen.ask(
        ":load ~/mine.csv",
        "Malformed Game State\r\n",
        "crusher game W> ",
    );
    assert!(
        said.contains(" tafl: :stop, :mode tafl, then :load it\n"),
        "{said}"
    );
}
