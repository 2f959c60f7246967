//! Tries another program, and judges form and rules apart.
//!
//! | step | module |
//! |---|---|
//! | learn how the program speaks and which commands it has | `form` |
//! | type transcripts and random sessions into it | `judge`, `random`, `stage`, `process` |
//! | cut the output into answers, and judge each | `speech`, `sentences` |
//! | count formal deviations, group wrong answers by cause, shrink sessions | `slips`, here, `shrink` |
//! | report | `report` |
//!
//! No game is named here: what is known of one is in its row of the registry.

mod escape;
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
mod sentences;
mod shrink;
mod slips;
mod speech;
mod stage;
mod tools;
mod transcript;

use std::cmp::Reverse;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub use fixtures::{Case, Fixtures, State, Unusable};
pub use options::{Options, Settings};
pub use process::{End, NotStarted, Process, Program, Run};
pub use reference::Reference;
pub use report::Report;
pub use stage::{Failure, Stage};
pub use transcript::{Shown, Step, Transcript};

use crate::engine::rng::Rng;
use crate::games::{self, Checking, GameEntry, Script};
use crate::parallel;
use form::{Hangs, MOST_HANGS};
use judge::{Judge, Outcome, Trial};
use report::{Cause, Section};
use sentences::Sentences;
use slips::Slips;
use speech::Turn;

/// The name of the section of random sessions.
const RANDOM: &str = "random";

// Commands that every game has.
const START: &str = ":start";
const LOAD: &str = ":load";
const SAVE: &str = ":save";
const EXIT: &str = ":exit";

/// How many causes that only random sessions show are shrunk.
const MOST_SHRUNK: usize = 6;

/// How many transcripts are tried before hangs are counted. It does not depend on the number of
/// threads, so that the report does not either.
const WAVE: usize = 16;

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

/// The transcripts and random sessions of a check.
pub struct Suite {
    row: &'static GameEntry,
    checking: &'static Checking,
    names: Vec<String>,
    seed: u64,
    /// The transcripts, then the random sessions.
    trials: Vec<Trial>,
    states: Vec<State>,
    sentences: Sentences,
    /// What the random sessions were made of.
    scripts: Vec<Script>,
}

impl Suite {
    /// The transcripts that the settings choose, among our own or in a folder, and random sessions.
    ///
    /// # Errors
    /// When there are none.
    pub fn new(settings: &Settings, own: &Fixtures) -> Result<Self, Error> {
        let mut suite = Suite::choose(settings, own, true)?;
        let is_settled = |trial: &Trial| trial.name.split('/').nth(1) == Some("settled");
        let settled = suite.trials.iter().any(is_settled);
        let usual = settings.transcripts.as_ref().map_or(100, |_| 0);
        let numbers = 1..=u64::from(settings.random.unwrap_or(usual));
        let made = parallel::map(parallel::all_cores(), numbers, |number| {
            let mut rng = Rng::numbered(suite.seed, number);
            let script = (suite.checking.random)(&mut rng, settled);
            Some((random::answered(&script, suite.row)?, script))
        });
        // A few numbers make no session.
        for (number, (transcript, script)) in made.into_iter().flatten().enumerate() {
            let name = format!("random session {}", number + 1);
            suite.trials.push(Trial::random(name, transcript));
            suite.scripts.push(script);
        }
        Ok(suite)
    }

