//! Tests another program, and judges form and rules separately.
//!
//! | step | module |
//! |---|---|
//! | learn how the program speaks and which commands it has | `form` |
//! | type transcripts and random sessions into it | `judge`, `random`, `stage`, `process` |
//! | cut the output into answers, and judge each | `speech`, `sentences` |
//! | count formal deviations, group wrong answers by cause, shrink sessions | `slips`, here |
//! | report | `report` |
//!
//! This module names no game: the registry has their data.

mod escape;
mod fixtures;
mod form;
pub mod grade;
mod judge;
pub mod options;
mod process;
mod prompt;
mod random;
pub mod report;
mod sentences;
mod slips;
mod speech;
mod stage;
mod transcript;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

pub use fixtures::{Case, Fixtures, used};
pub use options::{Options, Settings};
pub use process::{End, Process, Program, Run};
pub use prompt::split;
pub use random::reference;
pub use report::Report;
pub use stage::Stage;
pub use transcript::{ECHOED, Step, Transcript, Turn};

use crate::engine::rng::Rng;
use crate::games::{self, Checking, File, GameEntry};
use crate::parallel;
use crate::store;
use form::{Form, MAX_HANGS};
use judge::{Judge, Outcome};
use report::{Cause, Section};
use sentences::Sentences;
use slips::Slip;

/// The name of the section of random sessions.
const RANDOM: &str = "random";

// Commands that every game has.
const START: &str = ":start";
const LOAD: &str = ":load";
const SAVE: &str = ":save";
const EXIT: &str = ":exit";
const STATE: &str = "--state";

/// The maximum number of causes whose session is shrunk.
const MAX_SHRUNK: usize = 6;

/// The number of transcripts tried before hangs are counted. It does not depend on the number of
/// threads, so that the report does not either.
const WAVE: usize = 16;

/// The reason why nothing could be checked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program could not be started, for this reason.
    #[error("{0}: {1}")]
    NotStarted(String, String),
    /// It does not print the sentences of the text.
    #[error("cannot be judged: {0}")]
    Unjudged(String),
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The transcripts or the settings are wrong.
    #[error("{0}")]
    Other(String),
}

/// The transcripts and random sessions of a check.
pub struct Suite {
    row: &'static GameEntry,
    checking: &'static Checking,
    settings: Settings,
    /// The transcripts, then the random sessions.
    cases: Vec<Case>,
    states: Vec<File>,
    sentences: Sentences,
}

impl Suite {
    /// Creates the suite that the settings select: our transcripts or those of a folder, and random
    /// sessions.
    ///
    /// # Errors
    /// When there are none.
    pub fn new(settings: &Settings, own: &Fixtures) -> Result<Self, Error> {
        let mut suite = Suite::choose(settings, own, true)?;
        let is_settled = |case: &Case| case.name.split('/').nth(1) == Some("settled");
        let settled = suite.cases.iter().any(is_settled);
        let usual = settings.transcripts.as_ref().map_or(100, |_| 0);
        let numbers = 1..=u64::from(settings.random.unwrap_or(usual));
        let made = parallel::map(parallel::all_cores(), numbers, |number| {
            let mut rng = Rng::numbered(settings.seed, number);
            let script = (suite.checking.random)(&mut rng, settled);
            Case::random(format!("random session {number}"), script, suite.row)
        });
        // Some numbers give no session.
        suite.cases.extend(made.into_iter().flatten());
        Ok(suite)
    }

