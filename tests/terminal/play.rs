//! A game on a terminal: boards, what a move did, advice.

use crate::screen::open;

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
    let said = screen.ask(":mode chess", "malformed.\r\n", "tafl> ");
    assert!(said.contains("  NAME is one of tafl, "), "{said}");
    let said = screen.ask(":computer G", "malformed.\r\n", "tafl> ");
    assert!(said.contains("  a side is O or L; none "), "{said}");
    let said = screen.ask(":load nothing.csv", "Cannot load", "tafl> ");
    assert!(said.contains("  No such file or directory\n"), "{said}");
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
fn somebody_new_is_told_how_to_begin() {
    let mut screen = open(&[]);
    let greeting = screen.until("tafl> ");
    assert!(greeting.starts_with("  :start begins a game"), "{greeting}");
    assert!(greeting.contains(":rules explains it"), "{greeting}");
    screen.ask(":mode battleship", "Mode: battleship", "battleship> ");
    let said = screen.ask(":start", "Starting Game.", "battleship game S> ");
    assert!(said.contains("  a number is the last guess"), "{said}");
    let said = screen.ask(":board chances", "  4 ", "battleship game S> ");
    assert!(
        said.contains("  the chance of a ship in per cent"),
        "{said}"
    );
    screen.ask(
        ":board chance",
        "malformed.",
        "  the only word that can stand here is chances",
    );
}

#[test]
fn cells_have_their_numbers_beside_the_board() {
    let mut screen = open(&["--mode", "crusher"]);
    screen.until("crusher> ");
    let board = screen.ask(":start 3 WB", "Starting Game.", "crusher game W> ");
    assert!(
        board.contains("    -   W   W   -         4   5   6   7\n"),
        "{board}"
    );
    let board = screen.ask(":move 5 10", "Move Successful", "crusher game B> ");
    assert!(board.contains("    -  (-)  W   -  "), "{board}");
    assert!(board.contains("  -   -  [W]  -   -     8 "), "{board}");
}
