//! Crusher at the prompt.

use std::io::ErrorKind;
use std::sync::{Arc, OnceLock};

use super::draw::Drawing;
use super::notation::{self, name};
use super::solve::{Perfect, Solution, file_in};
use super::{Board, Crusher, Evaluation, Move, hints, one_shot};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Game, Side, State, StateOf, Status};
use crate::play::{
    BoardMode, BoardView, INVALID_MOVE, Level, MOVE_SUCCESSFUL, Options, PlayerRequest, PromptGame,
    Purpose, numbers,
};
use crate::repl::{
    Context, Dialogue, DrawStyle, Line, Marks, Mode, Question, Reply, Row, Text, WrongWords, always,
};

/// The size that can be solved.
const SOLVED_SIZE: usize = 3;

impl PromptGame for Crusher {
    const NAME: &'static str = "crusher";
    const RULES: &'static str = include_str!("rules.md");
    const LETTERS: [char; 2] = ['W', 'B'];
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const LONGEST_FILE: usize = notation::LONGEST_FILE;
    const MOVE: &'static str = "[FROM TO]";

    fn standard() -> Self {
        Crusher::default()
    }

    fn of_size(size: &str) -> Result<Self, WrongWords> {
        read_size(size)
    }

    fn perfect(game: Option<&Self>, options: &Options) -> Option<Result<(), String>> {
        if game.is_some_and(|game| game.size() != SOLVED_SIZE) {
            return Some(Err(format!("only N = {SOLVED_SIZE} is solved")));
        }
        Some(solution(options).map(drop))
    }

    fn own_rows() -> Vec<Row<BoardMode<Self>>> {
        vec![
            start_row(),
            BoardMode::move_row(move_and_show).asking(Dialogue {
                open: |_| Some(Reply::say("Enter next move:")),
                questions: MOVE_QUESTIONS,
                heading: "The result:",
            }),
            Row::with_args(
                ":depth",
                "D",
                "Let the computer look D moves ahead",
                always,
                depth,
                |mode: &mut BoardMode<Self>, level, _| mode.set_level(level),
            ),
            Row::with_args(
                ":crusher",
                "HISTORY... PLAYER DEPTH N",
                "Add the best next board to HISTORY",
                always,
                parse_call,
                |_, (history, player, depth, n), context| {
                    let best = |cancel: &_| one_shot::best(&history, &player, depth, n, cancel);
                    match context.computing(best) {
                        Ok(line) => Reply::say(line),
                        Err(reason) => Reply::fail(reason),
                    }
                },
            ),
        ]
    }

    fn draw(&self, view: BoardView<'_, Self>, style: DrawStyle) -> Text {
        let begins = view.last.is_none() && *view.state == self.start();
        let title = begins.then(|| Line::from("Initial board:"));
        let hex = self.hex();
        let drawing = Drawing { hex, view, style };
        let mut lines: Vec<Line> = title.into_iter().chain(drawing.rows()).collect();
        if style.marks != Marks::None && !begins {
            lines.extend(drawing.captions(self));
        }
        Text(lines)
    }

    fn outcome(&self, status: Status) -> String {
        match status {
            Status::Won(winner) => format!("Game Over: {} is the Winner!", name(winner)),
            Status::Draw | Status::Playing => "Game Over".to_owned(),
        }
    }

    fn why_over(&self, view: BoardView<'_, Self>) -> Option<String> {
        Some(self.why_lost(view.state))
    }

    fn reasons(&self, before: &StateOf<Self>, mv: Move, after: &StateOf<Self>) -> Vec<String> {
        hints::reasons(self, before, mv, after)
    }

    fn why_no_moves(&self, state: &State<Board>, from: &str) -> Option<String> {
        Some(self.why_stuck(state, self.parse_cell(from).ok()?))
    }

    fn loose_move(text: &str) -> Option<String> {
        numbers(text, 2)
    }

    fn captures(&self, state: &State<Board>, mv: Move) -> bool {
        Crusher::captures(self, state, mv)
    }

    fn announce_move(&self, _mover: Side, mv: Move, computer: bool) -> Reply {
        if computer {
            Reply::say(format_args!("my move: {mv}"))
        } else {
            Reply::say(MOVE_SUCCESSFUL)
        }
    }

    fn write(&self, state: &StateOf<Self>) -> String {
        notation::write_game(self, state)
    }

    fn read(bytes: &[u8]) -> Result<(Self, StateOf<Self>), String> {
        notation::read_game(bytes)
    }

    fn start_line(&self, person: Option<Side>) -> String {
        let colour = person.map_or("WB".to_owned(), |side| Self::letter(side).to_string());
        format!(":start {} {colour}", self.size())
    }

    fn size_label(&self) -> Option<String> {
        Some(self.size().to_string())
    }

    /// Returns the average change of the evaluation when a piece is taken off the board. The weights of
    /// the small boards were fitted to outcomes, not to pieces.
    fn piece_score(&self) -> i32 {
        match self.size() {
            2 | 3 => 500,
            4 => 650,
            _ => 100,
        }
    }

    fn player(&self, request: &PlayerRequest<'_>) -> Box<dyn Player<Self>> {
        let asked = request.level == Some(Level::Perfect);
        let wanted = asked || (request.level.is_none() && request.purpose == Purpose::Hint);
        if wanted
            && self.size() == SOLVED_SIZE
            && let Ok(solution) = solution(request.options)
        {
            return Box::new(Perfect::new(solution));
        }
        Box::new(request.searcher(self, Evaluation::new(self.size())))
    }
}

/// Makes a move and shows the board before the computer answers: the text demands one after every
/// move.
fn move_and_show(mode: &mut BoardMode<Crusher>, text: &str, context: &Context) -> Reply {
    let reply = mode.make_move(text, context);
    mode.and_board(reply, context)
}

