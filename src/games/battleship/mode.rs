//! The guessing game at the prompt: its hidden information makes it a mode of its own.

use std::collections::BTreeSet;
use std::path::Path;

use super::commands::{Typed, rows};
use super::draw::{draw, legend};
use super::log::{Log, Role};
use super::message::Message;
use super::searcher::{GameState, search};
use super::{Answer, NotAPlacement, PLACEMENTS, Placement, answer, feedback};
use crate::engine::rng::Rng;
use crate::play::{Message as Common, Options, files};
use crate::repl::{Context, Mode, Part, Reply, Row, playing};

/// The mode.
pub struct Battleship {
    rng: Rng,
    game: Option<Log>,
    /// The computer's guess that waits for an answer, while a person hides.
    guess: Option<Placement>,
}

impl Battleship {
    /// The mode, with no game in progress.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Battleship {
            rng: Rng::new(options.seed),
            game: None,
            guess: None,
        }
    }

    /// Begins a game and says what is next in it.
    fn begin(&mut self, log: Log, context: &Context) -> Reply {
        self.guess = match log.role {
            Role::Hiding => next_guess(&log),
            Role::Searching(_) => None,
        };
        self.game = Some(log);
        self.tell(context)
    }

    /// The grid, and the guess that waits for an answer.
    fn tell(&self, context: &Context) -> Reply {
        let Some(log) = &self.game else {
            return Reply::new();
        };
        let reply = context.board(|style| draw(log, &log.possible(), style));
        match self.guess {
            Some(guess) => reply.and_say(Message::Guess(log.turns.len() + 1, guess)),
            None => reply,
        }
    }

    /// A game may be replaced as long as nothing has happened in it.
    pub(super) fn may_start(&self) -> Result<(), &'static str> {
        match &self.game {
            Some(log) if !log.turns.is_empty() => Err("a game is in progress: :stop ends it"),
            _ => Ok(()),
        }
    }

    pub(super) fn may_guess(&self) -> Result<(), &'static str> {
        playing(self)?;
        match self.guess {
            Some(_) => Err("you hide: :answer tells the computer about its guess"),
            None => Ok(()),
        }
    }

    pub(super) fn may_answer(&self) -> Result<(), &'static str> {
        playing(self)?;
        let guess = self.guess.map(|_| ());
        guess.ok_or("you search: :guess names three locations")
    }

    pub(super) fn may_undo(&self) -> Result<(), &'static str> {
        playing(self)?;
        match &self.game {
            Some(log) if !log.turns.is_empty() => Ok(()),
            _ => Err("there is nothing to take back"),
        }
    }

    pub(super) fn start(&mut self, at: Option<Typed>, context: &Context) -> Reply {
        let target = match (at, &self.game) {
            (Some(Ok(target)), _) => target,
            (Some(Err(reason)), _) => return invalid_guess(&reason),
            // Nothing has happened in it yet: it is the game that was asked for.
            (
                None,
                Some(Log {
                    role: Role::Searching(target),
                    ..
                }),
            ) => *target,
            (None, _) => self.hide(),
        };
        let told = self.begin(Log::new(Role::Searching(target)), context);
        let reply = Reply::say(Common::StartingGame).then(told);
        reply.and_advise(legend(context.style))
    }

    fn hide(&mut self) -> Placement {
        let index = self.rng.below(PLACEMENTS);
        Placement::from_index(index).expect("every number below PLACEMENTS is a placement")
    }

    pub(super) fn search(&mut self, context: &Context) -> Reply {
        let told = self.begin(Log::new(Role::Hiding), context);
        let reply = Reply::say(Common::StartingGame).then(told);
        reply.and_advise(legend(context.style))
    }

    pub(super) fn make_guess(&mut self, guess: Typed, context: &Context) -> Reply {
        let Some(Log {
            role: Role::Searching(target),
            turns,
        }) = &mut self.game
        else {
            return Reply::new();
        };
        let guess = match guess {
            Ok(guess) => guess,
            Err(reason) => return invalid_guess(&reason),
        };
        let told = answer(*target, guess);
        turns.push((guess, told));
        let reply = Reply::say(told);
        if told == Answer::FOUND {
            let found = Message::Found(turns.len());
            self.game = None;
            return reply.and_say(found);
        }
        reply.then(self.tell(context))
    }

    pub(super) fn take_answer(&mut self, told: Option<Answer>, context: &Context) -> Reply {
        let (Some(log), Some(guess)) = (&mut self.game, self.guess) else {
            return Reply::new();
        };
        let Some(told) = told else {
            return Reply::fail(Message::InvalidAnswer)
                .and_advise("three counts: exact, one away, two away; together at most 3");
        };
        log.turns.push((guess, told));
        if log.possible().is_empty() {
            log.turns.pop();
            return Reply::fail(Message::NothingFits)
                .and_advise("this answer does not count: give it again, or :undo the one before");
        }
        if told == Answer::FOUND {
            let found = Message::Found(log.turns.len());
            self.game = None;
            self.guess = None;
            return Reply::say(found);
        }
        self.guess = next_guess(log);
        self.tell(context)
    }

    pub(super) fn undo(&mut self, context: &Context) -> Reply {
        let Some(log) = &mut self.game else {
            return Reply::new();
        };
        let Some((guess, told)) = log.turns.pop() else {
            return Reply::new();
        };
        // The computer asks what it would have asked then: in a game that was loaded, somebody else
        // may have made the guess.
        if self.guess.is_some() {
            self.guess = next_guess(log);
        }
        Reply::say(Message::TookBack(guess, told)).then(self.tell(context))
    }

    pub(super) fn hint(&mut self, _context: &Context) -> Reply {
        let hint = self.game.as_ref().and_then(next_guess);
        hint.map_or_else(Reply::new, |guess| Reply::say(Message::Hint(guess)))
    }

    pub(super) fn left(&mut self, _context: &Context) -> Reply {
        self.game.as_ref().map_or_else(Reply::new, |log| {
            Reply::say(Message::Left(log.possible().len()))
        })
    }

    pub(super) fn board(&mut self, context: &Context) -> Reply {
        self.game.as_ref().map_or_else(Reply::new, |log| {
            Reply::new().with(Part::Show(draw(log, &log.possible(), context.style)))
        })
    }

    pub(super) fn stop(&mut self, _context: &Context) -> Reply {
        self.game = None;
        self.guess = None;
        Reply::say(Common::StoppingGame)
    }

    pub(super) fn save(&mut self, file: &str, _context: &Context) -> Reply {
        self.game.as_ref().map_or_else(Reply::new, |log| {
            files::save(file, Log::LONGEST, &log.to_string())
        })
    }

    /// The answers that fit the earlier ones: every other would be refused.
    pub(super) fn possible_answers(&self) -> Vec<String> {
        let (Some(log), Some(guess)) = (&self.game, self.guess) else {
            return Vec::new();
        };
        let possible = log.possible();
        let answers = possible.iter().map(|&target| feedback(target, guess));
        let fitting: BTreeSet<(u8, u8, u8)> = answers.collect();
        fitting
            .into_iter()
            .map(|(exact, one, two)| format!("{exact} {one} {two}"))
            .collect()
    }
}

