//! `CountDown` at the prompt.

use super::{CountDown, Multiples};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Game, Side, State};
use crate::play::{BoardView, PlayerRequest, PromptGame, numbers};
use crate::repl::{Arg, DrawStyle, Kind, Text, WrongWords};

/// Up to here the computer trains before its first move. A million moves teach it the games that
/// both sides play well, but not all that an opponent's mistakes lead to: a search proves each
/// learnt move before it is made.
const LEARNT_UP_TO: u64 = 50;

impl PromptGame for CountDown {
    const NAME: &'static str = "countdown";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['X', 'O'];
    const MOVES_WITHOUT_COLON: bool = true;
    const LEARNS: bool = true;
    const COMPUTER: Option<Side> = Some(Side::Second);
    const LONGEST_FILE: usize = "X to play\n18446744073709551615 pieces left\n".len();

    fn standard() -> Self {
        CountDown::default()
    }

    fn size_arg() -> Option<Arg> {
        Some(Arg::optional("PILE", Kind::Free))
    }

    fn move_args() -> Vec<Arg> {
        vec![Arg::needed("PIECES", Kind::Free)]
    }

    fn of_size(pile: &str) -> Result<Self, WrongWords> {
        match decimal::parse(pile) {
            Some(pile) if pile > 0 => Ok(CountDown::new(pile)),
            _ => Err(Some(format!("the pile is a number from 1 to {}", u64::MAX))),
        }
    }

    fn draw(&self, view: BoardView<'_, Self>, _style: DrawStyle) -> Text {
        Text::plain(&self.show_board(&view.state.board))
    }

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        let winner = Self::letter(view.state.to_move.other());
        Some(format!("{winner} took the last piece"))
    }

    fn loose_move(text: &str) -> Option<String> {
        numbers(text, 1)
    }

    fn write(&self, state: &State<u64>) -> String {
        let letter = Self::letter(state.to_move);
        format!("{letter} to play\n{}\n", self.show_board(&state.board))
    }

    fn read(bytes: &[u8]) -> Result<(Self, State<u64>), String> {
        read(bytes).ok_or_else(|| {
            "a saved game is two lines: \"X to play\" or \"O to play\", then \"17 pieces left\""
                .to_owned()
        })
    }

    fn size_label(&self) -> Option<String> {
        Some(self.pile().to_string())
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        request.player(self, Multiples, self.pile() <= LEARNT_UP_TO)
    }
}

fn read(bytes: &[u8]) -> Option<(CountDown, State<u64>)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (turn, pile) = text.strip_suffix('\n')?.split_once('\n')?;
    let to_move = CountDown::side_of(turn.strip_suffix(" to play")?)?;
    let pile = decimal::parse(pile.strip_suffix(" pieces left")?)?;
    Some((CountDown::new(pile), State::new(pile, to_move)))
}
