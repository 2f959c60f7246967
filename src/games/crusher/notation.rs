//! Boards and histories as text: strings and lists as the course text writes them, its diagrams,
//! and saved games.

use super::Crusher;
use super::board::Layout;
use super::hex::{Cell, Hex};
use crate::engine::{Game, Side, StateOf};
use thiserror::Error;

/// The letter of a piece, `-` for none.
#[must_use]
pub const fn letter(piece: Option<Side>) -> char {
    match piece {
        Some(Side::First) => 'W',
        Some(Side::Second) => 'B',
        None => '-',
    }
}

/// The name of a side.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// The side that a letter stands for.
#[must_use]
pub const fn side(letter: char) -> Option<Side> {
    match letter {
        'W' => Some(Side::First),
        'B' => Some(Side::Second),
        _ => None,
    }
}

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// It is too long or too short.
    #[error("the board has {found} cells, but N = {size} needs {needed}")]
    Length {
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        needed: usize,
        /// N.
        size: usize,
    },
    /// It has another character than `W`, `B` and `-`.
    #[error("cell {number} of the board is {found:?}, not W, B or -")]
    Letter {
        /// The number of the cell.
        number: usize,
        /// The character found.
        found: char,
    },
}

/// Reads a board such as `WWW-WW-------BB-BBB`: the cells in reading order.
///
/// # Errors
/// If it has not exactly the cells of the hexagon, or anything else than `W`, `B` and `-`.
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
    hex.members(hex.all())
        .map(|cell| letter(layout.at(hex, cell)))
        .collect()
}

/// Why a text is not a list of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// It does not begin with a bracket.
    #[error("a history begins with [")]
    NoBeginning,
    /// It does not end with a bracket.
    #[error("a history ends with ]")]
    NoEnd,
    /// A board, the newest being 1, is not a string.
    #[error("board {0} of the history is not in quotation marks (\")")]
    NoString(usize),
}

/// Parses a list of strings such as `["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"]`, with any
/// blanks between the parts. Does not look into the strings.
///
/// ```
/// use game::games::crusher::{parse_list, show_list};
///
/// let list = parse_list(r#"["W-B",  "BW-"]"#)?;
/// assert_eq!(list, ["W-B", "BW-"]);
/// assert_eq!(show_list(&list), r#"["W-B", "BW-"]"#);
/// # Ok::<(), game::games::crusher::ListError>(())
/// ```
///
/// # Errors
/// If the text is anything else.
pub fn parse_list(text: &str) -> Result<Vec<String>, ListError> {
    let rest = text.trim().strip_prefix('[');
    let rest = rest.ok_or(ListError::NoBeginning)?.strip_suffix(']');
    let list = rest.ok_or(ListError::NoEnd)?.trim();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let string = |(index, item): (usize, &str)| {
        let item = item.trim().strip_prefix('"');
        let board = item.and_then(|item| item.strip_suffix('"'));
        let board = board.filter(|board| !board.contains('"'));
        Ok(board.ok_or(ListError::NoString(index + 1))?.to_owned())
    };
    list.split(',').enumerate().map(string).collect()
}

/// Writes a list of strings as the course text prints it.
#[must_use]
pub fn show_list<S: AsRef<str>>(list: &[S]) -> String {
    let strings = list.iter().map(|text| format!("\"{}\"", text.as_ref()));
    format!("[{}]", strings.collect::<Vec<_>>().join(", "))
}

/// Writes a board as the course text prints it: a line for each row, rows centred, three blanks
/// between cells, and no line break at the end.
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
    let lines: Vec<String> = rows(hex)
        .map(|cells| {
            let letters: Vec<String> = cells
                .iter()
                .map(|&cell| letter(layout.at(hex, cell)).to_string())
                .collect();
            // A cell and its gap are four columns wide, and each row is half a cell off the next.
            margin(hex, cells.len()) + " " + &letters.join("   ")
        })
        .collect();
    lines.join("\n")
}

/// The cells of each row, from the top.
pub(super) fn rows(hex: &Hex) -> impl Iterator<Item = Vec<Cell>> {
    let mut first = 0;
    hex.rows().map(move |length| {
        let cells = first..first + length;
        first += length;
        cells.filter_map(|index| hex.cell(index)).collect()
    })
}

pub(super) fn longest_row(hex: &Hex) -> usize {
    2 * hex.size() - 1
}

/// The indentation of a row of this many cells, with room for the bracket of the first.
pub(super) fn margin(hex: &Hex, cells: usize) -> String {
    " ".repeat(1 + 2 * (longest_row(hex) - cells))
}

/// The longest saved game, in bytes: ten thousand boards of the biggest size.
pub(super) const LONGEST_FILE: usize = 1 << 20;

/// Writes a saved game: whose turn it is, then all boards, the newest first, as in the course
/// text's history.
///
/// ```text
/// B to play
/// WWW--W---W---BB-BBB
/// WWW-WW-------BB-BBB
/// ```
pub(super) fn write_game(game: &Crusher, state: &StateOf<Crusher>) -> String {
    let mut out = format!("{} to play\n", letter(Some(state.to_move)));
    for layout in state.board.history() {
        out.push_str(&game.show(&layout));
        out.push('\n');
    }
    out
}

/// Reads exactly what [`write_game`] makes: plays the game again move by move, or returns why that
/// cannot be done. Boards are counted from the newest.
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
    let cells = boards.last().map_or(0, |board| board.chars().count());
    let game = Hex::SIZES
        .filter_map(|size| Crusher::new(size).ok())
        .find(|game| game.hex().cells() == cells)
        .ok_or_else(|| format!("no board has {cells} cells, as the last line has"))?;
    let mut state = game.start();
    for (index, board) in boards.iter().enumerate().rev() {
        let number = index + 1;
        let layout = parse_board(game.hex(), board)
            .map_err(|reason| format!("board {number} of the history: {reason}"))?;
        if number == boards.len() {
            if !game.has_start() || layout != *state.board.layout() {
                let reason = "the last board of the history is not the one a game begins with";
                return Err(reason.to_owned());
            }
            continue;
        }
        state = game
            .move_list(&state)
            .into_iter()
            .map(|mv| game.play(&state, mv))
            .find(|next| *next.board.layout() == layout)
            .ok_or_else(|| format!("no legal move leads to board {number} of the history"))?;
    }
    if state.to_move != turn {
        let reason = "it cannot be this side's turn: White begins, and turns alternate";
        return Err(reason.to_owned());
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
        fn a_saved_game_is_read_as_it_was_written(size in 3usize..=6, moves in 0usize..60, seed: u64) {
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
        fn a_list_is_read_as_it_was_written(list in proptest::collection::vec("[WB-]{0,19}", 0..5)) {
            prop_assert_eq!(parse_list(&show_list(&list)), Ok(list));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,20}|[\\[\\]\", a]{0,12}") {
            let _ = parse_list(&text);
            let _ = parse_board(&Hex::new(2).unwrap(), &text);
        }
    }

    #[test]
    fn each_way_of_being_no_saved_game_has_its_reason() {
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
                "no board has 0 cells, as the last line has",
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
    fn lists_as_text() {
        let list = |text: &str| parse_list(text).map_err(|e| e.to_string());
        assert_eq!(list("[]"), Ok(vec![]));
        assert_eq!(list(r#" [ "a" ,"" ] "#).unwrap(), ["a", ""]);
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
            assert_eq!(list(text), Err(reason), "{text}");
        }
    }
}
