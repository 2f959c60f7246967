//! The mode of a board game: one for all of them.

use std::path::Path;

use super::commands::{Command, NewGame, rows};
use super::files;
use super::level::Level;
use super::message::Message;
use super::player_request::Purpose;
use super::prompt_game::{BoardView, Options, Own, PromptGame, Question};
use super::record::{ActiveGame, Opponent};
use crate::engine::Side;
use crate::repl::{Context, Kind, Mode, Refusal, Refused, Reply, Row};

/// When the computer plays both sides, it pauses after this many moves: the rules need not end a
/// game.
const MOST_MOVES_ALONE: usize = 500;

/// A command that waits for answers instead of words.
struct Asking {
    questions: &'static [Question],
    answers: Vec<String>,
}

/// A board game at the prompt.
pub struct BoardMode<T: PromptGame> {
    pub(super) options: Options,
    pub(super) active: Option<ActiveGame<T>>,
    pub(super) computers: [Option<Opponent<T>>; 2],
    /// How hard computers think that were given no level.
    pub(super) level: Option<Level>,
    asking: Option<Asking>,
}

impl<T: PromptGame> BoardMode<T> {
    /// The mode, with no game in progress.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let computers = Side::BOTH.map(|side| T::COMPUTER == Some(side));
        BoardMode {
            options,
            active: None,
            computers: computers.map(Opponent::if_computer),
            level: None,
            asking: None,
        }
    }

    pub(super) fn is_computer(&self, side: Side) -> bool {
        self.computers[side.index()].is_some()
    }

    fn begin_game(&mut self, active: ActiveGame<T>) {
        // A player prepared for another game or size would play nonsense in this one.
        for computer in self.computers.iter_mut().flatten() {
            computer.player = None;
        }
        self.asking = None;
        self.active = Some(active);
    }

    /// Shows the position that has just come about, and says whose turn it is or how it ended.
    pub(super) fn tell_position(&mut self, context: &Context) -> Reply {
        let Some(active) = &self.active else {
            return Reply::new();
        };
        let reply = context.board(|style| active.game.draw(BoardView::of(&active.record), style));
        let status = active.status();
        if status.is_over() {
            let outcome = active.game.outcome(status);
            self.active = None;
            return reply.and_say(outcome);
        }
        reply.then(self.tell_turn())
    }

    pub(super) fn tell_turn(&self) -> Reply {
        self.active.as_ref().map_or_else(Reply::new, |active| {
            let computer = self.is_computer(active.to_move());
            active.game.tell_turn(active.record.state(), computer)
        })
    }

    fn start(&mut self, new_game: Option<NewGame<T>>, context: &Context) -> Result<Reply, Refused> {
        match (&self.active, new_game) {
            (Some(_), _) if !self.is_fresh() => {
                return Err(Refused::because(
                    Refusal::NotNow,
                    "a game is in progress: :stop ends it",
                ));
            }
            // Nothing has happened in it yet: it is the game that was asked for.
            (Some(_), None) => {}
            (None, None) if !T::start_questions().is_empty() => {
                self.ask(T::start_questions());
                return Ok(Reply::new());
            }
            (_, new_game) => {
                let (game, computers) = match new_game {
                    Some(new_game) => (new_game.game, new_game.computers),
                    None => (T::standard(), None),
                };
                if let Some(computers) = computers {
                    self.computers = computers.map(Opponent::if_computer);
                }
                let start = game.start();
                self.begin_game(ActiveGame::new(game, start, false));
            }
        }
        Ok(Reply::say(Message::StartingGame).then(self.tell_position(context)))
    }

    /// Whether no move has been made in the present game.
    fn is_fresh(&self) -> bool {
        let active = self.active.as_ref();
        active.is_none_or(|active| active.record.is_empty())
    }

    /// What the open question can be answered with: what would stand in its place behind the
    /// command.
    fn answers_to(&self, asking: &Asking) -> Vec<String> {
        let number = asking.answers.len();
        if !self.playing() {
            let kind = T::start_args().get(number).map(|arg| arg.kind);
            return match kind {
                Some(Kind::OneOf(words)) => words.iter().map(|&word| word.to_owned()).collect(),
                _ => Vec::new(),
            };
        }
        let moves = self.offers(":move");
        let next = moves.iter().filter_map(|mv| {
            let mut words = mv.split(' ');
            let same = asking
                .answers
                .iter()
                .all(|given| words.next() == Some(given));
            words.next().filter(|_| same).map(str::to_owned)
        });
        next.collect()
    }

    fn ask(&mut self, questions: &'static [Question]) {
        self.asking = Some(Asking {
            questions,
            answers: Vec::new(),
        });
    }

    /// Takes the answer to the open question; a wrong one leaves it open.
    fn take_answer(&mut self, answer: &str, context: &Context) -> Option<Reply> {
        let asking = self.asking.as_mut()?;
        let question = asking.questions.get(asking.answers.len())?;
        if let Err(reason) = (question.check)(answer) {
            return Some(Reply::new().and_advise(reason));
        }
        asking.answers.push(answer.to_owned());
        if asking.answers.len() < asking.questions.len() {
            return Some(Reply::new());
        }
        let answers = std::mem::take(&mut asking.answers);
        self.asking = None;
        if self.playing() {
            return Some(self.make_move(&answers.join(" "), context));
        }
        let words: Vec<&str> = answers.iter().map(String::as_str).collect();
        let started = self.start(NewGame::read(&words), context);
        Some(started.unwrap_or_else(Reply::from))
    }

    fn make_move(&mut self, words: &str, context: &Context) -> Reply {
        let Some(active) = &mut self.active else {
            return Reply::new();
        };
        active.alone = 0;
        let state = active.record.state();
        let mover = state.to_move;
        let mv = match active.game.parse_move(state, words) {
            Ok(mv) => mv,
            Err(reason) => {
                let reply = Reply::say(Message::InvalidMove).and_advise(reason);
                return reply.then(self.tell_turn());
            }
        };
        active.record.play(&active.game, mv);
        let told = active.game.tell_move(mover, mv, false);
        told.then(self.tell_position(context))
    }

    fn save(&self, file: &str) -> Reply {
        let Some(active) = &self.active else {
            return Reply::new();
        };
        let text = active.game.write(active.record.state());
        files::save(file, T::LONGEST_FILE, &text)
    }

    fn carry_out(&mut self, command: Command<T>, context: &Context) -> Result<Reply, Refused> {
        match command {
            Command::Start(new_game) => self.start(new_game, context),
            Command::Stop => {
                self.active = None;
                Ok(Reply::say(Message::StoppingGame))
            }
            Command::Move(Some(words)) => Ok(self.make_move(&words, context)),
            Command::Move(None) => {
                self.ask(T::move_questions());
                Ok(Reply::new())
            }
            Command::Save(file) => Ok(self.save(&file)),
            Command::Load(file) => Ok(self.load(Path::new(&file), context).0),
            Command::Board => Ok(self.board(context)),
            Command::Moves(from) => self.moves(from.as_deref()),
            Command::Undo => self.undo(context),
            Command::Redo => self.redo(context),
            Command::History => Ok(self.history()),
            Command::Hint => Ok(self.hint(context)),
            Command::Computer(who) => self.computer(who),
            Command::Own(Own::Think(level)) => {
                self.level = Some(level);
                for computer in self.computers.iter_mut().flatten() {
                    computer.player = None;
                }
                Ok(Reply::say(format_args!(
                    "The computer plays at level {level}."
                )))
            }
            Command::Own(Own::Tell(tell)) => Ok(context.computing(|cancel| tell(cancel))),
        }
    }
}

