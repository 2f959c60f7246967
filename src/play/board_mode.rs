//! The mode that all board games share: its state and the commands of the course texts.

use super::commands;
use super::files::{self, Message};
use super::level::Level;
use super::prompt_game::{BoardView, Options, PromptGame};
use super::record::{ActiveGame, AtHand, Opponent};
use super::thinking;
use crate::engine::{Side, StateOf};
use crate::repl::{Context, FileName, Mode, Part, Reply, Row};

/// When the computer plays both sides, it pauses after this many moves: the rules need not end a
/// game.
const MOST_MOVES_ALONE: usize = 500;

/// A board game at the prompt.
pub struct BoardMode<T: PromptGame> {
    pub(super) options: Options,
    pub(super) at_hand: AtHand<ActiveGame<T>>,
    pub(super) computers: [Option<Opponent<T>>; 2],
    /// The level of computers that were given none.
    pub(super) level: Option<Level>,
    /// The game as it was kept last for `--resume`.
    pub(super) kept: Option<String>,
}

impl<T: PromptGame> BoardMode<T> {
    /// The mode, with no game in progress.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let computers = Side::BOTH.map(|side| T::COMPUTER == Some(side));
        BoardMode {
            options,
            at_hand: AtHand::default(),
            computers: computers.map(Opponent::if_computer),
            level: None,
            kept: None,
        }
    }

    pub(super) fn is_computer(&self, side: Side) -> bool {
        self.computers[side.index()].is_some()
    }

    /// The game in progress.
    pub(super) fn active(&self) -> Option<&ActiveGame<T>> {
        self.at_hand.active()
    }

    /// The game in progress and its position.
    #[must_use]
    pub fn position(&self) -> Option<(&T, &StateOf<T>)> {
        let active = self.active()?;
        Some((&active.game, active.record.state()))
    }

    /// Begins a game in which these sides are the computer's. It keeps the levels it has.
    pub fn begin(&mut self, game: T, computers: [bool; 2], context: &Context) -> Reply {
        for (opponent, computer) in self.computers.iter_mut().zip(computers) {
            let old = opponent.take();
            *opponent = Opponent::if_computer(computer).map(|new| old.unwrap_or(new));
        }
        let start = game.start();
        self.at_hand.begin(ActiveGame::new(game, start, None));
        Reply::say(Message::StartingGame).then(self.announce_game(context))
    }

    /// Announces a game that begins. A computer player whose level this game does not have gets the
    /// usual one.
    fn announce_game(&mut self, context: &Context) -> Reply {
        let mut reply = Reply::new();
        let Some(active) = self.at_hand.active() else {
            return reply;
        };
        for (side, computer) in Side::BOTH.into_iter().zip(&mut self.computers) {
            let Some(computer) = computer else { continue };
            // A player prepared for another game or size would play nonsense in this one.
            computer.player = None;
            reply = reply.then(computer.keep_to_levels_of(&active.game, side, &self.options));
        }
        let introduction = self.introduce();
        let told = self.announce_position(context);
        if !self.playing() {
            return reply.then(told);
        }
        // Nothing comes between the question of the controller and its answer.
        if T::MOVES_WITHOUT_COLON {
            reply.then(introduction).then(told)
        } else {
            reply.then(told).then(introduction)
        }
    }

    /// Whose turn it is, what the letters mean, and who plays: once in a game.
    pub(super) fn introduce(&self) -> Reply {
        let Some(active) = self.active() else {
            return Reply::new();
        };
        let turn = T::letter(active.to_move());
        let [one, two] = T::LETTERS;
        let sides = T::SIDES.map_or_else(String::new, |[first, second]| {
            format!("{turn} moves. {one}: {first}, {two}: {second}. ")
        });
        let reply = Reply::new().and_advise(format_args!("{sides}:rules explains the game"));
        let computers = Side::BOTH
            .into_iter()
            .filter(|&side| self.is_computer(side));
        let letters: Vec<String> = computers.map(|side| T::letter(side).to_string()).collect();
        if letters.is_empty() {
            let other = T::letter(active.to_move().other());
            return reply.and_advise(format_args!(
                "two people play; :computer {other} lets the computer play {other}"
            ));
        }
        let letters = letters.join(" and ");
        reply.and_advise(format_args!(
            "the computer plays {letters}; :computer none lets two people play"
        ))
    }

    /// Shows the new position and says whose turn it is, or how the game ended.
    pub(super) fn announce_position(&mut self, context: &Context) -> Reply {
        let Some(active) = self.active() else {
            return Reply::new();
        };
        let reply = Reply::new().with(Part::Board(
            active
                .game
                .draw(BoardView::of(&active.record), context.style()),
        ));
        let status = active.status();
        if status.is_over() {
            let outcome = active.game.outcome(status);
            let why = active.game.why_over(BoardView::of(&active.record));
            self.at_hand.stop();
            let reply = reply.and_say(outcome);
            return why.into_iter().fold(reply, Reply::and_advise);
        }
        reply
            .then(self.recall_answer(active))
            .then(self.announce_turn(context))
    }

    /// The computer's last move, where only the board shows it: the top of a large one may have left
    /// the screen.
    fn recall_answer(&self, active: &ActiveGame<T>) -> Reply {
        let mover = active.to_move().other();
        match active.record.moves().last() {
            Some(mv) if T::MOVES_WITHOUT_COLON && self.is_computer(mover) => {
                let (letter, mv) = (T::letter(mover), active.game.show_move(mv));
                Reply::new().and_advise(format_args!("{letter} played {mv}"))
            }
            _ => Reply::new(),
        }
    }

    pub(super) fn announce_turn(&self, context: &Context) -> Reply {
        self.active().map_or_else(Reply::new, |active| {
            let computer = self.is_computer(active.to_move());
            let state = active.record.state();
            active.game.announce_turn(state, computer, context.style())
        })
    }

    /// Whether the computer moves next.
    fn computer_is_next(&self) -> bool {
        let active = self.active().filter(|active| !active.status().is_over());
        active.is_some_and(|active| self.is_computer(active.to_move()))
    }

    /// Whether `:start` can be used: it replaces no game with moves.
    ///
    /// # Errors
    /// When the game in progress has moves.
    pub fn may_start(&self) -> Result<(), &'static str> {
        match self.active() {
            Some(active) if !active.record.is_empty() => {
                Err("a game is in progress: :stop ends it")
            }
            _ => Ok(()),
        }
    }

    pub(super) fn start(&mut self, game: Option<T>, context: &Context) -> Reply {
        // The game without moves is the one to start.
        if self.playing() && game.is_none() {
            return self.start_again(context);
        }
        let computers = Side::BOTH.map(|side| self.is_computer(side));
        self.begin(game.unwrap_or_else(T::standard), computers, context)
    }

    /// Answers `:start` in a game without moves, which goes on.
    pub fn start_again(&mut self, context: &Context) -> Reply {
        Reply::say(Message::StartingGame).then(self.announce_position(context))
    }

    pub(super) fn stop(&mut self, _context: &Context) -> Reply {
        self.at_hand.stop();
        self.at_hand.forget_replaced();
        Reply::say(Message::StoppingGame)
    }

    /// Makes a move.
    pub fn make_move(&mut self, text: &str, context: &Context) -> Reply {
        let Some(active) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        active.alone = 0;
        let mover = active.to_move();
        let mv = match active.game.parse_move(active.record.state(), text) {
            Ok(mv) => mv,
            Err(reason) => {
                let reply = Reply::fail(Message::InvalidMove).and_advise(reason);
                let meant = self.meant(text).filter(|meant| !meant.ends_with(text));
                let reply = meant
                    .into_iter()
                    .fold(reply, |reply, meant| reply.and_suggest(&meant));
                return reply.then(self.announce_turn(context));
            }
        };
        active.play(mv);
        let told = active.game.announce_move(mover, mv, false);
        self.at_hand.forget_replaced();
        // The board after the computer's answer shows both moves.
        if context.person() && self.computer_is_next() && !T::BOARD_AFTER_EVERY_MOVE {
            return told.then(self.announce_turn(context));
        }
        told.then(self.announce_position(context))
    }

    pub(super) fn save(&mut self, file: &FileName, _context: &Context) -> Reply {
        self.active().map_or_else(Reply::new, |active| {
            let text = active.game.write(active.record.state());
            files::save(file, T::LONGEST_FILE, &text)
        })
    }

    /// Whether this is a legal move now, or in a game that begins.
    fn is_legal(&self, text: &str) -> bool {
        if let Some((game, state)) = self.position() {
            return game.parse_move(state, text).is_ok();
        }
        let game = T::standard();
        game.parse_move(&game.start(), text).is_ok()
    }

    /// The legal moves as they can be typed.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        let Some(active) = self.active() else {
            return Vec::new();
        };
        let moves = active.game.move_list(active.record.state()).into_iter();
        moves.map(|mv| active.game.show_move(mv)).collect()
    }

    /// Sets the level of all computer players, those that play now and those to come.
    pub fn set_level(&mut self, level: Level) -> Reply {
        self.level = Some(level);
        for computer in self.computers.iter_mut().flatten() {
            computer.level = None;
            computer.player = None;
        }
        Reply::say(format_args!("The computer plays at level {level}."))
    }
}

