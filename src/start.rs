//! Runs the request of the command line and returns the exit status.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ArgMatches;
use include_dir::Dir;

use crate::app::{self, End};
use crate::check::grade::{self, GradeOptions};
use crate::check::{self, Fixtures, Suite};
use crate::cli::{self, Colour, MatchArgs, PerftArgs, Prompt, Request, Task, TrainArgs};
use crate::engine::arena::{Match, Tally};
use crate::games::{self, BoardGame, OneShot};
use crate::generate;
use crate::os::env;
use crate::os::progress::Progress;
use crate::parallel::all_cores;
use crate::play::{Contest, Failure, Opening, Options, TrainOptions};
use crate::repl::console::{Console, Output, OutputOptions, Plain, Terminal, output_width, steers};
use crate::repl::kept;
use crate::repl::{Context, Folders, Interrupt, Interrupted, Reply, Session};
use crate::store;

/// An exit status, or an error to print. After a signal the status is 128 plus its number.
type Outcome = Result<u8, Box<dyn Error>>;

const SUCCESS: u8 = 0;
/// A saved game cannot be loaded, a one-shot command failed, or a checked program has faults.
const FAILURE: u8 = 1;
const USAGE: u8 = 2;

/// Parses the command line and runs its task. `fixtures` are the transcripts and saved games
/// that the binary carries.
#[must_use]
pub fn start(
    arguments: impl IntoIterator<Item = OsString>,
    fixtures: &'static Dir<'static>,
) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let outcome = match cli::parse(&arguments) {
        Err(error) => print_clap_error(&error, &arguments),
        Ok(Request::Prompt(prompt)) => open_prompt(&prompt),
        Ok(Request::Task(task)) => one_shot(task, fixtures),
        Ok(Request::Game(one_shot, matches)) => game_task(one_shot, &matches),
    };
    let status = outcome.unwrap_or_else(|error| {
        let io = error.downcast_ref::<io::Error>();
        // The reader of a pipe can stop at any time.
        if io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return SUCCESS;
        }
        if let Some(usage) = error.downcast_ref::<clap::Error>() {
            return print_clap_error(usage, &arguments).unwrap_or(USAGE);
        }
        complain(&error);
        if error.is::<check::Error>() {
            USAGE
        } else {
            FAILURE
        }
    });
    status.into()
}

/// Prints a usage error, the help or the version. A usage error quotes a word of the command line,
/// which can contain anything, such as a file name that the shell has expanded.
fn print_clap_error(error: &clap::Error, arguments: &[OsString]) -> Outcome {
    let (terminal, mut out) = if error.use_stderr() {
        (io::stderr().is_terminal(), Output::error())
    } else {
        (io::stdout().is_terminal(), Output::standard())
    };
    // Text with colours cannot be sanitized.
    let unsafe_word = |word: &OsString| word.to_string_lossy().contains(steers);
    let printed = if env::want_colour(terminal) && !arguments.iter().any(unsafe_word) {
        error.print()
    } else {
        write!(out, "{}", error.render()).and_then(|()| out.flush())
    };
    let status = error.exit_code() as u8;
    if status == SUCCESS {
        printed?;
    }
    Ok(status)
}

/// Prints an error. If standard error is closed, the exit status is enough.
fn complain(error: impl Display) {
    let _ = writeln!(Output::error(), "game: {error}");
}

