//! Every move that `:moves` lists is accepted, and no other: all that can be typed is tried, and the
//! list is compared with the rules told once more.

use std::collections::BTreeSet;
use std::fs;

use game::games::board_games;
use game::games::tafl::oracle::{Cells, may_move};
use game::games::tafl::{Square, csv};
use proptest::prelude::*;
use proptest::sample::select;

use crate::answers::go_through;
use crate::cases;
use crate::driver::Driver;
use crate::hexagon;
use crate::lines;

/// The moves that the rules permit in a saved game, told independently of the program's own list.
fn permitted(mode: &str, saved: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = saved.lines().collect();
    match mode {
        "tafl" => {
            let state = csv::read(saved.as_bytes()).expect("a saved game");
            let cells = Cells::from(&state.board);
            let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
            pairs
                .filter(|&(from, to)| may_move(&cells, state.to_move, from, to))
                .map(|(from, to)| format!(":move {from} {to}"))
                .collect()
        }
        "crusher" => {
            let (player, history, size) = crusher(saved);
            hexagon::moves(&history, player, size)
                .into_iter()
                .map(|(from, to, _)| format!(":move {from} {to}"))
                .collect()
        }
        "countdown" => {
            let pile = lines[1].strip_suffix(" pieces left").expect("a pile");
            let pile: u64 = pile.parse().expect("a number");
            (1..=pile.min(3))
                .map(|taken| format!(":move {taken}"))
                .collect()
        }
        _ => {
            let cells = lines[1..].iter().flat_map(|row| row.split(','));
            (1..)
                .zip(cells)
                .filter(|&(_, cell)| cell == " ")
                .map(|(number, _)| format!(":move {number}"))
                .collect()
        }
    }
}

/// What is said about the end of a game of Crusher after a move, if it ends.
fn outcome(saved: &str, line: &str) -> Option<String> {
    let (player, mut history, size) = crusher(saved);
    let made = hexagon::moves(&history, player, size)
        .into_iter()
        .find(|(from, to, _)| line == format!(":move {from} {to}"));
    history.insert(0, made.expect("a legal move").2);
    let next = if player == 'W' { 'B' } else { 'W' };
    let winner = match hexagon::winner(&history, next, size)? {
        'W' => "White",
        _ => "Black",
    };
    Some(format!("Game Over: {winner} is the Winner!"))
}

/// The player, the boards and the size of a saved game of Crusher.
fn crusher(saved: &str) -> (char, Vec<String>, usize) {
    let history: Vec<String> = saved.lines().skip(1).map(str::to_owned).collect();
    let size = (2..=6usize).find(|n| 3 * n * (n - 1) + 1 == history[0].len());
    let player = saved.chars().next().expect("a turn");
    (player, history, size.expect("a size"))
}

/// Everything that looks like a move, and some that almost does.
fn imaginable(mode: &str, saved: &str) -> Vec<String> {
    let words: Vec<String> = match mode {
        "tafl" => {
            let odd = [
                "a0", "a10", "j1", "A1", "E5", "aa", "11", "e", "é5", "\u{a0}",
            ];
            let squares = Square::all().map(|square| square.to_string());
            squares.chain(odd.map(str::to_owned)).collect()
        }
        "crusher" => {
            let cells = saved.lines().last().expect("a board").len();
            let numbers = (0..=cells + 1).map(|number| number.to_string());
            numbers
                .chain(["01", "+1", "-1", "W", "\u{a0}"].map(str::to_owned))
                .collect()
        }
        _ => {
            let numbers = (0..=120u32).map(|number| number.to_string());
            let odd = [
                "01",
                "+1",
                "-1",
                "1.0",
                "X",
                "18446744073709551617",
                "\u{a0}",
                "1\u{a0}",
            ];
            let words = numbers.chain(odd.map(str::to_owned));
            // A move is one word, typed with or without its command.
            return words
                .flat_map(|word| [format!(":move {word}"), word])
                .collect();
        }
    };
    let from = words.iter();
    from.flat_map(|from| words.iter().map(move |to| format!(":move {from} {to}")))
        .collect()
}

/// The line with its command, if it was left out.
fn in_full(line: &str) -> String {
    if line.starts_with(':') {
        line.to_owned()
    } else {
        format!(":move {line}")
    }
}