impl<T: PromptGame> Mode for BoardMode<T> {
    const NAME: &'static str = T::NAME;
    const RULES: &'static str = T::RULES;

    fn commands() -> Vec<Row<Self>> {
        commands::rows()
    }

    fn prompt(&self) -> String {
        match self.active() {
            None => format!("{}> ", T::NAME),
            Some(active) => format!("{} game {}> ", T::NAME, T::letter(active.to_move())),
        }
    }

    fn playing(&self) -> bool {
        self.active().is_some()
    }

    fn load(&mut self, file: &FileName, context: &Context) -> Reply {
        match files::load(file, T::LONGEST_FILE, T::read) {
            Ok((game, start)) => {
                let loaded = ActiveGame::new(game, start, Some(file.path().to_owned()));
                self.at_hand.load(loaded, |old| !old.record.is_empty());
                Reply::say(Message::StateLoaded(file)).then(self.announce_game(context))
            }
            Err(reply) => reply,
        }
    }

    fn keep(&mut self, context: &Context) -> bool {
        self.keep_game(context)
    }

    fn meant(&self, line: &str) -> Option<String> {
        let words = T::loose_move(line).filter(|words| self.is_legal(words))?;
        let prefix = if T::MOVES_WITHOUT_COLON { "" } else { ":move " };
        Some(format!("{prefix}{words}"))
    }