fn open_prompt(prompt: &Prompt) -> Outcome {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let editing = terminal && env::can_edit_lines();
    // Scripts compare bytes, so a pipe must not depend on the locale.
    let ascii = prompt.ascii || (terminal && !env::shows_unicode());
    let output = OutputOptions {
        test: prompt.test,
        terminal,
        sanitize: io::stdout().is_terminal(),
        colour: match prompt.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => env::want_colour(io::stdout().is_terminal()),
        },
        ascii,
        editing,
        width: None,
    };
    let at_prompt = terminal && !prompt.test;
    let seed = match prompt.seed {
        Some(seed) => seed,
        None if at_prompt => fresh_seed(),
        None => 0,
    };
    let state_folder = env::user_folder("XDG_STATE_HOME", ".local/state");
    let in_state = |name| state_folder.as_ref().map(|folder| folder.join(name));
    let (current, kept) = (in_state("current"), in_state("kept"));
    if at_prompt || prompt.resume {
        rename(current.as_deref(), kept.as_deref());
    }
    let resumed = if prompt.resume {
        let game = kept.as_ref().and_then(|file| kept::read(file).ok());
        Some(game.ok_or("No game to resume")?.ok_or(DAMAGED)?)
    } else {
        None
    };
    let (mode, seed) = match &resumed {
        Some(resumed) => (&resumed.mode, resumed.seed),
        None => (&prompt.mode, seed),
    };
    let row = games::find(mode).ok_or(DAMAGED)?;
    let interrupt = Interrupt::default();
    let mut console = console(output, state_folder.as_deref(), &interrupt)?;
    let context = Context {
        output,
        seed,
        folders: Folders::of_user(),
        interrupt,
        current: current.clone().filter(|_| at_prompt),
        ..Context::default()
    };
    let options = Options {
        seed,
        threads: prompt.threads.unwrap_or_else(all_cores),
        hash: prompt.hash,
        cache: env::cache(),
    };
    let open = |name: &str| -> Box<dyn Session> {
        let row = games::find(name).unwrap_or(&games::GAMES[0]);
        (row.open)(options.clone(), context.clone())
    };
    let mut session = open(row.name);
    let first = match (resumed, &row.board, &prompt.vs) {
        (Some(resumed), ..) => {
            let told = session.resume(&resumed.game);
            let told =
                told.map_err(|reason| format!("the kept game cannot be resumed: {reason}"))?;
            if at_prompt {
                rename(kept.as_deref(), current.as_deref());
            }
            told
        }
        (None, Some(board), Some(level)) => {
            let lines = (board.versus)(level, prompt.side.as_deref());
            let mut told = Reply::new();
            let usage =
                |reason: String| cli::command().error(clap::error::ErrorKind::InvalidValue, reason);
            for line in lines.map_err(usage)? {
                told = session.feed(&line);
                if told.failed {
                    let reason = told
                        .advice()
                        .next()
                        .and_then(|advice| advice.lines().next());
                    return Err(usage(reason.unwrap_or_default().to_owned()).into());
                }
            }
            told
        }
        _ => match &prompt.state {
            Some(path) => session.load(path),
            None => Reply::new().and_advise(greeting(kept.as_deref())),
        },
    };
    let begun = (session, first);
    let end = app::run(console.as_mut(), row.name, begun, &open, &context.interrupt)?;
    Ok(match end {
        End::Refused if prompt.strict => FAILURE,
        End::Normal | End::Refused => SUCCESS,
        End::NotLoaded => FAILURE,
    })
}

/// Renames the file of a game, if there is one.
fn rename(from: Option<&Path>, to: Option<&Path>) {
    if let (Some(from), Some(to)) = (from, to) {
        let _ = fs::rename(from, to);
    }
}

const DAMAGED: &str = "the kept game cannot be resumed: it is damaged";

/// Returns the greeting at a terminal.
fn greeting(kept: Option<&Path>) -> &'static str {
    if kept.is_some_and(Path::exists) {
        return "a game is kept: `game --resume` continues it; :help lists the commands";
    }
    ":start begins a game, :rules explains it, :mode lists the games, :help the commands"
}

/// Opens the console: rustyline at a terminal that can edit lines, plain bytes everywhere else, which
/// rustyline would garble.
fn console(
    output: OutputOptions,
    state_folder: Option<&Path>,
    interrupt: &Interrupt,
) -> io::Result<Box<dyn Console>> {
    if output.editing {
        let history = state_folder.map(|folder| folder.join("history"));
        return Ok(Box::new(Terminal::new(output, history, interrupt)?));
    }
    Ok(Box::new(Plain::new(output, interrupt)?))
}

