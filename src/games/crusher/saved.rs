//! A saved game: whose turn it is, then all boards, the newest first, as in the course text's
//! history.
//!
//! ```text
//! B to play
//! WWW--W---W---BB-BBB
//! WWW-WW-------BB-BBB
//! ```

use super::notation::{self, BoardError};
use super::{Crusher, Hex};
use crate::engine::{Game, StateOf};
use thiserror::Error;

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

/// Why a history is not that of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// There is no board at all.
    #[error("the history is empty")]
    Empty,
    /// A board is malformed.
    #[error("board {number} of the history: {reason}")]
    Board {
        /// Which board, the newest being 1.
        number: usize,
        /// What is wrong with it.
        reason: BoardError,
    },
    /// The oldest board is another one than games begin with.
    #[error("the last board of the history is not the one a game begins with")]
    Start,
    /// A board does not follow from the one before it.
    #[error("no legal move leads to board {number} of the history")]
    Move {
        /// Which board, the newest being 1.
        number: usize,
    },
}

/// The position at the end of a game, given all its boards, the newest first: White begins, and
/// every board must follow from the one before by a legal move.
///
/// ```
/// use game::engine::Side;
/// use game::games::crusher::{Crusher, replay};
///
/// let game = Crusher::new(3)?;
/// let state = replay(&game, &["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"])?;
/// assert_eq!(state.to_move, Side::Second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is not the history of a game.
pub fn replay<S: AsRef<str>>(
    game: &Crusher,
    history: &[S],
) -> Result<StateOf<Crusher>, ReplayError> {
    let mut state = game.start();
    let mut numbered = history.iter().enumerate().rev().map(|(index, text)| {
        let number = index + 1;
        notation::parse_board(game.hex(), text.as_ref())
            .map(|layout| (number, layout))
            .map_err(|reason| ReplayError::Board { number, reason })
    });
    let (_, oldest) = numbered.next().ok_or(ReplayError::Empty)??;
    if !game.has_start() || oldest != *state.board.layout() {
        return Err(ReplayError::Start);
    }
    for board in numbered {
        let (number, layout) = board?;
        let next = game
            .move_list(&state)
            .into_iter()
            .map(|mv| game.play(&state, mv))
            .find(|next| *next.board.layout() == layout);
        state = next.ok_or(ReplayError::Move { number })?;
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn error(n: usize, history: &[&str]) -> String {
        let game = Crusher::new(n).unwrap();
        replay(&game, history).unwrap_err().to_string()
    }

    const START: &str = "WWW-WW-------BB-BBB";
    const FIRST: &str = "-WW-WW---W---BB-BBB";

    #[test]
    fn a_game_is_played_through() {
        let mut rng = Rng::new(1);
        for n in 3..=6 {
            let game = Crusher::new(n).unwrap();
            let mut state = game.start();
            for _ in 0..40 {
                let history: Vec<String> = state.board.history().map(|l| game.show(&l)).collect();
                assert_eq!(replay(&game, &history), Ok(state.clone()));
                let moves = game.move_list(&state);
                if moves.is_empty() {
                    break;
                }
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(error(3, &[]), "the history is empty");
        assert_eq!(
            error(3, &["W", START]),
            "board 1 of the history: the board has 1 cells, but N = 3 needs 19"
        );
        let start = "the last board of the history is not the one a game begins with";
        assert_eq!(error(3, &[FIRST]), start);
        assert_eq!(error(3, &[START, FIRST]), start);
        assert_eq!(error(2, &["-------"]), start);
        let back = "no legal move leads to board 1 of the history";
        assert_eq!(error(3, &[START, FIRST, START]), back);
        assert_eq!(error(3, &[FIRST, FIRST, START]), back);
        // White may not move twice.
        let second = "-W--WW---WW--BB-BBB";
        assert_eq!(error(3, &[second, FIRST, START]), back);
    }
}
