//! The mode that all board games share: its state, and the course of a game.

use std::path::Path;

use super::commands;
use super::controller;
use super::judgement;
use super::level::Level;
use super::prompt_game::{
    BoardView, INVALID_MOVE, Options, PromptGame, STARTING_GAME, STOPPING_GAME, turn,
};
use super::record::{ActiveGame, AtHand, Opponent};
use crate::engine::{Side, StateOf};
use crate::repl::{Context, Kept, Mode, Part, Reply, Row};
use crate::store;

/// When the computer plays both sides, it stops every 500 moves: some games never end.
const MAX_MOVES_ALONE: usize = 500;

/// A board game at the prompt.
pub struct BoardMode<T: PromptGame> {
    pub(super) options: Options,
    pub(super) at_hand: AtHand<ActiveGame<T>>,
    pub(super) computers: [Option<Opponent<T>>; 2],
    /// The level of computer players without one of their own.
    pub(super) level: Option<Level>,
}

impl<T: PromptGame> BoardMode<T> {
    /// Creates the mode, with no game in progress.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let computer = |side| (T::COMPUTER == Some(side)).then(|| Opponent::new(None));
        BoardMode {
            options,
            at_hand: AtHand::default(),
            computers: Side::BOTH.map(computer),
            level: None,
        }
    }

    pub(super) fn is_computer(&self, side: Side) -> bool {
        self.computers[side.index()].is_some()
    }

    /// Returns the game in progress.
    pub(super) fn active(&self) -> Option<&ActiveGame<T>> {
        self.at_hand.active()
    }

    /// Returns the game in progress and its position.
    #[must_use]
    pub fn position(&self) -> Option<(&T, &StateOf<T>)> {
        let active = self.active()?;
        Some((&active.game, active.record.state()))
    }

    /// Begins a game in which the computer plays these sides. If it changes sides, it keeps its level.
    pub fn begin(&mut self, game: T, computers: [bool; 2], context: &Context) -> Reply {
        let level = self.computers.iter().flatten().find_map(|old| old.level);
        for (opponent, computer) in self.computers.iter_mut().zip(computers) {
            let old = opponent.take();
            *opponent = computer.then(|| old.unwrap_or_else(|| Opponent::new(level)));
        }
        let start = game.start();
        self.at_hand.begin(ActiveGame::new(game, start, None));
        Reply::say(STARTING_GAME).then(self.announce_game(context))
    }

    /// Announces a new game: whose turn it is, the meaning of the letters, and the players. A computer
    /// player whose level the game does not support gets the usual one.
    fn announce_game(&mut self, context: &Context) -> Reply {
        let mut reply = Reply::new();
        let Some(active) = self.at_hand.active() else {
            return reply;
        };
        for (side, computer) in Side::BOTH.into_iter().zip(&mut self.computers) {
            let Some(computer) = computer else { continue };
            // A player for another game or size would play nonsense.
            computer.player = None;
            reply = reply.then(computer.keep_to_levels_of(&active.game, side, &self.options));
        }
        let turn = T::letter(active.to_move());
        let [one, two] = T::LETTERS;
        let sides = T::SIDES.map_or_else(String::new, |[first, second]| {
            format!("{turn} moves. {one}: {first}, {two}: {second}. ")
        });
        let advice = Reply::new().and_advise(format_args!("{sides}:rules explains the game"));
        let introduction = advice.and_advise(self.who_plays());
        reply.then(self.announce(introduction, context))
    }

    /// Names the players, and the command that changes them.
    pub(super) fn who_plays(&self) -> String {
        let computers = T::LETTERS.into_iter().zip(&self.computers);
        let computers = computers.filter_map(|(letter, computer)| {
            let level = computer.as_ref()?.level.or(self.level);
            Some(level.map_or(letter.to_string(), |level| format!("{letter} ({level})")))
        });
        let computers: Vec<String> = computers.collect();
        if computers.is_empty() {
            let [_, other] = T::LETTERS;
            return format!("two players; :computer {other} to play against the computer");
        }
        let computers = computers.join(" and ");
        format!("the computer plays {computers}; :computer none for two players")
    }

    /// Announces a position: the board and the turn, or the outcome.
    pub(super) fn announce_position(&mut self, context: &Context) -> Reply {
        self.announce(Reply::new(), context)
    }

    /// Announces a position, with `more` below the board. On a terminal, leaves out a board that the
    /// computer's move changes at once.
    fn announce(&mut self, more: Reply, context: &Context) -> Reply {
        let Some(active) = self.active() else {
            return Reply::new();
        };
        let (game, view) = (&active.game, || BoardView::of(&active.record));
        let (status, side) = (active.status(), active.to_move());
        let passing = context.person() && self.is_computer(side) && !self.is_computer(side.other());
        let reply = if passing && !status.is_over() {
            more
        } else {
            let board = Part::Board(game.draw(view(), context.style()));
            Reply::new().with(board).then(more)
        };
        if status.is_over() {
            let (outcome, why) = (game.outcome(status), game.why_over(view()));
            let reply = reply.and_say(outcome).and_offer(self.end());
            return why.into_iter().fold(reply, Reply::and_advise);
        }
        reply
            .then(self.recall_answer(active))
            .then(self.announce_turn(context))
    }

    /// Puts the board below the first sentence of a reply that leaves it to the computer's answer.
    #[must_use]
    pub fn and_board(&self, mut reply: Reply, context: &Context) -> Reply {
        let shown = |part: &Part| matches!(part, Part::Board(_));
        if let Some(active) = self.active()
            && !reply.failed
            && !reply.parts.iter().any(shown)
        {
            let view = BoardView::of(&active.record);
            let board = active.game.draw(view, context.style());
            reply.parts.insert(1, Part::Board(board));
        }
        reply
    }

    /// Names the computer's last move where only the board shows it: the top of a large board can be
    /// off the screen.
    fn recall_answer(&self, active: &ActiveGame<T>) -> Reply {
        let mover = active.to_move().other();
        match active.record.made().last() {
            Some(&mv) if T::MOVES_WITHOUT_COLON && self.is_computer(mover) => {
                let (letter, mv) = (T::letter(mover), active.game.show_move(mv));
                Reply::new().and_advise(format_args!("{letter} played {mv}"))
            }
            _ => Reply::new(),
        }
    }

    pub(super) fn announce_turn(&self, context: &Context) -> Reply {
        match self.position() {
            Some((game, state)) if T::MOVES_WITHOUT_COLON => {
                let computer = self.is_computer(state.to_move);
                controller::announce_turn(game, state, computer, context.style())
            }
            _ => Reply::new(),
        }
    }

    /// Whether `:start` can be used: it must not replace a game with moves.
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
        // A game without moves is kept.
        if self.active().is_some() && game.is_none() {
            return self.start_again(context);
        }
        let computers = Side::BOTH.map(|side| self.is_computer(side));
        self.begin(game.unwrap_or_else(T::standard), computers, context)
    }

    /// Answers `:start` in a game without moves.
    pub fn start_again(&mut self, context: &Context) -> Reply {
        Reply::say(STARTING_GAME).then(self.announce_position(context))
    }

    pub(super) fn stop(&mut self, _context: &Context) -> Reply {
        let next = self.end();
        self.at_hand.forget_replaced();
        Reply::say(STOPPING_GAME).and_offer(next)
    }

    /// Ends the game in progress. Returns the command to offer next.
    fn end(&mut self) -> &'static str {
        let has_moves = self.active().is_some_and(|game| !game.record.is_empty());
        self.at_hand.stop();
        if has_moves { ":review" } else { ":start" }
    }

    /// Makes a move.
    pub fn make_move(&mut self, text: &str, context: &Context) -> Reply {
        let Some(active) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        let mover = active.to_move();
        let mv = match active.game.parse_move(active.record.state(), text) {
            Ok(mv) => mv,
            Err(reason) => {
                let reply = Reply::fail(INVALID_MOVE).and_advise(reason);
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
        told.then(self.announce_position(context))
    }

    /// Returns the legal moves as they can be typed.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        self.position().map_or_else(Vec::new, |(game, state)| {
            let moves = game.move_list(state).into_iter();
            moves.map(|mv| game.show_move(mv)).collect()
        })
    }

    /// Returns the line that loads the position from which a game began.
    fn loading_line(
        game: &ActiveGame<T>,
        file: &Path,
        context: &Context,
    ) -> Result<String, String> {
        let holds_start = store::load(file, T::LONGEST_FILE).is_ok_and(|bytes| {
            T::read(&bytes).is_ok_and(|(read, state)| {
                state == *game.record.start() && read.label() == game.game.label()
            })
        });
        let name = context.folders.relative(file).display().to_string();
        if !holds_start || name.contains(|c: char| c.is_ascii_whitespace()) {
            return Err(format!(
                "the game began from {name}, which cannot be loaded again"
            ));
        }
        Ok(format!(":load {name}"))
    }
}

