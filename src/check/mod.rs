//! Tries another program, and judges form and rules apart.
//!
//! `form` probes the program to learn how it speaks and which commands it has. `judge` then runs
//! transcripts and random sessions and compares answer by answer, whatever the form. `causes` sums
//! up. No game is named here: what is known of one is in its row of the registry.

mod causes;
mod escape;
mod exact;
mod fixtures;
mod form;
pub mod grade;
mod judge;
pub mod options;
mod process;
mod prompt;
mod random;
mod reference;
pub mod report;
mod shrink;
mod speech;
mod stage;
mod tools;
mod transcript;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub use exact::play;
pub use fixtures::{Case, Fixtures, State, Unusable};
pub use options::{Options, Settings};
pub use process::{End, NotStarted, Process, Program, Run};
pub use reference::Reference;
pub use report::Report;
pub use stage::Failure;
pub use transcript::{Shown, Step, Transcript};

use crate::games::{self, Checking, GameEntry, Script};
use crate::parallel;
use causes::{Causes, Slips};
use judge::{Judge, Outcome};
use report::{Cause, Section};
use speech::Sentences;

/// The name of the section of random sessions.
const RANDOM: &str = "random";

/// How many causes that only random sessions show are shrunk.
const MOST_SHRUNK: usize = 6;

/// How often a program hangs at the same kind of line before it is not started again for it.
const MOST_HANGS: usize = 3;

/// How many transcripts are tried before hangs are counted. It does not depend on the number of
/// threads, so that the report does not either.
const WAVE: usize = 32;

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are no transcripts.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// The program cannot be run.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The transcripts cannot be written.
    #[error("{0}: {1}")]
    Export(String, io::Error),
}

/// What a check is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many of so many transcripts and sessions have been typed.
    Playing(usize, usize),
    /// So many of so many sessions have been shrunk.
    Shrinking(usize, usize),
}

/// The transcripts and random sessions of a check.
pub struct Suite {
    row: &'static GameEntry,
    checking: &'static Checking,
    names: Vec<String>,
    seed: u64,
    cases: Vec<Case>,
    /// The section of each case.
    sections: Vec<String>,
    states: Vec<State>,
    sessions: Vec<(Script, Transcript)>,
    sentences: Sentences,
}

impl Suite {
    /// The transcripts that the settings choose, among our own or in a folder, and random sessions.
    ///
    /// # Errors
    /// When there are none.
    pub fn new(settings: &Settings, own: &Fixtures) -> Result<Self, Error> {
        let mut suite = Suite::choose(settings, own, true)?;
        let usual = if settings.transcripts.is_some() {
            0
        } else {
            100
        };
        let settled = suite
            .cases
            .iter()
            .any(|case| case.name.split('/').nth(1) == Some("settled"));
        let numbers = 1..=u64::from(settings.random.unwrap_or(usual));
        let (row, checking, seed) = (suite.row, suite.checking, settings.seed);
        let made = parallel::map(parallel::all_cores(), numbers, |number| {
            random::session(row, checking, settled, seed, number)
        });
        suite.sessions = made.into_iter().flatten().collect();
        Ok(suite)
    }

    fn choose(settings: &Settings, own: &Fixtures, usual: bool) -> Result<Self, Error> {
        let mut rows = games::GAMES.iter();
        let found = rows.find_map(|row| Some((row, row.checking?)));
        let (row, checking) = found.ok_or_else(|| Unusable::Empty("the registry".to_owned()))?;
        let mut names = settings.suite.clone();
        let mut fixtures = if let Some(folder) = &settings.transcripts {
            Fixtures::of_folder(folder)?
        } else {
            if names.is_empty() && usual {
                names.push(format!("{}/course", row.name));
            }
            own.clone()
        };
        if let Some(folder) = &settings.transcripts {
            if fixtures.cases.is_empty() {
                return Err(Unusable::Empty(folder.display().to_string()).into());
            }
            // A transcript of theirs may use our saved games; one of the same name of their own
            // comes first.
            let theirs = fixtures.states.len();
            for state in &own.states {
                if fixtures.states[..theirs]
                    .iter()
                    .all(|their| their.name != state.name)
                {
                    fixtures.states.push(state.clone());
                }
            }
        }
        let all = [String::new()];
        let prefixes = if names.is_empty() { &all } else { &names[..] };
        let chosen = fixtures::select(&fixtures, prefixes)?;
        let sections = chosen.iter().map(|case| case.section().to_owned());
        let sections: Vec<String> = sections.collect();
        for (name, _) in &settings.weight {
            if !sections.contains(name) && name != RANDOM && name != "form" {
                let mut names = sections.clone();
                names.dedup();
                return Err(Unusable::NoSection(name.clone(), names.join(", ")).into());
            }
        }
        let cases: Vec<Case> = chosen.into_iter().cloned().collect();
        let steps = cases.iter().flat_map(|case| &case.transcript.steps);
        Ok(Suite {
            row,
            checking,
            sentences: Sentences::new(checking, steps),
            names,
            seed: settings.seed,
            sections,
            states: fixtures.states,
            sessions: Vec::new(),
            cases,
        })
    }

