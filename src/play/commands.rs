//! The commands of a board game, a row each.

use super::board_mode::BoardMode;
use super::judgement::{self, complete_line, judgement, list, reasons};
use super::level::{Level, NoLevel, Purpose};
use super::prompt_game::{BoardView, Options, PromptGame, turn};
use super::record::{Opponent, Record, why_no_level};
use super::review::Review;
use crate::decimal;
use crate::engine::Side;
use crate::repl::console::Activity;
use crate::repl::{
    Context, Part, Refusal, Reply, Row, WrongWords, always, load_row, playing, record_row, save_row,
};

/// Returns the rows that all board games share, then those of this game alone.
pub(super) fn rows<T: PromptGame>() -> Vec<Row<BoardMode<T>>> {
    let mut rows = vec![
        Row::with_args(
            ":start",
            T::SIZE,
            "Begin a game",
            BoardMode::may_start,
            |words| words.first().map(|size| T::of_size(size)).transpose(),
            BoardMode::start,
        )
        .completing(|_| T::sizes()),
        BoardMode::move_row(BoardMode::make_move),
        Row::new(":stop", "End the game", always, BoardMode::stop),
        save_row(),
        load_row(),
        Row::with_args(
            ":board",
            "[N]",
            "Show the board, now or after move N",
            BoardMode::has_game,
            |words| match words {
                [] => Ok(None),
                _ => decimal::only(words).map(Some).ok_or_else(String::new),
            },
            BoardMode::board,
        ),
        moves_row(),
        Row::new(
            ":undo",
            "Take back the last move",
            BoardMode::may_undo,
            BoardMode::undo,
        ),
        Row::new(":redo", "Redo a move", BoardMode::may_redo, BoardMode::redo),
        Row::new(
            ":history",
            "List the moves so far, ready to be typed again",
            BoardMode::has_game,
            BoardMode::history,
        ),
        Row::with_args(
            ":review",
            "[LEVEL]",
            "Look for mistakes in the game",
            BoardMode::has_game,
            |words| {
                let level = words.first();
                level.map(|level| read_level::<T>(level)).transpose()
            },
            BoardMode::review,
        )
        .completing(|_| Level::USUAL.map(str::to_owned).to_vec()),
        record_row(BoardMode::has_game),
        Row::new(":hint", "Suggest a move", playing, BoardMode::hint),
        Row::with_args(
            ":computer",
            "[SIDE [LEVEL]]",
            "Let the computer play SIDE (easy, hard, 5, 2s) or none",
            always,
            players::<T>,
            BoardMode::computer,
        )
        .completing(BoardMode::computer_words),
    ];
    for own in T::own_rows() {
        match rows.iter_mut().find(|row| row.name == own.name) {
            Some(row) => *row = own,
            None => rows.push(own),
        }
    }
    rows
}

fn moves_row<T: PromptGame>() -> Row<BoardMode<T>> {
    // Where a move is one word there is no place to start from.
    let (args, summary) = if T::MOVE.contains(' ') {
        ("[FROM]", "List the legal moves, all or those from FROM")
    } else {
        ("", "List the legal moves")
    };
    Row::with_args(
        ":moves",
        args,
        summary,
        playing,
        |words| Ok(words.first().map(ToString::to_string)),
        |mode: &mut BoardMode<T>, from: Option<String>, _| mode.moves(from.as_deref()),
    )
    .completing(BoardMode::legal_moves)
}

/// Advice on changing the level.
const LEVELS: &str = ":computer easy (medium, hard, 5, 2s) sets its level";

/// The arguments of `:computer`.
#[derive(Clone, Copy)]
enum Players {
    /// No arguments: list the players.
    List,
    /// `none`: the computer plays no side.
    People,
    /// The computer plays a side at a level. Without a side, its current sides.
    Computer(Option<Side>, Option<Level>),
}

fn players<T: PromptGame>(words: &[&str]) -> Result<Players, WrongWords> {
    let (letter, level) = match words {
        [] => return Ok(Players::List),
        ["none"] => return Ok(Players::People),
        [level] if let Ok(level) = read_level::<T>(level) => {
            return Ok(Players::Computer(None, Some(level)));
        }
        [letter] => (letter, None),
        [letter, level, ..] => (letter, Some(read_level::<T>(level)?)),
    };
    let [first, second] = T::LETTERS;
    let reason = || format!("SIDE is {first} or {second}; none stops the computer");
    let side = T::side_of(letter).ok_or_else(reason)?;
    Ok(Players::Computer(Some(side), level))
}

