//! A saved game: whose turn it is, then a line of cells for each row.
//!
//! ```text
//! O to play
//! X, ,
//!  ,O,
//! X, ,
//! ```

use thiserror::Error;

use super::board::{Board, Cell};
use super::rules::TicTacToe;
use crate::engine::{Side, State, StateOf};

/// The length of the longest valid file: a board of 10 by 10.
pub(super) const LONGEST: usize = FIRST_LINE + 10 * 20;

/// `X to play` and its line break.
const FIRST_LINE: usize = 10;

/// Why a file is no saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The first line is wrong.
    #[error("the first line must be \"X to play\" or \"O to play\"")]
    Turn,
    /// The length fits no board.
    #[error("no board from 1 by 1 to 10 by 10 fits into {0} bytes")]
    Length(usize),
    /// A cell, a comma or a line break is not where it must be.
    #[error("line {line}, column {column}: expected {expected}")]
    Symbol {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What must stand there.
        expected: &'static str,
    },
    /// The cells are right, but no game leads there.
    #[error("no game comes to this position")]
    Unreachable,
    /// The position is right, but it is the other player's turn.
    #[error("it cannot be this player's turn: X begins, and turns alternate")]
    WrongTurn,
}

/// The saved form of a position.
pub(super) fn write(game: &TicTacToe, state: &State<Board>) -> String {
    let mut out = format!("{} to play\n", letter(state.to_move));
    for row in 0..game.size() {
        for column in 0..game.size() {
            if column > 0 {
                out.push(',');
            }
            let cell = Cell((row * game.size() + column) as u8);
            out.push(state.board.at(cell).map_or(' ', letter));
        }
        out.push('\n');
    }
    out
}

/// Reads exactly what [`write`] makes.
pub(super) fn read(bytes: &[u8]) -> Result<(TicTacToe, StateOf<TicTacToe>), Malformed> {
    let (first, rows) = bytes.split_at_checked(FIRST_LINE).ok_or(Malformed::Turn)?;
    let to_move = match first {
        b"X to play\n" => Side::First,
        b"O to play\n" => Side::Second,
        _ => return Err(Malformed::Turn),
    };
    let size = TicTacToe::SIZES
        .into_iter()
        .find(|size| rows.len() == 2 * size * size)
        .ok_or(Malformed::Length(bytes.len()))?;
    let game = TicTacToe::new(size).map_err(|_| Malformed::Length(bytes.len()))?;
    let mut marks = [0u128; 2];
    for (row, line) in rows.chunks(2 * size).enumerate() {
        for (column, pair) in line.chunks(2).enumerate() {
            let wrong = |place: usize, expected| Malformed::Symbol {
                line: row + 2,
                column: 2 * column + place,
                expected,
            };
            let bit = Cell((row * size + column) as u8).bit();
            match pair[0] {
                b'X' => marks[0] |= bit,
                b'O' => marks[1] |= bit,
                b' ' => {}
                _ => return Err(wrong(1, "X, O or a blank")),
            }
            match (pair[1], column + 1 == size) {
                (b',', false) | (b'\n', true) => {}
                (_, false) => return Err(wrong(2, "a comma")),
                (_, true) => return Err(wrong(2, "a line break")),
            }
        }
    }
    let state = game.position(marks).ok_or(Malformed::Unreachable)?;
    if state.to_move != to_move {
        return Err(Malformed::WrongTurn);
    }
    Ok((game, state))
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::engine::rng::Rng;
    use proptest::prelude::*;

    fn random_position(size: usize, seed: u64) -> (TicTacToe, StateOf<TicTacToe>) {
        let game = TicTacToe::new(size).unwrap();
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        for _ in 0..rng.below(size * size + 1) {
            let moves = game.move_list(&state);
            if moves.is_empty() {
                break;
            }
            state = game.play(&state, moves[rng.below(moves.len())]);
        }
        (game, state)
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(size in 1usize..=10, seed: u64) {
            let (game, state) = random_position(size, seed);
            let text = write(&game, &state);
            prop_assert!(text.len() <= LONGEST);
            prop_assert_eq!(read(text.as_bytes()), Ok((game, state)));
        }

        #[test]
        fn what_is_read_is_written_the_same(size in 1usize..=4, seed: u64, at: prop::sample::Index, byte: u8) {
            let (game, state) = random_position(size, seed);
            let mut bytes = write(&game, &state).into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if let Ok((game, state)) = read(&bytes) {
                prop_assert_eq!(write(&game, &state).into_bytes(), bytes);
            }
        }
    }

    #[test]
    fn each_way_of_being_wrong_is_told() {
        let good = "O to play\nX, , \n , , \n , , \n";
        assert!(read(good.as_bytes()).is_ok());
        let symbol = |line, column, expected| Malformed::Symbol {
            line,
            column,
            expected,
        };
        for (text, reason) in [
            ("", Malformed::Turn),
            ("x to play\nX, , \n , , \n , , \n", Malformed::Turn),
            ("O to play\n", Malformed::Length(10)),
            ("O to play\nX, , \n , , \n , , ", Malformed::Length(27)),
            ("O to play\nX, , \n , , \n , , \n\n", Malformed::Length(29)),
            (
                "O to play\nY, , \n , , \n , , \n",
                symbol(2, 1, "X, O or a blank"),
            ),
            ("O to play\nX, ; \n , , \n , , \n", symbol(2, 4, "a comma")),
            (
                "O to play\nX, , \r , , \n , , \n",
                symbol(2, 6, "a line break"),
            ),
            ("X to play\nX, , \n , , \n , , \n", Malformed::WrongTurn),
            ("O to play\nX,X, \n , , \n , , \n", Malformed::Unreachable),
            ("X to play\nX,X,X\nO,O,O\n , , \n", Malformed::Unreachable),
        ] {
            assert_eq!(read(text.as_bytes()).err(), Some(reason), "{text:?}");
        }
    }
}