/// The answer to a guess, whatever the game in progress.
pub(super) fn answer_to((target, guess): &(Typed, Typed)) -> Reply {
    match (target, guess) {
        (Ok(target), Ok(guess)) => Reply::say(answer(*target, *guess)),
        (Err(reason), _) | (_, Err(reason)) => invalid_guess(reason),
    }
}

/// The guesses that find a target, with their answers.
pub(super) fn solve(target: &Typed) -> Reply {
    let target = match target {
        Ok(target) => *target,
        Err(reason) => return invalid_guess(reason),
    };
    let turns = search(target);
    let reply = turns.iter().fold(Reply::new(), |reply, &(guess, told)| {
        reply.and_say(Message::Told(guess, told))
    });
    reply.and_say(Message::Found(turns.len()))
}

fn invalid_guess(reason: &NotAPlacement) -> Reply {
    Reply::fail(Message::InvalidGuess).and_advise(reason)
}

/// What the searcher guesses next; nothing if no placement fits.
fn next_guess(log: &Log) -> Option<Placement> {
    let resumed = GameState::resume(log.turns.iter().copied());
    resumed.ok().map(|(guess, _)| guess)
}

impl Mode for Battleship {
    const NAME: &'static str = "battleship";

    fn commands() -> Vec<Row<Self>> {
        rows()
    }

    fn prompt(&self) -> String {
        match self.game.as_ref().map(|log| log.role) {
            None => "battleship> ".to_owned(),
            Some(Role::Searching(_)) => "battleship game S> ".to_owned(),
            Some(Role::Hiding) => "battleship game H> ".to_owned(),
        }
    }

    fn playing(&self) -> bool {
        self.game.is_some()
    }

    fn load(&mut self, path: &Path, context: &Context) -> Reply {
        match files::load(path, Log::LONGEST, &context.interrupt, Log::read) {
            Ok(log) => {
                let name = path.display().to_string();
                let told = self.begin(log, context);
                Reply::say(Common::StateLoaded(&name)).then(told)
            }
            Err(reply) => reply,
        }
    }
}
