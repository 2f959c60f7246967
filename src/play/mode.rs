//! The mode of a board game: one for all of them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::briefing::Briefing;
use super::command::{Command, table};
use super::level::Level;
use super::record::Record;
use super::tabletop::{Scene, Setup, Tabletop};
use super::words::Words;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf, Status};
use crate::repl::{Desk, Mode, Part, Refusal, Refused, Reply, Row, store};

/// When the computer plays both sides, it pauses after this many moves: the rules need not end a
/// game.
const MOST_MOVES_ALONE: usize = 500;

/// A game in progress.
struct Table<T: Tabletop> {
    game: T,
    record: Record<T>,
    /// Whether it began from a saved position.
    loaded: bool,
    /// Moves that the computer has made since a person did something.
    alone: usize,
}

impl<T: Tabletop> Table<T> {
    fn new(game: T, start: StateOf<T>, loaded: bool) -> Self {
        Table {
            game,
            record: Record::new(start),
            loaded,
            alone: 0,
        }
    }

    /// A computer player who is to move now, and from now on if `stays`.
    fn player(
        &self,
        level: Option<Level>,
        stays: bool,
        setup: &Setup,
        cancel: &AtomicBool,
    ) -> Box<dyn Player<T>> {
        let first_move = self.record.len() <= self.to_move().index();
        self.game.player(&Briefing {
            level,
            own_game: stays && first_move && !self.loaded,
            setup,
            cancel,
        })
    }

    fn to_move(&self) -> Side {
        self.record.state().to_move
    }

    fn status(&self) -> Status {
        self.game.status(self.record.state())
    }
}

/// A computer player sitting at one side.
struct Opponent<T: Tabletop> {
    level: Option<Level>,
    /// Made for the game in progress when it is first needed.
    player: Option<Box<dyn Player<T>>>,
}

/// A board game at the prompt.
pub struct BoardMode<T: Tabletop> {
    setup: Setup,
    table: Option<Table<T>>,
    computers: [Option<Opponent<T>>; 2],
}

