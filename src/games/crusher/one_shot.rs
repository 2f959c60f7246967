//! `game crusher …`: the text's function without a prompt, and solving a board.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::solve::{Perfect, Solved, Verdict, cache_file};
use super::{Crusher, Task as Question, parse_list, show_list};
use crate::engine::Game;
use crate::repl::Interrupt;
use crate::repl::console::Progress;

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
        /// Also check every value of the table, new or old, and play the start through
        #[arg(long)]
        check: bool,
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
    let Some(Task::Solve { size, check }) = arguments.task else {
        return Ok(());
    };
    let game = Crusher::new(size)?;
    let solved = solve(&game, out, interrupt)?;
    if check {
        verify(&game, solved, out, interrupt)?;
    }
    Ok(())
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

/// Of a new table every so many positions are checked, which takes a second.
const STEP: usize = 61;

/// The table, out of its file or made now.
fn solve(
    game: &Crusher,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<Solved, Box<dyn Error>> {
    let size = game.size();
    let path = cache_file(size).ok_or("there is no cache folder: HOME is not set")?;
    let shown = path.display();
    if let Ok(solved) = Solved::load(game, &path) {
        writeln!(out, "{shown} is there already")?;
        return Ok(solved);
    }
    Solved::make_room(&path)?;
    let bar = Progress::new(&format!("solving N = {size}"), 1);
    let solved = interrupt.computing(|cancel| {
        Solved::build(game, cancel, |done, all| {
            bar.at_of(done as u64, all as u64);
        })
    })?;
    let wrong = interrupt.computing(|cancel| solved.inconsistency(STEP, cancel, |_| ()));
    if let Some(number) = wrong {
        return Err(contradiction(number));
    }
    solved.save(&path)?;
    bar.finish("");
    writeln!(out, "{} positions in {shown}", solved.positions())?;
    Ok(solved)
}

fn contradiction(number: usize) -> Box<dyn Error> {
    format!("position {number} of the table contradicts those after it").into()
}

const INTERRUPTED: &str = "the check was interrupted";

/// Checks every value against those after it, and that the start is won under the history rule as
/// the table has it, which does not know of that rule.
fn verify(
    game: &Crusher,
    solved: Solved,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let all = solved.positions();
    let bar = Progress::new("checking", all as u64);
    let (wrong, ended) = interrupt.computing(|cancel| {
        let wrong = solved.inconsistency(1, cancel, |done| bar.at(done as u64));
        (wrong, !cancel.load(Ordering::Relaxed))
    });
    bar.finish("");
    if let Some(number) = wrong {
        return Err(contradiction(number));
    }
    if !ended {
        return Err(INTERRUPTED.into());
    }
    writeln!(out, "each of {all} values follows from those after it")?;
    let start = game.start();
    let perfect = Perfect::new(Arc::new(solved));
    let Some(Verdict::Win(plies) | Verdict::Loss(plies)) = perfect.verdict(game, &start) else {
        writeln!(out, "nobody can force anything from the start")?;
        return Ok(());
    };
    let (seen, ended) = interrupt.computing(|cancel| {
        let seen = perfect.play_through(game, &start, cancel);
        (seen, !cancel.load(Ordering::Relaxed))
    });
    let seen = seen.ok_or(if ended {
        "the history rule saves the loser"
    } else {
        INTERRUPTED
    })?;
    writeln!(
        out,
        "the start is decided in {plies} plies, under the history rule too: {seen} positions played through"
    )?;
    Ok(())
}
