//! Random sessions, typed into the program; those that differ are shrunk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::difference::Difference;
use super::fixtures::{Case, Fixtures, State};
use super::random::Generator;
use super::report::{Outcome, RANDOM};
use super::runner::{Failure, Played};
use super::scope::Scope;
use super::script::Script;
use super::shrink::shrink;
use super::transcript::Transcript;
use super::{Check, Error, Stage};
use crate::engine::rng::{Rng, mix};
use crate::games;
use crate::parallel;

/// How many sessions that differ are shrunk: a program that is wrong is so in most of them.
const MOST_SHRUNK: usize = 5;

/// How often a session is begun anew that came to nothing.
const TRIES: usize = 50;

/// How long one session is shrunk at most, in time limits of a run: a program that hangs takes all of
/// its time at each attempt.
const PATIENCE: u32 = 2;

/// Which random sessions are made.
pub struct Plan {
    territories: Vec<Scope>,
    states: Vec<State>,
    seed: u64,
    sessions: u64,
}

impl Plan {
    /// So many sessions of this seed, by turns of each mode that the chosen transcripts belong to.
    #[must_use]
    pub fn new(chosen: &[&Case], own: &Fixtures, seed: u64, sessions: u64) -> Self {
        let names = chosen.iter().filter_map(|case| case.name.split('/').next());
        let names: BTreeSet<&str> = names.collect();
        let mut modes: Vec<&'static str> = games::NAMES
            .into_iter()
            .filter(|name| names.contains(name))
            .collect();
        if modes.is_empty() {
            modes.push(games::NAMES[0]);
        }
        let scope = |mode| Scope::new(mode, chosen, &own.cases, &own.states);
        Plan {
            territories: if sessions == 0 {
                Vec::new()
            } else {
                modes.into_iter().map(scope).collect()
            },
            states: own.states.clone(),
            seed,
            sessions,
        }
    }

    fn scope(&self, index: u64) -> Option<&Scope> {
        let count = self.territories.len() as u64;
        let index = index.checked_rem(count)?;
        self.territories.get(index as usize)
    }

    /// A session and what it should look like.
    #[must_use]
    pub fn session(&self, index: u64) -> Option<(Script, Transcript)> {
        let scope = self.scope(index)?;
        let generator = Generator::new(scope, &self.states);
        let mut rng = Rng::new(mix(self.seed).wrapping_add(mix(index + 1)));
        (0..TRIES).find_map(|_| {
            let script = generator.script(&mut rng)?;
            let transcript = script.answered(&self.states, scope)?;
            Some((script, transcript))
        })
    }
}

/// A session that differs.
struct Differing {
    outcome: Outcome,
    index: u64,
    script: Script,
    expected: Transcript,
}

impl Check<'_> {
    /// Types the sessions of a plan into the program.
    pub(super) fn sessions(&self, plan: &Plan, keep: Option<&Path>) -> Result<Vec<Outcome>, Error> {
        let numbers: Vec<u64> = (0..plan.sessions).collect();
        let played = self.each(&numbers, |&index| {
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
                difference: played.difference,
                grumble: played.grumble,
                transcript: None,
            };
            Ok(Some((outcome, index, script, expected)))
        })?;
        let mut outcomes = Vec::new();
        let mut differing = Vec::new();
        for (outcome, index, script, expected) in played {
            if outcome.holds() {
                outcomes.push(outcome);
            } else {
                differing.push(Differing {
                    outcome,
                    index,
                    script,
                    expected,
                });
            }
        }
        let rest = differing.split_off(differing.len().min(MOST_SHRUNK));
        let shrunk_so_far = AtomicUsize::new(0);
        let tell = |done: usize| (self.progress)(Stage::Shrinking(done, differing.len()));
        if !differing.is_empty() {
            tell(0);
        }
        let shrunk = parallel::map(self.jobs, &differing, |one| {
            let outcome = self.shrunk(plan, one);
            tell(shrunk_so_far.fetch_add(1, Ordering::Relaxed) + 1);
            outcome
        });
        outcomes.extend(shrunk);
        outcomes.extend(rest.into_iter().map(|one| {
            let transcript = Some(one.expected.to_string());
            Outcome {
                transcript,
                ..one.outcome
            }
        }));
        if let Some(folder) = keep {
            outcomes
                .iter()
                .filter_map(|outcome| Some((&outcome.name, outcome.transcript.as_ref()?)))
                .try_for_each(|(name, transcript)| {
                    let number = name.rsplit(' ').next().unwrap_or_default();
                    let path = folder.join(format!("seed-{}-session-{number}.txt", plan.seed));
                    fs::write(&path, transcript).map_err(not_kept(&path))
                })?;
        }
        Ok(outcomes)
    }

    fn play(&self, expected: &Transcript) -> Result<Played, Failure> {
        self.runner.play(expected, self.cancel)
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
            let scope = plan.scope(one.index);
            let expected = scope.and_then(|land| script.answered(&plan.states, land));
            let Some(expected) = expected else {
                return false;
            };
            match self.play(&expected).map(|played| played.difference) {
                Ok(Some(difference)) => {
                    best = Some((expected, difference));
                    true
                }
                _ => false,
            }
        };
        let least = shrink(&one.script, &plan.states, &mut differs);
        let about = format!(
            "shrunk from {} lines to {}",
            one.script.lines.len(),
            least.lines.len()
        );
        let (mut transcript, difference) = match (best, &one.outcome.difference) {
            (Some(best), _) => best,
            (None, Some(difference)) => (one.expected.clone(), difference.clone()),
            (None, None) => return one.outcome.clone(),
        };
        transcript.about = vec![format!(
            "# Random session {} of seed {}, {about}.",
            one.index + 1,
            plan.seed
        )];
        Outcome {
            about,
            difference: Some(difference),
            transcript: Some(transcript.to_string()),
            ..one.outcome.clone()
        }
    }
}

pub(super) fn not_kept(path: &Path) -> impl Fn(std::io::Error) -> Error {
    let path = path.display().to_string();
    move |source| Error::NotKept {
        path: path.clone(),
        source,
    }
}