    fn choose(settings: &Settings, own: &Fixtures, usual: bool) -> Result<Self, Error> {
        let mut rows = games::GAMES.iter();
        let found = rows.find_map(|row| Some((row, row.checking?)));
        let (row, checking) = found.ok_or_else(|| Unusable::Empty("the registry".to_owned()))?;
        let mut names = settings.suite.clone();
        let mut fixtures = own.clone();
        if let Some(folder) = &settings.transcripts {
            let theirs = Fixtures::of_folder(folder)?;
            if theirs.cases.is_empty() {
                return Err(Unusable::Empty(folder.display().to_string()).into());
            }
            // Their transcripts may use our saved games; their own come first.
            let is_theirs =
                |state: &State| theirs.states.iter().any(|their| their.name == state.name);
            fixtures.states.retain(|state| !is_theirs(state));
            fixtures.states.extend(theirs.states.iter().cloned());
            fixtures.cases = theirs.cases;
        } else if names.is_empty() && usual {
            names.push(format!("{}/course", row.name));
        }
        let all = [String::new()];
        let chosen = fixtures::select(&fixtures, if names.is_empty() { &all } else { &names })?;
        let trials = chosen.iter().map(|case| Trial {
            name: case.name.clone(),
            section: Some(case.section().to_owned()),
            about: case.sentence(),
            transcript: case.transcript.clone(),
        });
        let trials: Vec<Trial> = trials.collect();
        for (name, _) in &settings.weight {
            let mut sections: Vec<&str> = chosen.iter().map(|case| case.section()).collect();
            if !sections.contains(&name.as_str()) && name != RANDOM && name != "form" {
                sections.dedup();
                return Err(Unusable::NoSection(name.clone(), sections.join(", ")).into());
            }
        }
        let steps = trials.iter().flat_map(|trial| &trial.transcript.steps);
        let turns: Vec<Turn> = steps
            .filter(|step| step.is_game())
            .flat_map(Turn::all)
            .collect();
        let expected = turns.iter().flat_map(|turn| &turn.expected);
        let known = checking.sentences.iter().map(|(text, _)| *text);
        Ok(Suite {
            row,
            checking,
            sentences: Sentences::new(known.chain(expected.map(String::as_str))),
            names,
            seed: settings.seed,
            trials,
            states: fixtures.states,
            scripts: Vec::new(),
        })
    }

    /// Checks a program, named as it was typed. `progress` is called with how much of how much is done.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn check(
        &self,
        words: &[OsString],
        settings: &Settings,
        cancel: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
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
    let lines = suite.trials.iter();
    let lines = lines.map(|trial| format!("{}\n    {}\n", trial.name, trial.about));
    Ok(lines.collect())
}

