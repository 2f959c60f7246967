//! `game crusher …`: the text's function without a prompt, and solving a board.

use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::solve::{Solved, cache_file};
use super::{Crusher, Task as Question, parse_list, show_list};
use crate::repl::Interrupt;
use crate::repl::console::{Progress, harmless_lines};

/// The hexagonal game: the best move, as the course text's function finds it
#[derive(Debug, Args)]
#[command(name = "crusher", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    call: Option<Call>,
}

/// The arguments of the function.
#[derive(Debug, Args)]
struct Call {
    /// All boards of the game, the newest first
    #[arg(
        value_name = "HISTORY",
        help = "All boards of the game, the newest first, as in '[\"WWW-WW-------BB-BBB\"]'"
    )]
    history: String,
    /// Whose turn it is: W or B
    player: String,
    /// How many moves to look ahead
    depth: u32,
    /// How many cells a side of the board has
    n: usize,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Solve a board completely and keep the table in the user's cache folder (takes a minute)
    Solve {
        /// How many cells a side of the board has
        #[arg(long, value_name = "N", default_value_t = 3)]
        size: usize,
    },
}

/// The subcommand for clap.
pub(crate) fn command() -> Command {
    Arguments::augment_args(Command::new("crusher")).arg_required_else_help(true)
}

/// Does what the subcommand asks for.
///
/// # Errors
/// When an argument is wrong, or a file cannot be written.
pub(crate) fn run(
    matches: &ArgMatches,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_arg_matches(matches)?;
    if let Some(call) = arguments.call {
        let Call {
            history,
            player,
            depth,
            n,
        } = call;
        let line = interrupt.computing(|cancel| best(&history, &player, depth, n, cancel))?;
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let Some(Task::Solve { size }) = arguments.task else {
        return Ok(());
    };
    solve(size, out, interrupt)
}

/// The history with the best move in front, as the course text writes it.
pub(super) fn best(
    history: &str,
    player: &str,
    depth: u32,
    n: usize,
    cancel: &AtomicBool,
) -> Result<String, Box<dyn Error>> {
    let history = parse_list(history)?;
    let mut letters = player.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(format!("the player is W or B, not {player:?}").into());
    };
    let question = Question::new(&history, letter, depth, n)?;
    let best = question.best(cancel).ok_or("there is no legal move")?;
    Ok(show_list(&question.after(best)))
}

fn solve(size: usize, out: &mut dyn Write, interrupt: &Interrupt) -> Result<(), Box<dyn Error>> {
    let game = Crusher::new(size)?;
    let path = cache_file(size).ok_or("there is no cache folder: HOME is not set")?;
    if Solved::load(&game, &path).is_ok() {
        let path = path.display().to_string();
        writeln!(out, "{} is there already", harmless_lines(&path))?;
        return Ok(());
    }
    Solved::make_room(&path)?;
    let bar = Progress::new(&format!("solving N = {size}"), 1);
    let solved = interrupt.computing(|cancel| {
        Solved::build(&game, cancel, |done, all| {
            bar.at_of(done as u64, all as u64);
        })
    })?;
    solved.save(&path)?;
    bar.finish("");
    let path = path.display().to_string();
    writeln!(
        out,
        "{} positions in {}",
        solved.positions(),
        harmless_lines(&path)
    )?;
    Ok(())
}
