//! The guessing game at the prompt: its hidden information makes it a mode of its own.

use std::collections::BTreeSet;
use std::path::Path;

use super::commands::{Typed, rows};
use super::draw::{draw, draw_chances, draw_review, legend};
use super::guessing_game::{Log, Role};
use super::review::{Better, reasons, review};
use super::searcher::search;
use super::{Answer, NotAPlacement, PLACEMENTS, Placement, answer, feedback};
use crate::engine::rng::Rng;
use crate::play::{AtHand, Options, STARTING_GAME, STOPPING_GAME, list};
use crate::repl::{Context, Kept, Mode, Part, Reply, Row, playing};

/// The mode.
pub struct Battleship {
    rng: Rng,
    at_hand: AtHand<Log>,
}

/// What is drawn on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Guesses,
    Chances,
}

impl Battleship {
    /// The mode, with no game in progress.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Battleship {
            rng: Rng::new(options.seed),
            at_hand: AtHand::default(),
        }
    }

    /// The game in progress.
    fn active(&self) -> Option<&Log> {
        self.at_hand.active()
    }

    /// The computer's guess that waits for an answer.
    fn waiting(&self) -> Option<Placement> {
        self.active().and_then(Log::waiting)
    }

    /// Begins a game and announces it.
    fn begin(&mut self, role: Role, context: &Context) -> Reply {
        self.at_hand.begin(Log::new(role));
        let reply = Reply::say(STARTING_GAME).then(self.announce(context));
        reply.and_advise(legend(View::Guesses, context.style()))
    }

    /// The grid, and the guess that waits for an answer, or the end.
    fn announce(&mut self, context: &Context) -> Reply {
        let Some(game) = self.at_hand.game() else {
            return Reply::new();
        };
        let reply = Reply::new().with(Part::Board(draw(game, self.waiting(), context.style())));
        let reply = reply.then(whats_next(game));
        if game.is_found() {
            self.at_hand.stop();
        }
        reply
    }

    /// A game may be replaced as long as nothing has happened in it.
    pub(super) fn may_start(&self) -> Result<(), &'static str> {
        match self.active() {
            Some(game) if !game.turns().is_empty() => Err("a game is in progress: :stop ends it"),
            _ => Ok(()),
        }
    }

    pub(super) fn may_guess(&self) -> Result<(), &'static str> {
        playing(self)?;
        match self.waiting() {
            Some(_) => Err("you hide: :answer tells the computer about its guess"),
            None => Ok(()),
        }
    }

    pub(super) fn may_answer(&self) -> Result<(), &'static str> {
        if !self.playing() {
            return Err("no guess waits for an answer: :search begins a game in which you hide");
        }
        let guess = self.waiting().map(drop);
        guess.ok_or("you search: :guess names three locations")
    }

    /// Whether there is a game to look at, if only the last one.
    pub(super) fn may_look(&self) -> Result<(), &'static str> {
        let game = self.at_hand.game().map(drop);
        game.ok_or("there has been no game yet: :start begins one")
    }

    pub(super) fn may_undo(&self) -> Result<(), &'static str> {
        self.may_look()?;
        match self.at_hand.game() {
            Some(game) if !game.turns().is_empty() || self.at_hand.has_replaced() => Ok(()),
            _ => Err("there is nothing to take back"),
        }
    }

    pub(super) fn may_redo(&self) -> Result<(), &'static str> {
        playing(self)?;
        match self.active() {
            Some(game) if game.record.later().next().is_some() => Ok(()),
            _ => Err("nothing has been taken back"),
        }
    }

    pub(super) fn start(&mut self, at: Option<Typed>, context: &Context) -> Reply {
        let target = match (at, self.active().map(|game| game.role)) {
            (Some(Err(reason)), _) => return invalid_guess(&reason),
            // Nothing has happened in it yet: it is the game that was asked for.
            (Some(Ok(target)), _) | (None, Some(Role::Searching(target))) => target,
            (None, _) => self.hide(),
        };
        let reply = self.begin(Role::Searching(target), context);
        reply.and_advise("an answer: how many are exact, one away, two away; :board chances helps")
    }

    fn hide(&mut self) -> Placement {
        let index = self.rng.below(PLACEMENTS);
        Placement::from_index(index).expect("every number below PLACEMENTS is a placement")
    }

    pub(super) fn search(&mut self, context: &Context) -> Reply {
        let reply = self.begin(Role::Hiding, context);
        reply.and_advise(":answer 0 2 1: how many are exact, one away and two away")
    }

    pub(super) fn make_guess(&mut self, guess: Typed, context: &Context) -> Reply {
        let Some(game) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        let Role::Searching(target) = game.role else {
            return Reply::new();
        };
        let guess = match guess {
            Ok(guess) => guess,
            Err(reason) => return invalid_guess(&reason),
        };
        let told = answer(target, guess);
        game.play((guess, told));
        self.at_hand.forget_replaced();
        Reply::say(told).then(self.announce(context))
    }

    pub(super) fn take_answer(&mut self, told: Option<Answer>, context: &Context) -> Reply {
        let Some(game) = self.at_hand.active_mut() else {
            return Reply::new();
        };
        let Some(guess) = game.waiting() else {
            return Reply::new();
        };
        let Some(told) = told else {
            return Reply::fail("Invalid Answer!")
                .and_advise("three counts: exact, one away, two away; together at most 3");
        };
        if !game.play((guess, told)) {
            return Reply::fail("No placement fits the answers.")
                .and_advise("this answer does not count: give it again, or :undo the one before");
        }
        self.at_hand.forget_replaced();
        self.announce(context)
    }

    pub(super) fn undo(&mut self, context: &Context) -> Reply {
        if self.at_hand.bring_back() {
            return Reply::say("Took back :load").then(self.announce(context));
        }
        let turn = self.at_hand.reopen().and_then(|game| game.record.undo());
        turn.map_or_else(Reply::new, |(guess, told)| {
            Reply::say(format!("Took back {guess}: {told}")).then(self.announce(context))
        })
    }

    pub(super) fn redo(&mut self, context: &Context) -> Reply {
        let turn = self
            .at_hand
            .active_mut()
            .and_then(|game| game.record.redo());
        turn.map_or_else(Reply::new, |(guess, told)| {
            Reply::say(format!("Played again {guess}: {told}")).then(self.announce(context))
        })
    }

    pub(super) fn history(&mut self, _context: &Context) -> Reply {
        let Some(game) = self.at_hand.game() else {
            return Reply::new();
        };
        if game.turns().is_empty() {
            return Reply::say(NO_MOVES);
        }
        game.commands().fold(Reply::new(), Reply::and_say)
    }

    /// Judges the guesses of the game so far, or of the last one.
    pub(super) fn review(&mut self, context: &Context) -> Reply {
        let turns = self.at_hand.game().map_or(&[][..], Log::turns);
        if turns.is_empty() {
            return Reply::say(NO_MOVES);
        }
        let judged = context.computing(|cancel| review(turns, cancel));
        let reply = Reply::new().with(Part::Show(draw_review(&judged, context.style())));
        if judged.len() < turns.len() {
            return reply.and_advise("Ctrl-C: the other guesses are not judged");
        }
        let better = judged.iter().filter_map(|one| one.better);
        let losses: Vec<f64> = better.map(Better::loss).collect();
        reply.and_say(summary(judged.len(), &losses)).and_advise(
            "left: placements that fit before and after the answer; in brackets: guesses needed \
             on average, this one included, if the computer makes the others",
        )
    }

    /// Suggests a guess. A person at a terminal is also told what can be expected of it.
    pub(super) fn hint(&mut self, context: &Context) -> Reply {
        let Some(game) = self.active() else {
            return Reply::new();
        };
        let Some(guess) = game.suggestion() else {
            return Reply::new();
        };
        let reply = Reply::say(format!("Hint: {guess}"));
        if !context.person() {
            return reply;
        }
        let why = reasons(&game.possible(), guess);
        let reply = reply.and_advise(format_args!("{guess} {}", list(why)));
        let expected = context.computing(|cancel| game.expected_guesses(cancel));
        match expected {
            None | Some(..=1.0) => reply,
            Some(guesses) => reply.and_advise(format!(
                "expected: the ships are found with {guesses:.1} guesses on average, this one included"
            )),
        }
    }

    pub(super) fn left(&mut self, _context: &Context) -> Reply {
        self.active()
            .map_or_else(Reply::new, |game| Reply::say(left(game)))
    }

    pub(super) fn board(&mut self, view: View, context: &Context) -> Reply {
        let Some(game) = self.at_hand.game() else {
            return Reply::new();
        };
        let reply = Reply::new();
        let reply = match view {
            View::Guesses => reply.with(Part::Show(draw(game, self.waiting(), context.style()))),
            View::Chances => reply
                .with(Part::Show(draw_chances(
                    game,
                    self.waiting(),
                    context.style(),
                )))
                .and_advise(legend(view, context.style())),
        };
        match self.waiting() {
            Some(_) => reply.then(whats_next(game)),
            None => reply,
        }
    }

    pub(super) fn stop(&mut self, _context: &Context) -> Reply {
        self.at_hand.stop();
        self.at_hand.forget_replaced();
        Reply::say(STOPPING_GAME)
    }

    /// The answers that fit the earlier ones: every other would be refused.
    pub(super) fn possible_answers(&self) -> Vec<String> {
        let (Some(game), Some(guess)) = (self.active(), self.waiting()) else {
            return Vec::new();
        };
        let possible = game.possible();
        let answers = possible.iter().map(|&target| feedback(target, guess));
        let fitting: BTreeSet<(u8, u8, u8)> = answers.collect();
        fitting
            .into_iter()
            .map(|(exact, one, two)| format!("{exact} {one} {two}"))
            .collect()
    }
}

