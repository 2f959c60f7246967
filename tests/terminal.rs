//! A person at a terminal: the same program on a pseudo terminal, where it edits lines, gives
//! advice, marks what a move did and uses colours.
//!
//! Boards are asked for with `--ascii` here: the library that drives the terminal reads bytes.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

/// How long to wait for what must come, in milliseconds: generous, for busy machines.
const PATIENCE: u64 = 20_000;

/// What the line editor sends when it is done with a line. The prompt before it may be drawn again
/// at every key.
const LINE_IS_LEFT: &str = "\u{1b}[?2004l";

/// A terminal with our program on it.
struct Screen(PtySession);

/// A program on a terminal of a kind.
struct Setting<'a> {
    args: &'a [&'a str],
    term: &'a str,
    no_color: bool,
}

impl Setting<'_> {
    fn open(&self) -> Screen {
        let mut command = Command::new(cargo_bin!("game"));
        command
            .args(self.args)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/states"))
            .env_clear()
            .env("TERM", self.term);
        if self.no_color {
            command.env("NO_COLOR", "1");
        }
        let options = Options::new().timeout_ms(Some(PATIENCE));
        Screen(spawn_with_options(command, options).expect("a pseudo terminal"))
    }
}

/// A usual terminal, without colours: most tests look at characters.
fn open(args: &[&str]) -> Screen {
    let args = [&["--ascii", "--color", "never"], args].concat();
    let setting = Setting {
        args: &args,
        term: "xterm",
        no_color: false,
    };
    setting.open()
}

impl Screen {
    /// Waits for a text, and gives back what came before it.
    #[track_caller]
    fn until(&mut self, text: &str) -> String {
        match self.0.exp_string(text) {
            Ok(before) => before.replace("\r\n", "\n"),
            Err(why) => panic!("{text:?} did not come: {why}"),
        }
    }

    /// Types a line, waits for the first words of the answer and then for the next prompt. Gives
    /// back what is between them.
    #[track_caller]
    fn ask(&mut self, line: &str, answer: &str, prompt: &str) -> String {
        self.type_text(&format!("{line}\r"));
        self.until(answer);
        self.until(prompt)
    }

    fn type_text(&mut self, text: &str) {
        self.0.send(text).expect("the terminal takes input");
        self.0.flush().expect("the terminal takes input");
    }

    fn press_control(&mut self, key: char) {
        self.0.send_control(key).expect("the terminal takes input");
    }

    /// Waits for the end, and gives back the exit status.
    #[track_caller]
    fn status(&mut self) -> i32 {
        self.0.exp_eof().expect("the program ends");
        match self.0.process().wait() {
            Ok(WaitStatus::Exited(_, status)) => status,
            other => panic!("it ended otherwise: {other:?}"),
        }
    }
}

#[test]
fn a_game_can_be_played_and_left() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let board = screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    assert!(board.contains(" 5 | O O G G L G G O O | 5\n"), "{board}");
    screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> ");
    screen.type_text(":exit\r");
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn the_last_move_is_marked_on_the_board() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    let board = screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> ");
    assert!(board.contains(" 4 | O . .[O]G . . . O | 4\n"), "{board}");
    assert!(board.contains(" 1 | . . .(.)O O . . . | 1\n"), "{board}");
    assert!(board.contains("     O d1 -> d4\n"), "{board}");
}

#[test]
fn captured_pieces_are_marked_and_named() {
    let mut screen = open(&["--state", "gap-between-two-guards.csv"]);
    screen.until("tafl game O> ");
    let board = screen.ask(":move d9 d8", "Move Successful\r\n", "tafl game L> ");
    assert!(board.contains(" 8 | . O *[O]* O . . . | 8\n"), "{board}");
    assert!(
        board.contains("O d9 -> d8, takes G c8 and G e8\n"),
        "{board}"
    );
}

