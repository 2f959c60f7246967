//! Tic-tac-toe at the prompt.

use super::eval::OpenLines;
use super::{Cell, TicTacToe, hints, text};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::play::{BoardView, PlayerRequest, PromptGame, numbers};
use crate::repl::{DrawStyle, Text};

/// The board size for which the computer trains. A search proves each learnt move. Larger boards cannot
/// be learnt, so there it only searches.
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
    const SIZE: &'static str = "[N]";
    const MOVE: &'static str = "CELL";

    fn standard() -> Self {
        TicTacToe::default()
    }

    fn sizes() -> Vec<String> {
        (1..=10).map(|size| size.to_string()).collect()
    }

    fn of_size(size: &str) -> Result<Self, String> {
        let game = decimal::parse(size).and_then(TicTacToe::new);
        game.ok_or_else(|| "N is a number from 1 to 10".to_owned())
    }

    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        let last: Vec<Cell> = view.marked(style).map(|(_, cell)| cell).collect();
        Text(text::draw(&view.state.board, self.size(), &last, style))
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