    fn choose(settings: &Settings, own: &Fixtures, usual: bool) -> Result<Self, Error> {
        let mut rows = games::GAMES.iter();
        let found = rows.find_map(|row| Some((row, row.checking?)));
        let (row, checking) = found.ok_or(Error::Other("no game is checked".to_owned()))?;
        let mut settings = settings.clone();
        let mut fixtures = own.clone();
        if let Some(folder) = &settings.transcripts {
            // Their transcripts can use our saved games; their own come first.
            fixtures = Fixtures::of_folder(folder)?;
            fixtures.states.extend(own.states.iter().cloned());
        } else if settings.suite.is_empty() && usual {
            settings.suite.push(format!("{}/course", row.name));
        }
        let mut states = std::mem::take(&mut fixtures.states);
        states.sort_by(|(a, _), (b, _)| a.cmp(b));
        states.dedup_by(|(a, _), (b, _)| a == b);
        let cases = fixtures.select(&settings.suite)?;
        for (name, _) in &settings.weight {
            let mut sections: Vec<&str> = cases.iter().map(Case::section).collect();
            if !sections.contains(&name.as_str()) && name != RANDOM && name != "form" {
                sections.dedup();
                let sections = sections.join(", ");
                let why = format!("no section {name} for a weight: there are {sections}");
                return Err(Error::Other(why));
            }
        }
        let steps = cases.iter().flat_map(|case| &case.transcript.steps);
        let turns = steps
            .filter(|step| step.is_game())
            .flat_map(|step| &step.turns);
        let expected = turns.flat_map(|turn| &turn.answer);
        let known = checking.sentences.iter().map(|(text, _)| *text);
        Ok(Suite {
            row,
            checking,
            sentences: Sentences::new(known.chain(expected.map(String::as_str))),
            settings,
            cases,
            states,
        })
    }

    /// Checks a program of the system, named as typed. Calls `progress` with the number of cases
    /// done and the number of all.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn check(
        &self,
        words: &[OsString],
        cancel: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Report, Error> {
        let program = Process {
            words: &options::anywhere(words),
            term: "dumb",
            time: self.settings.time_limit,
            memory: Some(self.settings.memory.map_or(1024, u64::from)),
            cancel,
        };
        let report = self.judge(&program, cancel, progress)?;
        Ok(Report {
            program: sentences::shown(&options::typed(words)),
            ..report
        })
    }

    /// Judges any program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn judge(
        &self,
        program: &dyn Program,
        cancel: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Report, Error> {
        let begun = Instant::now();
        let mut report = Report {
            suites: self.settings.suite.clone(),
            seed: self.settings.seed,
            weights: self.settings.weight.clone(),
            ..Report::default()
        };
        let cancelled = || cancel.load(Ordering::Relaxed);
        match Form::learn(program, self) {
            Ok(form) => {
                let deadline = begun + self.settings.total_time;
                self.judge_all(form, cancel, deadline, progress, &mut report)?;
            }
            Err(why @ Error::Unjudged(_)) => {
                report.unjudged = Some(why.to_string()).filter(|_| !cancelled());
            }
            Err(why) => return Err(why),
        }
        report.interrupted = cancelled();
        if report.interrupted {
            let remark = "Interrupted: not everything was tried.";
            report.remarks.push(remark.to_owned());
        }
        report.seconds = begun.elapsed().as_secs_f64();
        Ok(report)
    }

