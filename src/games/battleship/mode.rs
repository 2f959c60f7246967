//! The guessing game at the prompt: a separate mode, because it has hidden information.

use std::path::Path;

use super::commands::rows;
use super::draw::{CHANCES, GUESSES, draw, draw_chances, draw_review};
use super::feedback::classes;
use super::guessing_game::Log;
use super::review::{Better, reason, review};
use super::searcher::search;
use super::{Answer, PLACEMENTS, Placement, answer};
use crate::engine::rng::Rng;
use crate::play::{AtHand, Options, STARTING_GAME, STOPPING_GAME};
use crate::repl::console::Activity;
use crate::repl::{Context, Kept, Mode, Part, Reply, Row, playing};

/// The mode.
pub struct Battleship {
    rng: Rng,
    at_hand: AtHand<Log>,
}

impl Battleship {
    /// Creates the mode with no game in progress.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Battleship {
            rng: Rng::new(options.seed),
            at_hand: AtHand::default(),
        }
    }

    /// Returns the game in progress.
    fn active(&self) -> Option<&Log> {
        self.at_hand.active()
    }

    /// Returns the computer's guess that waits for an answer.
    fn waiting(&self) -> Option<Placement> {
        self.active().and_then(Log::waiting)
    }

    /// Begins a game and announces it.
    fn begin(&mut self, hidden: Option<Placement>, context: &Context) -> Reply {
        self.at_hand.begin(Log::new(hidden));
        let reply = Reply::say(STARTING_GAME).then(self.announce(context));
        reply.and_advise(GUESSES)
    }

    /// Shows the grid, and the guess to answer or the result.
    fn announce(&mut self, context: &Context) -> Reply {
        let Some(game) = self.at_hand.game() else {
            return Reply::new();
        };
        let reply = Reply::new().with(Part::Board(draw(game, self.waiting(), context.style())));
        if game.is_found() {
            let found = found(game.turns().len());
            self.at_hand.stop();
            return reply.and_say(found).and_offer(":review");
        }
        self.and_say_waiting(reply)
    }

    fn and_say_waiting(&self, reply: Reply) -> Reply {
        match self
            .active()
            .map(|game| (game.turns().len() + 1, game.waiting()))
        {
            Some((number, Some(guess))) => reply.and_say(format!("Guess {number}: {guess}")),
            _ => reply,
        }
    }

    /// Whether a game can begin. A game without turns can be replaced.
    pub(super) fn may_start(&self) -> Result<(), &'static str> {
        match self.active() {
            Some(game) if !game.turns().is_empty() => Err("a game is in progress: :stop ends it"),
            _ => Ok(()),
        }
    }

    pub(super) fn may_guess(&self) -> Result<(), &'static str> {
        playing(self)?;
        match self.waiting() {
            Some(_) => Err("you hide: :answer replies to the computer's guess"),
            None => Ok(()),
        }
    }

    pub(super) fn may_answer(&self) -> Result<(), &'static str> {
        if !self.playing() {
            return Err("no guess to answer: :search begins a game in which you hide");
        }
        let guess = self.waiting().map(drop);
        guess.ok_or("you search: :guess names three locations")
    }

    /// Whether there is a game, in progress or finished.
    pub(super) fn has_game(&self) -> Result<(), &'static str> {
        let game = self.at_hand.game().map(drop);
        game.ok_or("there has been no game yet: :start begins one")
    }

    pub(super) fn may_undo(&self) -> Result<(), &'static str> {
        self.has_game()?;
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

    pub(super) fn start(&mut self, target: Option<Placement>, context: &Context) -> Reply {
        // A game without turns keeps its ships.
        let target = target.or(self.active().and_then(|game| game.hidden));
        let target = target.or_else(|| Placement::from_index(self.rng.below(PLACEMENTS)));
        let reply = self.begin(target, context);
        reply.and_advise(":guess A1 C3 H2 counts exact, one away, two away; try :board chances")
    }

    pub(super) fn search(&mut self, context: &Context) -> Reply {
        let reply = self.begin(None, context);
        reply.and_advise(":answer 0 2 1: exact, one away, two away; :feedback computes it")
    }

    pub(super) fn make_guess(&mut self, guess: Placement, context: &Context) -> Option<Reply> {
        let game = self.at_hand.active_mut()?;
        let told = answer(game.hidden?, guess);
        game.play((guess, told));
        self.at_hand.forget_replaced();
        Some(Reply::say(told).then(self.announce(context)))
    }

    pub(super) fn take_answer(&mut self, told: Option<Answer>, context: &Context) -> Option<Reply> {
        let game = self.at_hand.active_mut()?;
        let guess = game.waiting()?;
        let Some(told) = told else {
            return Some(
                Reply::fail("Invalid Answer!")
                    .and_advise("three counts: exact, one away, two away; together at most 3"),
            );
        };
        if !game.play((guess, told)) {
            return Some(Reply::fail("No placement fits the answers.").and_advise(
                "answer ignored: give another, or :undo the previous one; :feedback computes it",
            ));
        }
        self.at_hand.forget_replaced();
        Some(self.announce(context))
    }

    pub(super) fn undo(&mut self, context: &Context) -> Option<Reply> {
        if self.at_hand.bring_back() {
            return Some(Reply::say("Took back :load").then(self.announce(context)));
        }
        let (guess, told) = self.at_hand.reopen()?.record.undo()?;
        Some(Reply::say(format!("Took back {guess}: {told}")).then(self.announce(context)))
    }

    pub(super) fn redo(&mut self, context: &Context) -> Option<Reply> {
        let (guess, told) = self.at_hand.active_mut()?.record.redo()?;
        Some(Reply::say(format!("Played again {guess}: {told}")).then(self.announce(context)))
    }

    pub(super) fn history(&mut self, _context: &Context) -> Option<Reply> {
        let game = self.at_hand.game()?;
        if game.turns().is_empty() {
            return Some(Reply::say(NO_MOVES));
        }
        Some(game.commands().fold(Reply::new(), Reply::and_say))
    }

    /// Judges the guesses of the game so far, or of the last one.
    pub(super) fn review(&mut self, context: &Context) -> Option<Reply> {
        let turns = self.at_hand.game()?.turns();
        if turns.is_empty() {
            return Some(Reply::say(NO_MOVES));
        }
        let judged =
            context.computing_shown(Activity::REVIEWING, |cancel, _| review(turns, cancel));
        let reply = Reply::new().with(Part::Show(draw_review(&judged, context.style())));
        if judged.len() < turns.len() {
            return Some(reply.and_advise("Ctrl-C: the other guesses are not judged"));
        }
        let better = judged.iter().filter_map(|one| one.better);
        let losses: Vec<f64> = better.map(Better::loss).collect();
        let reply = reply
            .and_say(summary(judged.len(), &losses))
            .and_advise("left: placements that fit before and after the answer");
        if losses.is_empty() {
            return Some(reply);
        }
        Some(reply.and_advise("in brackets: expected guesses with best play, including this one"))
    }

    /// Suggests a guess, at a terminal with its reason and the expected number of guesses.
    pub(super) fn hint(&mut self, context: &Context) -> Option<Reply> {
        let game = self.active()?;
        let guess = game.suggestion()?;
        let reply = Reply::say(format!("Hint: {guess}")).and_offer(&format!(":guess {guess}"));
        if !context.person() {
            return Some(reply);
        }
        let why = reason(&game.possible(), guess);
        let reply = reply.and_advise(format_args!("{guess} {why}"));
        Some(
            match context.computing(|cancel| game.expected_guesses(cancel)) {
                None | Some(..=1.0) => reply,
                Some(guesses) => reply.and_advise(format_args!(
                    "{guesses:.1} guesses expected, including this one"
                )),
            },
        )
    }

    pub(super) fn left(&mut self, _context: &Context) -> Option<Reply> {
        Some(Reply::say(match self.active()?.possible().len() {
            1 => "1 placement is left".to_owned(),
            count => format!("{count} placements are left"),
        }))
    }

    pub(super) fn board(&mut self, chances: bool, context: &Context) -> Option<Reply> {
        let (game, waiting, style) = (self.at_hand.game()?, self.waiting(), context.style());
        let reply = if chances {
            let grid = draw_chances(game, waiting, style);
            Reply::new().with(Part::Show(grid)).and_advise(CHANCES)
        } else {
            Reply::new().with(Part::Show(draw(game, waiting, style)))
        };
        Some(self.and_say_waiting(reply))
    }

    pub(super) fn stop(&mut self, _context: &Context) -> Reply {
        self.at_hand.stop();
        self.at_hand.forget_replaced();
        Reply::say(STOPPING_GAME)
    }

    /// Returns the answers that some placement fits.
    pub(super) fn possible_answers(&self) -> Vec<String> {
        let (Some(game), Some(guess)) = (self.active(), self.waiting()) else {
            return Vec::new();
        };
        let answers = classes(guess, &game.possible());
        answers.map(|(answer, _)| answer.typed()).collect()
    }
}

