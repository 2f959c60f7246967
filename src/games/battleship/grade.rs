//! `game battleship grade`, which tests the course text's functions through a driver, and the driver
//! of our own functions.
//!
//! | question | answer |
//! |---|---|
//! | `location S` (S is the rest of the line) | the location's name or `Nothing` |
//! | `feedback T1 T2 T3 G1 G2 G3` | `0 2 1` |
//! | `guess` | the initial guess |
//! | `answer A B C` | the next guess |
//! | `back` | `ok`: takes back the last guess |

use std::error::Error;
use std::time::{Duration, Instant};

use indicatif::HumanCount;

use super::feedback::{Answer, answer, classes};
use super::placement::{Location, PLACEMENTS, Placement, from_location, to_location};
use super::searcher::{GameState, initial_guess, try_next_guess};
use super::strategy::Evaluation;
use crate::engine::rng::Rng;
use crate::games::dialogue::{Driver, NoAnswer, quoted};

/// The time limit of the course text for a target.
const LIMIT: Duration = Duration::from_secs(5);

/// The grader gives up on a target after this many guesses.
const MAX_GUESSES: usize = 100;

/// The largest average for full marks, by the course text.
const FULL_MARKS: f64 = 6.0;

/// The number of pairs of a target and a guess to try.
const PAIRS: usize = 5000;

/// Answers the questions of a grader.
#[derive(Debug, Default)]
pub(super) struct OwnDriver {
    /// The guesses so far, with the state after each.
    guesses: Vec<(Placement, GameState)>,
}

impl OwnDriver {
    /// Answers a line.
    ///
    /// # Errors
    /// When the line is not a question of the protocol.
    pub(super) fn answer(&mut self, line: &str) -> Result<String, Box<dyn Error>> {
        if let Some(name) = line.strip_prefix("location ") {
            return Ok(to_location(name).map_or("Nothing".to_owned(), from_location));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let next = match words.as_slice() {
            ["feedback", names @ ..] if names.len() == 6 => {
                let [target, guess] =
                    [&names[..3], &names[3..]].map(|names| names.join(" ").parse());
                return Ok(answer(target?, guess?).typed());
            }
            ["back"] if self.guesses.pop().is_some() => return Ok("ok".to_owned()),
            ["guess"] => initial_guess(),
            ["answer", counts @ ..] => {
                let (guess, state) = self.guesses.last().ok_or("no guess yet")?;
                let said = Answer::all().find(|answer| answer.typed() == counts.join(" "));
                let said = said.ok_or("an answer is three counts, as in 0 2 1")?;
                try_next_guess(*guess, state, said.triple())?
            }
            _ => return Err("the questions are location, feedback, guess, answer and back".into()),
        };
        let guess = next.0.to_string();
        self.guesses.push(next);
        Ok(guess)
    }
}

/// Grades a driver. Returns the report, and whether there was no fault.
pub(super) fn grade(mut driver: Driver<'_>) -> (String, bool) {
    let locations = count_wrong(names().map(|name| {
        let right = to_location(&name).map_or("Nothing".to_owned(), from_location);
        driver.expect("location", &format!("location {name}"), &right, LIMIT)
    }));
    let mut rng = Rng::new(1);
    let feedback = count_wrong((0..PAIRS).map(|_| {
        let [(target, ships), (guess, guessed)] = [(); 2].map(|()| shuffled(&mut rng));
        let question = format!("feedback {ships} {guessed}");
        driver.expect("feedback", &question, &answer(target, guess).typed(), LIMIT)
    }));
    let mut walk = Walk {
        driver,
        path: Vec::new(),
        found: Evaluation::default(),
        missed: 0,
        slowest: Duration::ZERO,
    };
    let targets: Vec<Placement> = Placement::all().collect();
    match walk.guess("guess", Duration::ZERO) {
        Some((guess, spent)) => walk.visit(guess, &targets, spent),
        None => walk.missed = PLACEMENTS,
    }
    let (average, worst) = (walk.found.average(), walk.found.worst());
    let guesses = match worst {
        0 => "no target found".to_owned(),
        _ => format!("{average:.4} on average, {worst} at most"),
    };
    let [missed, all] = [walk.missed, PLACEMENTS].map(|count| HumanCount(count as u64));
    let (missed, marks) = match walk.missed {
        0 if average <= FULL_MARKS => (String::new(), "full (average at most 6)"),
        0 => (String::new(), "less than full (average above 6)"),
        _ => (
            format!(", {missed} of {all} targets not found"),
            "less than full (targets not found)",
        ),
    };
    let (faults, faultless) = walk.driver.verdict();
    let report = format!(
        "locations   {locations} names      feedback   {feedback} pairs\n\
         guesses     {guesses}{missed}\n{}\
         slowest target {:.2} s (limit 5 s)       marks of the text: {marks}\n{faults}",
        walk.found.histogram(),
        walk.slowest.as_secs_f64()
    );
    (report, faultless)
}

/// Counts the wrong answers among those received.
fn count_wrong(answers: impl Iterator<Item = Option<bool>>) -> String {
    let answers: Vec<bool> = answers.map_while(|right| right).collect();
    let wrong = answers.iter().filter(|right| !**right).count();
    let [wrong, all] = [wrong, answers.len()].map(|count| HumanCount(count as u64));
    format!("{wrong} wrong of {all}")
}

/// Returns 1,024 strings: all of up to two of 31 characters, and `A1` with each appended.
fn names() -> impl Iterator<Item = String> {
    const LETTERS: &str = "ABCDEFGHIZ012345 abcdefgh9-@_/.";
    let two = |a| LETTERS.chars().map(move |b| format!("{a}{b}"));
    let short = [String::new()]
        .into_iter()
        .chain(LETTERS.chars().map(String::from));
    let three = LETTERS.chars().map(|c| format!("A1{c}"));
    short.chain(LETTERS.chars().flat_map(two)).chain(three)
}

/// Returns a random placement, and its locations in random order.
fn shuffled(rng: &mut Rng) -> (Placement, String) {
    let mut squares: Vec<Location> = Location::all().collect();
    rng.shuffle(&mut squares);
    let names: Vec<String> = squares[..3].iter().map(Location::to_string).collect();
    let names = names.join(" ");
    (names.parse().expect("three different locations"), names)
}

/// A walk through the tree of guesses. Targets with the same answers share the questions.
struct Walk<'a> {
    driver: Driver<'a>,
    /// The answers before the current guess.
    path: Vec<Answer>,
    found: Evaluation,
    missed: usize,
    slowest: Duration,
}

