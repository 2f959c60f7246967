//! Tic-tac-toe at the prompt.

use super::eval::OpenLines;
use super::{Board, TicTacToe, text};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::play::{BoardView, PlayerRequest, PromptGame, numbers};
use crate::repl::{Arg, DrawStyle, Kind, Line, Text, Tone, WrongWords};

/// The board that the computer trains for. A search proves each learnt move before it is made; on
/// bigger boards training gets nowhere, and the search plays alone.
const LEARNT_SIZE: usize = 3;

impl PromptGame for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['X', 'O'];
    const MOVES_WITHOUT_COLON: bool = true;
    const LEARNS: bool = true;
    const COMPUTER: Option<Side> = Some(Side::Second);
    const LONGEST_FILE: usize = text::LONGEST_FILE;

    fn standard() -> Self {
        TicTacToe::default()
    }

    fn size_arg() -> Option<Arg> {
        let sizes = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        Some(Arg::optional("N", Kind::OneOf(sizes)))
    }

    fn move_args() -> Vec<Arg> {
        vec![Arg::needed("CELL", Kind::Free)]
    }

    fn of_size(size: &str) -> Result<Self, WrongWords> {
        decimal::parse(size).and_then(TicTacToe::new).ok_or(None)
    }

    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        let last = view.last.map(|(_, cell)| cell);
        let last = last.filter(|_| style.mark_last_move);
        let fits = |columns| style.fits(columns);
        let plain = text::draw(&view.state.board, self.size(), last, fits);
        Text(plain.lines().map(paint).collect())
    }

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        Some(self.why_over_in_words(&view.state.board))
    }

    fn loose_move(typed: &str) -> Option<String> {
        numbers(typed, 1)
    }

    fn write(&self, state: &StateOf<Self>) -> String {
        text::write(self, state)
    }

    fn read(bytes: &[u8]) -> Result<(Self, StateOf<Self>), String> {
        text::read(bytes)
    }

    fn size_label(&self) -> Option<String> {
        Some(self.size().to_string())
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        request.player(self, OpenLines, self.size() == LEARNT_SIZE)
    }
}

impl TicTacToe {
    /// The lines that one side has filled, or that nobody has one.
    fn why_over_in_words(&self, board: &Board) -> String {
        let Some(winner) = board.winner else {
            return "the board is full, and nobody has a line".to_owned();
        };
        let marks = board.marks(winner);
        let size = self.size();
        let full = self.lines().iter().enumerate();
        let full = full.filter(|(_, line)| *line & !marks == 0);
        let names: Vec<String> = full
            .map(|(place, _)| match place {
                row if row < size => format!("row {}", row + 1),
                column if column < 2 * size => format!("column {}", column - size + 1),
                falling if falling == 2 * size => "the falling diagonal".to_owned(),
                _ => "the rising diagonal".to_owned(),
            })
            .collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let letter = Self::letter(winner);
        format!("{} {verb} full of {letter}", names.join(" and "))
    }
}

/// Marks stand out, numbers and lines do not.
fn paint(line: &str) -> Line {
    Line::painted(line, |symbol| match symbol {
        'X' => Tone::First,
        'O' => Tone::Second,
        '[' | ']' => Tone::Trace,
        _ => Tone::Faint,
    })
}