impl<T: Tabletop> BoardMode<T> {
    /// The mode, with no game in progress.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let seat = |side| {
            (T::COMPUTER == Some(side)).then_some(Opponent {
                level: None,
                player: None,
            })
        };
        BoardMode {
            setup,
            table: None,
            computers: [seat(Side::First), seat(Side::Second)],
        }
    }

    fn is_computer(&self, side: Side) -> bool {
        self.computers[side.index()].is_some()
    }

    fn sit_down(&mut self, table: Table<T>) {
        // A player prepared for another game or size would play nonsense in this one.
        for computer in self.computers.iter_mut().flatten() {
            computer.player = None;
        }
        self.table = Some(table);
    }

    /// Shows the position that has just come about, and says whose turn it is or how it ended.
    fn tell_position(&mut self, desk: &Desk) -> Reply {
        let Some(table) = &self.table else {
            return Reply::new();
        };
        let board = table.game.draw(Scene::of(&table.record), desk.look);
        let reply = Reply::new().with(Part::Scenery(board));
        let status = table.status();
        if status.is_over() {
            let outcome = table.game.outcome(status);
            self.table = None;
            return reply.and_say(outcome);
        }
        reply.then(self.tell_turn())
    }

    fn tell_turn(&self) -> Reply {
        self.table.as_ref().map_or_else(Reply::new, |table| {
            let computer = self.is_computer(table.to_move());
            table.game.tell_turn(table.record.state(), computer)
        })
    }

    fn start(&mut self, game: Option<T>, desk: &Desk) -> Result<Reply, Refused> {
        match &self.table {
            Some(table) if !table.record.is_empty() => {
                return Err(Refused::because(
                    Refusal::NotNow,
                    "a game is in progress: :stop ends it",
                ));
            }
            // Nothing has happened in it yet: it is the game that was asked for.
            Some(_) if game.is_none() => {}
            _ => {
                let game = game.unwrap_or_else(T::standard);
                let start = game.start();
                self.sit_down(Table::new(game, start, false));
            }
        }
        Ok(Reply::say(Words::StartingGame).then(self.tell_position(desk)))
    }

    fn make_move(&mut self, words: &str, desk: &Desk) -> Reply {
        let Some(table) = &mut self.table else {
            return Reply::new();
        };
        table.alone = 0;
        let state = table.record.state();
        let mover = state.to_move;
        let Some(mv) = table.game.parse_move(state, words) else {
            let reply = Reply::say(Words::InvalidMove);
            let reply = match table.game.explain(state, words) {
                Some(reason) => reply.and_advise(reason),
                None => reply,
            };
            return reply.then(self.tell_turn());
        };
        table.record.play(&table.game, mv);
        let told = table.game.tell_move(mover, mv, false);
        told.then(self.tell_position(desk))
    }

    fn save(&self, file: &str) -> Reply {
        let Some(table) = &self.table else {
            return Reply::new();
        };
        let text = table.game.write(table.record.state());
        match store::save(Path::new(file), text.as_bytes()) {
            Ok(()) => Reply::say(Words::StateSaved(file)),
            Err(reason) => Reply::say(Words::CannotSave).and_advise(reason),
        }
    }

    /// Takes moves back until it is a person's turn again.
    fn undo(&mut self, desk: &Desk) -> Result<Reply, Refused> {
        let nothing = Refused::because(Refusal::NotNow, "there is no move to take back");
        let steps = self.steps(|table| Box::new(table.record.earlier().map(|s| s.to_move)));
        self.step(steps, "Took back", Record::undo, desk)
            .ok_or(nothing)
    }

    fn redo(&mut self, desk: &Desk) -> Result<Reply, Refused> {
        let nothing = Refused::because(Refusal::NotNow, "no move has been taken back");
        let steps = self
            .steps(|table| Box::new(table.record.later().map(|s| s.to_move)))
            // All of them, if they end at the computer's turn: it then plays on from there.
            .or_else(|| Some(self.table.as_ref()?.record.later().count()).filter(|&n| n > 0));
        self.step(steps, "Played again", Record::redo, desk)
            .ok_or(nothing)
    }

    /// How many positions away the nearest one is in which a person is to move.
    fn steps<'a>(
        &'a self,
        turns: impl Fn(&'a Table<T>) -> Box<dyn Iterator<Item = Side> + 'a>,
    ) -> Option<usize> {
        let table = self.table.as_ref()?;
        turns(table)
            .position(|side| !self.is_computer(side))
            .map(|before| before + 1)
    }

    fn step(
        &mut self,
        steps: Option<usize>,
        verb: &str,
        step: impl Fn(&mut Record<T>) -> Option<T::Move>,
        desk: &Desk,
    ) -> Option<Reply> {
        let steps = steps?;
        let players = self.computers.iter_mut().flatten();
        for player in players.filter_map(|computer| computer.player.as_mut()) {
            player.begin();
        }
        let table = self.table.as_mut()?;
        table.alone = 0;
        let mut reply = Reply::new();
        for _ in 0..steps {
            let mv = step(&mut table.record)?;
            reply = reply.and_say(format_args!("{verb} {}", table.game.show_move(mv)));
        }
        Some(reply.then(self.tell_position(desk)))
    }

    fn board(&self, desk: &Desk) -> Reply {
        self.table.as_ref().map_or_else(Reply::new, |table| {
            let board = table.game.draw(Scene::of(&table.record), desk.look);
            Reply::new().with(Part::Show(board))
        })
    }

    fn moves(&self, from: Option<&str>) -> Result<Reply, Refused> {
        let Some(table) = &self.table else {
            return Ok(Reply::new());
        };
        let lines = table
            .game
            .list_moves(table.record.state(), from)
            .ok_or_else(|| {
                Refused::because(Refusal::Malformed, "there is no such place on the board")
            })?;
        if lines.is_empty() {
            return Ok(Reply::say("No moves."));
        }
        Ok(lines.into_iter().fold(Reply::new(), Reply::and_say))
    }

    fn history(&self) -> Reply {
        let Some(table) = &self.table else {
            return Reply::new();
        };
        if table.record.is_empty() {
            return Reply::say("No moves yet.");
        }
        let prefix = if T::BARE_MOVES { "" } else { ":move " };
        table.record.moves().fold(Reply::new(), |reply, mv| {
            reply.and_say(format_args!("{prefix}{}", table.game.show_move(mv)))
        })
    }

    fn hint(&mut self, desk: &Desk) -> Reply {
        let Some(table) = &self.table else {
            return Reply::new();
        };
        let setup = &self.setup;
        let advised = desk.computing(|cancel| {
            let mut player = table.player(None, false, setup, cancel);
            player.choose(&table.game, table.record.state(), cancel)
        });
        match advised {
            Some(mv) => Reply::say(format_args!("Hint: {}", table.game.show_move(mv))),
            None => Reply::say("No moves."),
        }
    }

    fn computer(&mut self, who: Option<(Side, Option<Level>)>) -> Reply {
        if let Some(table) = &mut self.table {
            table.alone = 0;
        }
        match who {
            None => {
                self.computers = [None, None];
                Reply::say("The computer plays no side.").then(self.tell_turn())
            }
            Some((side, level)) => {
                self.computers[side.index()] = Some(Opponent {
                    level,
                    player: None,
                });
                let letter = T::letter(side);
                let reply = match level {
                    Some(level) => {
                        Reply::say(format_args!("The computer plays {letter}, level {level}."))
                    }
                    None => Reply::say(format_args!("The computer plays {letter}.")),
                };
                reply.then(self.tell_turn())
            }
        }
    }
}

