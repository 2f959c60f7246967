//! A saved game: whose turn it is and the marks, in the format of [`grid`].

use thiserror::Error;

use super::board::{Board, Cell};
use super::rules::TicTacToe;
use crate::engine::{State, StateOf};
use crate::games::grid::{self, Grid};

const LETTERS: [char; 2] = ['X', 'O'];

/// The length of the longest valid file: a board of 10 by 10.
pub(super) const LONGEST: usize = grid(10).file_len();

/// Why a file is not a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The turn or the cells are not written as they must be.
    #[error(transparent)]
    Grid(#[from] grid::Malformed),
    /// The length fits no board.
    #[error("no board from 1 by 1 to 10 by 10 fits into {0} bytes")]
    Length(usize),
    /// The cells are right, but no game leads there.
    #[error("no game comes to this position")]
    Unreachable,
    /// The position is right, but it is the other player's turn.
    #[error("it cannot be this player's turn: X begins, and turns alternate")]
    WrongTurn,
}

const fn grid(size: usize) -> Grid {
    Grid {
        rows: size,
        columns: size,
    }
}

/// The saved form of a position.
pub(super) fn write(game: &TicTacToe, state: &State<Board>) -> String {
    let size = game.size();
    grid(size).write(LETTERS[state.to_move.index()], |row, column| {
        let mark = state.board.at(Cell((row * size + column) as u8));
        mark.map_or(' ', |side| LETTERS[side.index()])
    })
}

/// Reads exactly what [`write`] makes.
pub(super) fn read(bytes: &[u8]) -> Result<(TicTacToe, StateOf<TicTacToe>), Malformed> {
    let (to_move, rows) = grid::read_turn(bytes, LETTERS)?;
    let fits = |size: &usize| grid(*size).file_len() == bytes.len();
    let size = TicTacToe::SIZES.into_iter().find(fits);
    let game = size.and_then(|size| TicTacToe::new(size).ok());
    let game = game.ok_or(Malformed::Length(bytes.len()))?;
    let mut marks = [0u128; 2];
    for (index, mark) in grid(game.size())
        .read_cells(rows, LETTERS)?
        .into_iter()
        .enumerate()
    {
        if let Some(side) = mark {
            marks[side.index()] |= Cell(index as u8).bit();
        }
    }
    let state = game.position(marks).ok_or(Malformed::Unreachable)?;
    if state.to_move != to_move {
        return Err(Malformed::WrongTurn);
    }
    Ok((game, state))
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
        let symbol = |line, column, expected: &str| {
            format!("line {line}, column {column}: expected {expected}")
        };
        let turn = "the first line must be \"X to play\" or \"O to play\"".to_owned();
        let length = |bytes| Malformed::Length(bytes).to_string();
        for (text, reason) in [
            ("", turn.clone()),
            ("x to play\nX, , \n , , \n , , \n", turn),
            ("O to play\n", length(10)),
            ("O to play\nX, , \n , , \n , , ", length(27)),
            ("O to play\nX, , \n , , \n , , \n\n", length(29)),
            (
                "O to play\nY, , \n , , \n , , \n",
                symbol(2, 1, "X, O or a blank"),
            ),
            ("O to play\nX, ; \n , , \n , , \n", symbol(2, 4, "a comma")),
            (
                "O to play\nX, , \r , , \n , , \n",
                symbol(2, 6, "a line break"),
            ),
            (
                "X to play\nX, , \n , , \n , , \n",
                Malformed::WrongTurn.to_string(),
            ),
            (
                "O to play\nX,X, \n , , \n , , \n",
                Malformed::Unreachable.to_string(),
            ),
            (
                "X to play\nX,X,X\nO,O,O\n , , \n",
                Malformed::Unreachable.to_string(),
            ),
        ] {
            let told = read(text.as_bytes()).unwrap_err().to_string();
            assert_eq!(told, reason, "{text:?}");
        }
    }
}
