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
mod files;
mod fixtures;
mod form;
pub mod options;
mod outcomes;
mod process;
mod reference;
pub mod report;
mod runner;
mod script;
mod selection;
mod sessions;
mod shrink;
mod tools;
mod transcript;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

pub use difference::{Difference, Trouble};
pub use fixtures::{Case, Fixtures, State, Unusable};
pub use options::{Format, Options};
pub use outcomes::{Look, Outcome, Report, Score};
pub use process::{Limits, NotStarted};
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
        Ok(outcomes::list(&cases, options.format))
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
        let mut outcomes = check.transcripts(&cases, options.transcripts.as_deref())?;
        if let Some(plan) = Plan::new(&cases, options.seed, u64::from(sessions)) {
            outcomes.extend(check.sessions(&plan)?);
        }
        let named = suites.iter().filter(|suite| !suite.is_empty());
        Ok(Report {
            program: options.program_name(),
            suites: named.cloned().collect(),
            seed: options.seed,
            outcomes,
            asked: check.total,
            interrupted: cancel.load(Ordering::Relaxed),
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

    /// Does something for each thing on all threads, until it fails or somebody has had enough: the
    /// rest is not even looked at then.
    fn each<T, R: Send>(
        &self,
        things: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T) -> Result<Option<R>, Error> + Sync,
    ) -> Result<Vec<R>, Error> {
        let results = parallel::map_while(self.jobs, things, |thing| {
            if self.is_over() {
                return None;
            }
            let result = work(thing);
            self.stop.fetch_or(result.is_err(), Ordering::Relaxed);
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Stage::Playing(done, self.total));
            // A run that was cut short says nothing about the program.
            (!self.cancel.load(Ordering::Relaxed)).then_some(result)
        });
        let results = results.into_iter().filter_map(Result::transpose);
        results.collect()
    }

    /// Types the transcripts of a folder into the program; ours have no folder.
    fn transcripts(&self, cases: &[&Case], folder: Option<&Path>) -> Result<Vec<Outcome>, Error> {
        let sections = selection::sections(cases).into_iter();
        let sections = sections.map(|section| section_name(section, folder));
        let jobs: Vec<(&&Case, String)> = cases.iter().zip(sections).collect();
        self.each(jobs, |(case, section)| {
            let begun = Instant::now();
            let played = self.runner.play(&case.transcript, self.cancel)?;
            Ok(Some(Outcome {
                name: case.name.clone(),
                section,
                about: case.sentence(),
                time: begun.elapsed(),
                difference: played.difference,
                grumble: played.grumble,
                transcript: None,
            }))
        })
    }
}

/// The name of a section. That of transcripts directly in a folder is the name of the folder, and no
/// section is taken for that of random sessions.
fn section_name(section: String, folder: Option<&Path>) -> String {
    match section.as_str() {
        "" => {
            let name = folder.map(|folder| folder.file_name().unwrap_or(folder.as_os_str()));
            format!("{}/", name.unwrap_or_default().display())
        }
        outcomes::RANDOM => format!("{section}/"),
        _ => section,
    }
}

fn threads(options: &Options) -> NonZeroUsize {
    options.jobs.unwrap_or_else(parallel::all_cores)
}