/// Returns a seed that differs from run to run and is short enough to type.
fn fresh_seed() -> u64 {
    // The standard library seeds its hash keys from the system.
    RandomState::new().hash_one(()) % 1_000_000
}

fn one_shot(task: Task, fixtures: &'static Dir<'static>) -> Outcome {
    let own = || Fixtures::embedded(fixtures);
    match task {
        Task::Perft(args) => perft(&args),
        Task::Train(args) => train(&args),
        Task::Match(args) => play_match(&args),
        Task::Check(options) => check_program(&options, &own()?),
        Task::Grade(options) => grade_programs(&options, &own()?),
        Task::Generate { what } => print(&generate::text(what)?),
    }
}

fn perft(args: &PerftArgs) -> Outcome {
    let opening = Opening {
        size: args.size,
        state: args.state.as_deref(),
    };
    let (depth, threads) = (args.depth, args.threads.count());
    let divide = board_game(&args.mode)?.divide;
    let (divided, status) = interruptible(|cancel| divide(depth, opening, threads, cancel));
    let divided = divided?;
    let counted = divided
        .iter()
        .filter_map(|(mv, count)| Some((mv, (*count)?)));
    let mut text = String::new();
    if args.divide {
        text.extend(
            counted
                .clone()
                .map(|(mv, count)| format!("{mv}: {count}\n")),
        );
    }
    if status == SUCCESS {
        // At depth 0 there is one sequence, the empty one, and no first move.
        let total: u64 = match depth {
            0 => 1,
            _ => counted.map(|(_, count)| count).sum(),
        };
        text.extend([format!("{total}\n")]);
    } else {
        let (done, all) = (counted.count(), divided.len());
        complain(format_args!(
            "interrupted: {done} of {all} first moves counted"
        ));
    }
    print(text.as_bytes())?;
    Ok(status)
}

/// Runs `game train` and prints its table line by line.
fn train(args: &TrainArgs) -> Outcome {
    let train = board_game(&args.mode)?.train.ok_or(Failure::NoBoard)?;
    let options = TrainOptions {
        size: args.size,
        plays: args.plays,
        seed: args.seed,
    };
    let mut printed = Ok(SUCCESS);
    let (trained, status) = interruptible(|cancel| {
        train(&options, cancel, &mut |line| {
            printed = print(format!("{line}\n").as_bytes());
            printed.is_ok()
        })
    });
    trained?;
    printed?;
    Ok(status)
}

/// Runs `game match`. Prints the score even if the record could not be written.
fn play_match(args: &MatchArgs) -> Outcome {
    let mode = &args.mode;
    let contest = Contest {
        players: [args.one, args.two],
        size: args.size,
        rules: Match {
            opening_plies: args.opening,
            max_plies: args.max_plies,
            seed: args.seed,
            ..Match::of_games(args.games)
        },
        threads: args.threads.count(),
    };
    let play = board_game(mode)?.contest;
    let all = u64::from(contest.rules.pairs) * 2;
    let mut record = match &args.record {
        None => None,
        Some(path) => {
            let mut file = File::create(path).map_err(store::named(path))?;
            // Otherwise the computer would add moves to those of the record.
            write!(file, ":mode {mode}\n:computer none\n").map_err(store::named(path))?;
            Some((file, path))
        }
    };
    let mut written = Ok(());
    let (played, status) = interruptible(|cancel| {
        let bar = Progress::new(&format!("playing {mode}"), all);
        let mut watch = |tally: &Tally| bar.at(u64::from(tally.games()));
        let mut keep = |game: String| {
            if let Some((file, path)) = &mut record
                && let Err(error) = file.write_all(game.as_bytes())
            {
                written = Err(store::named(path)(error));
                cancel.store(true, Ordering::Relaxed);
            }
        };
        play(&contest, cancel, &mut watch, &mut keep)
    });
    let tally = played?;
    let [one, two] = contest.players.map(|player| player.to_string());
    print(format!("{}\n", tally.report([&one, &two])).as_bytes())?;
    written?;
    if status != SUCCESS {
        let played = tally.games();
        complain(format_args!("interrupted: {played} of {all} games"));
    }
    Ok(status)
}

