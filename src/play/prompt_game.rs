//! The trait [`PromptGame`]: what a game adds to its rules to be played at the prompt.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::board_mode::BoardMode;
use super::controller;
use super::level::Level;
use super::message::Message;
use super::player_request::PlayerRequest;
use super::record::Record;
use crate::engine::player::Player;
use crate::engine::search::Resources;
use crate::engine::{Game, Side, StateOf, Status};
use crate::repl::{Arg, DrawStyle, Marks, Question, Reply, Row, Text, WrongWords};

/// A position to draw, with the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a, G: Game> {
    /// The position.
    pub state: &'a StateOf<G>,
    /// The move that led to it, and the position before.
    pub last: Option<(&'a StateOf<G>, G::Move)>,
    /// The move before that one: the board after it may not have been shown.
    pub previous: Option<(&'a StateOf<G>, G::Move)>,
}

impl<'a, G: Game> BoardView<'a, G> {
    /// The present view of a game.
    #[must_use]
    pub fn of(record: &'a Record<G>) -> Self {
        BoardView::after(record, record.len())
    }

    /// The view after so many moves of a game, which must have been made.
    #[must_use]
    pub fn after(record: &'a Record<G>, moves: usize) -> Self {
        BoardView {
            state: record.state_after(moves),
            last: record.step(moves),
            previous: record.step(moves.saturating_sub(1)),
        }
    }

    /// The last moves with the positions before them, newest first: those that `style` marks.
    pub fn marked(&self, style: DrawStyle) -> impl Iterator<Item = (&'a StateOf<G>, G::Move)> {
        let shown = style.marks != Marks::None;
        let moves = self.last.into_iter().chain(self.previous);
        moves.filter(move |_| shown)
    }
}

/// Options of the command line for computer players.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// RNG seed.
    pub seed: u64,
    /// What a search may use of the machine.
    pub resources: Resources,
    /// Where solved games are kept; no folder, no solved games.
    pub cache: Option<PathBuf>,
}

/// A game that somebody asked for.
#[derive(Clone, Debug)]
pub struct NewGame<T> {
    /// The game.
    pub game: T,
    /// Which sides the computer is to play, if that was said.
    pub computers: Option<[bool; 2]>,
}

impl<T> From<T> for NewGame<T> {
    fn from(game: T) -> Self {
        NewGame {
            game,
            computers: None,
        }
    }
}

