//! The trait [`PromptGame`], which turns the rules of a game into a mode of the prompt.

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

/// Answers `:start`.
pub const STARTING_GAME: &str = "Starting Game.";
/// Answers `:stop`.
pub const STOPPING_GAME: &str = "Stopping Game.";
/// Answers a legal move.
pub const MOVE_SUCCESSFUL: &str = "Move Successful";
/// Answers anything else in place of a move.
pub const INVALID_MOVE: &str = "Invalid Move!";

/// A position to draw, with the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a, G: Game> {
    /// The position.
    pub state: &'a StateOf<G>,
    /// The last move, and the position before.
    pub last: Option<(&'a StateOf<G>, G::Move)>,
    /// The move before that: the board after it may not have been shown.
    pub previous: Option<(&'a StateOf<G>, G::Move)>,
}

impl<'a, G: Game> BoardView<'a, G> {
    /// Returns the current view of a game.
    #[must_use]
    pub fn of(record: &'a Record<G>) -> Self {
        BoardView::after(record, record.len())
    }

    /// Returns the view after a number of moves, which must have been made.
    #[must_use]
    pub fn after(record: &'a Record<G>, moves: usize) -> Self {
        BoardView {
            state: record.state_after(moves),
            last: record.step(moves),
            previous: record.step(moves.saturating_sub(1)),
        }
    }

    /// Iterates over the moves that `style` marks, newest first, with the positions before them.
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
    /// Threads of a search with a time limit.
    pub threads: NonZeroUsize,
    /// Memory for the tables of a search, in megabytes.
    pub hash: usize,
    /// The folder of solved games, if any.
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

/// A board game for the prompt: its texts and players. The rules are in [`Game`].
pub trait PromptGame: Game + Clone + Sized + 'static {
    /// The name of the mode.
    const NAME: &'static str;

    /// The rules for people: the page `rules.md`.
    const RULES: &'static str;

    /// The letters of the sides in the prompt, the first side first.
    const LETTERS: [char; 2];

    /// Whether a line without a colon is a move. Such a game uses the sentences of the course text's
    /// [controller](controller::controller).
    const MOVES_WITHOUT_COLON: bool = false;

    /// The side that the computer plays by default.
    const COMPUTER: Option<Side> = None;

    /// Whether a player can learn the game by playing against itself.
    const LEARNS: bool = false;

    /// The argument of `:start` that [`of_size`](PromptGame::of_size) reads, in brackets; empty if
    /// there is none.
    const SIZE: &'static str = "";

    /// Returns sizes to offer for completion.
    #[must_use]
    fn sizes() -> Vec<String> {
        Vec::new()
    }

    /// The arguments of `:move`, as `:help` shows them.
    const MOVE: &'static str;

    /// Returns the commands of this game alone. A row replaces a shared one with the same name.
    #[must_use]
    fn own_rows() -> Vec<Row<BoardMode<Self>>> {
        Vec::new()
    }

    /// Whether [`Level::Perfect`](super::Level::Perfect) can be used now, in this game or in any, or
    /// why not; `None` if the game has no such level.
    #[must_use]
    fn perfect(_game: Option<&Self>, _options: &Options) -> Option<Result<(), String>> {
        None
    }

    /// Whether a score of the search means pieces.
    const COUNTS_PIECES: bool = true;

    /// Returns the score of a piece: the unit of the numbers that people see.
    fn piece_score(&self) -> i32 {
        100
    }

    /// Returns the game that `:start` alone begins.
    fn standard() -> Self;

    /// Returns the game of a size.
    ///
    /// # Errors
    /// The reason if there is no such size.
    fn of_size(_size: &str) -> Result<Self, WrongWords> {
        Err(String::new())
    }

    /// Draws the board.
    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text;

    /// Returns the sentence that ends a game.
    fn outcome(&self, status: Status) -> String {
        controller::outcome(Self::LETTERS, status)
    }

    /// The meaning of the letters of the sides, where the board does not show it.
    const SIDES: Option<[&'static str; 2]> = None;

    /// Explains the end of a game.
    fn why_over(&self, _view: BoardView<'_, Self>) -> Option<String> {
        None
    }

    /// Returns the reasons for a legal move, the strongest first, each a verb and its object:
    /// `captures the guard on d4`.
    fn reasons(
        &self,
        _before: &StateOf<Self>,
        _mv: Self::Move,
        _after: &StateOf<Self>,
    ) -> Vec<String> {
        Vec::new()
    }

    /// Explains why no legal move begins at a place; `None` if there is no such place.
    fn why_no_moves(&self, _state: &StateOf<Self>, _from: &str) -> Option<String> {
        None
    }

    /// Corrects a move typed in another form: `D1-D3` to `d1 d3`.
    #[must_use]
    fn loose_move(_text: &str) -> Option<String> {
        None
    }

    /// Whether a legal move captures.
    fn captures(&self, _state: &StateOf<Self>, _mv: Self::Move) -> bool {
        false
    }

    /// Announces a move.
    fn announce_move(&self, mover: Side, mv: Self::Move, computer: bool) -> Reply {
        let (letter, mv) = (Self::letter(mover), self.show_move(mv));
        match (Self::MOVES_WITHOUT_COLON, computer) {
            (true, false) => Reply::new(),
            // The board shows it, or else a sentence.
            (true, true) => Reply::new().with(Part::Script(format!("Player {letter} plays {mv}"))),
            (false, true) => Reply::say(format_args!("Computer plays {mv}")),
            (false, false) => Reply::say(MOVE_SUCCESSFUL),
        }
    }

    /// The length of the longest saved game, in bytes.
    const LONGEST_FILE: usize;

    /// Returns the saved form of a position.
    fn write(&self, state: &StateOf<Self>) -> String;

    /// Reads a saved position.
    ///
    /// # Errors
    /// The reason if the bytes are not what [`write`](PromptGame::write) returns.
    fn read(bytes: &[u8]) -> Result<(Self, StateOf<Self>), String>;

    /// Returns the line that begins this game for one person, or for two.
    fn start_line(&self, _person: Option<Side>) -> String {
        match self.size_label() {
            Some(size) => format!(":start {size}"),
            None => ":start".to_owned(),
        }
    }

    /// Returns the size of the game as it is typed, if it has sizes.
    fn size_label(&self) -> Option<String> {
        None
    }

    /// Creates a computer player for this game.
    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>>;

    /// Returns the name of the game with its size.
    fn label(&self) -> String {
        match self.size_label() {
            Some(size) => format!("{} {size}", Self::NAME),
            None => Self::NAME.to_owned(),
        }
    }

    /// Returns the letter of a side.
    #[must_use]
    fn letter(side: Side) -> char {
        Self::LETTERS[side.index()]
    }

    /// Returns the side with this letter, in either case.
    #[must_use]
    fn side_of(letter: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| letter.eq_ignore_ascii_case(&Self::letter(side).to_string()))
    }
}

/// Returns the line that makes a move.
pub(super) fn turn<T: PromptGame>(mv: &str) -> String {
    let command = if T::MOVES_WITHOUT_COLON { "" } else { ":move " };
    format!("{command}{mv}")
}

/// A cell that one of the last moves left or reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether the move reached the cell, or left it.
    pub reached: bool,
    /// The tone of that piece.
    pub tone: Tone,
}

impl Mark {
    /// Appends a blank or a mark between two cells. If both have marks, a reached cell wins: `[O]·)`.
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
                // An empty cell gets the colour of the piece that left it.
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
