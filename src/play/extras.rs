//! Commands beyond the course texts: boards, move lists, undo, hints, computer players.

use super::board_mode::BoardMode;
use super::commands::Computer;
use super::files;
use super::judgement::{judgement, reasons};
use super::level::Level;
use super::player_request::Purpose;
use super::prompt_game::{BoardView, PERFECT, PromptGame};
use super::record::{ActiveGame, Opponent, Record, why_no_level};
use super::thinking;
use crate::engine::Side;
use crate::repl::{Context, FileName, Part, Refusal, Reply, playing};

impl<T: PromptGame> BoardMode<T> {
    /// Whether a command can be used that looks at the game in progress or at the last one.
    pub(super) fn has_game(&self) -> Result<(), &'static str> {
        match self.at_hand.game() {
            Some(_) => Ok(()),
            None => playing(self),
        }
    }

    pub(super) fn may_undo(&self) -> Result<(), &'static str> {
        self.has_game()?;
        if self.at_hand.has_replaced() {
            return Ok(());
        }
        let steps = self.steps_back();
        steps.map(|_| ()).ok_or_else(|| {
            let game = self.at_hand.game();
            if game.is_some_and(|game| game.record.earlier().next().is_some()) {
                "the computer plays the side whose move it was; after :computer none you can take it back"
            } else {
                "there is no move to take back"
            }
        })
    }

    pub(super) fn may_redo(&self) -> Result<(), &'static str> {
        playing(self)?;
        let steps = self.steps_on();
        steps.map(|_| ()).ok_or("no move has been taken back")
    }

    /// Takes moves back until it is a person's turn again, or brings the game back that `:load`
    /// replaced. A game that is over goes on from there.
    pub(super) fn undo(&mut self, context: &Context) -> Reply {
        if self.at_hand.bring_back() {
            return Reply::say("Took back :load").then(self.announce_position(context));
        }
        let steps = self.steps_back();
        self.at_hand.reopen();
        self.step(steps, "Took back", Record::<T>::undo, context)
    }

    /// Makes moves again until it is a person's turn.
    pub(super) fn redo(&mut self, context: &Context) -> Reply {
        self.step(self.steps_on(), "Played again", Record::<T>::redo, context)
    }

    /// How many moves can be taken back at once, if any.
    fn steps_back(&self) -> Option<usize> {
        self.steps(|active| Box::new(active.record.earlier().map(|s| s.to_move)))
    }

    /// How many moves can be made again at once, if any.
    fn steps_on(&self) -> Option<usize> {
        self.steps(|active| Box::new(active.record.later().map(|s| s.to_move)))
            // All of them, if they end at the computer's turn: it then plays on from there.
            .or_else(|| Some(self.active()?.record.later().count()).filter(|&n| n > 0))
    }

    /// How many positions away the nearest one is in which a person is to move.
    fn steps<'a>(
        &'a self,
        turns: impl Fn(&'a ActiveGame<T>) -> Box<dyn Iterator<Item = Side> + 'a>,
    ) -> Option<usize> {
        let game = self.at_hand.game()?;
        turns(game)
            .position(|side| !self.is_computer(side))
            .map(|before| before + 1)
    }

    fn step(
        &mut self,
        steps: Option<usize>,
        verb: &str,
        step: impl Fn(&mut Record<T>) -> Option<T::Move>,
        context: &Context,
    ) -> Reply {
        let Some(active) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        active.alone = 0;
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

    /// Shows the board, now or after so many moves: then with the judgement of the last of them.
    pub(super) fn board(
        &mut self,
        moves: Option<usize>,
        context: &Context,
    ) -> Result<Reply, Reply> {
        let Some(active) = self.at_hand.game() else {
            return Ok(Reply::new());
        };
        let (made, style) = (active.record.len(), context.style());
        if moves.is_some_and(|moves| moves > made) {
            let reason = format!("the game has {made} moves");
            return Err(Reply::refuse(Refusal::Malformed, reason));
        }
        let view = BoardView::after(&active.record, moves.unwrap_or(made));
        let mut board = active.game.draw(view, style);
        board
            .0
            .extend(moves.and_then(|number| active.judged(number, style)));
        Ok(Reply::new().with(Part::Show(board)))
    }

    pub(super) fn moves(&self, from: Option<&str>) -> Result<Reply, Reply> {
        let Some(active) = self.active() else {
            return Ok(Reply::new());
        };
        let lines = active
            .game
            .list_moves(active.record.state(), from)
            .ok_or_else(|| {
                Reply::refuse(Refusal::Malformed, "there is no such place on the board")
            })?;
        if lines.is_empty() {
            let why = from.and_then(|from| active.game.why_no_moves(active.record.state(), from));
            return Ok(why
                .into_iter()
                .fold(Reply::say("No moves."), Reply::and_advise));
        }
        Ok(lines.into_iter().fold(Reply::new(), Reply::and_say))
    }

    pub(super) fn history(&mut self, _context: &Context) -> Reply {
        let Some(active) = self.at_hand.game() else {
            return Reply::new();
        };
        if active.record.is_empty() {
            return Reply::say("No moves yet.");
        }
        let prefix = if T::MOVES_WITHOUT_COLON { "" } else { ":move " };
        active.record.moves().fold(Reply::new(), |reply, mv| {
            reply.and_say(format_args!("{prefix}{}", active.game.show_move(mv)))
        })
    }

    pub(super) fn hint(&mut self, context: &Context) -> Reply {
        let Some(active) = self.active() else {
            return Reply::new();
        };
        let (options, level) = (&self.options, self.level);
        let task = thinking::task(level, "suggests it");
        let advised = context.computing_shown(task, |cancel, tell| {
            let state = active.record.state();
            let mut player = active.player(level, Purpose::Hint, options, cancel);
            let report = player.analyse(&active.game, state, cancel, &mut |report| {
                tell(thinking::found(&active.game, report));
            })?;
            // Only a person at a terminal is told what is expected.
            let report = if context.person() {
                thinking::with_longer_line(active, report, options, cancel)
            } else {
                report
            };
            Some(report)
        });
        let Some(report) = advised else {
            return Reply::say("No moves.");
        };
        let Some(mv) = report.best else {
            return Reply::say("No moves.");
        };
        let (game, state) = (&active.game, active.record.state());
        let reply = Reply::say(format_args!("Hint: {}", game.show_move(mv)));
        let judgement = judgement(game, state, &report, context.style().ascii);
        let advice = reasons(game, state, mv).into_iter().chain(judgement);
        advice.fold(reply, Reply::and_advise)
    }

    /// Lets the computer play a side at a level, or no side, or lists the players.
    pub(super) fn computer(&mut self, wanted: Computer, context: &Context) -> Result<Reply, Reply> {
        let (side, level) = match wanted {
            Computer::List => return Ok(self.list_players()),
            Computer::None => {
                self.computers = [None, None];
                self.forget_moves_alone();
                return Ok(
                    Reply::say("The computer plays no side.").then(self.announce_turn(context))
                );
            }
            Computer::Side(side, level) => (side, level),
        };
        let game = self.active().map(|active| &active.game);
        if let Some(reason) = why_no_level(level, game, &self.options) {
            return Err(Reply::refuse(Refusal::NotNow, reason));
        }
        self.forget_moves_alone();
        self.computers[side.index()] = Some(Opponent {
            level,
            player: None,
        });
        let letter = T::letter(side);
        let mut reply = match level {
            Some(level) => Reply::say(format_args!("The computer plays {letter}, level {level}."))
                .and_advise("Ctrl-C while it thinks: it plays the best move found so far"),
            None => Reply::say(format_args!("The computer plays {letter}.")),
        };
        if self.is_computer(side.other()) {
            let advice = "the computer plays both sides now; :computer none stops it";
            reply = reply.and_advise(advice);
        }
        Ok(reply.then(self.announce_turn(context)))
    }

    fn forget_moves_alone(&mut self) {
        if let Some(active) = self.at_hand.active_mut() {
            active.alone = 0;
        }
    }

    pub(super) fn record(&mut self, file: &FileName, context: &Context) -> Reply {
        let Some(game) = self.at_hand.game() else {
            return Reply::new();
        };
        let begin = match &game.origin {
            None => Ok(game.game.start_line()),
            Some(origin) => files::loading_line(game, origin, file.path(), context),
        };
        let lines = begin.map(|begin| {
            // The computer plays no side, or it would make its moves beside those of the record.
            let before = [":computer none".to_owned(), begin];
            let moves = game.record.moves();
            let moves = moves.map(|mv| format!(":move {}", game.game.show_move(mv)));
            before.into_iter().chain(moves).collect()
        });
        files::record(file, T::NAME, lines)
    }

    /// Who plays which side at which level.
    fn list_players(&self) -> Reply {
        let tell = |reply: Reply, side: Side| {
            let letter = T::letter(side);
            match &self.computers[side.index()] {
                None => reply.and_say(format_args!("{letter}: a person")),
                Some(computer) => match computer.level.or(self.level) {
                    Some(level) => {
                        reply.and_say(format_args!("{letter}: the computer, level {level}"))
                    }
                    None => reply.and_say(format_args!("{letter}: the computer, usual level")),
                },
            }
        };
        let letter = T::letter(Side::Second);
        let reply = Side::BOTH.into_iter().fold(Reply::new(), tell);
        let stop = match self.computers {
            [None, None] => "",
            _ => "; :computer none stops it",
        };
        reply.and_advise(format_args!(
            ":computer {letter} easy lets the computer play {letter} (or medium, hard){stop}"
        ))
    }

    /// The words after `:computer`: of the endless levels that every game has, some.
    pub(super) fn computer_words(&self) -> Vec<String> {
        let game = self.active().map(|active| &active.game);
        let perfect = T::perfect(game, &self.options).is_some_and(|perfect| perfect.is_ok());
        let perfect = perfect.then(|| PERFECT.to_string());
        let usual = Level::USUAL.map(str::to_owned);
        let levels: Vec<String> = perfect.into_iter().chain(usual).collect();
        let mut all = vec!["none".to_owned()];
        for letter in T::LETTERS {
            all.push(letter.to_string());
            all.extend(levels.iter().map(|level| format!("{letter} {level}")));
        }
        all
    }
}
