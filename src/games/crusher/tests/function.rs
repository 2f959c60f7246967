//! The course text's function and its notation.

use super::super::*;
use super::oracle;
use crate::engine::Side;
use proptest::prelude::*;

const START: &str = "WWW-WW-------BB-BBB";

#[test]
fn the_answer_is_the_history_with_a_legal_board_in_front() {
    let mut history = vec![START.to_owned()];
    for ply in 0..20 {
        let player = if ply % 2 == 0 { 'W' } else { 'B' };
        let longer = crusher(&history, player, 3, 3).unwrap();
        assert_eq!(longer[1..], history);
        let legal = oracle::moves(&history, player, 3);
        assert!(legal.iter().any(|(_, _, board)| *board == longer[0]));
        assert_eq!(crusher(&history, player, 3, 3).unwrap(), longer, "again");
        history = longer;
        let next = if player == 'W' { 'B' } else { 'W' };
        if oracle::winner(&history, next, 3).is_some() {
            break;
        }
    }
    assert!(history.len() > 5);
}

#[test]
fn a_win_is_taken_at_once() {
    let board = "WW--W----B--B-B----";
    for depth in 1..=5 {
        let answer = crusher(&[board], 'B', depth, 3).unwrap();
        assert_eq!(answer[0], "WW--B----B--B------", "depth {depth}");
    }
}

#[test]
fn the_smallest_board_can_be_played() {
    let answer = crusher(&["WW---BB"], 'W', 4, 2).unwrap();
    assert_eq!(answer.len(), 2);
}

fn error(history: &[&str], player: char, depth: u32, n: usize) -> String {
    crusher(history, player, depth, n).unwrap_err().to_string()
}

#[test]
fn each_kind_of_bad_argument_is_told() {
    assert_eq!(error(&[START], 'W', 2, 1), "N is from 2 to 6, not 1");
    assert_eq!(error(&[START], 'W', 2, 7), "N is from 2 to 6, not 7");
    assert_eq!(error(&[], 'W', 2, 3), "the history is empty");
    assert_eq!(
        error(&["WWW-WW-----BB-BBB"], 'W', 2, 3),
        "board 1 of the history: the board has 17 cells, but N = 3 needs 19"
    );
    assert_eq!(
        error(&[START, "WWW-WW-------BB-BBBB"], 'W', 2, 3),
        "board 2 of the history: the board has 20 cells, but N = 3 needs 19"
    );
    assert_eq!(
        error(&[START, "WWW-WW---ö---BB-BBB"], 'W', 2, 3),
        "board 2 of the history: cell 10 of the board is 'ö', not W, B or -"
    );
    assert_eq!(error(&[START], 'w', 2, 3), "the player is W or B, not 'w'");
    assert_eq!(
        error(&[START], 'W', 0, 3),
        "the depth is 0, but at least one move must be looked at"
    );
    assert_eq!(
        error(&["WW-----------BB-BBB"], 'W', 2, 3),
        "the game is over: White has fewer than 3 pieces"
    );
    assert_eq!(
        error(&["WWW-WW-------B--B--"], 'W', 2, 3),
        "the game is over: Black has fewer than 3 pieces"
    );
    // White's two pieces are walled in by three rows of black ones.
    assert_eq!(
        error(&["WBWB-BB"], 'W', 2, 2),
        "the game is over: White has no legal move"
    );
}

#[test]
fn boards_as_text() {
    let hex = Hex::new(3).unwrap();
    let layout = parse_board(&hex, START).unwrap();
    assert_eq!(show_board(&hex, &layout), START);
    assert_eq!(layout.count(Side::First), 5);
    assert!(parse_board(&hex, "").is_err());
    assert!(parse_board(&hex, &START.to_lowercase()).is_err());
}

#[test]
fn a_long_history_is_no_trouble() {
    let history = vec![START; 200_000];
    let answer = crusher(&history, 'W', 1, 3).unwrap();
    assert_eq!(answer.len(), 200_001);
}

proptest! {
    #[test]
    fn no_arguments_break_the_function(
        history in proptest::collection::vec("[WB-]{7}|\\PC{0,8}", 0..4),
        player in "[WBx]",
        depth in 0u32..4,
        n in 0usize..9,
    ) {
        let _ = crusher(&history, player.chars().next().unwrap(), depth, n);
    }
}