/// A board game for the prompt. Everything here is text or choice of a player; the rules are in
/// [`Game`].
pub trait PromptGame: Game + Clone + Sized + 'static {
    /// The name of the mode.
    const NAME: &'static str;

    /// The rules for people: the page `rules.md` beside this code.
    const RULES: &'static str;

    /// The letters of the sides in the prompt, the side that begins first.
    const LETTERS: [char; 2];

    /// A line that makes a move at the beginning of a game.
    const EXAMPLE: &'static str;

    /// A line that begins a game at once.
    const START_EXAMPLE: &'static str = ":start";

    /// Whether a line without a colon is a move. Such a game speaks as the course text's
    /// [controller](controller::controller) does.
    const MOVES_WITHOUT_COLON: bool = false;

    /// Whether a terminal shows the board after a person's move even if the computer answers it.
    const BOARD_AFTER_EVERY_MOVE: bool = false;

    /// The side that the computer plays unless told otherwise.
    const COMPUTER: Option<Side> = None;

    /// Whether a player can learn the game by playing against itself.
    const LEARNS: bool = false;

    /// What may stand behind `:start`.
    #[must_use]
    fn start_args() -> Vec<Arg> {
        Vec::new()
    }

    /// What stands behind `:move`. If it may be left out, there are
    /// [questions](PromptGame::move_questions).
    fn move_args() -> Vec<Arg>;

    /// What `:start` asks when nothing stands behind it.
    #[must_use]
    fn start_questions() -> &'static [Question] {
        &[]
    }

    /// What `:move` asks when nothing stands behind it.
    #[must_use]
    fn move_questions() -> &'static [Question] {
        &[]
    }

    /// Names of levels that only this game has.
    const LEVELS: &'static [&'static str] = &[];

    /// Commands that only this game has.
    #[must_use]
    fn own_rows() -> Vec<Row<BoardMode<Self>>> {
        Vec::new()
    }

    /// What the game itself knows for certain about the outcome, in words. Whoever thinks about it for
    /// long looks at `cancel`.
    ///
    /// # Errors
    /// If that cannot be told for a reason that a person should hear.
    fn verdict(
        &self,
        _state: &StateOf<Self>,
        _options: &Options,
        _cancel: &AtomicBool,
    ) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Whether a score of the search means pieces.
    const COUNTS_PIECES: bool = true;

    /// The score of a search that is worth a piece: the unit of the numbers that people see.
    fn piece_score(&self) -> i32 {
        100
    }

    /// The game that `:start` alone begins.
    fn standard() -> Self;

    /// The game that these words behind `:start` ask for.
    ///
    /// # Errors
    /// When they ask for none.
    fn new_game(_words: &[&str]) -> Result<NewGame<Self>, WrongWords> {
        Err(None)
    }

    /// The game of this size.
    #[must_use]
    fn of_size(size: u64) -> Option<Self> {
        let new_game = Self::new_game(&[&size.to_string()]).ok()?;
        Some(new_game.game)
    }

    /// Why the computer cannot play at this level now, if it cannot: in this game, or in any.
    #[must_use]
    fn why_no_level(_game: Option<&Self>, _level: Level, _options: &Options) -> Option<String> {
        None
    }

    /// The board for a person.
    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text;

    /// The sentence that ends a game.
    fn outcome(&self, status: Status) -> String {
        controller::outcome(Self::LETTERS, status)
    }

    /// What the letters of the sides stand for, where the board does not show it.
    const SIDES: Option<[&'static str; 2]> = None;

    /// Why a game that is over has ended.
    fn why_over(&self, _view: BoardView<'_, Self>) -> Option<String> {
        None
    }

    /// Reasons for a legal move that leads from one position to the next, the strongest first, each
    /// a verb and its object: `captures the guard on d4`.
    fn reasons(
        &self,
        _before: &StateOf<Self>,
        _mv: Self::Move,
        _after: &StateOf<Self>,
    ) -> Vec<String> {
        Vec::new()
    }

    /// Why no legal move begins at this place, which has none.
    fn why_no_moves(&self, _state: &StateOf<Self>, _from: &str) -> Option<String> {
        None
    }

    /// The words of a move that was typed in another way: `D1-D3` as `d1 d3`.
    #[must_use]
    fn loose_move(_text: &str) -> Option<String> {
        None
    }

    /// The legal moves for a person, `from` a place if one is named; `None` if there is no such
    /// place.
    fn list_moves(&self, state: &StateOf<Self>, _from: Option<&str>) -> Option<Vec<String>> {
        let moves: Vec<String> = self
            .move_list(state)
            .into_iter()
            .map(|mv| self.show_move(mv))
            .collect();
        Some(vec![moves.join(" ")])
    }

    /// The legal moves in few words, for a window of so many columns in which a list of them takes
    /// more than two lines.
    fn possibilities(&self, _state: &StateOf<Self>, _width: usize) -> Option<String> {
        None
    }

    /// What is said when it is somebody's turn.
    fn announce_turn(&self, state: &StateOf<Self>, computer: bool, style: DrawStyle) -> Reply {
        if Self::MOVES_WITHOUT_COLON {
            controller::announce_turn(self, state, computer, style)
        } else {
            Reply::new()
        }
    }

    /// What is said about a move.
    fn announce_move(&self, mover: Side, mv: Self::Move, computer: bool) -> Reply {
        if Self::MOVES_WITHOUT_COLON {
            controller::announce_move(self, mover, mv, computer)
        } else if computer {
            Reply::say(format_args!("Computer plays {}", self.show_move(mv)))
        } else {
            Reply::say(Message::MoveSuccessful)
        }
    }

    /// The length of the longest saved game, in bytes.
    const LONGEST_FILE: usize;

    /// The saved form of a position.
    fn write(&self, state: &StateOf<Self>) -> String;

    /// Reads a saved position.
    ///
    /// # Errors
    /// The reason for a person, when the bytes are not exactly what [`write`](PromptGame::write)
    /// makes.
    fn read(bytes: &[u8]) -> Result<(Self, StateOf<Self>), String>;

    /// The line that begins this game for two people, where nobody else plays a side.
    fn start_line(&self) -> String {
        match self.size_label() {
            Some(size) => format!(":start {size}"),
            None => ":start".to_owned(),
        }
    }

    /// What a size of the game is called behind its name, where it has sizes.
    fn size_label(&self) -> Option<String> {
        None
    }

    /// A computer player for this game.
    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>>;

    /// The game with its size: what a memory was learnt for.
    fn label(&self) -> String {
        match self.size_label() {
            Some(size) => format!("{} {size}", Self::NAME),
            None => Self::NAME.to_owned(),
        }
    }

    /// The letter of a side.
    #[must_use]
    fn letter(side: Side) -> char {
        Self::LETTERS[side.index()]
    }

    /// The side with this letter.
    #[must_use]
    fn side_of(letter: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| letter == Self::letter(side).to_string())
    }
}
