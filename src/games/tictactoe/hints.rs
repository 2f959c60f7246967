//! Reasons for a move and for the end of a game, in words.

use super::{Board, Cell, TicTacToe};
use crate::engine::{Side, State};
use crate::play::{PromptGame, counted, list};

/// Returns the reasons for a legal move from one position to the next, the strongest first.
pub(super) fn reasons(
    game: &TicTacToe,
    before: &State<Board>,
    cell: Cell,
    after: &State<Board>,
) -> Vec<String> {
    let (side, enemy) = (before.to_move, before.to_move.other());
    // Finds the lines through the cell that a side can complete with this many more marks.
    let open = |board: &Board, side: Side, missing: u32| -> Vec<usize> {
        let open = |line: &u128| {
            line & cell.bit() != 0
                && line & board.marks(side.other()) == 0
                && (line & !board.marks(side)).count_ones() == missing
        };
        let lines = game.lines().iter().enumerate();
        lines
            .filter(|(_, line)| open(line))
            .map(|(place, _)| place)
            .collect()
    };
    let does = |verb: &str, lines: Vec<usize>| {
        let names = list(lines.iter().map(|&place| line_name(game, place)));
        (!lines.is_empty()).then(|| format!("{verb} {names}"))
    };
    if let Some(wins) = does("completes", open(&after.board, side, 0)) {
        return vec![wins];
    }
    let threats = open(&after.board, side, 1);
    let threat = match threats.len() {
        0 | 1 => "threatens to complete",
        2 => "makes two threats:",
        _ => "makes several threats:",
    };
    let forks = open(&before.board, enemy, 2).len() > 1;
    let letter = TicTacToe::letter(enemy);
    let mut reasons: Vec<String> = [
        does("blocks", open(&before.board, enemy, 1)),
        does(threat, threats),
        forks.then(|| format!("takes the cell where {letter} would make two threats")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if reasons.is_empty() {
        let theirs = before.board.marks(enemy);
        let free = |line: &&u128| *line & cell.bit() != 0 && *line & theirs == 0;
        let begun = (2..game.size() as u32).flat_map(|missing| open(&before.board, enemy, missing));
        let closes = does("closes", begun.collect());
        reasons.push(match (game.lines().iter().filter(free).count(), closes) {
            (0, Some(closes)) => format!("{closes} to {letter}"),
            (0, None) => "is on no open line".to_owned(),
            (free, _) => format!("is on {}", counted(free, "open", "line")),
        });
    }
    reasons
}

/// Names the lines that the winner has completed, or explains a draw.
pub(super) fn why_over(game: &TicTacToe, board: &Board) -> String {
    let Some(winner) = board.winner else {
        return "the board is full, and no line is complete".to_owned();
    };
    let lines = game.lines().iter().enumerate();
    let full = lines.filter(|(_, line)| *line & !board.marks(winner) == 0);
    let names: Vec<String> = full.map(|(place, _)| line_name(game, place)).collect();
    format!("{} has filled {}", TicTacToe::letter(winner), list(names))
}

/// Returns the name of the line at a place of [`TicTacToe::lines`].
fn line_name(game: &TicTacToe, place: usize) -> String {
    let size = game.size();
    match place {
        row if row < size => format!("row {}", row + 1),
        column if column < 2 * size => format!("column {}", column - size + 1),
        falling if falling == 2 * size => format!("the diagonal from 1 to {}", size * size),
        _ => format!("the diagonal from {size} to {}", size * size - size + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;

    /// Plays the moves and returns the reasons for the last one.
    fn said(size: usize, moves: &str) -> String {
        let game = TicTacToe::new(size).unwrap();
        let mut state = game.start();
        let mut said = Vec::new();
        for word in moves.split(' ') {
            let cell = game.parse_move(&state, word).unwrap();
            let next = game.play(&state, cell);
            said = reasons(&game, &state, cell, &next);
            state = next;
        }
        list(said)
    }

    #[test]
    fn each_kind_of_reason_has_its_words() {
        for (moves, reasons) in [
            ("4 1 5 2 6", "completes row 2"),
            ("5 1 2 8", "blocks column 2"),
            ("1 2 5", "threatens to complete the diagonal from 1 to 9"),
            (
                "1 2 5 9 7",
                "makes two threats: column 1 and the diagonal from 3 to 7",
            ),
            ("1 5 9 3", "takes the cell where X would make two threats"),
            ("5", "is on 4 open lines"),
            ("5 1 9 8 2", "closes row 1 to O"),
            ("5 1 3 8 2", "is on no open line"),
        ] {
            let said = said(3, moves);
            assert!(said.contains(reasons), "{moves}: {said}");
        }
    }
}
