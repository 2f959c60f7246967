//! Reasons for a move and for the end of a game, in words.

use super::board::{Board, Piece, squares_of};
use super::capture::after_move;
use super::lookup::PATHS;
use super::moves::{self, Move};
use super::rules::winner;
use super::square::Square;
use super::threats::EdgeView;
use crate::engine::{Side, State};
use crate::play::list;

/// Returns the reasons for a legal move from one position to the next, the strongest first.
pub(super) fn reasons(before: &State<Board>, mv: Move, after: &State<Board>) -> Vec<String> {
    let side = before.to_move;
    let (old, new) = (&before.board, &after.board);
    let does = |verb: &str, squares: u128| {
        (squares != 0).then(|| format!("{verb} {}", names(old, squares)))
    };
    let captures = does("captures", old.of(side.other()) & !new.of(side.other()));
    if winner(after) == Some(side) {
        return captures.into_iter().chain(["wins".to_owned()]).collect();
    }
    let [endangered, mut still] = [old, new].map(|board| capturable(board, side.other()));
    // The piece that moves is in danger on one square before and on another after.
    if still & 1 << mv.to().index() != 0 {
        still |= 1 << mv.from().index();
    }
    let threatened = capturable(new, side) & !capturable(old, side);
    let reasons = [
        way(side, exits(old), exits(new)),
        captures,
        does("saves", endangered & !still),
        does("threatens to capture", threatened),
    ];
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    if reasons.is_empty() {
        let safe = (still == 0).then(|| "leaves nothing to capture".to_owned());
        return quiet(side, old, new).into_iter().chain(safe).collect();
    }
    reasons
}

/// Says how a quiet move has changed the number of squares with a clear path to an edge.
fn quiet(side: Side, old: &Board, new: &Board) -> Option<String> {
    let [before, after] = [old, new].map(|board| EdgeView::over(board.occupied()).one.count_ones());
    let verb = match side {
        Side::First if after < before => "closes",
        Side::Second if after > before => "opens",
        _ => return None,
    };
    let count = after.abs_diff(before);
    let squares = if count == 1 { "square" } else { "squares" };
    Some(format!("{verb} the way to the edge from {count} {squares}"))
}

/// Says which of λ's ways to the edge a move has closed or opened. On its own turn λ has none: it
/// would have won.
fn way(side: Side, before: u128, after: u128) -> Option<String> {
    let changed = squares(before ^ after);
    match (side, after.count_ones()) {
        _ if before == after => None,
        (Side::First, _) => Some(format!("blocks λ's way to {changed}")),
        (Side::Second, 1) => Some(format!("opens λ's way to {changed}")),
        (Side::Second, _) => Some(format!(
            "opens ways to {changed}, which cannot all be closed"
        )),
    }
}

/// Returns the edge squares at the ends of λ's clear paths, or λ's own if it is on one.
fn exits(board: &Board) -> u128 {
    let (lambda, occupied) = (board.lambda_index(), board.occupied());
    let open = PATHS[lambda].iter().filter(|&path| occupied & path == 0);
    let end = |&path: &u128| squares_of(path).max_by_key(|at| at.abs_diff(lambda));
    open.fold(0, |set, path| set | 1 << end(path).unwrap_or(lambda))
}

/// Returns the pieces of the other side that one move of `by` can capture.
fn capturable(board: &Board, by: Side) -> u128 {
    let mut list = Vec::new();
    moves::generate(board, by, &mut list);
    let enemies = board.of(by.other());
    list.into_iter().fold(0, |set, mv| {
        let after = after_move(board, by, mv.from().index(), mv.to().index());
        set | enemies & !after.of(by.other())
    })
}

fn squares(set: u128) -> String {
    list(squares_of(set).filter_map(Square::new))
}

/// Names the pieces on a set of squares: `λ`, `the guard on d4`, `the objects on a1 and b2`.
fn names(board: &Board, set: u128) -> String {
    let kinds = [
        (Piece::Lambda, "λ"),
        (Piece::Guard, "guard"),
        (Piece::Object, "object"),
    ];
    list(kinds.into_iter().filter_map(|(piece, name)| {
        let set = set & board.all_of(piece);
        match set.count_ones() {
            0 => None,
            _ if piece == Piece::Lambda => Some(name.to_owned()),
            1 => Some(format!("the {name} on {}", squares(set))),
            _ => Some(format!("the {name}s on {}", squares(set))),
        }
    }))
}