impl Walk<'_> {
    /// Visits a guess and all after it; `targets` are possible, and `spent` is the time so far.
    fn visit(&mut self, guess: Placement, targets: &[Placement], spent: Duration) {
        for (said, class) in classes(guess, targets) {
            if said == Answer::FOUND {
                self.found.add(self.path.len() + 1);
                self.slowest = self.slowest.max(spent);
                continue;
            }
            if self.path.len() + 1 == MAX_GUESSES {
                self.missed += class.len();
                let example = format!("{} is not found after {MAX_GUESSES} guesses", class[0]);
                self.driver.fault("not found", example);
                continue;
            }
            self.replay();
            let Some((next, spent)) = self.guess(&format!("answer {}", said.typed()), spent) else {
                self.missed += class.len();
                continue;
            };
            self.path.push(said);
            self.visit(next, &class, spent);
            self.path.pop();
            let running = self.driver.is_running();
            if running && self.driver.expect("back", "back", "ok", LIMIT) == Some(false) {
                self.driver.fail();
            }
        }
    }

    /// Repeats the path for a driver that was restarted.
    fn replay(&mut self) {
        if self.driver.is_running() {
            return;
        }
        let answers = self.path.iter();
        let answers = answers.map(|said| format!("answer {}", said.typed()));
        for question in ["guess".to_owned()].into_iter().chain(answers) {
            if self.driver.ask(&question, LIMIT).is_err() {
                return;
            }
        }
    }

    /// Requests a guess. Returns it with the time spent on all guesses for its targets.
    fn guess(&mut self, question: &str, spent: Duration) -> Option<(Placement, Duration)> {
        let begun = Instant::now();
        let reply = self.driver.ask(question, LIMIT.saturating_sub(spent));
        let spent = spent + begun.elapsed();
        let number = self.path.len() + usize::from(question != "guess") + 1;
        let fault = match reply {
            Ok(reply) => {
                if let Ok(guess) = reply.parse() {
                    return Some((guess, spent));
                }
                self.driver.fail();
                let reply = quoted(&reply);
                format!("guess {number} is {reply}, not three different locations")
            }
            Err(NoAnswer::Stopped) => return None,
            Err(why) => format!("{question:?} for guess {number} {why}"),
        };
        self.driver.fault("guess", fault);
        None
    }
}
