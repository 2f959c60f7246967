//! The commands of a board game, a row each.

use super::board_mode::BoardMode;
use super::level::Level;
use super::prompt_game::{Options, PERFECT, PromptGame};
use crate::decimal;
use crate::engine::Side;
use crate::repl::{Arg, Kind, Row, WrongWords, always, load_row, playing};

/// The rows that all board games share, then those that only this game has.
pub(super) fn rows<T: PromptGame>() -> Vec<Row<BoardMode<T>>> {
    let mut rows = vec![
        Row::with_args(
            ":start",
            T::size_arg().into_iter().collect(),
            "Begin a game",
            BoardMode::may_start,
            |words| words.first().map(|size| T::of_size(size)).transpose(),
            BoardMode::start,
        ),
        BoardMode::move_row(),
        Row::new(":stop", "End the game", always, BoardMode::stop),
        Row::with_file(":save", "Save the game in a file", playing, BoardMode::save),
        load_row(),
        Row::with_args(
            ":board",
            vec![Arg::optional("N", Kind::Free)],
            "Show the board, now or after move N",
            BoardMode::has_game,
            |words| match words {
                [] => Ok(None),
                _ => decimal::only(words).map(Some).ok_or(None),
            },
            BoardMode::board,
        ),
        moves_row(),
        Row::new(
            ":undo",
            "Take the last move back",
            BoardMode::may_undo,
            BoardMode::undo,
        ),
        Row::new(":redo", "Redo a move", BoardMode::may_redo, BoardMode::redo),
        Row::new(
            ":history",
            "List the moves so far, as they can be typed",
            BoardMode::has_game,
            BoardMode::history,
        ),
        review_row(),
        Row::with_file(
            ":record",
            "Write the game as commands for :read",
            BoardMode::has_game,
            BoardMode::record,
        ),
        Row::new(":hint", "Suggest a move", playing, BoardMode::hint),
        Row::with_args(
            ":computer",
            vec![
                Arg::optional("SIDE", Kind::Free).ending(),
                Arg::optional("LEVEL", Kind::Free),
            ],
            "Let the computer play SIDE, or none: 5 moves ahead, 2s, easy (1), medium (3), hard (2,000,000 positions)",
            always,
            computer::<T>,
            BoardMode::computer,
        )
        .completing(BoardMode::computer_words),
    ];
    for own in T::own_rows() {
        match rows.iter_mut().find(|row| row.name == own.name) {
            Some(row) => *row = own,
            None => rows.push(own),
        }
    }
    rows
}

impl<T: PromptGame> BoardMode<T> {
    /// `:move` with the arguments of the game.
    #[must_use]
    pub fn move_row() -> Row<Self> {
        Row::with_args(
            ":move",
            T::move_args(),
            "Make a move",
            playing,
            |words| Ok(words.join(" ")),
            |mode: &mut Self, text: String, context| mode.make_move(&text, context),
        )
        .completing(BoardMode::legal_moves)
    }
}

fn moves_row<T: PromptGame>() -> Row<BoardMode<T>> {
    // Where a move is one word there is no place to start from.
    let (args, summary) = if T::move_args().len() > 1 {
        let from = vec![Arg::optional("FROM", Kind::Free)];
        (from, "List the legal moves, all or from one place")
    } else {
        (vec![], "List the legal moves")
    };
    Row::with_args(
        ":moves",
        args,
        summary,
        playing,
        |words| Ok(words.first().map(ToString::to_string)),
        |mode: &mut BoardMode<T>, from: Option<String>, _| mode.moves(from.as_deref()),
    )
    .completing(BoardMode::legal_moves)
}

fn review_row<T: PromptGame>() -> Row<BoardMode<T>> {
    Row::with_args(
        ":review",
        vec![Arg::optional("LEVEL", Kind::Free)],
        "Look for mistakes in the game",
        BoardMode::has_game,
        |words| {
            words
                .first()
                .map(|level| read_level::<T>(level))
                .transpose()
        },
        BoardMode::review,
    )
    .completing(|_| Level::USUAL.map(str::to_owned).to_vec())
}

/// The arguments of `:computer`.
#[derive(Clone, Copy)]
pub(super) enum Computer {
    /// None: list the players.
    List,
    /// The computer plays no side.
    None,
    /// It plays a side at a level.
    Side(Side, Option<Level>),
}

pub(super) fn computer<T: PromptGame>(words: &[&str]) -> Result<Computer, WrongWords> {
    match words {
        [] => Ok(Computer::List),
        ["none"] => Ok(Computer::None),
        [side] => Ok(Computer::Side(read_side::<T>(side)?, None)),
        [side, level] => Ok(Computer::Side(
            read_side::<T>(side)?,
            Some(read_level::<T>(level)?),
        )),
        _ => Err(None),
    }
}

fn read_side<T: PromptGame>(letter: &str) -> Result<Side, WrongWords> {
    let [first, second] = T::LETTERS;
    let reason = || format!("a side is {first} or {second}; none stops the computer");
    T::side_of(letter).ok_or_else(|| Some(reason()))
}

/// A level that this game has.
pub(super) fn read_level<T: PromptGame>(text: &str) -> Result<Level, WrongWords> {
    if text == "perfect" && T::perfect(None, &Options::default()).is_some() {
        return Ok(PERFECT);
    }
    text.parse().map_err(|error| Some(format!("{error}")))
}
