//! Every move that `:moves` lists is accepted, and no other: all that can be typed is tried, and the
//! list is compared with the rules told once more where there is somebody who tells them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::{LazyLock, Mutex};

use game::engine::rng::Rng;
use game::games::{self, BoardGame, board_games};
use game::play::Position;
use proptest::prelude::*;
use proptest::sample::select;

use super::answers::go_through;
use super::cases;
use super::driver::Driver;
use super::lines;
use super::referees;
use super::sizes::sizes;
use super::tours::start;

/// Words that are almost squares, cells or numbers.
const ODD: [&str; 18] = [
    "0",
    "01",
    "+1",
    "-1",
    "1.0",
    "a0",
    "a10",
    "j1",
    "A1",
    "E5",
    "aa",
    "11",
    "e",
    "X",
    "W",
    "é5",
    "\u{a0}",
    "18446744073709551617",
];

fn board(mode: &str) -> &'static BoardGame {
    let board = games::find(mode).and_then(|entry| entry.board.as_ref());
    board.expect("a board game")
}

/// The words that moves of this game are made of, learnt by playing it at random.
fn vocabulary(mode: &str, from: &dyn Position) -> BTreeSet<String> {
    static KNOWN: LazyLock<Mutex<BTreeMap<String, BTreeSet<String>>>> =
        LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().expect("nobody panics while it holds this");
    let words = known.entry(from.label()).or_insert_with(|| {
        let mut rng = Rng::new(1);
        let mut words = BTreeSet::new();
        for _ in 0..10 {
            let mut position = (board(mode).read)(from.save().as_bytes()).expect("a saved game");
            for _ in 0..60 {
                let moves = position.moves();
                words.extend(moves.iter().flat_map(|mv| mv.split(' ')).map(str::to_owned));
                let Some(mv) = moves.get(rng.below(moves.len().max(1))) else {
                    break;
                };
                position = position.play(mv).expect("a move of the list");
            }
        }
        words
    });
    words.clone()
}

/// Everything that looks like a move, and some that almost does.
fn imaginable(mode: &str, position: &dyn Position, bare: bool) -> Vec<String> {
    let mut words = vocabulary(mode, position);
    words.extend(ODD.map(str::to_owned));
    let moves = position.moves();
    let length = moves.first().map_or(1, |mv| mv.split(' ').count());
    if length == 1 {
        words.extend((0..=120u32).map(|number| number.to_string()));
    }
    let mut lines = words.clone();
    for _ in 1..length {
        let longer = lines.iter().flat_map(|line| {
            let behind = words.iter();
            behind.map(move |word| format!("{line} {word}"))
        });
        lines = longer.collect();
    }
    let with = lines.iter().map(|line| format!(":move {line}"));
    let without = lines.iter().filter(|_| bare).cloned();
    with.chain(without).collect()
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
    let position = (board(mode).read)(saved.as_bytes()).expect("a saved game");
    referees::look_at(mode, position.as_ref());
    let list = driver.legal();
    let listed: BTreeSet<String> = list.iter().cloned().collect();
    assert_eq!(list.len(), listed.len(), "a move is listed twice");
    let moves = position.moves().into_iter();
    let permitted: BTreeSet<String> = moves.map(|mv| format!(":move {mv}")).collect();
    assert_eq!(listed, permitted, "{mode}\n{saved}");
    let before = driver.look();
    let history = driver.feed(":history");
    let bare = driver.takes_bare_moves();
    for line in imaginable(mode, position.as_ref(), bare) {
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
    let mut other = Driver::new(mode, true);
    fs::write(other.path("kept"), &saved).expect("room for a file");
    for (number, line) in listed.iter().enumerate() {
        other.feed(":load kept");
        let words = line.strip_prefix(":move ").expect("a move");
        let told = other.feed(if bare && number % 2 == 0 { words } else { line });
        assert!(
            !told.starts_with("Invalid Move!"),
            "{mode}: {line}: {told}\n{saved}"
        );
        assert!(bare || told.starts_with("Move Successful\n"), "{told}");
        let next = position.play(words).expect("a move of the list");
        assert_eq!(
            other.is_playing(),
            !next.status().is_over(),
            "{line}\n{saved}"
        );
        if other.is_playing() {
            assert_eq!(other.feed(":history").lines().count(), 1);
            assert_eq!(other.saved("after"), next.save().as_bytes());
        }
    }
}

/// A line for each size of each board game that begins it.
fn beginnings() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for mode in board_games() {
        // The size is the first word behind `:start`.
        let words: Vec<&str> = start(mode).split(' ').skip(2).collect();
        let rest = words.join(" ");
        let sizes = sizes(mode).into_iter().flatten();
        all.extend(sizes.map(|size| (mode, format!(":start {size} {rest}"))));
    }
    all
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
        (mode, line) in select(beginnings()),
        steps in lines::moves(60),
    ) {
        let mut driver = Driver::new(mode, true);
        driver.feed(&line);
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
    for mode in board_games() {
        let mut driver = Driver::new(mode, true);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, driver.path("fixture")).unwrap();
                driver.feed(":load fixture");
                if driver.is_playing() {
                    agree(&mut driver);
                }
                driver.feed(":stop");
            }
        }
    }
}
