//! *Protect the λ* at the prompt: answers, files, computer player.

use super::{Board, Computer, Evaluation, Square, Tafl, captures_of, csv, draw, reasons};
use crate::engine::player::Player;
use crate::engine::search::Evaluator;
use crate::engine::{Game, Side, State, Status};
use crate::play::{BoardView, PlayerRequest, PromptGame};
use crate::repl::{Arg, DrawStyle, Kind, Text};

impl PromptGame for Tafl {
    const NAME: &'static str = "tafl";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['O', 'L'];
    const SIDES: Option<[&'static str; 2]> = Some(["the objects", "λ and the guards (G)"]);
    const EXAMPLE: &'static str = ":move d1 d4";
    const LONGEST_FILE: usize = csv::LEN;

    fn standard() -> Self {
        Tafl
    }

    fn move_args() -> Vec<Arg> {
        vec![
            Arg::needed("FROM", Kind::Free),
            Arg::needed("TO", Kind::Free),
        ]
    }

    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        draw::draw(&view, style)
    }

    fn outcome(&self, status: Status) -> String {
        let words = match status {
            Status::Won(Side::First) => "Objects Win",
            Status::Won(Side::Second) => "Lambdas Win",
            Status::Draw | Status::Playing => "Draw",
        };
        words.to_owned()
    }

    fn side_name(side: Side, ascii: bool) -> String {
        match side {
            Side::Second if !ascii => "λ".to_owned(),
            _ => Self::letter(side).to_string(),
        }
    }

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        Some(reasons::why_over(view.state, view.last))
    }

    fn why_no_moves(&self, state: &State<Board>, from: &str) -> Option<String> {
        Some(reasons::why_no_moves(state, from.parse().ok()?))
    }

    /// Two squares in either case, with or without something between them.
    fn loose_move(text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let between = |c: char| " -,x>→to".contains(c);
        let squares: String = text.chars().filter(|&c| !between(c)).collect();
        let (from, to) = squares.split_at_checked(2)?;
        let square = |text: &str| text.parse::<Square>().ok();
        Some(format!("{} {}", square(from)?, square(to)?))
    }

    /// A line for each piece that can move: where it stands, and where it can go; `x` behind a
    /// square says that something is captured from there.
    fn list_moves(&self, state: &State<Board>, from: Option<&str>) -> Option<Vec<String>> {
        let only: Option<Square> = match from {
            Some(text) => Some(text.parse().ok()?),
            None => None,
        };
        let mut lines: Vec<(Square, String)> = Vec::new();
        let mut moves = self.move_list(state);
        moves.sort_unstable();
        for mv in moves {
            if only.is_some_and(|square| square != mv.from()) {
                continue;
            }
            if lines.last().is_none_or(|(square, _)| *square != mv.from()) {
                lines.push((mv.from(), format!("{}:", mv.from())));
            }
            if let Some((_, line)) = lines.last_mut() {
                line.push(' ');
                line.push_str(&mv.to().to_string());
                if !captures_of(state, mv).is_empty() {
                    line.push('x');
                }
            }
        }
        Some(lines.into_iter().map(|(_, line)| line).collect())
    }

    fn write(&self, state: &State<Board>) -> String {
        csv::write(state)
    }

    fn read(bytes: &[u8]) -> Result<(Self, State<Board>), String> {
        let state = csv::read(bytes).map_err(|reason| reason.to_string())?;
        Ok((Tafl, state))
    }

    fn piece_score(&self) -> i32 {
        Evaluation::new().piece_value()
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        Box::new(Computer::searching(
            request.searcher(Evaluation::new()),
            request.budget(),
        ))
    }
}
