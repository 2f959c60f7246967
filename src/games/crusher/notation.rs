//! Boards and histories as text: strings and lists as the course text writes them, its diagrams,
//! and saved games.

use super::Crusher;
use super::board::Layout;
use super::hex::Hex;
use crate::engine::{Game, Side, StateOf};
use thiserror::Error;

/// Returns the letter of a piece, `-` for none.
pub(super) const fn letter(piece: Option<Side>) -> char {
    match piece {
        Some(Side::First) => 'W',
        Some(Side::Second) => 'B',
        None => '-',
    }
}

/// Returns the name of a side.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// Returns the side with this letter.
pub(super) const fn side(letter: char) -> Option<Side> {
    match letter {
        'W' => Some(Side::First),
        'B' => Some(Side::Second),
        _ => None,
    }
}

/// The error of parsing a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// It is too long or too short.
    #[error("the board has {found} cells, but N = {size} needs {needed}")]
    Length {
        /// The number of cells it has.
        found: usize,
        /// The number it should have.
        needed: usize,
        /// N.
        size: usize,
    },
    /// A character is not `W`, `B` or `-`.
    #[error("cell {number} of the board is {found:?}, not W, B or -")]
    Letter {
        /// The number of the cell.
        number: usize,
        /// The character found.
        found: char,
    },
}

/// Parses a board such as `WWW-WW-------BB-BBB`: the cells in reading order.
///
/// # Errors
/// If the number of cells is wrong, or a character is not `W`, `B` or `-`.
pub fn parse_board(hex: &Hex, text: &str) -> Result<Layout, BoardError> {
    let found = text.chars().count();
    if found != hex.cells() {
        return Err(BoardError::Length {
            found,
            needed: hex.cells(),
            size: hex.size(),
        });
    }
    let mut pieces = [0; 2];
    for (index, found) in text.chars().enumerate() {
        match (hex.cell(index), side(found)) {
            (Some(cell), Some(side)) => pieces[side.index()] |= hex.bit(cell),
            _ if found == '-' => {}
            _ => {
                return Err(BoardError::Letter {
                    number: index + 1,
                    found,
                });
            }
        }
    }
    Ok(Layout::new(pieces))
}

/// Writes a board as [`parse_board`] reads it.
#[must_use]
pub fn show_board(hex: &Hex, layout: &Layout) -> String {
    hex.members(hex.all)
        .map(|cell| letter(layout.at(hex, cell)))
        .collect()
}

/// Parses a list of strings such as `["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"]`, with any
/// blanks between the parts. Does not check the strings.
pub(super) fn parse_list(text: &str) -> Result<Vec<String>, String> {
    let list = text.trim().strip_prefix('[');
    let list = list.ok_or("a history begins with [")?.strip_suffix(']');
    let list = list.ok_or("a history ends with ]")?.trim();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let string = |(number, item): (usize, &str)| {
        let item = item.trim().strip_prefix('"');
        let board = item.and_then(|item| item.strip_suffix('"'));
        let board = board.filter(|board| !board.contains('"'));
        board
            .map(str::to_owned)
            .ok_or_else(|| format!("board {number} of the history is not in quotation marks (\")"))
    };
    (1..).zip(list.split(',')).map(string).collect()
}

/// Writes a list of strings as the course text does.
pub(super) fn show_list<S: AsRef<str>>(list: &[S]) -> String {
    let strings = list.iter().map(|text| format!("\"{}\"", text.as_ref()));
    format!("[{}]", strings.collect::<Vec<_>>().join(", "))
}

/// Draws a board as the course text does: a line for each row, rows centred, three blanks between
/// cells, and no line break at the end.
///
/// ```
/// use game::games::crusher::{Hex, diagram, parse_board};
///
/// let hex = Hex::new(2).ok_or("no such board")?;
/// let layout = parse_board(&hex, "WW-W-BB")?;
/// assert_eq!(diagram(&hex, &layout), "    W   W\n  -   W   -\n    B   B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diagram(hex: &Hex, layout: &Layout) -> String {
    let line = |cells: Vec<_>| {
        let letters = cells.iter().map(|&cell| letter(layout.at(hex, cell)));
        let letters: Vec<String> = letters.map(String::from).collect();
        margin(hex, cells.len()) + " " + &letters.join("   ")
    };
    hex.rows().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the indentation of a row of this many cells, with room for the bracket of the first.
pub(super) fn margin(hex: &Hex, cells: usize) -> String {
    // A cell and its gap are four columns wide, and each row is half a cell off the next.
    " ".repeat(1 + 2 * (hex.longest_row() - cells))
}

/// The longest saved game, in bytes: ten thousand boards of the largest size.
pub(super) const LONGEST_FILE: usize = 1 << 20;

/// Writes a saved game: the side to move, then all boards, the newest first as in the course text's
/// history.
///
/// ```text
/// B to play
/// WWW--W---W---BB-BBB
/// WWW-WW-------BB-BBB
/// ```
pub(super) fn write_game(game: &Crusher, state: &StateOf<Crusher>) -> String {
    let boards = state.board.history();
    let boards: String = boards.map(|layout| game.show(&layout) + "\n").collect();
    format!("{} to play\n{boards}", letter(Some(state.to_move)))
}