/// Parses a level of this game.
fn read_level<T: PromptGame>(text: &str) -> Result<Level, WrongWords> {
    if text == "perfect" && T::perfect(None, &Options::default()).is_some() {
        return Ok(Level::Perfect);
    }
    text.parse().map_err(|error: NoLevel| error.to_string())
}

/// Returns the lines that begin the standard game against the computer.
///
/// # Errors
/// When the game has no such side.
pub fn versus<T: PromptGame>(level: &str, side: Option<&str>) -> Result<[String; 3], String> {
    let [first, second] = T::LETTERS;
    let person = side.map_or(Some(Side::First), T::side_of);
    let person = person.ok_or_else(|| format!("SIDE is {first} or {second}"))?;
    let computer = T::letter(person.other());
    Ok([
        ":computer none".to_owned(),
        format!(":computer {computer} {level}"),
        T::standard().start_line(Some(person)),
    ])
}

impl<T: PromptGame> BoardMode<T> {
    /// Creates `:move` with the arguments of the game; `make` makes the move.
    #[must_use]
    pub fn move_row(make: fn(&mut Self, &str, &Context) -> Reply) -> Row<Self> {
        let run =
            move |mode: &mut Self, text: String, context: &Context| make(mode, &text, context);
        let parse = |words: &[&str]| Ok(words.join(" "));
        Row::with_args(":move", T::MOVE, "Make a move", playing, parse, run)
            .completing(BoardMode::legal_moves)
    }

    /// Sets the level of all computer players, current and future.
    pub fn set_level(&mut self, level: Level) -> Reply {
        self.level = Some(level);
        for computer in self.computers.iter_mut().flatten() {
            *computer = Opponent::new(None);
        }
        Reply::say(format_args!("The computer plays at level {level}."))
    }