impl<T: PromptGame> Mode for BoardMode<T> {
    type Command = Command<T>;

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn commands(&self) -> Vec<Row<Command<T>>> {
        rows()
    }

    fn prompt(&self) -> String {
        if let Some(asking) = &self.asking
            && let Some(question) = asking.questions.get(asking.answers.len())
        {
            return question.prompt.to_owned();
        }
        match &self.active {
            None => format!("{}> ", T::NAME),
            Some(active) => format!("{} game {}> ", T::NAME, T::letter(active.to_move())),
        }
    }

    fn playing(&self) -> bool {
        self.active.is_some()
    }

    fn run(&mut self, command: Command<T>, context: &Context) -> Result<Reply, Refused> {
        // A question is forgotten as soon as something else is done. Looking around is not, what is
        // refused has not been done, and loading forgets it only when it goes well.
        if matches!(
            command,
            Command::Board
                | Command::Moves(_)
                | Command::History
                | Command::Hint
                | Command::Load(_)
        ) {
            return self.carry_out(command, context);
        }
        let asked = self.asking.take();
        let done = self.carry_out(command, context);
        if done.is_err() {
            self.asking = asked;
        }
        done
    }

    fn load(&mut self, path: &Path, context: &Context) -> (Reply, bool) {
        match files::load(path, T::LONGEST_FILE, &context.interrupt, T::read) {
            Ok((game, start)) => {
                self.begin_game(ActiveGame::new(game, start, true));
                let name = path.display().to_string();
                let reply = Reply::say(Message::StateLoaded(&name));
                (reply.then(self.tell_position(context)), true)
            }
            Err(reply) => (reply, false),
        }
    }

