//! Reasons for a move and for the end of a game, in words.

use super::board::{Board, Piece, squares_of};
use super::capture::after_move;
use super::lookup::PATHS;
use super::moves::{self, Move};
use super::rules::{Tafl, winner};
use super::square::Square;
use super::threats::EdgeView;
use crate::engine::{Side, State};
use crate::play::{PromptGame, counted, list};

/// Returns the reasons for a legal move from one position to the next, the strongest first.
pub(super) fn reasons(before: &State<Board>, mv: Move, after: &State<Board>) -> Vec<String> {
    let side = before.to_move;
    let (old, new) = (&before.board, &after.board);
    let does = |verb: &str, squares: u128| {
        (squares != 0).then(|| format!("{verb} {}", names(old, squares)))
    };
    let captures = does("captures", old.of(side.other()) & !new.of(side.other()));
    if let Some(winner) = winner(after) {
        let words = ["does not keep λ from the edge", "wins"][usize::from(winner == side)];
        return captures.into_iter().chain([words.to_owned()]).collect();
    }
    let opened = exits(new) & !exits(old);
    if side == Side::Second && opened.count_ones() > 1 {
        let all = if opened.count_ones() == 2 {
            "both"
        } else {
            "all"
        };
        let fork = format!("opens paths to {}: O cannot block {all}", squares(opened));
        return captures.into_iter().chain([fork]).collect();
    }
    let path = match side {
        Side::First => ("blocks λ's path to", exits(old) & !exits(new)),
        Side::Second => ("opens a path for λ to", opened),
    };
    let [forked, forks] = [old, new].map(forks);
    let fork = match side {
        Side::First if forks == 0 => ("prevents", forked),
        Side::First => ("", 0),
        Side::Second => ("threatens", forks & !forked),
    };
    let [endangered, mut still] = [old, new].map(|board| capturable(board, side.other()));
    // The piece that moves is in danger on one square before and on another after.
    if still & 1 << mv.to().index() != 0 {
        still |= 1 << mv.from().index();
    }
    let threatened = capturable(new, side) & !capturable(old, side);
    let reasons = [
        (path.1 != 0).then(|| format!("{} {}", path.0, squares(path.1))),
        captures,
        (fork.1 != 0).then(|| format!("{} two paths to the edge from {}", fork.0, squares(fork.1))),
        does("saves", endangered & !still),
        does("threatens to capture", threatened),
    ];
    let mut reasons: Vec<String> = reasons.into_iter().flatten().collect();
    if reasons.is_empty() {
        let enemy = Tafl::letter(side.other());
        let safe = (still == 0).then(|| format!("leaves {enemy} nothing to capture"));
        reasons.extend(quiet(side, old, new).into_iter().chain(safe));
    }
    reasons
}

/// Describes how a quiet move changes the number of squares with a clear path to an edge.
fn quiet(side: Side, old: &Board, new: &Board) -> Option<String> {
    let [before, after] = [old, new].map(|board| EdgeView::over(board.occupied()).one.count_ones());
    let verb = match side {
        Side::First if after < before => "costs",
        Side::Second if after > before => "gives",
        _ => return None,
    };
    let squares = counted(after.abs_diff(before) as usize, "escape", "square");
    Some(format!("{verb} λ {squares}"))
}

/// Returns the edge squares at the ends of λ's clear paths, or λ's own if it is on one.
fn exits(board: &Board) -> u128 {
    let (lambda, occupied) = (board.lambda_index(), board.occupied());
    let open = PATHS[lambda].iter().filter(|&path| occupied & path == 0);
    let end = |&path: &u128| squares_of(path).max_by_key(|at| at.abs_diff(lambda));
    open.fold(0, |set, path| set | 1 << end(path).unwrap_or(lambda))
}

/// Returns the squares that λ can reach with one move and from which it has several clear paths.
fn forks(board: &Board) -> u128 {
    let mut list = Vec::new();
    moves::generate(board, Side::Second, &mut list);
    let (lambda, mut forks) = (board.lambda_index(), 0);
    for mv in list.into_iter().filter(|mv| mv.from().index() == lambda) {
        let after = after_move(board, Side::Second, lambda, mv.to().index());
        if exits(&after).count_ones() > 1 {
            forks |= 1 << mv.to().index();
        }
    }
    forks
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

/// Explains why a finished game is over.
pub(super) fn why_over(state: &State<Board>) -> String {
    let board = &state.board;
    match (board.lambda(), winner(state)) {
        (None, _) => "λ has been captured".to_owned(),
        (_, None) => format!("{} has no legal move", Tafl::letter(state.to_move)),
        _ if board.objects == 0 => "all objects have been captured".to_owned(),
        (Some(lambda), _) if lambda.is_edge() => format!("λ is on the edge at {lambda}"),
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

    /// λ in the centre among four guards: no path is open.
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
    fn a_piece_is_saved_by_moving_it_or_by_another() {
        let pieces = format!("O a9 c2 G b2 g3 {HOME}");
        for mv in ["b2 b4", "g3 a3"] {
            assert_said(Side::Second, &pieces, mv, "saves the guard on b2");
        }
    }

    #[test]
    fn paths_to_the_edge_are_blocked_and_opened() {
        let open = "O b3 c1 d3 d8 G i9 L c3";
        assert_said(Side::First, open, "d8 c8", "blocks λ's path to c9");
        let shut = "O a5 b2 b9 h5 G i1 L b5";
        let one = format!("{shut} O a6");
        assert_said(Side::Second, &one, "b5 b6", "opens a path for λ to i6");
        let two = "opens paths to a6 and i6: O cannot block both";
        assert_said(Side::Second, shut, "b5 b6", two);
    }

    #[test]
    fn a_fork_is_threatened_and_prevented() {
        let shut = "O e2 L e5 G d5 e4 e6 f5";
        let threatens = "threatens two paths to the edge from e3";
        assert_said(Side::Second, shut, "e4 c4", threatens);
        let open = "O a2 e2 i4 L e5 G d5 e6 f5";
        let prevents = "prevents two paths to the edge from e3";
        assert_said(Side::First, open, "a2 a3", prevents);
    }

    #[test]
    fn a_threat_names_its_victim() {
        let pieces = format!("O a7 d9 G c7 {HOME}");
        let threat = "threatens to capture the guard on c7";
        assert_said(Side::First, &pieces, "a7 b7", threat);
    }

    #[test]
    fn a_quiet_move_changes_the_number_of_escape_squares() {
        let start =
            "O d1 e1 f1 e2 a4 a5 a6 b5 i4 i5 i6 h5 d9 e9 f9 e8 L e5 G e3 e4 e6 e7 c5 d5 f5 g5";
        let closes = "costs λ one escape square";
        assert_said(Side::First, start, "e2 c2", closes);
        let safe = "leaves L nothing to capture";
        assert_said(Side::First, start, "e2 c2", safe);
    }

    #[test]
    fn the_end_of_a_game_has_a_reason() {
        for (side, pieces, reason) in [
            (
                Side::Second,
                "L e5 O e6 d5 f5",
                "λ on e5 has a clear path to e1",
            ),
            (Side::Second, "L e9 O a5", "λ is on the edge at e9"),
            (Side::First, "O a5", "λ has been captured"),
            (Side::First, "L e5", "all objects have been captured"),
            (Side::First, "O a1 G a2 b1 L e5", "O has no legal move"),
            (Side::Second, "L e5 O e6 d5 f5 e4", "L has no legal move"),
        ] {
            assert_eq!(why_over(&position(side, pieces)), reason);
        }
    }
}