impl<T: Tabletop> Mode for BoardMode<T> {
    type Command = Command<T>;

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn table(&self) -> Vec<Row<Command<T>>> {
        table()
    }

    fn prompt(&self) -> String {
        match &self.table {
            None => format!("{}> ", T::NAME),
            Some(table) => format!("{} game {}> ", T::NAME, T::letter(table.to_move())),
        }
    }

    fn playing(&self) -> bool {
        self.table.is_some()
    }

    fn run(&mut self, command: Command<T>, desk: &Desk) -> Result<Reply, Refused> {
        match command {
            Command::Start(game) => self.start(game, desk),
            Command::Stop => {
                self.table = None;
                Ok(Reply::say(Words::StoppingGame))
            }
            Command::Move(words) => Ok(self.make_move(&words, desk)),
            Command::Save(file) => Ok(self.save(&file)),
            Command::Load(file) => Ok(self.load(Path::new(&file), desk).0),
            Command::Board => Ok(self.board(desk)),
            Command::Moves(from) => self.moves(from.as_deref()),
            Command::Undo => self.undo(desk),
            Command::Redo => self.redo(desk),
            Command::History => Ok(self.history()),
            Command::Hint => Ok(self.hint(desk)),
            Command::Computer(who) => Ok(self.computer(who)),
        }
    }

    fn load(&mut self, path: &Path, desk: &Desk) -> (Reply, bool) {
        let name = path.display().to_string();
        let bytes = match store::load(path, T::LONGEST_FILE) {
            Ok(bytes) => bytes,
            Err(reason) => return (Reply::say(Words::CannotLoad).and_advise(reason), false),
        };
        match T::read(&bytes) {
            Ok((game, start)) => {
                self.sit_down(Table::new(game, start, true));
                let reply = Reply::say(Words::StateLoaded(&name));
                (reply.then(self.tell_position(desk)), true)
            }
            Err(reason) => (Reply::say(Words::MalformedState).and_advise(reason), false),
        }
    }

    fn bare(&mut self, line: &str, desk: &Desk) -> Option<Reply> {
        (T::BARE_MOVES && self.playing()).then(|| self.make_move(line, desk))
    }

    fn proceed(&mut self, desk: &Desk) -> Option<Reply> {
        let table = self.table.as_mut()?;
        let side = table.to_move();
        let opponent = self.computers[side.index()].as_mut()?;
        let setup = &self.setup;
        let mv = desk.computing(|cancel| {
            let player = opponent
                .player
                .get_or_insert_with(|| table.player(opponent.level, true, setup, cancel));
            player.choose(&table.game, table.record.state(), cancel)
        })?;
        table.record.play(&table.game, mv);
        table.alone += 1;
        let enough = table.alone >= MOST_MOVES_ALONE || desk.interrupt.was_pressed();
        let told = table.game.tell_move(side, mv, true);
        let alone = self.computers.iter().all(Option::is_some);
        if alone && enough {
            self.computers = [None, None];
            let told = told.then(self.tell_position(desk));
            return Some(told.and_say("The computer plays no side."));
        }
        Some(told.then(self.tell_position(desk)))
    }

    fn offers(&self, name: &str) -> Vec<String> {
        let moves = || -> Vec<String> {
            self.table.as_ref().map_or_else(Vec::new, |table| {
                let moves = table.game.move_list(table.record.state());
                moves
                    .into_iter()
                    .map(|mv| table.game.show_move(mv))
                    .collect()
            })
        };
        match name {
            ":move" => moves(),
            ":moves" if !T::BARE_MOVES => moves(),
            ":computer" => Side::BOTH
                .into_iter()
                .map(|side| T::letter(side).to_string())
                .chain(["none".to_owned()])
                .collect(),
            _ => Vec::new(),
        }
    }

    fn bare_offers(&self) -> Vec<String> {
        if T::BARE_MOVES {
            self.offers(":move")
        } else {
            Vec::new()
        }
    }
}
