//! What is told about the end of a game, and about pieces that cannot move.

use super::*;
use crate::games::tafl::reasons::{why_no_moves, why_over};

fn position(turn: Side, pieces: &[(&str, Piece)]) -> State<Board> {
    let pieces = pieces
        .iter()
        .map(|&(square, piece)| (square.parse().unwrap(), piece));
    State::new(Board::with(pieces).unwrap(), turn)
}

/// Why the game is over after a move.
fn after(state: &State<Board>, mv: &str) -> String {
    let mv = Tafl.parse_move(state, mv).unwrap();
    let next = Tafl.play(state, mv);
    assert!(Tafl.status(&next).is_over());
    why_over(&next, Some((state, mv)))
}

#[test]
fn every_end_has_its_reason() {
    use Piece::{Guard, Lambda, Object};
    let free = position(
        Side::First,
        &[
            ("e5", Lambda),
            ("e6", Object),
            ("d5", Object),
            ("f5", Object),
            ("e2", Object),
        ],
    );
    assert_eq!(after(&free, "e2 a2"), "λ on e5 has a clear path to e1");
    let edge = position(Side::Second, &[("e9", Lambda), ("a5", Object)]);
    assert_eq!(why_over(&edge, None), "λ stands on the edge, on e9");
    let caught = position(
        Side::First,
        &[("c7", Lambda), ("c8", Object), ("a6", Object)],
    );
    assert_eq!(after(&caught, "a6 c6"), "λ was captured on c7");
    let none = position(Side::First, &[("a5", Object)]);
    assert_eq!(why_over(&none, None), "there is no λ on the board");
    let last = position(
        Side::Second,
        &[
            ("e5", Lambda),
            ("e6", Guard),
            ("c4", Object),
            ("b4", Guard),
            ("d1", Guard),
            ("e4", Guard),
            ("d5", Guard),
            ("f5", Guard),
        ],
    );
    assert_eq!(after(&last, "d1 d4"), "the object on c4 was the last");
    let bare = position(Side::First, &[("e5", Lambda)]);
    assert_eq!(why_over(&bare, None), "there is no object on the board");
    let stuck = position(
        Side::First,
        &[("a1", Object), ("a2", Guard), ("b1", Guard), ("e5", Lambda)],
    );
    assert_eq!(why_over(&stuck, None), "no object can move");
    let stuck = position(
        Side::Second,
        &[
            ("e5", Lambda),
            ("e6", Object),
            ("d5", Object),
            ("f5", Object),
            ("e4", Object),
        ],
    );
    assert_eq!(why_over(&stuck, None), "neither λ nor a guard can move");
}

#[test]
fn every_square_without_moves_has_its_reason() {
    let start = Tafl.start();
    let why = |square: &str| why_no_moves(&start, square.parse().unwrap());
    assert_eq!(why("a1"), "there is no piece on a1");
    assert_eq!(
        why("e3"),
        "a guard stands on e3: it is the other side's piece"
    );
    assert_eq!(why("e1"), "the object on e1 is blocked on all sides");
}
