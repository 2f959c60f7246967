//! The commands of a board game: what the words become, and the rows of their table.

use super::level::Level;
use super::prompt_game::{Own, PromptGame};
use crate::engine::Side;
use crate::repl::{Arg, Kind, Row, When};

/// A game that somebody asked for.
#[derive(Clone, Debug)]
pub struct NewGame<T> {
    /// The game.
    pub game: T,
    /// Which sides the computer is to play, if that was said.
    pub computers: Option<[bool; 2]>,
}

impl<T: PromptGame> NewGame<T> {
    /// The game that these words behind `:start` mean.
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(NewGame {
            game: T::from_words(words)?,
            computers: T::computers(words),
        })
    }
}

/// A typed command of a board game.
#[derive(Clone)]
pub enum Command<T> {
    /// Begin a game: this one, if words say which.
    Start(Option<NewGame<T>>),
    /// End the game.
    Stop,
    /// Make the move that these words name; what they mean depends on the position. Without words,
    /// ask.
    Move(Option<String>),
    /// Write the game to a file.
    Save(String),
    /// Read a game from a file.
    Load(String),
    /// Show the board.
    Board,
    /// List the legal moves, all or from one place.
    Moves(Option<String>),
    /// Take a move back.
    Undo,
    /// Make it again.
    Redo,
    /// List the moves made.
    History,
    /// Suggest a move.
    Hint,
    /// Let the computer play a side, or none.
    Computer(Option<(Side, Option<Level>)>),
    /// A command that only this game has.
    Own(Own),
}

/// The table of a board game.
pub(super) fn rows<T: PromptGame>() -> Vec<Row<Command<T>>> {
    let one_word = |name, arg, when, summary, example, make: fn(String) -> Command<T>| Row {
        name,
        args: vec![arg],
        summary,
        when,
        example,
        parse: Box::new(move |words: &[&str]| Some(make(words.first()?.to_string()))),
    };
    let file = Arg::needed("FILE", Kind::File);
    let mut rows = vec![
        Row {
            name: ":start",
            args: T::start_args(),
            summary: "Begin a game",
            when: When::Always,
            example: T::START_EXAMPLE,
            parse: Box::new(|words| {
                if words.is_empty() {
                    return Some(Command::Start(None));
                }
                NewGame::read(words).map(|new_game| Command::Start(Some(new_game)))
            }),
        },
        Row {
            name: ":move",
            args: T::move_args(),
            summary: "Make a move",
            when: When::Playing,
            example: T::EXAMPLE,
            parse: Box::new(|words| match words.len() {
                0 => Some(Command::Move(None)),
                given if given == T::move_args().len() => {
                    Some(Command::Move(Some(words.join(" "))))
                }
                _ => None,
            }),
        },
        Row::bare(":stop", When::Always, "End the game", Command::Stop),
        one_word(
            ":save",
            file,
            When::Playing,
            "Save the game in a file",
            ":save game.csv",
            Command::Save,
        ),
        one_word(
            ":load",
            file,
            When::Always,
            "Load a game from a file and go on with it",
            ":load game.csv",
            Command::Load,
        ),
        Row::bare(":board", When::Playing, "Show the board", Command::Board),
        Row {
            name: ":moves",
            // Where a move is one word there is no place to start from.
            args: if T::move_args().len() > 1 {
                vec![Arg::optional("FROM", Kind::Offered)]
            } else {
                Vec::new()
            },
            summary: if T::move_args().len() > 1 {
                "List the legal moves, all or from one place"
            } else {
                "List the legal moves"
            },
            when: When::Playing,
            example: ":moves",
            parse: Box::new(|words| Some(Command::Moves(words.first().map(ToString::to_string)))),
        },
        Row::bare(
            ":undo",
            When::Playing,
            "Take the last move back",
            Command::Undo,
        ),
        Row::bare(
            ":redo",
            When::Playing,
            "Make a move again that was taken back",
            Command::Redo,
        ),
        Row::bare(
            ":history",
            When::Playing,
            "List the moves so far, as they can be typed",
            Command::History,
        ),
        Row::bare(":hint", When::Playing, "Suggest a move", Command::Hint),
        computer_row(),
    ];
    rows.extend(T::own_rows().into_iter().map(|row| row.lift(Command::Own)));
    rows
}

fn computer_row<T: PromptGame>() -> Row<Command<T>> {
    Row {
        name: ":computer",
        args: vec![
            Arg::needed("SIDE", Kind::Offered),
            Arg::optional("LEVEL", Kind::Offered),
        ],
        summary: "Let the computer play a side (none: no side); LEVEL is 3 moves ahead, 2s, 500ms",
        when: When::Always,
        example: ":computer none",
        parse: Box::new(computer::<T>),
    }
}

fn computer<T: PromptGame>(words: &[&str]) -> Option<Command<T>> {
    let who = match words {
        ["none"] => None,
        [side] => Some((T::side_of(side)?, None)),
        [side, level] => Some((T::side_of(side)?, Some(read_level::<T>(level)?))),
        _ => return None,
    };
    Some(Command::Computer(who))
}

/// A level of the game's own, or one that every game has.
fn read_level<T: PromptGame>(text: &str) -> Option<Level> {
    let own = T::LEVELS.iter().find(|&&name| name == text);
    own.map(|name| Level::Named(name)).or(text.parse().ok())
}