/// Prints bytes on standard output.
fn print(bytes: &[u8]) -> Outcome {
    let mut out = Output::standard();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(SUCCESS)
}

/// Runs `game check`. The exit status is right even if the reader of the report stops early.
fn check_program(options: &check::Options, own: &Fixtures) -> Outcome {
    if options.list {
        return print(check::list(&options.settings, own)?.as_bytes());
    }
    if let Some(folder) = &options.export {
        check::export(&options.settings, own, folder)?;
        return Ok(SUCCESS);
    }
    let (checked, status) = interruptible(|cancel| {
        let program = check::options::typed(&options.program);
        let bar = Progress::new(&format!("checking {program}"), 0);
        let progress = |done, total| bar.at_of(done as u64, total as u64);
        let suite = Suite::new(&options.settings, own)?;
        suite.check(&options.program, cancel, &progress)
    });
    let report = match checked {
        Err(error) => return not_checked(error, status),
        Ok(report) => report,
    };
    let look = check::report::Look {
        colour: env::want_colour(io::stdout().is_terminal()),
        width: output_width(),
    };
    let text = report.text(options.style, look);
    // `Output` would replace the colours. A report for people is already sanitized.
    let written = if look.colour && options.style.format == check::report::Format::Human {
        io::stdout().write_all(text.as_bytes())
    } else {
        let mut out = Output::standard();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if status != SUCCESS {
        complain("interrupted");
        return Ok(status);
    }
    Ok(if report.holds() { SUCCESS } else { FAILURE })
}

/// Runs `game grade`.
fn grade_programs(options: &GradeOptions, own: &Fixtures) -> Outcome {
    let (graded, status) = interruptible(|cancel| {
        let bar = Progress::new("checking", options.programs.len() as u64);
        grade::grade(options, own, cancel, &|done| bar.at(done as u64))
    });
    match graded {
        Err(error) => return not_checked(error, status),
        Ok(table) => print(table.as_bytes())?,
    };
    if status != SUCCESS {
        complain("interrupted: the other programs were not checked");
    }
    Ok(status)
}

/// Ends `game check` with an error, or with the status of a signal.
fn not_checked(error: check::Error, status: u8) -> Outcome {
    if status == SUCCESS {
        return Err(error.into());
    }
    complain(error);
    Ok(status)
}

fn game_task(task: &OneShot, matches: &ArgMatches) -> Outcome {
    let interrupt = Interrupt::of_task();
    let mut out = Output::standard();
    let done = (task.run)(matches, &mut out, &interrupt);
    out.flush()?;
    match done {
        Err(error) if error.is::<Interrupted>() => complain(error),
        done => done?,
    }
    Ok(interrupt.exit_status().unwrap_or(SUCCESS))
}

fn board_game(mode: &str) -> Result<&'static BoardGame, Failure> {
    games::find(mode)
        .and_then(|row| row.board.as_ref())
        .ok_or(Failure::NoBoard)
}

/// Runs a long computation that Ctrl-C stops early. Returns its result and the exit status. Create
/// the progress bar inside, so that Ctrl-C works as soon as it is shown.
fn interruptible<R>(work: impl FnOnce(&AtomicBool) -> R) -> (R, u8) {
    let interrupt = Interrupt::of_task();
    let result = interrupt.computing(work);
    (result, interrupt.exit_status().unwrap_or(SUCCESS))
}
