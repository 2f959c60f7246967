//! *Protect the λ* at the prompt: answers, files, computer player.

use super::{Board, Evaluation, Move, Square, Tafl, captures_of, csv, draw, hints, reasons};
use crate::engine::player::Player;
use crate::engine::search::Evaluator;
use crate::engine::{Side, State, Status};
use crate::play::{BoardView, PlayerRequest, PromptGame};
use crate::repl::{DrawStyle, Text};

impl PromptGame for Tafl {
    const NAME: &'static str = "tafl";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['O', 'L'];
    const SIDES: Option<[&'static str; 2]> = Some(["the objects", "λ and the guards (G)"]);
    const LONGEST_FILE: usize = csv::LEN;
    const MOVE: &'static str = "FROM TO";

    fn standard() -> Self {
        Tafl
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

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        Some(hints::why_over(view.state))
    }

    fn reasons(&self, before: &State<Board>, mv: Move, after: &State<Board>) -> Vec<String> {
        hints::reasons(before, mv, after)
    }

    fn why_no_moves(&self, state: &State<Board>, from: &str) -> Option<String> {
        Some(reasons::why_no_moves(state, from.parse().ok()?))
    }

    /// Accepts two squares in either case, with or without something between them.
    fn loose_move(text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let between = |c: char| " -,x>→to".contains(c);
        let squares: String = text.chars().filter(|&c| !between(c)).collect();
        let (from, to) = squares.split_at_checked(2)?;
        let square = |text: &str| text.parse::<Square>().ok();
        Some(format!("{} {}", square(from)?, square(to)?))
    }

    fn captures(&self, state: &State<Board>, mv: Move) -> bool {
        !captures_of(state, mv).is_empty()
    }

    fn write(&self, state: &State<Board>) -> String {
        csv::write(state)
    }

    fn read(bytes: &[u8]) -> Result<(Self, State<Board>), String> {
        Ok((Tafl, csv::read(bytes)?))
    }

    fn piece_score(&self) -> i32 {
        Evaluation::new().margin()
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        // The rules forbid no repetition.
        Box::new(request.searcher(self, Evaluation::new()).careful())
    }
}
