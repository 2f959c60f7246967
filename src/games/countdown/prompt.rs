//! `CountDown` at the prompt.

use std::sync::atomic::AtomicBool;

use super::{CountDown, MAX, Multiples};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::search::{MAX_PLY, Observer, Report, loss_in, win_in};
use crate::engine::{Game, Side, State};
use crate::play::{BoardView, PlayerRequest, PromptGame, Purpose, numbers};
use crate::repl::{DrawStyle, Line, Marks, Text, Tone};

/// The largest pile for which the computer trains before its first move. Training covers good play, but
/// not every mistake of an opponent, so a search proves each learnt move before it is made.
const LEARNT_UP_TO: u64 = 50;

impl PromptGame for CountDown {
    const NAME: &'static str = "countdown";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['X', 'O'];
    const MOVES_WITHOUT_COLON: bool = true;
    const LEARNS: bool = true;
    const COMPUTER: Option<Side> = Some(Side::Second);
    const SIZE: &'static str = "[PILE]";
    const MOVE: &'static str = "PIECES";
    const LONGEST_FILE: usize = "X to play\n18446744073709551615 pieces left\n".len();

    fn standard() -> Self {
        CountDown::default()
    }

    fn of_size(pile: &str) -> Result<Self, String> {
        match decimal::parse(pile) {
            Some(pile) if pile > 0 => Ok(CountDown::new(pile)),
            _ => Err("the pile is a whole number from 1".to_owned()),
        }
    }

    /// Adds a row of pieces in fives on a terminal, if it fits.
    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        let pile = view.state.board;
        let mut line = Line::from(self.show_board(&pile).as_str());
        let columns = line.plain().len() + 3 + pile.min(1000) as usize * 6 / 5;
        if style.marks != Marks::None && pile <= 1000 && style.fits(columns) {
            let piece = if style.ascii { "o" } else { "●" };
            let five = |taken| piece.repeat(5.min(pile - taken) as usize);
            let row: Vec<String> = (0..pile).step_by(5).map(five).collect();
            line.push(Tone::Second, &format!("   {}", row.join(" ")));
        }
        line.trimmed().into()
    }

    fn reasons(&self, before: &State<u64>, _mv: u8, after: &State<u64>) -> Vec<String> {
        let reason = match after.board {
            0 => "takes the last piece".to_owned(),
            left if left.is_multiple_of(MAX + 1) => format!("leaves a multiple of four: {left}"),
            _ if before.board.is_multiple_of(MAX + 1) => {
                "delays the end: every move from a multiple of four loses".to_owned()
            }
            _ => format!(
                "lets {} leave a multiple of four",
                Self::letter(after.to_move)
            ),
        };
        vec![reason]
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
        Some(self.pile.to_string())
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        match request.purpose {
            Purpose::Opponent { .. } => request.player(self, Multiples, self.pile <= LEARNT_UP_TO),
            Purpose::Hint | Purpose::Review => Box::new(Exact),
        }
    }
}

/// A perfect player for every pile: the side that leaves multiples of four wins.
struct Exact;

impl Player<CountDown> for Exact {
    fn analyse(
        &mut self,
        _: &CountDown,
        state: &State<u64>,
        _: &AtomicBool,
        _: Observer<'_, u8>,
    ) -> Option<Report<u8>> {
        let rest = (state.board % (MAX + 1)) as u8;
        // Two moves take four pieces. The number of moves is clamped to what a score can hold.
        let moves = |last: u64| (2 * (state.board / (MAX + 1)) + last).min(MAX_PLY.into()) as u32;
        let won = CountDown::winner(state) == state.to_move;
        (state.board > 0).then(|| Report {
            score: if won {
                win_in(moves(1))
            } else {
                loss_in(moves(0))
            },
            proven: true,
            ..Report::unsearched(rest.max(1))
        })
    }
}

fn read(bytes: &[u8]) -> Option<(CountDown, State<u64>)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (turn, pile) = text.strip_suffix('\n')?.split_once('\n')?;
    let mut sides = Side::BOTH.into_iter();
    let to_move = sides.find(|&side| turn == format!("{} to play", CountDown::letter(side)))?;
    let pile = decimal::parse(pile.strip_suffix(" pieces left")?)?;
    Some((CountDown::new(pile), State::new(pile, to_move)))
}
