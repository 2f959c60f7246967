//! What is recorded can be typed again: the same moves, the same board.

use std::fs;
use std::path::Path;

use game::app::{self, End};
use game::games::{self, board_games};
use game::play::Options;
use game::repl::console::{Input, OutputOptions, Script};
use game::repl::{Context, DrawStyle};
use proptest::prelude::*;
use proptest::sample::select;

use super::answers::go_through;
use super::cases;
use super::driver::{Driver, folders_in};
use super::lines::{self, Step};
use super::tours::start;

/// A board game, how it begins (0, 1: the computer plays that side; 4: from a file), and its moves.
fn any_game() -> impl Strategy<Value = (&'static str, usize, Vec<Step>)> {
    let modes: Vec<&str> = board_games().collect();
    (select(modes), 0..6usize, lines::moves(40))
}

/// What comes when these lines are typed at the first prompt of the program in a folder.
fn typed(folder: &Path, lines: &[&str]) -> String {
    let options = OutputOptions {
        test: true,
        ..OutputOptions::default()
    };
    let inputs = lines.iter().map(|line| Input::Line((*line).to_owned()));
    let mut script = Script::new(inputs, options);
    let open = |name: &str| {
        // As in the driver.
        let context = Context {
            style: DrawStyle {
                ascii: true,
                ..DrawStyle::default()
            },
            folders: folders_in(folder),
            ..Context::default()
        };
        (games::find(name).expect("a mode").open)(Options::default(), context)
    };
    let end = app::run(&mut script, "tafl", None, &open).expect("a vector takes all");
    assert_ne!(end, End::NotLoaded);
    String::from_utf8(script.printed).expect("only text is printed")
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_recorded_and_read_is_the_same_game(
        (mode, beginning, steps) in any_game(),
    ) {
        let mut driver = Driver::new(mode, true);
        driver.feed(start(mode));
        let board = games::find(mode).and_then(|entry| entry.board.as_ref());
        if let Some(letter) = board.expect("a board game").letters.get(beginning) {
            driver.feed(&format!(":computer {letter} 1"));
        }
        if beginning == 4 {
            // Some moves, and then the position after them is where a game begins.
            go_through(&mut driver, &steps[..steps.len() / 3]);
            if driver.is_playing() {
                driver.saved("middle");
                driver.feed(":load middle");
            }
        }
        go_through(&mut driver, &steps[steps.len() / 3..]);
        let seen = format!(
            "{prompt}\n{}{prompt}\n{}",
            driver.feed(":history"),
            driver.feed(":board"),
            prompt = driver.prompt(),
        );
        prop_assert_eq!(driver.feed(":record record"), "Game recorded in record\n");

        let folder = driver.path("");
        let told = typed(&folder, &[":read record", ":history", ":board"]);
        prop_assert!(told.contains(&seen), "{}\nlacks\n{}", told, seen);
        prop_assert!(!told.contains("Stopped at line"), "{}", told);

        let text = fs::read_to_string(driver.path("record")).expect("it was written");
        let lines: Vec<&str> = text.lines().chain([":history", ":board"]).collect();
        let told = typed(&folder, &lines);
        prop_assert!(told.contains(&seen), "{}\nlacks\n{}", told, seen);
    }
}