/// Creates `:start N COLOUR`, which asks for both if they are left out.
fn start_row() -> Row<BoardMode<Crusher>> {
    type New = Option<(Crusher, [bool; 2])>;
    let parse = |words: &[&str]| match words {
        [size, colour] => Ok(Some((read_size(size)?, read_colour(colour)?))),
        _ => Ok(None),
    };
    let run = |mode: &mut BoardMode<Crusher>, new: New, context: &Context| {
        let reply = match new {
            Some((game, computers)) => mode.begin(game, computers, context),
            None => mode.start_again(context),
        };
        mode.and_board(reply, context)
    };
    let colours = |n| ["W", "B", "WB"].map(|colour| format!("{n} {colour}"));
    let when = BoardMode::may_start;
    let row = Row::with_args(":start", "[N COLOUR]", "Begin a game", when, parse, run);
    let row = row.completing(move |_| (3..=6).flat_map(colours).collect());
    row.asking(Dialogue {
        open: |mode| (!mode.playing()).then(Reply::new),
        questions: START_QUESTIONS,
        heading: "",
    })
}

const START_QUESTIONS: &[Question<BoardMode<Crusher>>] = &[
    Question {
        prompt: "N is:\n",
        advice: "N is a number from 3 to 6; Ctrl-D cancels",
        check: |_, answer| read_size(answer).map(drop).map_err(Reply::fail_quietly),
    },
    Question {
        prompt: "Colour is:\n",
        advice: "W, B, or WB for two people",
        check: |_, answer| read_colour(answer).map(drop).map_err(Reply::fail_quietly),
    },
];

const MOVE_QUESTIONS: &[Question<BoardMode<Crusher>>] = &[
    Question {
        prompt: " from: ",
        advice: "",
        check: |mode, from| {
            let Some((game, state)) = mode.position() else {
                return Ok(());
            };
            let cell = game.parse_cell(from);
            cell.and_then(|cell| game.check_from(state, cell))
                .map_err(|reason| Reply::fail(INVALID_MOVE).and_advise(reason))
        },
    },
    Question {
        prompt: " to: ",
        advice: "",
        check: |_, _| Ok(()),
    },
];

/// Returns the solved game, read once, or why there is none.
fn solution(options: &Options) -> Result<Arc<Solution>, String> {
    static READ: OnceLock<Arc<Solution>> = OnceLock::new();
    if let Some(known) = READ.get() {
        return Ok(Arc::clone(known));
    }
    let cache = options.cache.as_deref().ok_or(ErrorKind::NotFound.into());
    let path = cache.map(|cache| file_in(cache, SOLVED_SIZE));
    match path.and_then(|path| Solution::open(&Crusher::default(), &path)) {
        Ok(solution) => Ok(Arc::clone(READ.get_or_init(|| Arc::new(solution)))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err("there is no table yet: run game crusher solve".to_owned())
        }
        Err(error) => Err(format!(
            "the table of the solved game in the cache folder cannot be used: {error}"
        )),
    }
}

/// Parses N.
fn read_size(text: &str) -> Result<Crusher, String> {
    let game = decimal::parse(text).and_then(Crusher::new);
    let game = game.filter(Crusher::has_start);
    game.ok_or_else(|| "N is a number from 3 to 6".to_owned())
}

/// Parses the colour of a person. Returns which sides the computer plays.
fn read_colour(text: &str) -> Result<[bool; 2], String> {
    match text.to_ascii_uppercase().as_str() {
        "W" => Ok([false, true]),
        "B" => Ok([true, false]),
        "WB" => Ok([false, false]),
        _ => Err("the colour is W, B, or WB for both".to_owned()),
    }
}

/// Parses the level of `:depth`.
fn depth(words: &[&str]) -> Result<Level, WrongWords> {
    match words.concat().parse() {
        Ok(depth @ Level::Depth(_)) => Ok(depth),
        _ => Err("D is a number of moves, from 1 to 99".to_owned()),
    }
}

/// Parses the history, player, depth and N of a call. The history may contain blanks.
fn parse_call(words: &[&str]) -> Result<(String, String, u32, usize), WrongWords> {
    let (history, [player, depth, n]) = words.split_last_chunk::<3>().ok_or("")?;
    let depth = decimal::parse(depth).ok_or("")?;
    let n = decimal::parse(n).ok_or("")?;
    Ok((history.join(" "), (*player).to_owned(), depth, n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::Part;

    #[test]
    fn perfect_play_needs_the_solved_size_and_a_whole_table() {
        let cache = tempfile::tempdir().unwrap();
        let options = Options {
            cache: Some(cache.path().to_owned()),
            ..Options::default()
        };
        let game = Crusher::new(4).unwrap();
        let reason = |game| Crusher::perfect(game, &options).and_then(Result::err);
        assert_eq!(reason(Some(&game)).as_deref(), Some("only N = 3 is solved"));
        assert_eq!(
            reason(None).as_deref(),
            Some("there is no table yet: run game crusher solve")
        );
        std::fs::write(file_in(cache.path(), SOLVED_SIZE), "notes").unwrap();
        let entry = crate::games::find("crusher").unwrap();
        let mut session = (entry.open)(options, Context::default());
        session.feed(":start 3 WB");
        for line in [":computer W perfect", ":review perfect"] {
            let reply = session.feed(line);
            let told = "the table of the solved game in the cache folder cannot be used: \
                        it is damaged; run game crusher solve again";
            let told = reply.parts.contains(&Part::Advice(told.to_owned()));
            assert!(reply.failed && told, "{line}: {reply:?}");
        }
    }
}