/// Reads the output of [`write_game`] and replays the game. Board numbers count from the newest.
///
/// # Errors
/// The reason why the bytes are not a saved game.
pub(super) fn read_game(bytes: &[u8]) -> Result<(Crusher, StateOf<Crusher>), String> {
    if bytes.len() > LONGEST_FILE {
        return Err("it is too long".to_owned());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text")?;
    let text = text.strip_suffix('\n');
    let text = text.ok_or("the last line does not end in a line break")?;
    let mut lines = text.split('\n');
    let turn = match lines.next() {
        Some("W to play") => Side::First,
        Some("B to play") => Side::Second,
        _ => return Err("the first line must be \"W to play\" or \"B to play\"".to_owned()),
    };
    let boards: Vec<&str> = lines.collect();
    let (oldest, newer) = boards.split_last().unwrap_or((&"", &[]));
    let cells = oldest.chars().count();
    let mut games = Hex::SIZES.filter_map(Crusher::new);
    let game = games.find(|game| game.hex().cells() == cells);
    let game =
        game.ok_or_else(|| format!("the last line has {cells} cells, which fits no board"))?;
    let mut state = game.start();
    if !game.has_start() || *oldest != game.show(state.board.layout()) {
        return Err("the last board of the history is not the one a game begins with".to_owned());
    }
    for (number, board) in (1..boards.len()).zip(newer).rev() {
        let layout = parse_board(game.hex(), board)
            .map_err(|reason| format!("board {number} of the history: {reason}"))?;
        let moves = game.move_list(&state).into_iter();
        state = moves
            .map(|mv| game.play(&state, mv))
            .find(|next| *next.board.layout() == layout)
            .ok_or_else(|| format!("no legal move leads to board {number} of the history"))?;
    }
    if state.to_move != turn {
        return Err("it cannot be this side's turn: White begins, and turns alternate".to_owned());
    }
    Ok((game, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn saved_games_round_trip(size in 3usize..=6, moves in 0usize..60, seed: u64) {
            let game = Crusher::new(size).unwrap();
            let mut rng = Rng::new(seed);
            let mut state = game.start();
            for _ in 0..moves {
                let list = game.move_list(&state);
                if list.is_empty() {
                    break;
                }
                state = game.play(&state, list[rng.below(list.len())]);
            }
            let text = write_game(&game, &state);
            prop_assert_eq!(read_game(text.as_bytes()), Ok((game, state)));
        }

        #[test]
        fn lists_round_trip(list in proptest::collection::vec("[WB-]{0,19}", 0..5)) {
            prop_assert_eq!(parse_list(&show_list(&list)), Ok(list));
        }

    }

    #[test]
    fn malformed_games_have_reasons() {
        const START: &str = "WWW-WW-------BB-BBB";
        const NEXT: &str = "WWW--W---W---BB-BBB";
        let reason = |text: &str| read_game(text.as_bytes()).err().unwrap_or_default();
        let no_start = "the last board of the history is not the one a game begins with";
        let again = "no legal move leads to board 1 of the history";
        let turn = "it cannot be this side's turn: White begins, and turns alternate";
        let no_end = "the last line does not end in a line break";
        for (text, expected) in [
            (format!("B to play\n{NEXT}\n{START}\n"), ""),
            (String::new(), no_end),
            (format!("W to play\n{START}"), no_end),
            (
                format!("X to play\n{START}\n"),
                "the first line must be \"W to play\" or \"B to play\"",
            ),
            (
                format!("W to play\n{START}\n\n"),
                "the last line has 0 cells, which fits no board",
            ),
            (
                format!("B to play\nWWX--W---W---BB-BBB\n{START}\n"),
                "board 1 of the history: cell 3 of the board is 'X', not W, B or -",
            ),
            (format!("B to play\n{NEXT}\n"), no_start),
            ("W to play\n-------\n".to_owned(), no_start),
            (format!("B to play\n{START}\n{START}\n"), again),
            (format!("W to play\n{START}\n{NEXT}\n{START}\n"), again),
            (format!("B to play\n{START}\n"), turn),
            (format!("W to play\n{NEXT}\n{START}\n"), turn),
            ("W".repeat(LONGEST_FILE + 1), "it is too long"),
        ] {
            assert_eq!(reason(&text), expected, "{text:?}");
        }
        assert_eq!(read_game(b"\xff\n"), Err("it is not text".to_owned()));
    }

    #[test]
    fn malformed_lists_have_reasons() {
        assert_eq!(parse_list("[]"), Ok(vec![]));
        assert_eq!(parse_list(r#" [ "a" ,"" ] "#).unwrap(), ["a", ""]);
        let string =
            |number| format!("board {number} of the history is not in quotation marks (\")");
        for (text, reason) in [
            ("", "a history begins with [".to_owned()),
            (r#""a""#, "a history begins with [".to_owned()),
            ("[", "a history ends with ]".to_owned()),
            (r#"["a"] x"#, "a history ends with ]".to_owned()),
            (r#"["a",]"#, string(2)),
            ("[a]", string(1)),
            (r#"["a]"#, string(1)),
            (r#"["a" "b"]"#, string(1)),
        ] {
            assert_eq!(parse_list(text), Err(reason), "{text}");
        }
    }
}
