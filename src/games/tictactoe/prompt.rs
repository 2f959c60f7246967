//! Tic-tac-toe at the prompt.

use super::eval::OpenLines;
use super::{TicTacToe, csv, draw};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Game, Side, StateOf};
use crate::play::{BoardView, NewGame, PlayerRequest, PromptGame};
use crate::repl::{Arg, DrawStyle, Kind, Line, Malformed, Text, Tone};

/// The board that the computer trains for. A search proves each learnt move before it is made; on
/// bigger boards training gets nowhere, and the search plays alone.
const LEARNT_SIZE: usize = 3;

impl PromptGame for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const LETTERS: [char; 2] = ['X', 'O'];
    const EXAMPLE: &'static str = ":move 5";
    const MOVES_WITHOUT_COLON: bool = true;
    const LEARNS: bool = true;
    const COMPUTER: Option<Side> = Some(Side::Second);
    const LONGEST_FILE: usize = csv::LONGEST;

    fn standard() -> Self {
        TicTacToe::default()
    }

    fn start_args() -> Vec<Arg> {
        vec![Arg::optional(
            "N",
            Kind::OneOf(&["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
        )]
    }

    fn move_args() -> Vec<Arg> {
        vec![Arg::needed("CELL", Kind::Free)]
    }

    fn new_game(words: &[&str]) -> Result<NewGame<Self>, Malformed> {
        let [size] = words else { return Err(None) };
        let size = decimal::parse(size);
        let game = size.and_then(|size| TicTacToe::new(size).ok());
        game.map(NewGame::from).ok_or(None)
    }

    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        let (board, size) = (&view.state.board, self.size());
        let last = view.last.map(|(_, cell)| cell);
        let last = last.filter(|_| style.mark_last_move);
        let plain = if style.fits(draw::columns(size)) {
            let drawn = self.show_board(board);
            match last {
                Some(cell) => draw::bracketed(&drawn, size, cell),
                None => drawn,
            }
        } else {
            let numbers = style.fits(draw::narrow_columns(size));
            draw::narrow(board, size, last, numbers)
        };
        Text(plain.lines().map(paint).collect())
    }

    fn write(&self, state: &StateOf<Self>) -> String {
        csv::write(self, state)
    }

    fn read(bytes: &[u8]) -> Result<(Self, StateOf<Self>), String> {
        csv::read(bytes).map_err(|reason| reason.to_string())
    }

    fn size_label(&self) -> Option<String> {
        Some(self.size().to_string())
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        request.player(self, OpenLines, self.size() == LEARNT_SIZE)
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