    /// Checks a program with this suite.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn check(
        &self,
        words: &[OsString],
        settings: &Settings,
        cancel: &AtomicBool,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Report, Failure> {
        let memory = settings.memory.map(u64::from);
        let program = Process {
            words: &options::anywhere(words),
            term: "dumb",
            time: settings.time_limit,
            memory: memory.or(Some(1024)),
            cancel,
        };
        let check = Check {
            program: &program,
            suite: self,
            jobs: settings.jobs.unwrap_or_else(parallel::all_cores),
            total_time: settings.total_time,
            cancel,
            progress,
        };
        let mut report = check.run()?;
        report.program = options::typed(words);
        report.weights.clone_from(&settings.weight);
        Ok(report)
    }
}

/// Lists the transcripts that the settings choose, and the sentences that they show.
///
/// # Errors
/// When there are none.
pub fn list(settings: &Settings, own: &Fixtures) -> Result<String, Error> {
    let suite = Suite::choose(settings, own, false)?;
    let lines = suite
        .cases
        .iter()
        .map(|case| format!("{}\n    {}\n", case.name, case.sentence()));
    Ok(lines.collect())
}

/// Writes the transcripts that the settings choose, and the files that they use, to a folder.
///
/// # Errors
/// When there are none, or they cannot be written.
pub fn export(settings: &Settings, own: &Fixtures, folder: &Path) -> Result<(), Error> {
    let suite = Suite::choose(settings, own, true)?;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut all = String::new();
    for case in &suite.cases {
        let text = case.transcript.to_string();
        all.push_str(&text);
        files.push((format!("{}.txt", case.name), text.into_bytes()));
    }
    let used = suite
        .states
        .iter()
        .filter(|state| all.contains(&state.name));
    files.extend(used.map(|state| (format!("states/{}", state.name), state.content.to_vec())));
    for (name, content) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, content));
        written.map_err(|why| Error::Export(path.display().to_string(), why))?;
    }
    Ok(())
}

/// Checks a program, named as it was typed. `progress` is called as the check goes on.
///
/// # Errors
/// When there is nothing to check, or the program cannot be started.
pub fn check(
    words: &[OsString],
    settings: &Settings,
    own: &Fixtures,
    cancel: &AtomicBool,
    progress: &(dyn Fn(Stage) + Sync),
) -> Result<Report, Error> {
    let suite = Suite::new(settings, own)?;
    Ok(suite.check(words, settings, cancel, progress)?)
}

/// A check of one program.
pub struct Check<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// What to try.
    pub suite: &'a Suite,
    /// How many threads to use.
    pub jobs: NonZeroUsize,
    /// How long it may take.
    pub total_time: Duration,
    /// Ends the check early.
    pub cancel: &'a AtomicBool,
    /// Called as the check goes on.
    pub progress: &'a (dyn Fn(Stage) + Sync),
}

