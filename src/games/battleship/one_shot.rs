//! `game battleship …`: the text's functions without a prompt, and the long computations.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::bound::{BadLog, BoundLog, prove_all};
use super::message::Message;
use super::solve::{Interrupted, Watch, optimise};
use super::{Evaluation, Placement, Strategy, answer, search};
use crate::decimal;
use crate::progress::Progress;
use crate::repl::Interrupt;
use crate::store;

/// A longer log of proofs is none: there are 1,240 first guesses.
const LONGEST_LOG: usize = 1 << 22;

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
        target: Placement,
        /// What is guessed, as in "B3 C3 H3"
        guess: Placement,
    },
    /// The guesses that find a target, with their answers
    Solve {
        /// Where the ships are, as in "H1 B2 D3"
        target: Placement,
    },
    /// How many guesses the searcher needs, for all 4960 targets
    Evaluate,
    /// Compute the best strategy below a first guess (takes minutes)
    Optimise {
        /// The first guess
        #[arg(long, value_name = "GUESS", default_value = "A1 A3 H1")]
        first: Placement,
        /// Where to write the strategy, in the form that the program has built in
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Prove that no strategy needs fewer guesses than GOAL (takes hours; can be continued)
    Prove {
        /// The total for all targets
        #[arg(long, value_name = "GOAL", default_value_t = 22_856, value_parser = decimal::argument::<u32>)]
        goal: u32,
        /// The log of what has been proved; proofs are added to it
        #[arg(long, value_name = "FILE")]
        log: PathBuf,
    },
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
        Task::Evaluate => {
            let evaluation = Evaluation::of(Strategy::built_in());
            out.write_all(chart(&evaluation).as_bytes())?;
        }
        Task::Optimise { first, out } => write_strategy(first, &out, interrupt)?,
        Task::Prove { goal, log } => prove(goal, &log, out, interrupt)?,
    }
    Ok(())
}

/// Average, worst case, and a bar for each number of guesses.
fn chart(evaluation: &Evaluation) -> String {
    const WIDEST: u32 = 50;
    let counts = evaluation.counts();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut text = format!(
        "Average: {:.4}\nWorst case: {}\n",
        evaluation.average(),
        evaluation.worst()
    );
    for (guesses, &targets) in (1..).zip(counts) {
        // Whatever occurs gets a bar that can be seen.
        let length = (targets * WIDEST).div_ceil(most) as usize;
        let line = format!("{guesses:>2} {targets:>5} {}", "#".repeat(length));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn write_strategy(
    first: Placement,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    // Better to hear now than after minutes that the file cannot be written.
    store::check(path)?;
    let bar = Progress::new(&format!("below {first}"), super::PLACEMENTS as u64);
    let plan = interrupt.computing(|cancel| {
        let mut report = |progress: super::solve::Progress| bar.at(progress.done as u64);
        optimise(first, &mut Watch::new(cancel, &mut report))
    });
    let Ok(plan) = plan else {
        bar.finish("interrupted: nothing was written");
        return Ok(());
    };
    let strategy = Strategy::new(&plan);
    store::save(path, &strategy.encode())?;
    let total = Evaluation::of(&strategy).total();
    bar.finish(&format!("{total} guesses for all targets"));
    Ok(())
}

/// The proofs in a log, and how many bytes of it make sense: a full disk may have kept the last
/// line from being written to its end.
fn read_log(text: &str) -> Result<(BoundLog, usize), BadLog> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    match text.parse() {
        Ok(log) => Ok((log, text.len())),
        Err(_) if whole < text.len() => Ok((text[..whole].parse()?, whole)),
        Err(bad) => Err(bad),
    }
}

fn prove(
    goal: u32,
    path: &Path,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let known = match store::load(path, LONGEST_LOG) {
        Ok(bytes) if bytes.len() > LONGEST_LOG => return Err("the log is too long".into()),
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| "the log is not text")?,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let (mut log, whole) = read_log(&known)?;
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .custom_flags(store::without_waiting())
        .open(path)?;
    if whole < known.len() {
        file.set_len(whole as u64)?;
    } else if !known.is_empty() && !known.ends_with('\n') {
        file.write_all(b"\n")?;
    }
    let mut written: io::Result<()> = Ok(());
    let bar = Progress::new("first guesses", log.remaining(goal).len() as u64);
    let ended: Result<(), Interrupted> = interrupt.computing(|cancel| {
        let mut report = |progress: super::solve::Progress| bar.at(progress.done as u64);
        // A line for each proof as soon as it is found: whatever happens, it is not lost.
        let mut proved = |first, bound: super::bound::Bound| {
            let line = format!("{}\n", bound.line(first));
            let added = file.write_all(line.as_bytes());
            if let Err(error) = added {
                // What cannot be written down is not worth hours of proving.
                written = Err(error);
                cancel.store(true, Ordering::SeqCst);
            }
        };
        prove_all(
            &mut log,
            goal,
            &mut proved,
            &mut Watch::new(cancel, &mut report),
        )
    });
    written?;
    bar.finish("");
    // While it grew the file had a line for every proof. Now each first guess has one, in order.
    let notes: String = known
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'))
        .collect();
    store::save(path, format!("{notes}{log}").as_bytes())?;
    let state = if ended.is_ok() { "done" } else { "interrupted" };
    writeln!(
        out,
        "{state}: {} of 1240 first guesses have a total of at least {goal}",
        log.at_least(goal)
    )?;
    Ok(())
}
