//! A saved game: whose turn it is, then all boards, the newest first, as in the course text's
//! history.
//!
//! ```text
//! B to play
//! WWW--W---W---BB-BBB
//! WWW-WW-------BB-BBB
//! ```

use thiserror::Error;

use super::notation;
use super::{Crusher, Hex, ReplayError, replay};
use crate::engine::StateOf;

/// The longest file that is read, in bytes: ten thousand boards of the biggest size.
pub(super) const LONGEST: usize = 1 << 20;

/// Why a file is no saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// It is not UTF-8.
    #[error("it is not text")]
    NotText,
    /// It is longer than any game that is saved.
    #[error("it is too long")]
    TooLong,
    /// The last line has no end.
    #[error("the last line does not end in a line break")]
    NoLineBreak,
    /// The first line is wrong.
    #[error("the first line must be \"W to play\" or \"B to play\"")]
    Turn,
    /// No board has so many cells.
    #[error("no board has {cells} cells, as the last line has")]
    Cells {
        /// How many characters stand there.
        cells: usize,
    },
    /// The boards are not those of a game. They are counted from the first line below the turn.
    #[error(transparent)]
    History(#[from] ReplayError),
    /// The boards are right, but it is the other side's turn.
    #[error("it cannot be this side's turn: White begins, and turns alternate")]
    WrongTurn,
}

/// The saved form of a position with its history.
pub(super) fn write(game: &Crusher, state: &StateOf<Crusher>) -> String {
    let mut out = format!("{} to play\n", notation::letter(Some(state.to_move)));
    for layout in state.board.history() {
        out.push_str(&game.show(&layout));
        out.push('\n');
    }
    out
}

/// Reads exactly what [`write`] makes: the game is played again move by move.
pub(super) fn read(bytes: &[u8]) -> Result<(Crusher, StateOf<Crusher>), Malformed> {
    if bytes.len() > LONGEST {
        return Err(Malformed::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed::NotText)?;
    let text = text.strip_suffix('\n').ok_or(Malformed::NoLineBreak)?;
    let mut lines = text.split('\n');
    let turn = match lines.next() {
        Some("W to play") => 'W',
        Some("B to play") => 'B',
        _ => return Err(Malformed::Turn),
    };
    let boards: Vec<&str> = lines.collect();
    let cells = boards.last().map_or(0, |board| board.chars().count());
    let game = Hex::SIZES
        .filter_map(|size| Crusher::new(size).ok())
        .find(|game| game.hex().cells() == cells)
        .ok_or(Malformed::Cells { cells })?;
    let state = replay(&game, &boards)?;
    if notation::letter(Some(state.to_move)) != turn {
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

    proptest! {
        #[test]
        fn what_was_written_is_read(size in 3usize..=6, moves in 0usize..60, seed: u64) {
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
            let text = write(&game, &state);
            prop_assert_eq!(read(text.as_bytes()), Ok((game, state)));
        }
    }

    #[test]
    fn each_way_of_being_wrong_is_told() {
        let start = "WWW-WW-------BB-BBB";
        let next = "WWW--W---W---BB-BBB";
        let reason = |text: &str| read(text.as_bytes()).err();
        assert_eq!(reason(&format!("B to play\n{next}\n{start}\n")), None);
        assert_eq!(reason(&format!("W to play\n{start}\n")), None);
        for (text, expected) in [
            (String::new(), Malformed::NoLineBreak),
            (format!("W to play\n{start}"), Malformed::NoLineBreak),
            (format!("X to play\n{start}\n"), Malformed::Turn),
            ("W to play\n".to_owned(), Malformed::Cells { cells: 0 }),
            (
                format!("W to play\n{start}\n\n"),
                Malformed::Cells { cells: 0 },
            ),
            (
                "W to play\nWW-BB\n".to_owned(),
                Malformed::Cells { cells: 5 },
            ),
            (
                format!("B to play\n{next}\n"),
                Malformed::History(ReplayError::Start),
            ),
            (format!("B to play\n{start}\n"), Malformed::WrongTurn),
            (
                format!("W to play\n{next}\n{start}\n"),
                Malformed::WrongTurn,
            ),
            (
                format!("B to play\n{start}\n{start}\n"),
                Malformed::History(ReplayError::Move { number: 1 }),
            ),
        ] {
            assert_eq!(reason(&text), Some(expected), "{text:?}");
        }
        assert!(matches!(
            reason(&format!("B to play\nWWX--W---W---BB-BBB\n{start}\n")),
            Some(Malformed::History(ReplayError::Board { number: 1, .. }))
        ));
        assert_eq!(read(b"W to play\n\xff\n"), Err(Malformed::NotText));
        assert_eq!(read(&vec![b'W'; LONGEST]), Err(Malformed::NoLineBreak));
        assert_eq!(read(&vec![b'W'; LONGEST + 1]), Err(Malformed::TooLong));
    }
}
