//! The commands of a board game, a row each.

use super::board_mode::BoardMode;
use super::level::Level;
use super::prompt_game::{NewGame, PromptGame};
use crate::engine::Side;
use crate::repl::{Alone, Arg, Kind, Row, WrongWords, always, load_row, playing};

/// The rows that all board games share, then the game's own.
pub(super) fn rows<T: PromptGame>() -> Vec<Row<BoardMode<T>>> {
    let mut rows = vec![
        Row::with_args(
            ":start",
            T::start_args(),
            T::START_EXAMPLE,
            "Begin a game",
            BoardMode::may_start,
            new_game,
            BoardMode::start,
        )
        .alone(Alone::Asks(BoardMode::start_questions)),
        Row::with_args(
            ":move",
            T::move_args(),
            T::EXAMPLE,
            "Make a move",
            playing,
            |words| Ok(words.iter().map(ToString::to_string).collect()),
            |mode: &mut BoardMode<T>, words: Vec<String>, context| {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                mode.make_move(&words, context)
            },
        )
        .completing(BoardMode::legal_moves)
        .alone(Alone::Asks(|_| T::move_questions())),
        Row::new(":stop", "End the game", always, BoardMode::stop),
        Row::with_file(
            ":save",
            ":save game.csv",
            "Save the game in a file",
            playing,
            BoardMode::save,
        ),
        load_row(":load game.csv"),
        Row::new(
            ":board",
            "Show the board",
            BoardMode::has_game,
            BoardMode::board,
        )
        .looking(),
        moves_row(),
        Row::new(
            ":undo",
            "Take the last move back",
            BoardMode::may_undo,
            BoardMode::undo,
        ),
        Row::new(
            ":redo",
            "Make a move again that was taken back",
            BoardMode::may_redo,
            BoardMode::redo,
        ),
        Row::new(
            ":history",
            "List the moves so far, as they can be typed",
            BoardMode::has_game,
            BoardMode::history,
        )
        .looking(),
        review_row(),
        Row::with_file(
            ":record",
            ":record game.txt",
            "Write the game as commands for :read",
            BoardMode::has_game,
            BoardMode::record,
        )
        ,
        Row::new(":hint", "Suggest a move", playing, BoardMode::hint)
            .looking()
            ,
        Row::with_args(
            ":computer",
            vec![
                Arg::optional("SIDE", Kind::Free).ending(),
                Arg::optional("LEVEL", Kind::Free),
            ],
            ":computer none",
            "Let the computer play SIDE, or none: 5 moves ahead, 2s, easy (1), medium (3), hard (2,000,000 positions)",
            always,
            computer::<T>,
            BoardMode::computer,
        )
        .completing(BoardMode::computer_words)
        .alone(Alone::Looks(|mode, _| mode.tell_players())),
    ];
    rows.extend(T::own_rows());
    rows
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
        ":moves",
        summary,
        playing,
        |words| Ok(words.first().map(ToString::to_string)),
        |mode: &mut BoardMode<T>, from: Option<String>, _| mode.moves(from.as_deref()),
    )
    .completing(BoardMode::legal_moves)
    .looking()
}

fn review_row<T: PromptGame>() -> Row<BoardMode<T>> {
    Row::with_args(
        ":review",
        vec![Arg::optional("LEVEL", Kind::Free)],
        ":review",
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
    .looking()
}

/// The game that the words behind `:start` ask for, if there are any.
fn new_game<T: PromptGame>(words: &[&str]) -> Result<Option<NewGame<T>>, WrongWords> {
    if words.is_empty() {
        return Ok(None);
    }
    T::new_game(words).map(Some)
}

/// What is wanted of `:computer`.
#[derive(Clone, Copy)]
pub(super) enum Computer {
    /// That it plays no side.
    None,
    /// That it plays a side at a level.
    Side(Side, Option<Level>),
}

pub(super) fn computer<T: PromptGame>(words: &[&str]) -> Result<Computer, WrongWords> {
    match words {
        [] | ["none"] => Ok(Computer::None),
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

/// A level of the game's own, or one that every game has.
fn read_level<T: PromptGame>(text: &str) -> Result<Level, WrongWords> {
    match T::LEVELS.iter().find(|&&name| name == text) {
        Some(name) => Ok(Level::Named(name)),
        None => text.parse().map_err(|error| Some(format!("{error}"))),
    }
}