/// The moves in the driver's present game that `:moves` lists, those that are accepted, and those
/// that the rules permit are the same.
fn agree(driver: &mut Driver) {
    let mode = driver.mode;
    let saved = String::from_utf8(driver.saved("kept")).expect("text");
    let list = driver.legal();
    let listed: BTreeSet<String> = list.iter().cloned().collect();
    assert_eq!(list.len(), listed.len(), "a move is listed twice");
    assert_eq!(listed, permitted(mode, &saved), "{mode}\n{saved}");
    let before = driver.look();
    let history = driver.feed(":history");
    for line in imaginable(mode, &saved) {
        if !listed.contains(&in_full(&line)) {
            let told = driver.feed_quietly(&line);
            assert!(
                told.starts_with("Invalid Move!\n"),
                "{mode}: {line:?}: {told}\n{saved}"
            );
        }
    }
    assert_eq!(
        driver.look(),
        before,
        "a move that is refused changes nothing"
    );
    assert_eq!(driver.feed(":history"), history);
    let bare = ["countdown", "tictactoe"].contains(&mode);
    let mut other = Driver::new(mode, true);
    fs::write(other.path("kept"), &saved).expect("room for a file");
    for (number, line) in listed.iter().enumerate() {
        other.feed(":load kept");
        let typed = match line.strip_prefix(":move ") {
            Some(word) if bare && number % 2 == 0 => word,
            _ => line,
        };
        let told = other.feed(typed);
        assert!(
            !told.starts_with("Invalid Move!"),
            "{mode}: {line}: {told}\n{saved}"
        );
        assert!(bare || told.starts_with("Move Successful\n"), "{told}");
        if mode == "crusher" {
            assert_eq!(
                outcome(&saved, line).as_deref(),
                told.lines().nth(1),
                "{line}\n{saved}"
            );
        }
        if other.is_playing() {
            assert_eq!(other.feed(":history").lines().count(), 1);
            assert_ne!(other.saved("after"), saved.as_bytes());
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn what_is_listed_is_accepted_and_nothing_else(
        mode in select(board_games().collect::<Vec<_>>()),
        steps in lines::moves(80),
    ) {
        let mut driver = Driver::begun(mode, true);
        go_through(&mut driver, &steps);
        if driver.is_playing() {
            agree(&mut driver);
        }
    }

    #[test]
    fn that_holds_on_other_sizes(
        begin in select(&[
            ("countdown", ":start 1"),
            ("countdown", ":start 2"),
            ("countdown", ":start 3"),
            ("countdown", ":start 18446744073709551615"),
            ("tictactoe", ":start 4"),
            ("tictactoe", ":start 10"),
            ("crusher", ":start 4 WB"),
            ("crusher", ":start 6 WB"),
        ][..]),
        steps in lines::moves(60),
    ) {
        let (mode, line) = begin;
        let mut driver = Driver::new(mode, true);
        driver.feed(line);
        go_through(&mut driver, &steps);
        if driver.is_playing() {
            agree(&mut driver);
        }
    }

    #[test]
    fn a_move_that_is_asked_for_is_the_move_that_is_typed(
        steps in lines::moves(30),
        answers in prop::collection::vec(("[0-9]{1,2}|\\PC{1,4}|5 10", "[0-9]{1,2}|\\PC{1,4}|\u{a0}"), 1..20),
    ) {
        let mut driver = Driver::begun("crusher", true);
        go_through(&mut driver, &steps);
        for (from, to) in &answers {
            let answer = |text: &str| text.trim_ascii().is_empty() || text.trim_ascii().starts_with(':');
            if !driver.is_playing() || answer(from) || answer(to) {
                continue;
            }
            let legal = driver.legal();
            driver.feed(":move");
            driver.feed(from);
            let told = driver.feed(to);
            let line = format!(":move {} {}", from.trim_ascii(), to.trim_ascii());
            prop_assert_eq!(legal.contains(&line), told.starts_with("Move Successful"), "{}", line);
        }
    }
}

/// Only the blanks that part words part squares, cells and locations: what is one word cannot be two.
#[test]
fn a_blank_of_another_kind_does_not_part_words() {
    for (mode, line) in [
        ("tafl", ":move d1\u{a0}d4 \u{a0}"),
        ("tafl", ":move d1\u{2003}d4 \u{3000}"),
        ("crusher", ":move 5\u{a0}10 \u{a0}"),
    ] {
        let mut driver = Driver::begun(mode, true);
        assert_eq!(driver.feed(line), "Invalid Move!\n", "{line:?}");
    }
    let mut driver = Driver::begun("battleship", true);
    let told = driver.feed(":guess A1 A2\u{a0}A3 \u{a0}");
    assert_eq!(told, "Invalid Guess!\n");
}

/// Ends of games are rare in random ones, and the fixtures are full of them.
#[test]
fn it_holds_in_the_positions_of_the_fixtures() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/states");
    let mut driver = Driver::new("tafl", true);
    let mut looked_at = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, driver.path("fixture")).unwrap();
            driver.feed(":load fixture");
            if driver.is_playing() {
                agree(&mut driver);
                looked_at += 1;
            }
            driver.feed(":stop");
        }
    }
    assert!(looked_at > 20, "{looked_at}");
}