impl<T: PromptGame> Mode for BoardMode<T> {
    const NAME: &'static str = T::NAME;
    const RULES: &'static str = T::RULES;
    const LONGEST_FILE: usize = T::LONGEST_FILE;

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

    fn saved(&self) -> Option<String> {
        self.position().map(|(game, state)| game.write(state))
    }

    fn load(
        &mut self,
        bytes: &[u8],
        file: Option<&Path>,
        context: &Context,
    ) -> Result<Reply, String> {
        let (game, start) = T::read(bytes)?;
        let loaded = ActiveGame::new(game, start, file.map(Path::to_owned));
        self.at_hand.load(loaded, |old| !old.record.is_empty());
        Ok(self.announce_game(context))
    }

    fn lines(&self, context: &Context) -> Result<Vec<String>, String> {
        let game = self.at_hand.game().ok_or("there is no game")?;
        let begin = match &game.origin {
            None => game.game.start_line(None),
            Some(file) => Self::loading_line(game, file, context)?,
        };
        // Otherwise the computer would add moves to those of the record.
        let begin = [":computer none".to_owned(), begin].into_iter();
        Ok(begin.chain(game.moves(":move ")).collect())
    }

    fn kept(&self) -> Option<Kept> {
        let game = self.active().filter(|game| !game.record.is_empty())?;
        let mut lines: Vec<String> = game.moves(":move ").collect();
        lines.extend(self.level.map(|level| format!(":depth {level}")));
        lines.push(":computer none".to_owned());
        for (letter, computer) in T::LETTERS.into_iter().zip(&self.computers) {
            let level = |level: &Level| format!(":computer {letter} {level}");
            let line = |computer: &Opponent<T>| match &computer.level {
                Some(found) => level(found),
                None => format!(":computer {letter}"),
            };
            lines.extend(computer.as_ref().map(line));
        }
        Some(Kept {
            saved: game.game.write(game.record.start()),
            file: game.origin.clone(),
            lines,
        })
    }

