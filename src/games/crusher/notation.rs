//! Boards and histories as strings, in the course text's notation.

use super::board::Layout;
use super::hex::Hex;
use crate::engine::Side;
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
        /// What stands there.
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
    /// The list does not end with a bracket.
    #[error("a history ends with ]")]
    NoEnd,
    /// Something else stands where a string should begin.
    #[error("board {number} of the history is not in quotation marks (\")")]
    NoString {
        /// Which board, the newest being 1.
        number: usize,
    },
    /// A string does not end.
    #[error("board {number} of the history lacks its second quotation mark")]
    OpenString {
        /// Which board, the newest being 1.
        number: usize,
    },
    /// Two strings without a comma in between.
    #[error("after board {number} of the history there is neither , nor ]")]
    NoComma {
        /// Which board, the newest being 1.
        number: usize,
    },
    /// Something stands after the list.
    #[error("there is more after the ] of the history")]
    More,
}

/// Reads a list of strings such as `["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"]`. Blanks may
/// stand between the parts. What is in the strings is not looked at.
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
    let mut rest = text
        .trim()
        .strip_prefix('[')
        .ok_or(ListError::NoBeginning)?;
    let mut list = Vec::new();
    loop {
        rest = rest.trim_start();
        if list.is_empty()
            && let Some(after) = rest.strip_prefix(']')
        {
            rest = after;
            break;
        }
        if rest.is_empty() {
            return Err(ListError::NoEnd);
        }
        let number = list.len() + 1;
        let string = rest
            .strip_prefix('"')
            .ok_or(ListError::NoString { number })?;
        let (board, after) = string
            .split_once('"')
            .ok_or(ListError::OpenString { number })?;
        list.push(board.to_owned());
        rest = after.trim_start();
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(']') {
            rest = after;
            break;
        } else if rest.is_empty() {
            return Err(ListError::NoEnd);
        } else {
            return Err(ListError::NoComma { number });
        }
    }
    if rest.is_empty() {
        Ok(list)
    } else {
        Err(ListError::More)
    }
}

/// Writes a list of strings as the course text prints it.
#[must_use]
pub fn show_list<S: AsRef<str>>(list: &[S]) -> String {
    let strings: Vec<String> = list
        .iter()
        .map(|string| format!("\"{}\"", string.as_ref()))
        .collect();
    format!("[{}]", strings.join(", "))
}
