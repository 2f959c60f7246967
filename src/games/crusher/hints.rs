//! Reasons for a move, in words.

use super::board::Layout;
use super::{Board, Crusher, Move, moves};
use crate::engine::{Game, Side, State, Status};
use crate::play::{PromptGame, counted, list};

/// Returns the reasons for a legal move, the strongest first.
pub(super) fn reasons(
    game: &Crusher,
    before: &State<Board>,
    mv: Move,
    after: &State<Board>,
) -> Vec<String> {
    let (side, enemy) = (before.to_move, before.to_move.other());
    let hex = game.hex();
    let cells = |set: u128| list(hex.members(set));
    let does = |verb: &str, set: u128| match set.count_ones() {
        0 => None,
        1 => Some(format!("{verb} the piece on {}", cells(set))),
        _ => Some(format!("{verb} the pieces on {}", cells(set))),
    };
    let captures = does("captures", before.board.layout().of(enemy) & hex.bit(mv.to));
    if game.status(after) == Status::Won(side) {
        return captures.into_iter().chain(["wins".to_owned()]).collect();
    }
    let layouts = [before.board.layout(), after.board.layout()];
    let [endangered, mut still] = layouts.map(|layout| capturable(game, layout, enemy));
    let safe = still == 0;
    // The piece that moves is in danger on one cell before and on another after.
    if still & hex.bit(mv.to) != 0 {
        still |= hex.bit(mv.from);
    }
    let [could, can] = layouts.map(|layout| capturable(game, layout, side));
    let [was_protected, protected] = layouts.map(|layout| protected(game, layout, side));
    let letter = Crusher::letter(enemy);
    let [few, many] = layouts.map(|layout| leaps(game, layout, side));
    let reasons = [
        captures,
        does("saves", endangered & !still),
        does("threatens to capture", can & !could),
        does("protects", protected & !was_protected),
        (many > few).then(|| format!("makes {} possible", counted(many - few, "more", "leap"))),
        safe.then(|| format!("leaves {letter} nothing to capture")),
    ];
    reasons.into_iter().flatten().collect()
}

/// Returns the pieces of the other side that one move of `by` can capture, ignoring the history.
fn capturable(game: &Crusher, layout: &Layout, by: Side) -> u128 {
    let mut list = Vec::new();
    moves::generate_captures(game.hex(), layout, by, &mut list);
    list.into_iter()
        .fold(0, |set, mv| set | game.hex().bit(mv.to))
}

/// Counts the leaps of a side, ignoring the history.
fn leaps(game: &Crusher, layout: &Layout, side: Side) -> usize {
    let hex = game.hex();
    let mut list = Vec::new();
    moves::generate_freely(hex, layout, side, &mut list);
    list.retain(|mv| hex.around(hex.bit(mv.from)) & hex.bit(mv.to) == 0);
    list.len()
}

/// Returns the pieces of a side that the other can capture only to be recaptured.
fn protected(game: &Crusher, layout: &Layout, side: Side) -> u128 {
    let hex = game.hex();
    let mut list = Vec::new();
    moves::generate_captures(hex, layout, side.other(), &mut list);
    list.into_iter().fold(0, |set, mv| {
        let (from, to) = (hex.bit(mv.from), hex.bit(mv.to));
        let after = layout.moved(side.other(), from, to);
        set | capturable(game, &after, side) & to
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crusher::parse_board;

    #[track_caller]
    fn assert_said(board: &str, mv: &str, reason: &str) {
        let game = Crusher::new(3).unwrap();
        let layout = parse_board(game.hex(), board).unwrap();
        let before = State::new(Board::new(layout), Side::First);
        let mv = game.parse_move(&before, mv).unwrap();
        let said = reasons(&game, &before, mv, &game.play(&before, mv));
        assert!(said.iter().any(|said| said == reason), "{said:?}");
    }

    #[test]
    fn a_capture_names_the_cell_and_may_win() {
        let pieces = "WWB--W-------BB-BBB";
        assert_said(pieces, "1 3", "captures the piece on 3");
        assert_said("WWB--W---------BB--", "1 3", "wins");
    }

    #[test]
    fn threats_are_made_and_met() {
        // Cells 8 to 12 are the middle row.
        let threat = "threatens to capture the piece on 10";
        assert_said("W--W---W-B------BB-", "4 9", threat);
        let in_danger = "WW-------WBB------B";
        assert_said(in_danger, "10 6", "saves the piece on 10");
        assert_said(in_danger, "10 6", "leaves B nothing to capture");
        let leaps = "makes 2 more leaps possible";
        assert_said("W--------W-W----BBB", "1 5", leaps);
        // 12 takes 10 over 11, and 8 takes it back over 9.
        assert_said("W------W-WBB-W----B", "14 9", "protects the piece on 10");
    }
}