impl Check<'_> {
    /// Judges the program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self) -> Result<Report, Failure> {
        let begun = Instant::now();
        let suite = self.suite;
        let mut report = Report {
            suites: suite.names.clone(),
            seed: suite.seed,
            ..Report::default()
        };
        let form = form::learn(self.program, suite.row, suite.checking, &suite.sentences)?;
        let cancelled = || self.cancel.load(Ordering::Relaxed);
        match form {
            Err(why) if !cancelled() => report.unjudged = Some(why),
            Err(_) => {}
            Ok(form) => {
                let judge = Judge {
                    program: self.program,
                    states: &suite.states,
                    row: suite.row,
                    checking: suite.checking,
                    form: &form,
                };
                self.judge(&judge, begun, &mut report)?;
            }
        }
        report.interrupted = cancelled();
        report.seconds = begun.elapsed().as_secs_f64();
        Ok(report)
    }

    fn is_over(&self, begun: Instant) -> bool {
        self.cancel.load(Ordering::Relaxed) || begun.elapsed() > self.total_time
    }

    fn judge(&self, judge: &Judge<'_>, begun: Instant, report: &mut Report) -> Result<(), Failure> {
        let suite = self.suite;
        let cases = suite.cases.iter().zip(&suite.sections);
        let cases =
            cases.map(|(case, section)| (&case.name[..], Some(&section[..]), &case.transcript));
        let sessions = suite
            .sessions
            .iter()
            .map(|(_, transcript)| ("", None, transcript));
        let trials: Vec<_> = cases.chain(sessions).collect();
        let mut hangs: BTreeMap<String, usize> = BTreeMap::new();
        for word in &judge.form.hung {
            *hangs.entry(word.clone()).or_default() += 1;
        }
        let done = AtomicUsize::new(0);
        let mut outcomes: Vec<Outcome> = Vec::new();
        while outcomes.len() < trials.len() {
            let skip: Vec<String> = hangs
                .iter()
                .filter(|(_, count)| **count >= MOST_HANGS)
                .map(|(word, _)| word.clone())
                .collect();
            let size = if hangs.is_empty() { WAVE } else { MOST_HANGS };
            let wave = trials.iter().skip(outcomes.len()).take(size);
            let wave: Vec<_> = wave.collect();
            let judged = parallel::map(self.jobs, wave, |&(name, section, transcript)| {
                let outcome = if self.is_over(begun) {
                    Ok(judge.unjudged(name, section, transcript))
                } else {
                    judge.judge(name, section, transcript, &skip)
                };
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(Stage::Playing(done, trials.len()));
                match outcome {
                    // A run that was cut short says nothing about the program.
                    Ok(_) if self.cancel.load(Ordering::Relaxed) => {
                        Ok(judge.unjudged(name, section, transcript))
                    }
                    outcome => outcome,
                }
            });
            for outcome in judged {
                let outcome = outcome?;
                for word in &outcome.hung {
                    *hangs.entry(word.clone()).or_default() += 1;
                }
                outcomes.push(outcome);
            }
        }
        for (word, count) in hangs {
            if count >= MOST_HANGS {
                let what = if word.is_empty() {
                    "before the first line".to_owned()
                } else {
                    format!("at `{word}`")
                };
                report.remarks.push(format!(
                    "The program hung {what} {count} times and was not started again for it: what needs it is not judged."
                ));
            }
        }
        if begun.elapsed() > self.total_time {
            let seconds = self.total_time.as_secs_f64();
            let remark = format!(
                "The time for the whole check, {seconds} s, was used up: the rest is not judged."
            );
            report.remarks.push(remark);
        }
        self.sum_up(judge, begun, &outcomes, report);
        Ok(())
    }

    fn sum_up(&self, judge: &Judge<'_>, begun: Instant, outcomes: &[Outcome], report: &mut Report) {
        let suite = self.suite;
        let (of_cases, of_sessions) = outcomes.split_at(suite.cases.len());
        let mut slips = Slips::default();
        let mut causes = Causes::default();
        for ((case, name), outcome) in suite.cases.iter().zip(&suite.sections).zip(of_cases) {
            let at = report
                .sections
                .iter()
                .position(|section| section.name == *name);
            let at = at.unwrap_or_else(|| {
                report.sections.push(named(name));
                report.sections.len() - 1
            });
            count(&mut report.sections[at], outcome);
            causes.add_case(&case.name, &case.sentence(), outcome);
        }
        report.random = named(RANDOM);
        for (number, outcome) in of_sessions.iter().enumerate() {
            count(&mut report.random, outcome);
            causes.add_session(number + 1, outcome, suite.checking);
        }
        for outcome in outcomes {
            slips.add(&outcome.slips);
            if let Some(folder) = &outcome.left {
                report
                    .remarks
                    .push(format!("The folder {folder} could not be removed."));
            }
        }
        report.form = slips.entries(suite.checking);
        let mut causes = causes.sorted();
        let random: Vec<&mut causes::Grouped> = causes
            .iter_mut()
            .filter(|group| group.session.is_some())
            .take(MOST_SHRUNK)
            .collect();
        let (total, done) = (random.len(), AtomicUsize::new(0));
        parallel::map(self.jobs, random, |group| {
            self.shrink(judge, begun, group);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Stage::Shrinking(done, total));
        });
        report.causes = causes.into_iter().map(|group| group.cause).collect();
    }

    /// Shrinks the random session of a cause to the fewest lines that still show it.
    fn shrink(&self, judge: &Judge<'_>, begun: Instant, group: &mut causes::Grouped) {
        let Some((script, _)) = group
            .session
            .and_then(|number| self.suite.sessions.get(number - 1))
        else {
            return;
        };
        let title = group.cause.title.clone();
        shrink::shrink(script, &mut |script| {
            if self.is_over(begun) {
                return false;
            }
            let Some(transcript) = random::answered(script, self.suite.row) else {
                return false;
            };
            let Ok(outcome) = judge.judge("", None, &transcript, &[]) else {
                return false;
            };
            let fault = outcome
                .faults
                .into_iter()
                .find(|fault| fault.title == title);
            let found = fault.is_some() && !self.is_over(begun);
            if let Some(fault) = fault.filter(|_| found) {
                group.cause = Cause {
                    session: fault.session,
                    positions: fault.positions,
                    ..group.cause.clone()
                };
            }
            found
        });
    }
}

fn named(name: &str) -> Section {
    Section {
        name: name.to_owned(),
        ..Section::default()
    }
}

/// Adds an outcome to the score of its section.
fn count(section: &mut Section, outcome: &Outcome) {
    section.total += 1;
    section.hold += usize::from(outcome.right == outcome.total);
    section.not_judged += usize::from(outcome.wrong == 0 && outcome.right < outcome.total);
    section.answers_right += outcome.right;
    section.answers_total += outcome.total;
}
