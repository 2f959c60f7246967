//! Tries another program: transcripts and random sessions are typed into it, and what comes back
//! must be the same to the byte.
//!
//! A [`Transcript`] is a session as it would look on a screen. A [`Runner`] plays it in a fresh folder
//! with limits on time and output. Random sessions are transcripts, too: made by a seed, answered by
//! our own rules, and shrunk to the fewest lines where the program differs. No game is named
//! here: what is known of one comes from its commands, its transcripts and its row in the registry.

mod diff;
mod difference;
mod escape;
mod fixtures;
mod form;
pub mod options;
mod process;
mod random;
mod reference;
mod report;
mod runner;
mod scope;
mod script;
mod selection;
mod sessions;
mod shrink;
mod tools;
mod transcript;

use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

pub use difference::{Difference, Trouble};
pub use fixtures::{Case, Fixtures, State, Unusable};
pub use options::{Format, Options};
pub use process::{Limits, NotStarted};
pub use report::{Look, Outcome, Report, Score};
pub use runner::{Failure, Played, Runner};
pub use selection::NoMatch;
pub use sessions::Plan;
pub use transcript::{Shown, Step, Transcript};

use crate::games;
use crate::parallel;

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The transcripts cannot be had.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// There are none of this name.
    #[error(transparent)]
    NoMatch(#[from] NoMatch),
    /// The program cannot be run.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// A session cannot be kept.
    #[error("{path}: {source}")]
    NotKept {
        /// Where it should be.
        path: String,
        /// Why it is not.
        source: std::io::Error,
    },
}

/// The transcripts to use: our own, or those of the folder that the command line names.
fn with_fixtures<R>(
    options: &Options,
    own: &Fixtures,
    work: impl FnOnce(&Fixtures, &[String]) -> Result<R, Error>,
) -> Result<R, Error> {
    let Some(folder) = &options.transcripts else {
        let usual = [format!("{}/course", games::NAMES[0])];
        let suites = if options.suite.is_empty() {
            &usual
        } else {
            &options.suite[..]
        };
        return work(own, suites);
    };
    let mut theirs = Fixtures::of_folder(folder)?;
    if theirs.cases.is_empty() {
        return Err(NoMatch::Empty(folder.display().to_string()).into());
    }
    // A transcript of theirs may use our saved games; one of the same name of their own comes first.
    let ours = own.states.iter().filter(|state| {
        let mut names = theirs.states.iter().map(|state| &state.name);
        !names.any(|name| *name == state.name)
    });
    let ours: Vec<State> = ours.cloned().collect();
    theirs.states.extend(ours);
    let all = [String::new()];
    let suites = if options.suite.is_empty() {
        &all
    } else {
        &options.suite[..]
    };
    work(&theirs, suites)
}

/// The list of the transcripts that the command line asks for.
///
/// # Errors
/// When there are none.
pub fn list(options: &Options, own: &Fixtures) -> Result<String, Error> {
    with_fixtures(options, own, |fixtures, suites| {
        // All of them, unless some were asked for.
        let all = [String::new()];
        let suites = if options.suite.is_empty() {
            &all
        } else {
            suites
        };
        let cases = selection::select(fixtures, suites)?;
        Ok(report::list(&cases, options.format))
    })
}

/// What a check is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many of so many transcripts and sessions have been typed.
    Playing(usize, usize),
    /// So many of so many sessions that differ have been shrunk.
    Shrinking(usize, usize),
}

/// Checks the program that the command line names. `progress` is told what is being done.
///
/// # Errors
/// When there is nothing to check, or the program cannot be started.
pub fn check(
    options: &Options,
    own: &Fixtures,
    cancel: &AtomicBool,
    progress: &(dyn Fn(Stage) + Sync),
) -> Result<Report, Error> {
    with_fixtures(options, own, |fixtures, suites| {
        let cases = selection::select(fixtures, suites)?;
        let usual = if options.transcripts.is_some() {
            0
        } else {
            100
        };
        let sessions = options.random.unwrap_or(usual);
        if let Some(folder) = &options.keep {
            fs::create_dir_all(folder).map_err(sessions::not_kept(folder))?;
        }
        let program = options.program_anywhere();
        let check = Check {
            runner: Runner {
                program: &program,
                states: &fixtures.states,
                limits: Limits {
                    time: options.time_limit,
                    ..Limits::default()
                },
                term: "dumb",
                silent: false,
            },
            jobs: threads(options),
            cancel,
            stop: AtomicBool::new(false),
            done: AtomicUsize::new(0),
            total: cases.len() + sessions as usize,
            progress,
        };
        let mut outcomes = check.transcripts(&cases)?;
        // What our own transcripts show is the ground for random sessions.
        let plan = Plan::new(&cases, own, options.seed, u64::from(sessions));
        outcomes.extend(check.sessions(&plan, options.keep.as_deref())?);
        let named = suites.iter().filter(|suite| !suite.is_empty());
        Ok(Report {
            program: options.program_name(),
            suites: named.cloned().collect(),
            seed: options.seed,
            outcomes,
        })
    })
}

/// A check in progress.
struct Check<'a> {
    runner: Runner<'a>,
    jobs: NonZeroUsize,
    cancel: &'a AtomicBool,
    /// If the program cannot be started once, it never can.
    stop: AtomicBool,
    done: AtomicUsize,
    total: usize,
    progress: &'a (dyn Fn(Stage) + Sync),
}

impl Check<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.cancel.load(Ordering::Relaxed)
    }

    /// Does something for each thing on all threads, until it fails or somebody has had enough.
    fn each<T: Sync, R: Send>(
        &self,
        things: &[T],
        work: impl Fn(&T) -> Result<Option<R>, Error> + Sync,
    ) -> Result<Vec<R>, Error> {
        let results = parallel::map(self.jobs, things, |thing| {
            if self.is_over() {
                return Ok(None);
            }
            let result = work(thing);
            self.stop.fetch_or(result.is_err(), Ordering::Relaxed);
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Stage::Playing(done, self.total));
            // A run that was cut short says nothing about the program.
            if self.cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
            result
        });
        let results: Result<Vec<Option<R>>, Error> = results.into_iter().collect();
        Ok(results?.into_iter().flatten().collect())
    }

    fn transcripts(&self, cases: &[&Case]) -> Result<Vec<Outcome>, Error> {
        let sections = selection::sections(cases);
        let jobs: Vec<(&&Case, String)> = cases.iter().zip(sections).collect();
        self.each(&jobs, |(case, section)| {
            let begun = Instant::now();
            let played = self.runner.play(&case.transcript, self.cancel)?;
            Ok(Some(Outcome {
                name: case.name.clone(),
                section: section.clone(),
                about: case.sentence(),
                time: begun.elapsed(),
                difference: played.difference,
                grumble: played.grumble,
                transcript: None,
            }))
        })
    }
}

fn threads(options: &Options) -> NonZeroUsize {
    options.jobs.unwrap_or_else(parallel::all_cores)
}