    fn judge_all(
        &self,
        mut form: Form<'_>,
        cancel: &AtomicBool,
        deadline: Instant,
        progress: &(dyn Fn(usize, usize) + Sync),
        report: &mut Report,
    ) -> Result<(), Error> {
        let jobs = self.settings.jobs.unwrap_or_else(parallel::all_cores);
        // A command that hung in every probe also hangs in a transcript.
        for count in form.hangs.values_mut() {
            *count = (*count).min(MAX_HANGS - 1);
        }
        let done = AtomicUsize::new(0);
        let mut outcomes: Vec<Outcome> = Vec::new();
        while outcomes.len() < self.cases.len() {
            let judge = Judge {
                form: &form,
                cancel,
                deadline,
            };
            let size = if form.hangs.is_empty() {
                WAVE
            } else {
                MAX_HANGS
            };
            let wave = self.cases.iter().skip(outcomes.len()).take(size);
            let judged = parallel::map(jobs, wave, |case| {
                let outcome = judge.judge(case);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, self.cases.len());
                outcome
            });
            for outcome in judged {
                let outcome = outcome?;
                for word in &outcome.hung {
                    *form.hangs.entry(word.clone()).or_default() += 1;
                }
                outcomes.push(outcome);
            }
        }
        for (word, count) in form.hangs.iter().filter(|(_, count)| **count >= MAX_HANGS) {
            let place = match &**word {
                "" => "before the first line".to_owned(),
                word => format!("at `{word}`"),
            };
            report.remarks.push(format!(
                "The program hung {place} {count} times and was not started again for it: what needs it is not judged."
            ));
        }
        if Instant::now() > deadline {
            let seconds = self.settings.total_time.as_secs_f64();
            report.remarks.push(format!(
                "The time for the whole check, {seconds} s, was used up: the rest is not judged."
            ));
        }
        self.sum_up(outcomes, report);
        // Lines at which the program hung are not typed again.
        form.hangs.values_mut().for_each(|count| *count = MAX_HANGS);
        let judge = Judge {
            form: &form,
            cancel,
            deadline,
        };
        let first = report.causes.iter_mut().take(MAX_SHRUNK);
        parallel::map(jobs, first, |cause| self.shrink(&judge, cause));
        Ok(())
    }

    fn sum_up(&self, outcomes: Vec<Outcome>, report: &mut Report) {
        let mut slips: BTreeMap<Slip, usize> = BTreeMap::new();
        report.random = Section::new(RANDOM);
        for (case, outcome) in self.cases.iter().zip(outcomes) {
            let is_random = case.script.is_some();
            let mut sections = report.sections.iter().rev();
            let known = sections.position(|section| section.name == case.section());
            if known.is_none() && !is_random {
                report.sections.push(Section::new(case.section()));
            }
            let last = report.sections.iter_mut().nth_back(known.unwrap_or(0));
            let section = last.filter(|_| !is_random).unwrap_or(&mut report.random);
            section.total += 1;
            section.hold += usize::from(outcome.right == outcome.total);
            section.not_judged += usize::from(outcome.wrong == 0 && outcome.right < outcome.total);
            section.answers_right += outcome.right;
            section.answers_total += outcome.total;
            for slip in outcome.slips {
                *slips.entry(slip).or_default() += 1;
            }
            let left = outcome.left.iter();
            let left = left.map(|folder| format!("The folder {folder} could not be removed."));
            report.remarks.extend(left);
            for mut cause in outcome.causes {
                cause.cases = usize::from(!is_random);
                cause.sessions = usize::from(is_random);
                cause.add_to(&mut report.causes);
            }
        }
        report.form = slips::entries(&slips, self.checking);
        let causes = &mut report.causes;
        causes.sort_by_key(|cause| Reverse(cause.cases + cause.sessions));
    }

    /// Shrinks a session: removes lines and the saved game while the cause still shows.
    fn shrink(&self, judge: &Judge<'_>, cause: &mut Cause) {
        let mut best = cause.script.clone();
        let mut size = usize::MAX;
        while best.lines.len() < size {
            size = best.lines.len();
            for at in (0..=size).rev() {
                let mut fewer = best.clone();
                if at < size {
                    fewer.lines.remove(at);
                } else if fewer.state.take().is_none() {
                    continue;
                }
                let session = Case::random(cause.case.clone(), fewer.clone(), self.row);
                let outcome = session.and_then(|session| judge.judge(&session).ok());
                let mut found = outcome.into_iter().flat_map(|outcome| outcome.causes);
                if let Some(found) = found.find(|found| found.group == cause.group) {
                    cause.session = found.session;
                    best = fewer;
                }
            }
        }
    }
}

/// Lists the transcripts that the settings select, and the sentences they test.
///
/// # Errors
/// When there are none.
pub fn list(settings: &Settings, own: &Fixtures) -> Result<String, Error> {
    let cases = Suite::choose(settings, own, false)?.cases;
    let lines = cases.iter();
    let lines = lines.map(|case| format!("{}\n    {}\n", case.name, case.sentence()));
    Ok(lines.collect())
}

/// Writes the transcripts that the settings select, and their files, to a folder.
///
/// # Errors
/// When there are none, or they cannot be written.
pub fn export(settings: &Settings, own: &Fixtures, folder: &Path) -> Result<(), Error> {
    let suite = Suite::choose(settings, own, true)?;
    for case in &suite.cases {
        write_file(folder, &format!("{}.txt", case.name), case.text.as_bytes())?;
        for (name, content) in used(&suite.states, &case.text) {
            write_file(folder, &format!("states/{name}"), &content)?;
        }
    }
    Ok(())
}

/// Writes a file, and creates its folder.
fn write_file(folder: &Path, name: &str, content: &[u8]) -> Result<(), Error> {
    let path = folder.join(name);
    let made = fs::create_dir_all(path.parent().unwrap_or(folder));
    let written = made.and_then(|()| store::save(&path, content));
    Ok(written.map_err(store::named(&path))?)
}