    fn run_text(&mut self, line: &str, context: &Context) -> Option<Reply> {
        if self.asking.is_some() {
            return self.take_answer(line, context);
        }
        (T::BARE_MOVES && self.playing()).then(|| self.make_move(line, context))
    }

    fn has_automatic_step(&self) -> bool {
        let side = self.active.as_ref().map(ActiveGame::to_move);
        side.is_some_and(|side| self.computers[side.index()].is_some())
    }

    fn automatic_step(&mut self, context: &Context) -> Option<Reply> {
        let active = self.active.as_mut()?;
        let side = active.to_move();
        let opponent = self.computers[side.index()].as_mut()?;
        let (options, level) = (&self.options, opponent.level.or(self.level));
        let mv = context.computing(|cancel| {
            let player = opponent
                .player
                .get_or_insert_with(|| active.player(level, Purpose::Opponent, options, cancel));
            player.choose(&active.game, active.record.state(), cancel)
        })?;
        active.record.play(&active.game, mv);
        active.alone += 1;
        let enough = active.alone >= MOST_MOVES_ALONE || context.interrupt.was_pressed();
        let told = active.game.tell_move(side, mv, true);
        let alone = self.computers.iter().all(Option::is_some);
        if alone && enough {
            self.computers = [None, None];
            let told = told.then(self.tell_position(context));
            return Some(told.and_say("The computer plays no side."));
        }
        Some(told.then(self.tell_position(context)))
    }

    fn offers(&self, name: &str) -> Vec<String> {
        let moves = || -> Vec<String> {
            self.active.as_ref().map_or_else(Vec::new, |active| {
                let moves = active.game.move_list(active.record.state());
                moves
                    .into_iter()
                    .map(|mv| active.game.show_move(mv))
                    .collect()
            })
        };
        match name {
            ":move" => moves(),
            ":moves" if !T::BARE_MOVES => moves(),
            ":computer" => computer_words::<T>(),
            _ => Vec::new(),
        }
    }

    fn refuses(&self, name: &str) -> bool {
        match name {
            ":start" => !self.is_fresh(),
            ":undo" => self.steps_back().is_none(),
            ":redo" => self.steps_on().is_none(),
            _ => false,
        }
    }

    fn why_malformed(&self, name: &str, words: &[&str]) -> Option<String> {
        match (name, words) {
            (":start", _) => T::why_no_game(words),
            (":computer", [side, ..]) if *side != "none" && T::side_of(side).is_none() => {
                let [first, second] = T::LETTERS;
                Some(format!(
                    "a side is {first} or {second}; none stops the computer"
                ))
            }
            (":computer", [_, level]) => Some(level.parse::<Level>().err()?.to_string()),
            _ => None,
        }
    }

    fn text_completions(&self) -> Vec<String> {
        match &self.asking {
            Some(asking) => self.answers_to(asking),
            None if T::BARE_MOVES => self.offers(":move"),
            None => Vec::new(),
        }
    }
}

/// All that can stand behind `:computer`. Of the endless levels that every game has, some.
fn computer_words<T: PromptGame>() -> Vec<String> {
    let named = T::LEVELS
        .iter()
        .filter(|name| T::why_no_level(Level::Named(name)).is_none());
    let levels: Vec<&str> = named.chain(&Level::USUAL).copied().collect();
    let mut all = vec!["none".to_owned()];
    for letter in T::LETTERS {
        all.push(letter.to_string());
        all.extend(levels.iter().map(|level| format!("{letter} {level}")));
    }
    all
}