/// The guess that waits for an answer, or how many it took to find the ships.
fn whats_next(game: &Log) -> Reply {
    let turns = game.turns().len();
    match game.waiting() {
        Some(guess) => Reply::say(format!("Guess {}: {guess}", turns + 1)),
        None if game.is_found() => Reply::say(found(turns)),
        None => Reply::new(),
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
    solution(target)
        .into_iter()
        .fold(Reply::new(), Reply::and_say)
}

/// The lines of `:solve`: the guesses that find a target with their answers, and their number.
pub(super) fn solution(target: Placement) -> Vec<String> {
    let turns = search(target);
    let lines = turns.iter().map(|(guess, told)| format!("{guess}: {told}"));
    lines.chain([found(turns.len())]).collect()
}

const NO_MOVES: &str = "No moves yet.";

fn found(guesses: usize) -> String {
    let plural = if guesses == 1 { "" } else { "es" };
    format!("Found in {guesses} guess{plural}")
}

/// How many placements are possible.
fn left(game: &Log) -> String {
    match game.possible().len() {
        1 => "1 placement is left".to_owned(),
        count => format!("{count} placements are left"),
    }
}

/// The last line of a review: how many guesses were not the best, and what they lost on average.
fn summary(guesses: usize, losses: &[f64]) -> String {
    let plural = if guesses == 1 { "" } else { "es" };
    match losses {
        [] if guesses == 1 => "The guess was no mistake.".to_owned(),
        [] => format!("None of {guesses} guesses was a mistake."),
        _ => {
            let were = if losses.len() == 1 { "was" } else { "were" };
            let lost: f64 = losses.iter().sum();
            format!(
                "{} of {guesses} guess{plural} {were} not the best: {lost:.2} guesses lost.",
                losses.len()
            )
        }
    }
}

fn invalid_guess(reason: &NotAPlacement) -> Reply {
    Reply::fail("Invalid Guess!").and_advise(reason)
}

impl Mode for Battleship {
    const NAME: &'static str = "battleship";
    const RULES: &'static str = include_str!("rules.md");
    const LONGEST_FILE: usize = Log::LONGEST;

    fn commands() -> Vec<Row<Self>> {
        rows()
    }

    fn prompt(&self) -> String {
        match self.active().map(|game| game.role) {
            None => "battleship> ".to_owned(),
            Some(Role::Searching(_)) => "battleship game S> ".to_owned(),
            Some(Role::Hiding) => "battleship game H> ".to_owned(),
        }
    }

    fn playing(&self) -> bool {
        self.active().is_some()
    }

    fn meant(&self, line: &str) -> Option<String> {
        let letters: String = line.chars().filter(char::is_ascii_alphanumeric).collect();
        if self.waiting().is_some() {
            let digits: Vec<String> = letters.chars().map(String::from).collect();
            let told = digits.join(" ");
            let possible = self.possible_answers().contains(&told);
            return possible.then(|| format!(":answer {told}"));
        }
        let places: Vec<&str> = (0..letters.len())
            .step_by(2)
            .filter_map(|at| letters.get(at..at + 2))
            .collect();
        let guess: Placement = places.join(" ").to_ascii_uppercase().parse().ok()?;
        (letters.len() == 6).then(|| format!(":guess {guess}"))
    }

    fn saved(&self) -> Option<String> {
        self.active().map(ToString::to_string)
    }

    fn load(
        &mut self,
        bytes: &[u8],
        _file: Option<&Path>,
        context: &Context,
    ) -> Result<Reply, String> {
        let log = Log::read(bytes)?;
        self.at_hand.load(log, |old| !old.turns().is_empty());
        Ok(self.announce(context))
    }

    fn lines(&self, _context: &Context) -> Result<Vec<String>, String> {
        self.at_hand.game().ok_or("there is no game")?.lines()
    }

    fn kept(&self) -> Option<Kept> {
        let game = self.active().filter(|game| !game.turns().is_empty())?;
        Some(Kept {
            saved: game.to_string(),
            ..Kept::default()
        })
    }
}
