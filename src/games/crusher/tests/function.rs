//! The course text's function.

use super::super::*;
use super::oracle;
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
fn the_newest_malformed_board_is_named_and_a_side_can_be_walled_in() {
    let error = |history: &[&str], n| crusher(history, 'W', 2, n).unwrap_err().to_string();
    assert_eq!(
        error(&[START, "WWW-WW-------BB-BBBB"], 3),
        "board 2 of the history: the board has 20 cells, but N = 3 needs 19"
    );
    assert_eq!(
        error(&[START, "WWW-WW---ö---BB-BBB", ""], 3),
        "board 2 of the history: cell 10 of the board is 'ö', not W, B or -"
    );
    assert_eq!(
        error(&["WBWB-BB"], 2),
        "the game is over: White has no legal move"
    );
}

#[test]
fn a_long_history_does_not_overflow_the_stack() {
    let answer = crusher(&vec![START; 200_000], 'W', 1, 3).unwrap();
    assert_eq!(answer.len(), 200_001);
}

proptest! {
    #[test]
    fn the_function_survives_any_arguments(
        history in proptest::collection::vec("[WB-]{7}|\\PC{0,8}", 0..4),
        player in "[WBx]",
        depth in 0u32..4,
        n in 0usize..9,
    ) {
        let _ = crusher(&history, player.chars().next().unwrap(), depth, n);
    }
}