/// Says why a finished game is over.
pub(super) fn why_over(state: &State<Board>) -> String {
    let board = &state.board;
    match (board.lambda(), winner(state)) {
        (None, _) => "there is no λ on the board".to_owned(),
        (_, None) => format!("{} cannot move", ["O", "L"][state.to_move.index()]),
        _ if board.objects == 0 => "there is no object on the board".to_owned(),
        (Some(lambda), _) if lambda.is_edge() => format!("λ is on the edge, on {lambda}"),
        (Some(lambda), _) => format!(
            "λ on {lambda} has a clear path to {}",
            squares(exits(board))
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::super::{Board, Tafl};
    use super::*;
    use crate::engine::Game;

    /// λ in the centre among four guards: no way is open.
    const HOME: &str = "L e5 G d5 e4 e6 f5";

    #[track_caller]
    fn assert_said(side: Side, pieces: &str, mv: &str, reason: &str) {
        let before: State<Board> = position(side, pieces);
        let mv = Tafl.parse_move(&before, mv).unwrap();
        let said = reasons(&before, mv, &Tafl.play(&before, mv));
        assert!(said.iter().any(|said| said == reason), "{said:?}");
    }

    #[test]
    fn a_capture_names_the_piece_and_may_win() {
        let guard = "O c9 e4 i9 G d4 L h2";
        assert_said(Side::First, guard, "c9 c4", "captures the guard on d4");
        let two = "O a8 c9 e8 h1 i2 G b8 d8 L h2";
        let captures = "captures the guards on b8 and d8";
        assert_said(Side::First, two, "c9 c8", captures);
        let lambda = "O c9 e2 i9 G a9 L d2";
        assert_said(Side::First, lambda, "c9 c2", "captures λ");
        assert_said(Side::First, lambda, "c9 c2", "wins");
        let last = format!("O d2 G c9 e2 {HOME}");
        assert_said(Side::Second, &last, "c9 c2", "wins");
    }

    #[test]
    fn a_piece_is_saved_by_going_or_by_help() {
        let pieces = format!("O a9 c2 G b2 g3 {HOME}");
        for mv in ["b2 b4", "g3 a3"] {
            assert_said(Side::Second, &pieces, mv, "saves the guard on b2");
        }
    }

    #[test]
    fn ways_to_the_edge_are_blocked_and_opened() {
        let open = "O b3 c1 d3 d8 G i9 L c3";
        assert_said(Side::First, open, "d8 c8", "blocks λ's way to c9");
        let shut = "O a5 b2 b9 h5 G i1 L b5";
        let one = format!("{shut} O a6");
        assert_said(Side::Second, &one, "b5 b6", "opens λ's way to i6");
        let two = "opens ways to a6 and i6, which cannot all be closed";
        assert_said(Side::Second, shut, "b5 b6", two);
    }

    #[test]
    fn a_threat_names_its_victim() {
        let pieces = "O a4 e9 h1 G d4 L h2";
        let threat = "threatens to capture the guard on d4";
        assert_said(Side::First, pieces, "a4 c4", threat);
    }

    #[test]
    fn a_quiet_move_changes_the_squares_that_see_an_edge() {
        let start =
            "O d1 e1 f1 e2 a4 a5 a6 b5 i4 i5 i6 h5 d9 e9 f9 e8 L e5 G e3 e4 e6 e7 c5 d5 f5 g5";
        let closes = "closes the way to the edge from 1 square";
        assert_said(Side::First, start, "e2 c2", closes);
        assert_said(Side::First, start, "e2 c2", "leaves nothing to capture");
    }

    #[test]
    fn the_end_of_a_game_has_a_reason() {
        for (side, pieces, reason) in [
            (
                Side::Second,
                "L e5 O e6 d5 f5",
                "λ on e5 has a clear path to e1",
            ),
            (Side::Second, "L e9 O a5", "λ is on the edge, on e9"),
            (Side::First, "O a5", "there is no λ on the board"),
            (Side::First, "L e5", "there is no object on the board"),
            (Side::First, "O a1 G a2 b1 L e5", "O cannot move"),
            (Side::Second, "L e5 O e6 d5 f5 e4", "L cannot move"),
        ] {
            assert_eq!(why_over(&position(side, pieces)), reason);
        }
    }
}
