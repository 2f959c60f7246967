//! Save then load is identity: the same board, the same moves, the same file when it is saved
//! again, and the same answers from there on.
//!
//! What a file does not hold is not asked for: which sides the computer plays, and, except in
//! battleship, the moves that led to the position, so that `:undo` begins anew.

use std::fs;

use game::games::NAMES;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::answers::go_through;
use super::cases;
use super::driver::{Driver, NOT_NOW};
use super::lines::{self, Step};
use super::tours::start;

fn any_game() -> impl Strategy<Value = (&'static str, Vec<Step>)> {
    select(&NAMES[..]).prop_flat_map(|mode| {
        let steps = prop_oneof![1 => lines::steps(mode, 40), 2 => lines::moves(60)];
        steps.prop_map(move |steps| (mode, steps))
    })
}

/// The same game in another driver, by way of a file; nothing if no game is in progress.
fn reloaded(driver: &mut Driver, test: bool) -> Option<Driver> {
    if !driver.is_playing() {
        return None;
    }
    let bytes = driver.saved("kept");
    let mut other = Driver::new(driver.mode, test);
    fs::write(other.path("kept"), &bytes).expect("room for a file");
    let told = other.feed(":load kept");
    assert!(told.starts_with("State loaded from kept\n"), "{told:?}");
    assert_eq!(other.saved("again"), bytes, "saved, loaded and saved again");
    Some(other)
}

/// Lets the computer play no side, where it plays any.
fn alone(driver: &mut Driver) {
    if driver.has(":computer") {
        driver.feed(":computer none");
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn what_is_saved_is_loaded(
        (mode, steps) in any_game(),
        future in vec(any::<Index>(), 0..8),
        test: bool,
    ) {
        let mut driver = Driver::begun(mode, test);
        go_through(&mut driver, &steps);
        alone(&mut driver);
        let Some(mut other) = reloaded(&mut driver, test) else {
            return Ok(());
        };
        alone(&mut other);
        prop_assert_eq!(driver.look(), other.look());
        for choice in future {
            let (told, told_there) = (driver.play(choice), other.play(choice));
            prop_assert_eq!(&told, &told_there);
            prop_assert_eq!(driver.prompt(), other.prompt());
            if told.is_none() || !driver.is_playing() {
                return Ok(());
            }
        }
        prop_assert_eq!(driver.look(), other.look());
        prop_assert_eq!(driver.saved("one"), other.saved("two"));
    }

    #[test]
    fn loading_what_was_just_saved_changes_nothing((mode, steps) in any_game()) {
        let mut driver = Driver::begun(mode, true);
        go_through(&mut driver, &steps);
        alone(&mut driver);
        if driver.is_playing() {
            let bytes = driver.saved("kept");
            let before = driver.look();
            driver.feed(":load kept");
            prop_assert_eq!(driver.look(), before);
            prop_assert_eq!(driver.saved("again"), bytes);
        }
    }

    #[test]
    fn a_file_that_cannot_be_loaded_changes_nothing(
        (mode, steps) in any_game(),
        noise in vec(any::<u8>(), 0..200),
    ) {
        let mut driver = Driver::begun(mode, true);
        go_through(&mut driver, &steps);
        alone(&mut driver);
        let before = driver.is_playing().then(|| (driver.saved("kept"), driver.look()));
        fs::write(driver.path("noise"), noise).unwrap();
        // The session may have saved a game under any name.
        let _ = fs::remove_file(driver.path("missing"));
        for (file, words) in [
            ("noise", "Malformed Game State\n"),
            ("missing", "Cannot load saved game state\n"),
        ] {
            prop_assert_eq!(driver.feed(&format!(":load {file}")), words);
            let now = driver.is_playing().then(|| (driver.saved("now"), driver.look()));
            prop_assert_eq!(&now, &before);
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn in_battleship_the_guesses_are_kept_too(steps in lines::moves(8), hides: bool, found in any::<Index>()) {
        let mut driver = Driver::new("battleship", true);
        driver.feed(if hides { ":search" } else { start("battleship") });
        go_through(&mut driver, &steps);
        if found.index(3) == 0 {
            driver.feed(":load guessed-by-others.txt");
        }
        let Some(mut other) = reloaded(&mut driver, true) else {
            return Ok(());
        };
        loop {
            prop_assert_eq!(driver.look(), other.look());
            let (told, told_there) = (driver.feed(":undo"), other.feed(":undo"));
            prop_assert_eq!(&told, &told_there);
            if told == NOT_NOW {
                break;
            }
        }
    }
}

/// The next guess depends on the guesses and answers so far alone, so it cannot matter whether one
/// of them has been taken back.
#[test]
fn a_guess_of_somebody_else_that_is_taken_back_is_not_asked_again() {
    let mut driver = Driver::new("battleship", true);
    driver.feed(":load guessed-by-others.txt");
    let told = driver.feed(":undo");
    assert_eq!(told, "Took back A1 A2 A3: 0, 0, 0\nGuess 1: A1 A3 H1\n");
}

/// What the computer asks next is worked out once, not for each guess of the past.
#[test]
fn a_long_game_of_guesses_is_loaded_too() {
    let mut driver = Driver::new("battleship", true);
    let turns = "A1 A2 A3: 0, 0, 0\n".repeat(5_000);
    fs::write(driver.path("long"), format!("battleship H\n{turns}")).unwrap();
    let told = driver.feed(":load long");
    assert!(told.contains("\nGuess 5001: "), "{told}");
}
