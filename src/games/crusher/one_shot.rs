//! `game crusher …`: the course text's function and the solver as one-shot commands.

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::RangedU64ValueParser;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand, value_parser};

use super::grade::grade;
use super::notation::{parse_list, show_list};
use super::solve::{Prover, Solution, cache_file};
use super::{Call, Crusher, CrusherError};
use crate::decimal::{self, Digits};
use crate::engine::Game;
use crate::games::dialogue;
use crate::os::progress::Progress;
use crate::os::threads::Threads;
use crate::repl::{Interrupt, Interrupted};
use crate::store;

/// The hexagonal game: the best move, as the course text's function finds it
#[derive(Debug, Args)]
#[command(name = "crusher")]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// All boards of the game, the newest first, as the course text writes them
    #[arg(requires = "n")]
    history: Option<String>,
    /// Whose turn it is: W or B
    player: Option<String>,
    /// Number of moves to look ahead
    #[arg(value_parser = Digits(value_parser!(u32)))]
    depth: Option<u32>,
    /// Cells on each edge of the board
    #[arg(value_parser = Digits(RangedU64ValueParser::<usize>::new()))]
    n: Option<usize>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Solve a board and keep the table in the cache folder (takes a minute)
    Solve {
        /// Cells on each edge of the board
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = Digits(RangedU64ValueParser::<usize>::new()))]
        size: usize,
        /// Check every value of the table and prove who wins from the start
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        threads: Threads,
    },
    /// Grade other implementations of the course text's function
    Grade {
        /// A program that speaks the protocol of `game crusher driver`, or a quoted command line
        #[arg(required = true, value_name = "DRIVER")]
        drivers: Vec<String>,
    },
    /// Answer calls of the function on standard input, one per line
    Driver,
}

/// Returns the subcommand for clap.
pub(crate) fn command() -> Command {
    Arguments::augment_args(Command::new("crusher"))
}

/// Runs a subcommand.
///
/// # Errors
/// When an argument is wrong, or a file cannot be written.
pub(crate) fn run(
    matches: &ArgMatches,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_arg_matches(matches)?;
    if let Arguments {
        history: Some(history),
        player: Some(player),
        depth: Some(depth),
        n: Some(n),
        ..
    } = &arguments
    {
        let line = interrupt.computing(|cancel| best(history, player, *depth, *n, cancel))?;
        writeln!(out, "{line}")?;
        return Ok(());
    }
    match arguments.task {
        None => Ok(()),
        Some(Task::Driver) => Ok(dialogue::serve(out, answer)?),
        Some(Task::Grade { drivers }) => {
            interrupt.computing(|cancel| dialogue::grade_all(&drivers, out, cancel, grade))
        }
        Some(Task::Solve {
            size,
            check,
            threads,
        }) => {
            let game = Crusher::new(size).ok_or(CrusherError::Size(size))?;
            let threads = threads.count();
            interrupt.computing(|cancel| {
                let solution = solve(&game, threads, out, cancel)?;
                if check {
                    verify(&game, &solution, threads, out, cancel)?;
                }
                Ok(())
            })
        }
    }
}

/// Returns the history with the best move in front. The player's letter can be quoted, as in the course
/// text.
pub(super) fn best(
    history: &str,
    player: &str,
    depth: u32,
    n: usize,
    cancel: &AtomicBool,
) -> Result<String, Box<dyn Error>> {
    let history = parse_list(history)?;
    let unquoted = ["'", "\""]
        .iter()
        .find_map(|&mark| player.strip_prefix(mark)?.strip_suffix(mark));
    let letter = unquoted.unwrap_or(player).parse::<char>();
    let letter = letter.map_err(|_| format!("the player is W or B, not {player:?}"))?;
    let call = Call::new(&history, letter, depth, n)?;
    let best = call.best(cancel);
    let best = best.ok_or(Interrupted("the search is incomplete"))?;
    Ok(show_list(&call.after(best)))
}

/// Answers a line of a grader.
fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    let call = line.trim().trim_start_matches('(').trim_end_matches(')');
    let words: Vec<&str> = call.rsplitn(4, ',').map(str::trim).collect();
    let &[n, depth, player, history] = words.as_slice() else {
        return Err("a call looks like ([\"WWW-WW-------BB-BBB\"],'W',2,3)".into());
    };
    let (Some(depth), Some(n)) = (decimal::parse(depth), decimal::parse(n)) else {
        return Err("depth and N are numbers".into());
    };
    best(history, player, depth, n, &AtomicBool::new(false))
}

/// Reads the solution from its file, or computes it.
fn solve(
    game: &Crusher,
    threads: NonZeroUsize,
    out: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<Solution, Box<dyn Error>> {
    let size = game.size();
    let path = cache_file(size).ok_or("there is no cache folder: HOME is not set")?;
    let shown = path.display();
    match Solution::open(game, &path) {
        Ok(solution) => {
            writeln!(out, "{shown} is there already")?;
            return Ok(solution);
        }
        Err(error) if error.kind() == ErrorKind::Unsupported => return Err(error.into()),
        Err(_) => {}
    }
    // Without a place to save it, the work would be lost.
    let file = Solution::begin_file(game, &path).map_err(store::named(&path))?;
    let bar = Progress::new(&format!("solving N = {size}"), 1);
    let watch = |done, all| bar.at_of(done as u64, all as u64);
    let solution = Solution::build(game, threads, cancel, watch);
    let solution = solution.ok_or(Interrupted("no table yet"))?;
    solution.save(file, &path).map_err(store::named(&path))?;
    bar.finish("");
    writeln!(out, "{} positions in {shown}", solution.positions())?;
    Ok(solution)
}

/// Checks every value against those after it, and proves under the history rule who wins from the
/// start.
fn verify(
    game: &Crusher,
    solution: &Solution,
    threads: NonZeroUsize,
    out: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<(), Box<dyn Error>> {
    let interrupted = Interrupted("the table is only partly checked");
    let all = solution.positions();
    let bar = Progress::new("checking", all as u64);
    let consistent = solution.is_consistent(threads, cancel, |done| bar.at(done as u64));
    bar.finish("");
    match consistent {
        None => return Err(interrupted.into()),
        Some(false) => return Err("a value of the table contradicts those after it".into()),
        Some(true) => writeln!(out, "each of {all} values follows from those after it")?,
    }
    let prover = Prover::new(solution, cancel).with_limit(u64::MAX);
    match prover.prove(&game.start()).filter(|_| game.has_start()) {
        Some(proof) => writeln!(
            out,
            "the start is decided in {} plies, also under the history rule: {} positions searched",
            proof.plies, proof.nodes
        )?,
        None if cancel.load(Ordering::Relaxed) => return Err(interrupted.into()),
        None => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_can_be_quoted_as_in_the_course_text() {
        let never = AtomicBool::new(false);
        let answer = |player: &str| {
            best("[\"WWW-WW-------BB-BBB\"]", player, 1, 3, &never)
                .map_err(|error| error.to_string())
        };
        assert_eq!(answer("'W'"), answer("W"));
        assert_eq!(answer("\"W\""), answer("W"));
        assert!(answer("'B'").is_ok());
        for wrong in ["", "'", "''", "'W", "''W''", "'WB'", "\"", "w"] {
            let error = answer(wrong).unwrap_err();
            assert!(error.starts_with("the player is W or B, not "), "{error}");
        }
    }
}
