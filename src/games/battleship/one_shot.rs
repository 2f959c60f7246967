//! `game battleship …`: the functions of the course text as commands, and the long computations.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand, value_parser};

use super::bound::{Bounds, PROVED, first_guesses, prove_all};
use super::grade::{OwnDriver, grade};
use super::mode::solution;
use super::solve::optimise;
use super::{Evaluation, PLACEMENTS, Placement, Strategy, answer};
use crate::decimal::{self, Digits};
use crate::games::dialogue;
use crate::os::progress::Progress;
use crate::os::threads::Threads;
use crate::repl::{Interrupt, Interrupted};
use crate::store;

#[derive(Debug, Subcommand)]
enum Task {
    /// Print the answer to a guess
    Feedback {
        /// The locations of the ships, as in "H1 B2 D3"
        #[arg(value_parser = placement)]
        target: Placement,
        /// The guess, as in "B3 C3 H3"
        #[arg(value_parser = placement)]
        guess: Placement,
    },
    /// Print the guesses that find a target, with their answers
    Solve {
        /// The locations of the ships, as in "H1 B2 D3"
        #[arg(value_parser = placement)]
        target: Placement,
    },
    /// Count the guesses that the searcher needs for all 4960 targets
    Evaluate,
    /// Compute the best strategy for a first guess and print its guesses in preorder (takes minutes)
    Optimise {
        /// The first guess
        #[arg(long, value_name = "GUESS", default_value = "A1 A3 H1")]
        first: Placement,
        #[command(flatten)]
        threads: Threads,
    },
    /// Prove that no strategy needs fewer guesses than GOAL: prints a line per first guess (takes
    /// hours)
    Prove(Prove),
    /// Check lines printed by `prove` and count the first guesses they cover
    Bounds {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Grade other implementations of the course text's functions
    Grade {
        /// A program that speaks the protocol of `game battleship driver`, or a quoted command line
        #[arg(required = true, value_name = "DRIVER")]
        drivers: Vec<String>,
    },
    /// Answer a grader's questions on standard input: location, feedback, guess, answer, back
    Driver,
}

/// Parses three locations, with or without commas.
fn placement(text: &str) -> Result<Placement, String> {
    text.replace(',', " ").parse()
}

/// Returns the subcommand for clap.
pub(crate) fn command() -> Command {
    Task::augment_subcommands(Command::new("battleship"))
}

/// Runs a subcommand.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn run(
    matches: &ArgMatches,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    match Task::from_arg_matches(matches)? {
        Task::Feedback { target, guess } => writeln!(out, "{}", answer(target, guess))?,
        Task::Solve { target } => {
            for line in solution(target) {
                writeln!(out, "{line}")?;
            }
        }
        Task::Evaluate => {
            let evaluation = Evaluation::of(Strategy::built_in());
            let (average, worst) = (evaluation.average(), evaluation.worst());
            writeln!(out, "Average: {average:.4}\nWorst case: {worst}")?;
            write!(out, "{}", evaluation.histogram())?;
        }
        Task::Optimise { first, threads } => {
            interrupt.computing(|cancel| print_strategy(first, out, threads.count(), cancel))?;
        }
        Task::Prove(asked) => interrupt.computing(|cancel| prove(&asked, out, cancel))?,
        Task::Bounds { files } => count_bounds(&files, out)?,
        Task::Grade { drivers } => {
            interrupt.computing(|cancel| dialogue::grade_all(&drivers, out, cancel, grade))?;
        }
        Task::Driver => {
            let mut driver = OwnDriver::default();
            dialogue::serve(out, |line| driver.answer(line))?;
        }
    }
    Ok(())
}

fn print_strategy(
    first: Placement,
    out: &mut dyn Write,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Result<(), Box<dyn Error>> {
    let bar = Progress::new(&format!("below {first}"), PLACEMENTS as u64);
    let strategy = optimise(first, threads, cancel, |done| bar.at(done as u64));
    let Some(strategy) = strategy else {
        bar.finish("");
        return Err(Interrupted("no result yet").into());
    };
    let total = Evaluation::of(&strategy).total();
    bar.finish(&format!("{total} guesses for all targets"));
    Ok(write!(out, "{strategy}")?)
}

/// The options of `prove`.
#[derive(Debug, Args)]
struct Prove {
    /// The total for all targets
    #[arg(long, value_name = "GOAL", default_value_t = PROVED, value_parser = Digits(value_parser!(u32)))]
    goal: u32,
    /// Prove only the K-th of N equal parts, to share the work among N programs
    #[arg(long, value_name = "K/N", value_parser = part, default_value = "1/1", hide_default_value = true)]
    part: (usize, usize),
    /// Prove only this first guess (can be repeated)
    #[arg(long, value_name = "GUESS", conflicts_with = "part")]
    only: Vec<Placement>,
    #[command(flatten)]
    threads: Threads,
}

/// Parses K/N, one of several equal parts of the work.
fn part(text: &str) -> Result<(usize, usize), &'static str> {
    let numbers = text.split_once('/').and_then(|(part, of)| {
        let (part, of) = (decimal::parse(part)?, decimal::parse(of)?);
        (1 <= part && part <= of && of <= 1240).then_some((part, of))
    });
    numbers.ok_or("a part is K/N with 1 ≤ K ≤ N ≤ 1240, as in 2/8")
}

/// Prints a line for each first guess as soon as it is proved.
fn prove(asked: &Prove, out: &mut dyn Write, cancel: &AtomicBool) -> Result<(), Box<dyn Error>> {
    let firsts = match asked.only.as_slice() {
        [] => first_guesses(asked.part),
        only => only.to_vec(),
    };
    let (mut written, mut done) = (Ok(()), 0);
    let bar = Progress::new("first guesses", firsts.len() as u64);
    let threads = asked.threads.count();
    prove_all(&firsts, asked.goal, threads, cancel, |first, bound| {
        done += 1;
        bar.at(done);
        let line = writeln!(out, "{}", bound.line(first)).and_then(|()| out.flush());
        if line.is_err() && written.is_ok() {
            // Proving takes hours: stop if the output fails.
            written = line;
            cancel.store(true, Ordering::Relaxed);
        }
    });
    bar.finish("");
    written?;
    if done < firsts.len() as u64 {
        return Err(Interrupted("the proof is incomplete").into());
    }
    Ok(())
}

fn count_bounds(files: &[PathBuf], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut bounds = Bounds::default();
    for path in files {
        let text = fs::read_to_string(path).map_err(store::named(path))?;
        for (number, line) in (1..).zip(text.lines()) {
            let add = bounds.add(line);
            add.map_err(|why| format!("{}: line {number}: {why}", path.display()))?;
        }
    }
    let says = ["the files say", "the file says"][usize::from(files.len() == 1)];
    let (covered, least) = (bounds.covered(), bounds.least().unwrap_or(0));
    writeln!(
        out,
        "{says}: {covered} of 1240 first guesses need at least {least} guesses"
    )?;
    if covered < 1240 {
        return Err(format!("{} first guesses are not covered", 1240 - covered).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_one_of_at_most_1240() {
        assert_eq!(part("2/8"), Ok((2, 8)));
        for text in ["", "1", "0/1", "3/2", "1/1241", "+1/2", "01/2", "1/2/3"] {
            assert!(part(text).is_err(), "{text}");
        }
    }
}