    fn run_text(&mut self, line: &str, context: &Context) -> Option<Reply> {
        (T::MOVES_WITHOUT_COLON && self.playing()).then(|| self.make_move(line, context))
    }

    fn text_completions(&self) -> Vec<String> {
        if T::MOVES_WITHOUT_COLON {
            return self.legal_moves();
        }
        Vec::new()
    }

    fn step(&mut self, context: &Context) -> Option<Reply> {
        let active = self.at_hand.active_mut()?;
        let side = active.to_move();
        let opponent = self.computers[side.index()].as_mut()?;
        let (options, level) = (&self.options, opponent.level.or(self.level));
        let task = thinking::task(level, "plays it");
        let report = context.computing_shown(task, |cancel, tell| {
            let player = opponent
                .player
                .get_or_insert_with(|| active.player(level, active.opponent(), options, cancel));
            let (game, state) = (&active.game, active.record.state());
            player.analyse(game, state, cancel, &mut |report| {
                tell(thinking::found(game, report));
            })
        })?;
        let mv = report.best?;
        active.play(mv);
        active.alone += 1;
        let enough = active.alone >= MOST_MOVES_ALONE || context.interrupt.was_pressed();
        let told = active.game.announce_move(side, mv, true);
        let told = told.then(opponent.keep_to_levels_of(&active.game, side, &self.options));
        let alone = self.computers.iter().all(Option::is_some);
        if alone && enough {
            self.computers = [None, None];
            let told = told.then(self.announce_position(context));
            return Some(told.and_say("The computer plays no side."));
        }
        Some(told.then(self.announce_position(context)))
    }
}
