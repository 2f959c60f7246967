//! Tic-tac-toe at the prompt.

use super::eval::OpenLines;
use super::{Cell, TicTacToe, hints, text};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::play::{BoardView, PlayerRequest, PromptGame, numbers};
use crate::repl::{Arg, DrawStyle, Kind, Text, WrongWords};

/// The size of the board that the computer trains for. A search proves each learnt move before it is
/// made; on bigger boards training gets nowhere, and the search plays alone.
const LEARNT_SIZE: usize = 3;

impl PromptGame for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['X', 'O'];
    const MOVES_WITHOUT_COLON: bool = true;
    const LEARNS: bool = true;
    const COUNTS_PIECES: bool = false;
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
        let last: Vec<Cell> = view.marked(style).map(|(_, cell)| cell).collect();
        Text(text::draw(&view.state.board, self.size(), &last, style))
    }

    fn possibilities(&self, state: &StateOf<Self>, width: usize) -> Option<String> {
        Some(text::possibilities(&state.board, self.size(), width))
    }

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        Some(hints::why_over(self, &view.state.board))
    }

    fn reasons(&self, before: &StateOf<Self>, mv: Cell, after: &StateOf<Self>) -> Vec<String> {
        hints::reasons(self, before, mv, after)
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
