//! Chomp at the prompt.

use game::engine::player::Player;
use game::engine::search::Even;
use game::engine::{Game, Side, State};
use game::play::{BoardView, PlayerRequest, PromptGame};
use game::repl::{DrawStyle, Text};

use super::rules::Chomp;

impl PromptGame for Chomp {
    const NAME: &'static str = "chomp";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['X', 'O'];
    const LONGEST_FILE: usize = "X to play\n####\n####\n####\n".len();
    const MOVE: &'static str = "SQUARE";

    fn standard() -> Self {
        Chomp
    }

    fn draw(&self, view: BoardView<'_, Self>, _style: DrawStyle) -> Text {
        Text::plain(&self.show_board(&view.state.board))
    }

    fn write(&self, state: &State<u16>) -> String {
        let (turn, board) = (Self::letter(state.to_move), self.show_board(&state.board));
        format!("{turn} to play\n{board}\n")
    }

    fn read(bytes: &[u8]) -> Result<(Self, State<u16>), String> {
        // With so few boards, trying all is fast, and only files that `write` makes can be read.
        let boards = 0..=Chomp.start().board;
        let mut states = boards.flat_map(|board| Side::BOTH.map(|side| State::new(board, side)));
        let saved = states.find(|state| Chomp.write(state).as_bytes() == bytes);
        let state =
            saved.ok_or("a saved game is \"X to play\" or \"O to play\" and 3 rows of 4")?;
        Ok((Chomp, state))
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        // The game is so small that a search reaches its end: no evaluation is needed.
        request.player(self, Even, false)
    }
}