    /// Whether there is a game to show, in progress or finished.
    fn has_game(&self) -> Result<(), &'static str> {
        match self.at_hand.game() {
            Some(_) => Ok(()),
            None => playing(self),
        }
    }

    fn may_undo(&self) -> Result<(), &'static str> {
        self.has_game()?;
        let moves = self.at_hand.game().map_or(0, |game| game.record.len());
        match self.steps_back() {
            None if self.at_hand.has_replaced() => Ok(()),
            None if moves > 0 => Err("that was the computer's move; type :computer none first"),
            None => Err("there is no move to take back"),
            Some(_) => Ok(()),
        }
    }

    fn may_redo(&self) -> Result<(), &'static str> {
        self.has_game()?;
        self.steps_on().map(drop).ok_or("nothing to redo")
    }

    /// Takes back moves until it is a person's turn, or brings back the game that `:load` replaced.
    /// Reopens a finished game.
    fn undo(&mut self, context: &Context) -> Reply {
        if self.at_hand.bring_back() {
            return Reply::say("Took back :load").then(self.announce_position(context));
        }
        let steps = self.steps_back();
        self.at_hand.reopen();
        self.step_through(steps, "Took back", Record::<T>::undo, context)
    }

    /// Redoes moves until it is a person's turn.
    fn redo(&mut self, context: &Context) -> Reply {
        self.step_through(self.steps_on(), "Played again", Record::<T>::redo, context)
    }

    /// Returns the number of moves that `:undo` takes back, if any.
    fn steps_back(&self) -> Option<usize> {
        let mut earlier = self.at_hand.game()?.record.earlier();
        Some(earlier.position(|state| !self.is_computer(state.to_move))? + 1)
    }

    /// Returns the number of moves that `:redo` makes, if any: all, if they end at the computer's turn.
    fn steps_on(&self) -> Option<usize> {
        let later: Vec<_> = self.active()?.record.later().collect();
        let person = later
            .iter()
            .position(|state| !self.is_computer(state.to_move));
        let steps = person.map_or(later.len(), |before| before + 1);
        (steps > 0).then_some(steps)
    }

    fn step_through(
        &mut self,
        steps: Option<usize>,
        verb: &str,
        step: impl Fn(&mut Record<T>) -> Option<T::Move>,
        context: &Context,
    ) -> Reply {
        let Some(active) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        let mut reply = Reply::new();
        for mv in (0..steps.unwrap_or(0)).map_while(|_| step(&mut active.record)) {
            reply = reply.and_say(format_args!("{verb} {}", active.game.show_move(mv)));
        }
        let players = self.computers.iter_mut().flatten();
        for player in players.filter_map(|computer| computer.player.as_mut()) {
            player.begin(active.record.len());
        }
        reply.then(self.announce_position(context))
    }

    /// Shows the board, now or after some moves, then with the judgement of the last one.
    fn board(&mut self, moves: Option<usize>, context: &Context) -> Result<Reply, Reply> {
        let active = self.at_hand.game().ok_or_else(Reply::new)?;
        let (made, style) = (active.record.len(), context.style());
        if moves.is_some_and(|moves| moves > made) {
            let reason = format!("the game has {made} moves");
            return Err(Reply::refuse(Refusal::Malformed, reason));
        }
        let view = BoardView::after(&active.record, moves.unwrap_or(made));
        let mut board = active.game.draw(view, style);
        let judged = moves.and_then(|number| active.judged(number, style));
        let next = judged.as_ref().and_then(|_| {
            let mut marked = active.review.as_ref()?.marked();
            marked.find(|&number| Some(number) > moves)
        });
        board.0.extend(judged.into_iter().flatten());
        let reply = Reply::new().with(Part::Show(board));
        Ok(next.into_iter().fold(reply, Self::offer_board))
    }

    fn offer_board(reply: Reply, number: usize) -> Reply {
        reply.and_offer(&format!(":board {number}"))
    }

    /// Lists the legal moves, a line for each place where they begin. Captures have an `x`.
    fn moves(&self, from: Option<&str>) -> Result<Reply, Reply> {
        let (game, state) = self.position().ok_or_else(Reply::new)?;
        let mut moves = game.move_list(state);
        moves.sort_unstable();
        let mut lines: Vec<(String, String)> = Vec::new();
        for mv in moves {
            let shown = game.show_move(mv);
            let (place, target) = shown.split_once(' ').unwrap_or(("", &shown));
            let mark = if game.captures(state, mv) { "x" } else { "" };
            match lines.last_mut() {
                Some((last, line)) if last == place => line.extend([" ", target, mark]),
                _ if place.is_empty() => lines.push((String::new(), target.to_owned())),
                _ => lines.push((place.to_owned(), format!("{place}: {target}{mark}"))),
            }
        }
        lines.retain(|(place, _)| from.is_none_or(|from| from == place));
        if let Some(from) = from.filter(|_| lines.is_empty()) {
            let unknown = || format!("{from} is not on the board");
            let why = game.why_no_moves(state, from).ok_or_else(unknown);
            return why
                .map(|why| Reply::say("No moves.").and_advise(why))
                .map_err(|reason| Reply::refuse(Refusal::Malformed, reason));
        }
        let lines = lines.into_iter().map(|(_, line)| line);
        Ok(lines.fold(Reply::new(), Reply::and_say))
    }

    fn history(&mut self, _context: &Context) -> Result<Reply, Reply> {
        let active = self.at_hand.game().ok_or_else(Reply::new)?;
        if active.record.is_empty() {
            return Ok(Reply::say("No moves yet."));
        }
        Ok(active
            .moves(&turn::<T>(""))
            .fold(Reply::new(), Reply::and_say))
    }

    fn hint(&mut self, context: &Context) -> Result<Reply, Reply> {
        let active = self.active().ok_or_else(Reply::new)?;
        let (game, state) = (&active.game, active.record.state());
        let activity = judgement::thinking(self.level, "suggests it");
        let report = context.computing_shown(activity, |cancel, tell| {
            let mut player = active.player(self.level, Purpose::Hint, &self.options, cancel);
            let mut report = player.analyse(game, state, cancel, &mut |report| {
                tell(judgement::found(game, report));
            })?;
            if context.person() {
                complete_line(active, &mut report, &self.options, cancel);
            }
            Some(report)
        });
        let Some((report, mv)) = report.and_then(|report| report.best.map(|mv| (report, mv)))
        else {
            return Ok(Reply::say("No moves."));
        };
        let mv_text = game.show_move(mv);
        let reply = Reply::say(format_args!("Hint: {mv_text}")).and_offer(&turn::<T>(&mv_text));
        if !context.person() {
            return Ok(reply);
        }
        let judgement = judgement(game, state, &report, context.style().ascii);
        let reply = reply.and_advise(reasons(game, state, mv));
        Ok(judgement.into_iter().fold(reply, Reply::and_advise))
    }

    /// Reviews the game in progress, or the last one.
    fn review(&mut self, level: Option<Level>, context: &Context) -> Result<Reply, Reply> {
        let active = self.at_hand.game().ok_or_else(Reply::new)?;
        let unavailable = || why_no_level(level, Some(&active.game), &self.options);
        if let Some(reason) = unavailable() {
            return Err(Reply::refuse(Refusal::NotNow, reason));
        }
        let (game, record) = (&active.game, &active.record);
        if record.is_empty() {
            return Ok(Reply::say("No moves yet."));
        }
        let review = context.computing_shown(Activity::REVIEWING, |cancel, tell| {
            let mut player = active.player(level, Purpose::Review, &self.options, cancel);
            Review::of(game, record, player.as_mut(), cancel, |number| {
                tell(vec![format!("move {number} of {}", record.len())]);
            })
        });
        let mut reply = review.shown(game, record, context.style());
        if let Some(first) = review.marked().next() {
            let marked = list(review.marked());
            reply = Self::offer_board(reply, first).and_advise(format_args!(
                ":board N shows the board after move N; marked: {marked}"
            ));
        }
        // A level can turn out to be unavailable only when it is used.
        reply = unavailable().into_iter().fold(reply, Reply::and_advise);
        // An interrupted review can lack moves.
        if let Some(game) = self.at_hand.game_mut().filter(|_| !review.is_empty()) {
            game.review = Some(review);
        }
        Ok(reply)
    }

    /// Sets the players, or lists them.
    fn computer(&mut self, wanted: Players, context: &Context) -> Result<Reply, Reply> {
        let (wanted, level) = match wanted {
            Players::List => return Ok(self.list_players()),
            Players::People => {
                self.computers = [None, None];
                let reply = Reply::say("The computer plays no side.");
                return Ok(reply.then(self.announce_turn(context)));
            }
            Players::Computer(side, level) => (side, level),
        };
        let mut sides = Side::BOTH.to_vec();
        sides.retain(|&side| wanted.map_or(self.is_computer(side), |wanted| wanted == side));
        if sides.is_empty() {
            let [_, letter] = T::LETTERS;
            let reason = format!("the computer plays no side: :computer {letter} LEVEL");
            return Err(Reply::refuse(Refusal::NotNow, reason));
        }
        let game = self.active().map(|active| &active.game);
        if let Some(reason) = why_no_level(level, game, &self.options) {
            return Err(Reply::refuse(Refusal::NotNow, reason));
        }
        let mut reply = Reply::new();
        for side in sides {
            self.computers[side.index()] = Some(Opponent::new(level));
            let letter = T::letter(side);
            reply = reply.and_say(match level {
                Some(level) => format!("The computer plays {letter}, level {level}."),
                None => format!("The computer plays {letter}."),
            });
        }
        let advice = match (self.computers.iter().all(Option::is_some), level) {
            (true, _) => "the computer plays both sides now; :computer none stops it",
            (false, Some(_)) => "Ctrl-C makes it play the best move found so far",
            (false, None) => LEVELS,
        };
        let reply = reply.and_advise(advice);
        Ok(reply.then(self.announce_turn(context)))
    }

    /// Lists the players and their levels.
    fn list_players(&self) -> Reply {
        let player = |computer: &Option<Opponent<T>>| match computer {
            None => "a person".to_owned(),
            Some(computer) => match computer.level.or(self.level) {
                Some(level) => format!("the computer, level {level}"),
                None => "the computer, usual level".to_owned(),
            },
        };
        let mut reply = Reply::new();
        for (letter, computer) in T::LETTERS.iter().zip(&self.computers) {
            reply = reply.and_say(format_args!("{letter}: {}", player(computer)));
        }
        reply.and_advise(match self.computers {
            [None, None] => self.who_plays(),
            _ => format!("{LEVELS}; :computer none for two players"),
        })
    }

    /// Returns completions of `:computer`, with the usual levels.
    fn computer_words(&self) -> Vec<String> {
        let game = self.active().map(|active| &active.game);
        let perfect = T::perfect(game, &self.options).is_some_and(|perfect| perfect.is_ok());
        let levels = || Level::USUAL.into_iter().chain(perfect.then_some("perfect"));
        let any = self.computers.iter().any(Option::is_some);
        let alone = levels().filter(|_| any).chain(["none"]).map(str::to_owned);
        let sides = T::LETTERS.into_iter().flat_map(|letter| {
            let with_level = levels().map(move |level| format!("{letter} {level}"));
            with_level.chain([letter.to_string()])
        });
        alone.chain(sides).collect()
    }
}