#[test]
fn a_person_gets_advice() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    let said = screen.ask(":strat", "not recognised.\r\n", "tafl> ");
    assert!(said.contains("  did you mean :start?"), "{said}");
    let said = screen.ask(":move d1 d4", "cannot be used.\r\n", "tafl> ");
    assert!(said.contains("  no game is in progress"), "{said}");
    let said = screen.ask(":load", "malformed.\r\n", "tafl> ");
    assert!(said.contains("  usage: :load FILE"), "{said}");
    let said = screen.ask(
        ":load malformed/nine-guards.csv",
        "Malformed Game State\r\n",
        "tafl> ",
    );
    assert!(said.contains("  line "), "{said}");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    let said = screen.ask(":move d1 d7", "Invalid Move!\r\n", "tafl game O> ");
    assert!(
        said.contains("  d5 is in the way: a guard stands there"),
        "{said}"
    );
}

#[test]
fn with_test_there_is_neither_advice_nor_a_board() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    let only_the_answer = |said: String| {
        // Behind the answer only what switches the terminal to line editing.
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

#[test]
fn control_c_forgets_the_line_and_goes_on() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text(":exi");
    screen.until(":exi");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl> ");
    screen.ask(":start", "Starting Game.\r\n", "tafl game O> ");
    screen.press_control('c');
    screen.until(LINE_IS_LEFT);
    screen.until("tafl game O> ");
    screen.ask(":move d1 d4", "Move Successful\r\n", "tafl game L> ");
}

#[test]
fn control_d_says_good_bye() {
    let mut screen = open(&[]);
    screen.until("tafl> ");
    screen.press_control('d');
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn lines_that_arrive_at_once_are_all_run() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text(":start\r:move d1 d4\r:move e3 f3\r:history\r:exit\r");
    screen.until("Starting Game.\r\n");
    screen.until("Move Successful\r\n");
    screen.until("Move Successful\r\n");
    screen.until(":move d1 d4\r\n:move e3 f3\r\n");
    screen.until("Good Bye!\r\n");
    assert_eq!(screen.status(), 0);
}

#[test]
fn pasted_lines_are_all_run() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.type_text("\u{1b}[200~:start\n:move d1 d4\n:move e3 f3\u{1b}[201~\r");
    screen.until("Starting Game.\r\n");
    screen.until("tafl game O> :move d1 d4\r\nMove Successful\r\n");
    screen.until("tafl game L> :move e3 f3\r\nMove Successful\r\n");
    screen.until("tafl game O> ");
}

#[test]
fn tab_completes_what_can_be_typed_now() {
    let mut screen = open(&["--test"]);
    screen.until("tafl> ");
    screen.ask(":sta\t", "Starting Game.\r\n", "tafl game O> ");
    // From e2 only f2 begins with an f.
    screen.ask(":move e2 f\t", "Move Successful\r\n", "tafl game L> ");
}

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

#[test]
fn a_board_has_colours_on_a_terminal_unless_they_are_unwanted() {
    let board = |color: &str, term: &str, no_color: bool| {
        let setting = Setting {
            args: &["--ascii", "--color", color],
            term,
            no_color,
        };
        let mut screen = setting.open();
        screen.until("tafl> ");
        screen.type_text(":start\r");
        screen.until("Starting Game.\r\n");
        screen.until("a b c d e f g h i");
        screen.until("a b c d e f g h i")
    };
    let coloured = |color, term, no_color| board(color, term, no_color).contains('\u{1b}');
    assert!(coloured("auto", "xterm", false));
    assert!(coloured("always", "xterm", true));
    assert!(!coloured("auto", "xterm", true));
    assert!(!coloured("never", "xterm", false));
    assert!(!coloured("auto", "dumb", false));
    assert!(board("never", "xterm", false).contains(" 5 | O O G G L G G O O | 5\n"));
}

#[test]
fn a_dumb_terminal_gets_the_same_game_without_line_editing() {
    let dumb = |args| Setting {
        args,
        term: "dumb",
        no_color: false,
    };
    let mut screen = dumb(&["--ascii"]).open();
    assert_eq!(screen.until("tafl> "), "");
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
