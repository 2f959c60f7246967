//! What the computer plays and advises is what anybody may play: a move of the list.

use game::games::board_games;
use proptest::prelude::*;
use proptest::sample::select;

use super::answers::go_through;
use super::cases;
use super::driver::Driver;
use super::lines;

/// The move in a line that tells what the computer does.
fn told_move<'a>(told: &'a str, side: &str) -> Option<&'a str> {
    let player = format!("Player {side} plays ");
    told.lines().find_map(|line| {
        ["Computer plays ", "my move: ", "Hint: ", &player]
            .into_iter()
            .find_map(|words| line.strip_prefix(words))
    })
}

/// The letter of the side to move.
fn side(driver: &Driver) -> String {
    let prompt = driver.prompt();
    let letter = prompt
        .strip_suffix("> ")
        .and_then(|rest| rest.split(' ').next_back());
    letter.expect("a game is in progress").to_owned()
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_computer_plays_a_move_of_the_list(
        mode in select(board_games().collect::<Vec<_>>()),
        steps in lines::moves(40),
        depth in 1..=2,
    ) {
        let mut driver = Driver::begun(mode, true);
        go_through(&mut driver, &steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let legal = driver.legal();
        let side = side(&driver);
        let told = driver.feed(&format!(":computer {side} {depth}"));
        let played = told_move(&told, &side).map(|mv| format!(":move {mv}"));
        prop_assert!(played.is_some_and(|line| legal.contains(&line)), "{}", told);
        if driver.is_playing() {
            prop_assert_ne!(self::side(&driver), side, "the other side is to move");
        }
    }
}

proptest! {
    // A hint is thought about for longer.
    #![proptest_config(cases(8))]

    #[test]
    fn a_hint_is_a_move_of_the_list(
        mode in select(board_games().collect::<Vec<_>>()),
        steps in lines::moves(40),
    ) {
        let mut driver = Driver::begun(mode, true);
        go_through(&mut driver, &steps);
        if !driver.is_playing() {
            return Ok(());
        }
        let (legal, before) = (driver.legal(), driver.look());
        let told = driver.feed_quietly(":hint");
        let hint = told_move(&told, "").map(|mv| format!(":move {mv}"));
        prop_assert!(hint.is_some_and(|line| legal.contains(&line)), "{}", told);
        prop_assert_eq!(driver.look(), before, "a hint changes nothing");
    }
}