/// Returns the lines of `:solve`: the guesses that find a target, with their answers and number.
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

/// Sums up a review: the number of guesses that were not optimal, and their cost.
fn summary(guesses: usize, losses: &[f64]) -> String {
    let lost: f64 = losses.iter().sum();
    match (losses.len(), guesses) {
        (0, 1) => "The guess was optimal".to_owned(),
        (0, _) => format!("All {guesses} guesses were optimal"),
        (1, 1) => format!("The guess was not optimal (cost: {lost:.2} guesses)"),
        (1, _) => format!("1 of {guesses} guesses was not optimal (cost: {lost:.2} guesses)"),
        (bad, _) => {
            format!("{bad} of {guesses} guesses were not optimal (cost: {lost:.2} guesses)")
        }
    }
}

impl Mode for Battleship {
    const NAME: &'static str = "battleship";
    const RULES: &'static str = include_str!("rules.md");
    const LONGEST_FILE: usize = Log::LONGEST;

    fn commands() -> Vec<Row<Self>> {
        rows()
    }

    fn prompt(&self) -> String {
        let game = match self.active().map(|game| game.hidden) {
            None => "",
            Some(Some(_)) => " game S",
            Some(None) => " game H",
        };
        format!("battleship{game}> ")
    }

    fn playing(&self) -> bool {
        self.active().is_some()
    }

    fn meant(&self, line: &str) -> Option<String> {
        let mut letters = line.to_ascii_uppercase();
        letters.retain(|letter| letter.is_ascii_alphanumeric());
        let parts = |size| letters.as_bytes().chunks(size).map(String::from_utf8_lossy);
        if self.waiting().is_some() {
            let told = parts(1).collect::<Vec<_>>().join(" ");
            let possible = self.possible_answers().contains(&told);
            return possible.then(|| format!(":answer {told}"));
        }
        let guess: Placement = parts(2).collect::<Vec<_>>().join(" ").parse().ok()?;
        Some(format!(":guess {guess}"))
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