    fn meant(&self, line: &str) -> Option<String> {
        let words = T::loose_move(line)?;
        let legal = |game: &T, state: &_| game.parse_move(state, &words).is_ok();
        let legal = match self.position() {
            Some((game, state)) => legal(game, state),
            None => legal(&T::standard(), &T::standard().start()),
        };
        legal.then(|| turn::<T>(&words))
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
        let activity = judgement::thinking(level, "plays it");
        let report = context.computing_shown(activity, |cancel, tell| {
            let player = opponent
                .player
                .get_or_insert_with(|| active.player(level, active.opponent(), options, cancel));
            let (game, state) = (&active.game, active.record.state());
            player.analyse(game, state, cancel, &mut |report| {
                tell(judgement::found(game, report));
            })
        })?;
        let mv = report.best?;
        active.play(mv);
        let told = active.game.announce_move(side, mv, true);
        let told = told.then(opponent.keep_to_levels_of(&active.game, side, &self.options));
        let enough =
            active.record.len().is_multiple_of(MAX_MOVES_ALONE) || context.interrupt.was_pressed();
        if enough && self.computers.iter().all(Option::is_some) {
            self.computers = [None, None];
            let told = told.then(self.announce_position(context));
            return Some(told.and_say("The computer plays no side."));
        }
        Some(told.then(self.announce_position(context)))
    }
}
