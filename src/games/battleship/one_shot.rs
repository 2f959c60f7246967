//! `game battleship …`: the text's functions without a prompt, and the long computations.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::bound::{Bound, BoundLog, Part, prove_all};
use super::log_file::{LogFile, read_log};
use super::message::Message;
use super::solve::{Watch, optimise};
use super::{Evaluation, NotAPlacement, Placement, Strategy, answer, search};
use crate::decimal;
use crate::progress::Progress;
use crate::repl::console::Stream;
use crate::repl::{Interrupt, Interrupted};
use crate::store::{self, Links, WriteLock};
use crate::threads::Threads;

/// The guessing game: three ships on a grid of 4 by 8
#[derive(Debug, Args)]
#[command(name = "battleship")]
struct Battleship {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// The answer to a guess
    Feedback {
        /// Where the ships are, as in "H1 B2 D3"
        #[arg(value_parser = placement)]
        target: Placement,
        /// What is guessed, as in "B3 C3 H3"
        #[arg(value_parser = placement)]
        guess: Placement,
    },
    /// The guesses that find a target, with their answers
    Solve {
        /// Where the ships are, as in "H1 B2 D3"
        #[arg(value_parser = placement)]
        target: Placement,
    },
    /// How many guesses the searcher needs, for all 4960 targets
    Evaluate {
        #[command(flatten)]
        threads: Threads,
    },
    /// Compute the best strategy below a first guess (takes minutes)
    Optimise {
        /// The first guess
        #[arg(long, value_name = "GUESS", default_value = "A1 A3 H1")]
        first: Placement,
        /// Where to write the strategy, in the form that the program has built in
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        threads: Threads,
    },
    /// Prove that no strategy needs fewer guesses than GOAL (takes hours; can be continued)
    Prove(Prove),
    /// Join logs of proofs, and count the first guesses that are proved to reach GOAL
    Merge {
        /// The total for all targets
        #[arg(long, value_name = "GOAL", default_value_t = 22_856, value_parser = decimal::argument::<u32>)]
        goal: u32,
        /// The logs
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// Where to write the joined log; it may be one of the logs
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Three locations, with commas between them or without.
fn placement(text: &str) -> Result<Placement, NotAPlacement> {
    text.replace(',', " ").parse()
}

/// The subcommand for clap.
pub(crate) fn command() -> Command {
    Battleship::augment_args(Command::new("battleship"))
}

/// Does what the subcommand asks for.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn run(
    matches: &ArgMatches,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    match Battleship::from_arg_matches(matches)?.task {
        Task::Feedback { target, guess } => writeln!(out, "{}", answer(target, guess))?,
        Task::Solve { target } => {
            let turns = search(target);
            for &(guess, told) in &turns {
                writeln!(out, "{}", Message::Told(guess, told))?;
            }
            writeln!(out, "{}", Message::Found(turns.len()))?;
        }
        Task::Evaluate { threads } => {
            let evaluation = Evaluation::on_threads(Strategy::built_in(), threads.count());
            out.write_all(chart(&evaluation, Stream::output().width()).as_bytes())?;
        }
        Task::Optimise {
            first,
            out,
            threads,
        } => interrupt.computing(|cancel| write_strategy(first, &out, threads.count(), cancel))?,
        Task::Prove(asked) => interrupt.computing(|cancel| prove(&asked, out, cancel))?,
        Task::Merge {
            goal,
            logs,
            out: into,
        } => interrupt.computing(|cancel| merge(goal, &logs, into.as_deref(), out, cancel))?,
    }
    Ok(())
}

/// Average, worst case, and a bar for each number of guesses, in a window of so many columns if there
/// is one.
fn chart(evaluation: &Evaluation, window: Option<usize>) -> String {
    const WIDEST: usize = 50;
    const BEFORE: usize = " 7  4960 ".len();
    let widest = window.map_or(WIDEST, |columns| columns.saturating_sub(BEFORE).min(WIDEST));
    let counts = evaluation.counts();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut text = format!(
        "Average: {:.4}\nWorst case: {}\n",
        evaluation.average(),
        evaluation.worst()
    );
    for (guesses, &targets) in (1..).zip(counts) {
        // Whatever occurs gets a bar that can be seen.
        let length = (targets * widest as u32).div_ceil(most) as usize;
        let line = format!("{guesses:>2} {targets:>5} {}", "#".repeat(length));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Room on the disk for a strategy: the best ones take a third of it.
const STRATEGY_ROOM: u64 = 1 << 16;

fn write_strategy(
    first: Placement,
    path: &Path,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Result<(), Box<dyn Error>> {
    // Better to hear now than after minutes that the file cannot be written, or that another program
    // writes it.
    let mut lock = WriteLock::acquire(path, Links::Follow).map_err(store::named(path))?;
    let room = lock.reserve(STRATEGY_ROOM);
    room.map_err(store::named(path))?;
    let bar = Progress::new(&format!("below {first}"), super::PLACEMENTS as u64);
    let mut report = |progress: super::solve::Progress| bar.at(progress.done as u64);
    let plan = optimise(first, threads, &mut Watch::new(cancel, &mut report));
    let Ok(plan) = plan else {
        bar.finish("");
        return Err(Interrupted("nothing was written").into());
    };
    let strategy = Strategy::new(&plan);
    let saved = lock.save(&[&strategy.encode()]);
    saved.map_err(store::named(path))?;
    let total = Evaluation::of(&strategy).total();
    bar.finish(&format!("{total} guesses for all targets"));
    Ok(())
}

/// What `prove` is asked for.
#[derive(Debug, Args)]
struct Prove {
    /// The total for all targets
    #[arg(long, value_name = "GOAL", default_value_t = 22_856, value_parser = decimal::argument::<u32>)]
    goal: u32,
    /// The log of what has been proved; proofs are added to it
    #[arg(long, value_name = "FILE", required_unless_present = "only")]
    log: Option<PathBuf>,
    /// Prove only the K-th of N equal parts of the first guesses, so that N programs share the work
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
    /// Prove this first guess alone, whatever the log says, and print its bound (can be repeated)
    #[arg(long, value_name = "GUESS", conflicts_with = "part")]
    only: Vec<Placement>,
    #[command(flatten)]
    threads: Threads,
}

fn prove(asked: &Prove, out: &mut dyn Write, cancel: &AtomicBool) -> Result<(), Box<dyn Error>> {
    let goal = asked.goal;
    let open = |path| LogFile::open(path, cancel);
    let mut file = asked.log.as_deref().map(open).transpose()?;
    let firsts = match &file {
        Some(file) if asked.only.is_empty() => file
            .log()
            .remaining(goal, asked.part.unwrap_or(Part::WHOLE)),
        _ => asked.only.clone(),
    };
    let mut written: Result<(), Box<dyn Error>> = Ok(());
    let mut bounds = HashMap::new();
    let bar = Progress::new("first guesses", firsts.len() as u64);
    let mut report = |progress: super::solve::Progress| bar.at(progress.done as u64);
    let mut proved = |first, bound: Bound| {
        bounds.insert(first, bound);
        if let Some(Err(error)) = file.as_mut().map(|file| file.record(first, bound))
            && written.is_ok()
        {
            // What cannot be written down is not worth hours of proving.
            written = Err(error);
            cancel.store(true, Ordering::SeqCst);
        }
    };
    let ended = prove_all(
        &firsts,
        goal,
        asked.threads.count(),
        &mut proved,
        &mut Watch::new(cancel, &mut report),
    );
    bar.finish("");
    // Before anything is printed, which can fail: no proof is lost.
    let saved = file.as_mut().map_or(Ok(()), LogFile::save);
    written?;
    saved?;
    for first in &asked.only {
        if let Some(bound) = bounds.get(first) {
            writeln!(out, "{}", bound.line(*first))?;
        }
    }
    if let Some(file) = &file {
        let state = if ended.is_ok() { "done" } else { "interrupted" };
        writeln!(out, "{state}: {}", how_many(file.log(), goal))?;
    }
    let interrupted = |_| Interrupted("not all is proved");
    Ok(ended.map_err(interrupted)?)
}

/// Joins logs, into a file or only to count what has been proved.
fn merge(
    goal: u32,
    logs: &[PathBuf],
    into: Option<&Path>,
    out: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<(), Box<dyn Error>> {
    // The lock comes first: what is joined cannot change behind our back.
    let lock = |into| WriteLock::acquire(into, Links::Follow).map_err(store::named(into));
    let lock = into.map(lock).transpose()?;
    let mut all = BoundLog::default();
    for path in logs {
        let told = |error: Box<dyn Error>| format!("{}: {error}", path.display());
        let log = match read_log(path, cancel) {
            Err(_) if cancel.load(Ordering::SeqCst) => {
                return Err(Interrupted("the logs were not read").into());
            }
            log => log.map_err(told)?,
        };
        all.merge(log).map_err(|error| told(error.into()))?;
    }
    if let (Some(mut lock), Some(into)) = (lock, into) {
        let saved = lock.save(&[all.to_string().as_bytes()]);
        saved.map_err(store::named(into))?;
    }
    writeln!(out, "{}", how_many(&all, goal))?;
    Ok(())
}

fn how_many(log: &BoundLog, goal: u32) -> String {
    let proved = log.at_least(goal);
    format!("{proved} of 1240 first guesses have a total of at least {goal}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_fits_its_window() {
        let evaluation = Evaluation::of(Strategy::built_in());
        let widest = |window| {
            let chart = chart(&evaluation, window);
            chart.lines().map(str::len).max()
        };
        assert_eq!(widest(None), Some(59));
        assert_eq!(widest(Some(200)), Some(59));
        assert_eq!(widest(Some(40)), Some(40));
        assert_eq!(widest(Some(3)), Some("Average: 4.6081".len()));
    }
}
