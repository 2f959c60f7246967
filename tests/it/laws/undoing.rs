//! Undo then redo is identity: at any point of any game, any number of times, with and without a
//! computer at the table.

use game::games::{self, board_games};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::answers::go_through;
use super::cases;
use super::driver::{Driver, NOT_NOW};
use super::lines::{self, Step};
use super::tours::start;

/// All that can be seen of a game, its file and its past included.
fn everything(driver: &mut Driver) -> (Vec<String>, String, Vec<u8>) {
    (driver.look(), driver.feed(":history"), driver.saved("now"))
}

/// A board game, who plays it (0, 1: the computer plays that side), and its moves.
fn any_game() -> impl Strategy<Value = (&'static str, usize, Vec<Step>)> {
    let modes: Vec<&str> = board_games().collect();
    (select(modes), 0..4usize, lines::moves(50))
}

fn begun(mode: &'static str, computer: usize) -> Driver {
    let mut driver = Driver::new(mode, true);
    driver.feed(start(mode));
    let board = games::find(mode).and_then(|entry| entry.board.as_ref());
    let letters = board.expect("a board game").letters;
    if let Some(letter) = letters.get(computer) {
        driver.feed(&format!(":computer {letter} 1"));
    }
    driver
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_taken_back_and_made_again_is_as_it_was(
        (mode, computer, steps) in any_game(),
        turns in vec((1..12usize, 1..12usize), 1..6),
    ) {
        let mut driver = begun(mode, computer);
        go_through(&mut driver, &steps);
        if !driver.is_playing() {
            return Ok(());
        }
        // What the game looked like at each point that has been left by `:undo`.
        let mut left = Vec::new();
        for (back, on) in turns {
            for _ in 0..back {
                let before = everything(&mut driver);
                let told = driver.feed(":undo");
                if told == NOT_NOW {
                    prop_assert_eq!(everything(&mut driver), before);
                    break;
                }
                prop_assert!(told.starts_with("Took back "), "{}", told);
                left.push(before);
            }
            for _ in 0..on {
                let Some(before) = left.pop() else { break };
                let told = driver.feed(":redo");
                prop_assert!(told.starts_with("Played again "), "{}", told);
                prop_assert_eq!(everything(&mut driver), before);
            }
        }
    }

    #[test]
    fn taking_everything_back_leads_to_the_beginning(
        (mode, _, steps) in any_game(),
    ) {
        let mut driver = begun(mode, 3);
        let beginning = everything(&mut driver);
        go_through(&mut driver, &steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let history = driver.feed(":history");
        let made = history.lines().filter(|line| *line != "No moves yet.").count();
        for _ in 0..made {
            prop_assert!(driver.feed(":undo").starts_with("Took back "));
        }
        prop_assert_eq!(driver.feed(":undo"), NOT_NOW);
        prop_assert_eq!(everything(&mut driver), beginning);
    }

    #[test]
    fn a_game_that_is_over_is_at_hand_and_can_be_taken_up_again(
        (mode, _, steps) in any_game(),
        stopped: bool,
    ) {
        let mut driver = begun(mode, 3);
        let mut before = None;
        for step in &steps {
            let now = everything(&mut driver);
            go_through(&mut driver, std::slice::from_ref(step));
            if !driver.is_playing() {
                before = Some(now);
                break;
            }
        }
        if before.is_none() && stopped {
            driver.feed(":stop");
        }
        if driver.is_playing() {
            return Ok(());
        }
        let history = driver.feed(":history");
        let board = driver.feed(":board");
        prop_assert_eq!(driver.feed(":moves"), NOT_NOW);
        prop_assert_eq!(driver.feed(":redo"), NOT_NOW);
        let told = driver.feed(":undo");
        if history == "No moves yet.\n" {
            prop_assert_eq!(told, NOT_NOW);
            return Ok(());
        }
        prop_assert!(told.starts_with("Took back "), "{}", told);
        if let Some(before) = before {
            prop_assert_eq!(everything(&mut driver), before);
        }
        driver.feed(":redo");
        prop_assert_eq!((driver.feed(":history"), driver.feed(":board")), (history, board));
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back(
        (mode, _, steps) in any_game(),
        choice: Index,
    ) {
        let mut driver = begun(mode, 3);
        go_through(&mut driver, &steps);
        if !driver.is_playing() || driver.feed(":undo") == NOT_NOW {
            return Ok(());
        }
        driver.play(choice);
        if driver.is_playing() {
            prop_assert_eq!(driver.feed(":redo"), NOT_NOW);
        }
    }
}