/// Writes the transcripts that the settings choose, and the files that they use, to a folder.
///
/// # Errors
/// When there are none, or they cannot be written.
pub fn export(settings: &Settings, own: &Fixtures, folder: &Path) -> Result<(), Error> {
    let suite = Suite::choose(settings, own, true)?;
    let trials = suite.trials.iter();
    let (names, texts): (Vec<String>, Vec<String>) = trials
        .map(|trial| (format!("{}.txt", trial.name), trial.transcript.to_string()))
        .unzip();
    let used = |state: &&State| texts.iter().any(|text| text.contains(&state.name));
    let states = suite.states.iter().filter(used);
    let states = states.map(|state| (format!("states/{}", state.name), &*state.content));
    for (name, content) in names
        .into_iter()
        .zip(texts.iter().map(String::as_bytes))
        .chain(states)
    {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, content));
        written.map_err(|why| Error::Export(path.display().to_string(), why))?;
    }
    Ok(())
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
    /// Called with how much of how much is done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
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
        let form = form::learn(self.program, suite)?;
        let cancelled = || self.cancel.load(Ordering::Relaxed);
        match form {
            Err(why) if !cancelled() => report.unjudged = Some(why),
            Err(_) => {}
            Ok(form) => {
                let (program, form) = (self.program, &form);
                let judge = Judge {
                    program,
                    suite,
                    form,
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
        let trials = &self.suite.trials;
        let mut hangs: Hangs = judge.form.hangs.clone();
        // One that hung in every probe shows in a transcript, too.
        for count in hangs.values_mut() {
            *count = (*count).min(MOST_HANGS - 1);
        }
        let done = AtomicUsize::new(0);
        let mut outcomes: Vec<Outcome> = Vec::new();
        while outcomes.len() < trials.len() {
            let often = hangs.iter().filter(|(_, count)| **count >= MOST_HANGS);
            let hung: Vec<&str> = often.map(|(word, _)| &**word).collect();
            let size = if hangs.is_empty() { WAVE } else { MOST_HANGS };
            let wave = trials.iter().skip(outcomes.len()).take(size);
            let judged = parallel::map(self.jobs, wave, |trial| {
                let mut outcome = Ok(judge.unjudged(trial));
                if !self.is_over(begun) {
                    let judged = judge.judge(trial, &hung);
                    // A run that was cut short says nothing about the program.
                    if judged.is_err() || !self.cancel.load(Ordering::Relaxed) {
                        outcome = judged;
                    }
                }
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(done, trials.len());
                outcome
            });
            for outcome in judged {
                let outcome = outcome?;
                for word in &outcome.hung {
                    *hangs.entry(word.clone()).or_default() += 1;
                }
                outcomes.push(outcome);
            }
        }
        for (word, count) in hangs.iter().filter(|(_, count)| **count >= MOST_HANGS) {
            let place = match &**word {
                "" => "before the first line".to_owned(),
                word => format!("at `{word}`"),
            };
            report.remarks.push(format!(
                "The program hung {place} {count} times and was not started again for it: what needs it is not judged."
            ));
        }
        if begun.elapsed() > self.total_time {
            let seconds = self.total_time.as_secs_f64();
            report.remarks.push(format!(
                "The time for the whole check, {seconds} s, was used up: the rest is not judged."
            ));
        }
        self.sum_up(&outcomes, report);
        let random = report.causes.iter_mut().filter(|cause| cause.cases == 0);
        let random: Vec<&mut Cause> = random.take(MOST_SHRUNK).collect();
        let hung: Vec<&str> = hangs.keys().map(String::as_str).collect();
        parallel::map(self.jobs, random, |cause| {
            self.shrink(judge, begun, &hung, cause);
        });
        Ok(())
    }

    fn sum_up(&self, outcomes: &[Outcome], report: &mut Report) {
        let mut slips = Slips::default();
        RANDOM.clone_into(&mut report.random.name);
        for (trial, outcome) in self.suite.trials.iter().zip(outcomes) {
            let section = match &trial.section {
                None => &mut report.random,
                Some(name) => {
                    let sections = &mut report.sections;
                    let known = sections.iter().position(|section| section.name == *name);
                    let at = known.unwrap_or(sections.len());
                    if known.is_none() {
                        sections.push(Section::default());
                        sections[at].name.clone_from(name);
                    }
                    &mut sections[at]
                }
            };
            section.total += 1;
            section.hold += usize::from(outcome.right == outcome.total);
            section.not_judged += usize::from(outcome.wrong == 0 && outcome.right < outcome.total);
            section.answers_right += outcome.right;
            section.answers_total += outcome.total;
            slips.add(&outcome.slips);
            if let Some(folder) = &outcome.left {
                let remark = format!("The folder {folder} could not be removed.");
                report.remarks.push(remark);
            }
            add_causes(&mut report.causes, trial, outcome);
        }
        report.form = slips.entries(self.suite.checking);
        report
            .causes
            .sort_by_key(|cause| Reverse(cause.cases + cause.sessions));
    }

    /// Shrinks the random session of a cause to the fewest lines that still show it. Lines at which the
    /// program hung are not typed again.
    fn shrink(&self, judge: &Judge<'_>, begun: Instant, hung: &[&str], cause: &mut Cause) {
        let suite = self.suite;
        let mut sessions = suite.trials.iter().filter(|trial| trial.section.is_none());
        let at = sessions.position(|trial| trial.name == cause.case);
        let Some(script) = at.map(|at| &suite.scripts[at]) else {
            return;
        };
        shrink::shrink(script, &mut |script| {
            let Some(transcript) = random::answered(script, suite.row) else {
                return false;
            };
            let trial = Trial::random(cause.case.clone(), transcript);
            if self.is_over(begun) {
                return false;
            }
            let causes = judge
                .judge(&trial, hung)
                .map_or_else(|_| Vec::new(), |all| all.causes);
            let mut same = causes
                .into_iter()
                .filter(|found| found.title == cause.title);
            let Some(found) = same.next().filter(|_| !self.is_over(begun)) else {
                return false;
            };
            cause.session = found.session;
            cause.positions = found.positions;
            true
        });
    }
}

/// Adds the causes of an outcome to those of the same title. The shortest session of a transcript is
/// shown, or that of the first random session.
fn add_causes(causes: &mut Vec<Cause>, trial: &Trial, outcome: &Outcome) {
    for (index, found) in outcome.causes.iter().enumerate() {
        if outcome.causes[..index]
            .iter()
            .any(|before| before.title == found.title)
        {
            continue;
        }
        let known = causes.iter().position(|cause| cause.title == found.title);
        let at = known.unwrap_or(causes.len());
        if known.is_none() {
            causes.push(found.clone());
        }
        let cause = &mut causes[at];
        if trial.section.is_none() {
            cause.sessions += 1;
        } else {
            cause.cases += 1;
            if found.session.len() < cause.session.len() {
                let counts = (cause.cases, cause.sessions);
                *cause = found.clone();
                (cause.cases, cause.sessions) = counts;
            }
        }
    }
}
