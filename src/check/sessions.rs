//! Random sessions, typed into the program; those that differ are shrunk.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::difference::Difference;
use super::fixtures::Case;
use super::outcomes::{Outcome, RANDOM};
use super::runner::{Failure, Played};
use super::shrink::shrink;
use super::transcript::Transcript;
use super::{Check, Error, Stage};
use crate::engine::rng::{Rng, mix};
use crate::games::{self, GameEntry, RandomSession, Script};
use crate::parallel;

/// How many sessions that differ are shrunk: a program that is wrong is so in most of them.
const MOST_SHRUNK: usize = 5;

/// How long one session is shrunk at most, in time limits of a run: a program that hangs takes all of
/// its time at each attempt.
const PATIENCE: u32 = 2;

/// Which random sessions are made.
pub struct Plan {
    row: &'static GameEntry,
    make: RandomSession,
    settled: bool,
    seed: u64,
    sessions: u64,
}

impl Plan {
    /// So many sessions of this seed for the game that can be checked. They keep to the course text
    /// unless transcripts of `settled` were chosen.
    #[must_use]
    pub fn new(chosen: &[&Case], seed: u64, sessions: u64) -> Option<Self> {
        let mut rows = games::GAMES.iter();
        let (row, make) =
            rows.find_map(|row| Some((row, row.checking.as_ref()?.random_session)))?;
        let settled = |case: &&Case| case.name.split('/').nth(1) == Some("settled");
        Some(Plan {
            row,
            make,
            settled: chosen.iter().any(settled),
            seed,
            sessions,
        })
    }

    /// A session and what it should look like.
    #[must_use]
    pub fn session(&self, index: u64) -> Option<(Script, Transcript)> {
        let mut rng = Rng::new(mix(self.seed).wrapping_add(mix(index + 1)));
        let script = (self.make)(&mut rng, self.settled);
        let transcript = script.answered(self.row)?;
        Some((script, transcript))
    }
}

/// A session that was played. Of the many that agree no more than the outcome is remembered.
enum Session {
    Agrees(Outcome),
    Differs(Box<Differing>),
}

/// A session that differs.
struct Differing {
    index: u64,
    script: Script,
    expected: Transcript,
    difference: Difference,
    /// Everything else about it.
    outcome: Outcome,
}

impl Differing {
    /// What is told of it: a transcript that differs, where, and what has become of the session.
    fn shown(&self, seed: u64, found: (Transcript, Difference), about: String) -> Outcome {
        let (mut transcript, difference) = found;
        let heading = format!("# Random session {} of seed {seed}", self.index + 1);
        transcript.about = vec![match about.as_str() {
            "" => format!("{heading}."),
            about => format!("{heading}, {about}."),
        }];
        Outcome {
            about,
            difference: Some(difference),
            transcript: Some(transcript.to_string()),
            ..self.outcome.clone()
        }
    }

    fn as_it_was(&self) -> (Transcript, Difference) {
        (self.expected.clone(), self.difference.clone())
    }
}

impl Check<'_> {
    /// Types the sessions of a plan into the program.
    pub(super) fn sessions(&self, plan: &Plan) -> Result<Vec<Outcome>, Error> {
        let played = self.each(0..plan.sessions, |index| self.session(plan, index))?;
        let mut outcomes = Vec::new();
        let mut differing = Vec::new();
        for session in played {
            match session {
                Session::Agrees(outcome) => outcomes.push(outcome),
                Session::Differs(session) => differing.push(session),
            }
        }
        outcomes.extend(self.all_shrunk(plan, &differing));
        Ok(outcomes)
    }

    /// Plays a session, unless none comes of its number.
    fn session(&self, plan: &Plan, index: u64) -> Result<Option<Session>, Error> {
        let begun = Instant::now();
        let Some((script, expected)) = plan.session(index) else {
            return Ok(None);
        };
        let played = self.play(&expected)?;
        let outcome = Outcome {
            name: format!("random session {}", index + 1),
            section: RANDOM.to_owned(),
            about: String::new(),
            time: begun.elapsed(),
            difference: None,
            grumble: played.grumble,
            transcript: None,
        };
        Ok(Some(match played.difference {
            None => Session::Agrees(outcome),
            Some(difference) => Session::Differs(Box::new(Differing {
                index,
                script,
                expected,
                difference,
                outcome,
            })),
        }))
    }

    fn play(&self, expected: &Transcript) -> Result<Played, Failure> {
        self.runner.play(expected, self.cancel)
    }

    /// What is shown of the sessions that differ: the first ones are shrunk.
    fn all_shrunk(&self, plan: &Plan, differing: &[Box<Differing>]) -> Vec<Outcome> {
        let (first, rest) = differing.split_at(differing.len().min(MOST_SHRUNK));
        let shrunk_so_far = AtomicUsize::new(0);
        let tell = |done: usize| (self.progress)(Stage::Shrinking(done, first.len()));
        if !first.is_empty() {
            tell(0);
        }
        let mut outcomes = parallel::map(self.jobs, first, |one| {
            let outcome = self.shrunk(plan, one);
            tell(shrunk_so_far.fetch_add(1, Ordering::Relaxed) + 1);
            outcome
        });
        let rest = rest.iter();
        outcomes.extend(rest.map(|one| one.shown(plan.seed, one.as_it_was(), String::new())));
        outcomes
    }

    /// What is left of a session that differs.
    fn shrunk(&self, plan: &Plan, one: &Differing) -> Outcome {
        let begun = Instant::now();
        let patience = self.runner.limits.time.saturating_mul(PATIENCE);
        let mut best: Option<(Transcript, Difference)> = None;
        let mut differs = |script: &Script| {
            if begun.elapsed() > patience || self.is_over() {
                return false;
            }
            let Some(expected) = script.answered(plan.row) else {
                return false;
            };
            match self.play(&expected).map(|played| played.difference) {
                // A run that was cut short differs, but not by the program's fault.
                Ok(Some(difference)) if !self.is_over() => {
                    best = Some((expected, difference));
                    true
                }
                _ => false,
            }
        };
        let least = shrink(&one.script, &mut differs);
        let about = format!(
            "shrunk from {} lines to {}",
            one.script.lines.len(),
            least.lines.len()
        );
        one.shown(plan.seed, best.unwrap_or_else(|| one.as_it_was()), about)
    }
}
