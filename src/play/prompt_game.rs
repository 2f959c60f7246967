//! The trait [`PromptGame`]: the rules of a game become a mode of the prompt.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::board_mode::BoardMode;
use super::controller;
use super::level::PlayerRequest;
use super::record::Record;
use crate::engine::player::Player;
use crate::engine::search::HASH;
use crate::engine::{Game, Side, StateOf, Status};
use crate::parallel::all_cores;
use crate::repl::{DrawStyle, Line, Marks, Part, Reply, Row, Text, Tone, WrongWords};

/// The answer when a game begins.
pub const STARTING_GAME: &str = "Starting Game.";
/// The answer when a game ends before its end.
pub const STOPPING_GAME: &str = "Stopping Game.";
/// The answer to a legal move.
pub const MOVE_SUCCESSFUL: &str = "Move Successful";
/// The answer to anything else in place of a move.
pub const INVALID_MOVE: &str = "Invalid Move!";

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
#[derive(Clone, Debug)]
pub struct Options {
    /// RNG seed.
    pub seed: u64,
    /// How many threads search at the same time when time is limited.
    pub threads: NonZeroUsize,
    /// The most memory for the tables of a search, in megabytes.
    pub hash: usize,
    /// Where solved games are kept; no folder, no solved games.
    pub cache: Option<PathBuf>,
}

/// Seed 0, all cores, the usual memory, no solved games.
impl Default for Options {
    fn default() -> Self {
        Options {
            seed: 0,
            threads: all_cores(),
            hash: HASH,
            cache: None,
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

    /// Whether a line without a colon is a move. Such a game speaks as the course text's
    /// [controller](controller::controller) does.
    const MOVES_WITHOUT_COLON: bool = false;

    /// Whether a terminal shows the board after a person's move even if the computer answers it.
    const BOARD_AFTER_EVERY_MOVE: bool = false;

    /// The side that the computer plays unless told otherwise.
    const COMPUTER: Option<Side> = None;

    /// Whether a player can learn the game by playing against itself.
    const LEARNS: bool = false;

    /// The argument of `:start` that [`of_size`](PromptGame::of_size) reads, in brackets; empty if
    /// there is none.
    const SIZE: &'static str = "";

    /// Sizes to offer for completion.
    #[must_use]
    fn sizes() -> Vec<String> {
        Vec::new()
    }

    /// The arguments of `:move`, as `:help` shows them.
    const MOVE: &'static str;

    /// Commands that only this game has, or has in another form: a row replaces the shared one of
    /// the same name.
    #[must_use]
    fn own_rows() -> Vec<Row<BoardMode<Self>>> {
        Vec::new()
    }

    /// Whether the level [`Level::Perfect`](super::Level::Perfect) can be played now, in this game or in any: `None` where no such
    /// level exists, or why it cannot.
    #[must_use]
    fn perfect(_game: Option<&Self>, _options: &Options) -> Option<Result<(), String>> {
        None
    }

    /// Whether a score of the search means pieces.
    const COUNTS_PIECES: bool = true;

    /// The score of a search that is worth a piece: the unit of the numbers that people see.
    fn piece_score(&self) -> i32 {
        100
    }

    /// The lead that decides a game, in pieces: beyond it a number of pieces says nothing.
    fn decisive_lead(&self) -> i32 {
        100
    }

    /// The game that `:start` alone begins.
    fn standard() -> Self;

    /// The game of a size.
    ///
    /// # Errors
    /// The reason why there is no such size.
    fn of_size(_size: &str) -> Result<Self, WrongWords> {
        Err(String::new())
    }

    /// The board for a person.
    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text;

    /// The sentence that ends a game.
    fn outcome(&self, status: Status) -> String {
        controller::outcome(Self::LETTERS, status)
    }

    /// The meaning of the letters of the sides, where the board does not show it.
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

    /// The sentences about a move.
    fn announce_move(&self, mover: Side, mv: Self::Move, computer: bool) -> Reply {
        let (letter, mv) = (Self::letter(mover), self.show_move(mv));
        match (Self::MOVES_WITHOUT_COLON, computer) {
            (true, false) => Reply::new(),
            // The board shows it; where there is none, a sentence stands in for it.
            (true, true) => Reply::new().with(Part::Script(format!("Player {letter} plays {mv}"))),
            (false, true) => Reply::say(format_args!("Computer plays {mv}")),
            (false, false) => Reply::say(MOVE_SUCCESSFUL),
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

    /// The line that begins this game for one person, or for two.
    fn start_line(&self, _person: Option<Side>) -> String {
        match self.size_label() {
            Some(size) => format!(":start {size}"),
            None => ":start".to_owned(),
        }
    }

    /// The size of the game as it is typed, where it has sizes.
    fn size_label(&self) -> Option<String> {
        None
    }

    /// A computer player for this game.
    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>>;

    /// The name of the game with its size.
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

    /// The side with this letter, in either case.
    #[must_use]
    fn side_of(letter: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| letter.eq_ignore_ascii_case(&Self::letter(side).to_string()))
    }
}

/// The line that makes a move.
pub(super) fn turn<T: PromptGame>(mv: &str) -> String {
    let command = if T::MOVES_WITHOUT_COLON { "" } else { ":move " };
    format!("{command}{mv}")
}

/// A cell that one of the last moves left or reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether the piece that moved stands there, or stood.
    pub reached: bool,
    /// The tone of that piece.
    pub tone: Tone,
}

impl Mark {
    /// Appends what stands between two cells: a blank, or the mark of one of them. Where only one
    /// has room, the cell that was reached goes first: `[O]·)`.
    pub fn push_between(line: &mut Line, left: Option<Mark>, right: Option<Mark>, marks: Marks) {
        let (mark, brackets) = match (left, right) {
            (None, None) => return line.push(Tone::Plain, " "),
            (Some(left), Some(right)) if left.reached || !right.reached => (left, [")", "]"]),
            (_, Some(right)) => (right, ["(", "["]),
            (Some(left), None) => (left, [")", "]"]),
        };
        match marks {
            Marks::Colours => line.push_marked(mark.tone, " "),
            _ => line.push(Tone::Trace, brackets[usize::from(mark.reached)]),
        }
    }

    /// Appends the letter of a cell, in the colour of its mark if it has one.
    pub fn push_cell(line: &mut Line, mark: Option<Mark>, tone: Tone, text: &str, marks: Marks) {
        match mark {
            Some(mark) if marks == Marks::Colours => {
                // An empty cell has the colour of the piece that left it.
                let tone = if tone == Tone::Faint { mark.tone } else { tone };
                line.push_marked(tone, text);
            }
            _ => line.push(tone, text),
        }
    }
}

/// Reads `count` numbers with any usual separators, as words: `5-10` as `5 10`.
///
/// ```
/// use game::play::numbers;
/// assert_eq!(numbers("5-10", 2).as_deref(), Some("5 10"));
/// assert_eq!(numbers("5, 10", 2).as_deref(), Some("5 10"));
/// assert_eq!(numbers("5", 2), None);
/// assert_eq!(numbers("quit", 1), None);
/// ```
#[must_use]
pub fn numbers(text: &str, count: usize) -> Option<String> {
    let words: Vec<&str> = text
        .split([' ', '-', ',', '>', 'x', ':'])
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &&str| word.len() <= 20 && word.bytes().all(|b| b.is_ascii_digit());
    (words.len() == count && words.iter().all(number)).then(|| words.join(" "))
}
