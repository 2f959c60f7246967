//! Runs what the command line asks for, and ends with an exit status.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
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
use crate::cli::{self, Colour, Prompt, Request, Task};
use crate::engine::arena::{Match, Tally};
use crate::games;
use crate::games::{BoardGame, OneShot};
use crate::generate;
use crate::os::env;
use crate::os::progress::Progress;
use crate::parallel::all_cores;
use crate::play::{Contest, Failure, Opening, Options, TrainOptions};
use crate::repl::console::{Console, Output, OutputOptions, Plain, Terminal, output_width, steers};
use crate::repl::kept::{self, KeptGame};
use crate::repl::{Context, Folders, Interrupt, Interrupted, Reply, Session};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Normal end: `:exit`, the end of input, a closed pipe.
    Success,
    /// A saved game could not be loaded, a one-shot command failed, or a program that was checked
    /// differs.
    Failure,
    /// Wrong usage.
    Usage,
    /// A signal cut the work short. The status is 128 and the signal's number.
    Signal(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Signal(status) => status,
        })
    }
}

/// Why a task failed.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error(transparent)]
    Failed(#[from] Failure),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Game(Box<dyn Error>),
    #[error(transparent)]
    Check(#[from] check::Error),
    #[error("No game to resume")]
    NothingKept,
    #[error("the kept game cannot be resumed: {0}")]
    NotResumed(String),
    /// The command line asks for a side or a level that the game does not have.
    #[error("{0}")]
    Usage(String),
}

/// Parses the command line and runs its task. `fixtures` are the transcripts and saved games
/// that the binary carries.
#[must_use]
pub fn start(
    arguments: impl IntoIterator<Item = OsString>,
    fixtures: &'static Dir<'static>,
) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    exit_code(match cli::parse(&arguments) {
        Err(error) => return print_clap_error(&error, &arguments),
        Ok(Request::Prompt(prompt)) => open_prompt(&prompt),
        Ok(Request::Task(task)) => one_shot(task, fixtures),
        Ok(Request::Game(one_shot, matches)) => game_task(one_shot, &matches),
    })
}

/// Prints a usage error, the help or the version. A usage error quotes a word of the command line,
/// which may contain anything: a file name that a shell has expanded, for instance.
fn print_clap_error(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    let (mut stream, mut plain): (Box<dyn Write>, _) = if error.use_stderr() {
        (Box::new(io::stderr()), Output::error())
    } else {
        (Box::new(io::stdout()), Output::standard())
    };
    let terminal = if error.use_stderr() {
        io::stderr().is_terminal()
    } else {
        io::stdout().is_terminal()
    };
    let text = error.render();
    // Text with colours cannot be sanitized, so there are none if a word could steer the terminal.
    let unsafe_word = |word: &OsString| word.to_string_lossy().contains(steers);
    let coloured = env::want_colour(terminal) && !arguments.iter().any(unsafe_word);
    let written = if coloured {
        write!(stream, "{}", text.ansi())
    } else {
        write!(plain, "{text}").and_then(|()| plain.flush())
    };
    match written {
        Err(failed) if error.exit_code() == 0 => exit_code(Err(StartError::Io(failed))),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// The exit status of a task. An error is printed.
fn exit_code(done: Result<Exit, StartError>) -> ExitCode {
    let exit = match done {
        Ok(exit) => exit,
        // The reader of a pipe may stop at any time.
        Err(StartError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => {
            complain(&error);
            match error {
                StartError::Check(_) | StartError::Usage(_) => Exit::Usage,
                _ => Exit::Failure,
            }
        }
    };
    exit.into()
}

/// Tells on standard error what went wrong.
fn complain(what: impl Display) {
    // Standard error may be closed; the exit status still tells.
    let _ = writeln!(Output::error(), "game: {what}");
}

fn open_prompt(prompt: &Prompt) -> Result<Exit, StartError> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let editing = terminal && env::can_edit_lines();
    // Scripts compare bytes: a pipe must not depend on a locale.
    let ascii = prompt.ascii || (terminal && !env::shows_unicode());
    let output = OutputOptions {
        test: prompt.test,
        terminal,
        sanitize: io::stdout().is_terminal(),
        colour: wants_colour(prompt.color),
        ascii,
        editing,
        width: None,
    };
    let seed = match prompt.seed {
        Some(seed) => seed,
        None if terminal && !prompt.test => fresh_seed(),
        None => 0,
    };
    let state_folder = env::user_folder("XDG_STATE_HOME", ".local/state");
    let kept = state_folder.as_ref().map(|folder| folder.join("kept"));
    let resumed = if prompt.resume {
        Some(kept_game(kept.as_deref())?)
    } else {
        None
    };
    let seed = resumed.as_ref().map_or(seed, |resumed| resumed.seed);
    let mode = resumed
        .as_ref()
        .map_or(&prompt.mode, |resumed| &resumed.mode);
    let row = games::find(mode).unwrap_or(&games::GAMES[0]);
    let interrupt = Interrupt::default();
    let mut console = console(output, state_folder.as_deref(), &interrupt)?;
    let context = Context {
        output,
        seed,
        folders: Folders::of_user(),
        interrupt,
        kept: kept.filter(|_| terminal && !prompt.test),
        ..Context::default()
    };
    let options = Options {
        seed,
        threads: prompt.threads.unwrap_or_else(all_cores),
        hash: prompt.hash.get(),
        cache: env::cache(),
    };
    let open = |name: &str| -> Box<dyn Session> {
        let row = games::find(name).unwrap_or(&games::GAMES[0]);
        (row.open)(options.clone(), context.clone())
    };
    let mut session = open(row.name);
    let first = match (resumed, &row.board, &prompt.vs) {
        (Some(resumed), ..) => {
            let resumed = session.resume(&resumed.game);
            resumed.map_err(StartError::NotResumed)?
        }
        (None, Some(board), Some(level)) => {
            let lines = (board.versus)(level, prompt.side.as_deref());
            let mut told = Reply::new();
            for line in lines.map_err(StartError::Usage)? {
                told = session.feed(&line);
                if told.failed {
                    let reason = told
                        .advice()
                        .next()
                        .and_then(|advice| advice.lines().next());
                    return Err(StartError::Usage(reason.unwrap_or_default().to_owned()));
                }
            }
            told
        }
        _ => match &prompt.state {
            Some(path) => session.load(path),
            None => Reply::new().and_advise(greeting(&context)),
        },
    };
    let begun = (session, first);
    let end = app::run(console.as_mut(), row.name, begun, &open, &context.interrupt)?;
    Ok(match end {
        End::Refused if prompt.strict => Exit::Failure,
        End::Normal | End::Refused => Exit::Success,
        End::NotLoaded => match context.interrupt.exit_status() {
            Some(status) => Exit::Signal(status),
            None => Exit::Failure,
        },
    })
}

/// The game that was kept when a person left.
fn kept_game(file: Option<&Path>) -> Result<KeptGame, StartError> {
    let game = file.and_then(|file| kept::read(file).ok());
    let game = game.ok_or(StartError::NothingKept)?;
    game.ok_or_else(|| StartError::NotResumed("it is damaged".to_owned()))
}

/// One line for a newcomer, or for a person who left a game.
fn greeting(context: &Context) -> &'static str {
    if context.kept.as_ref().is_some_and(|file| file.exists()) {
        return "a game is kept: `game --resume` continues it; :start begins another, :help lists the commands";
    }
    ":start begins a game, :rules explains it, :mode lists all, :help the commands"
}

/// rustyline at a terminal that can edit lines, plain bytes everywhere else: rustyline would garble
/// them.
fn console(
    output: OutputOptions,
    state_folder: Option<&Path>,
    interrupt: &Interrupt,
) -> io::Result<Box<dyn Console>> {
    if output.editing {
        let history = state_folder.map(|folder| folder.join("history"));
        return Ok(Box::new(Terminal::new(output, history, interrupt)?));
    }
    let echoes = io::stdin().is_terminal();
    let plain = Plain::new(io::stdin(), io::stdout(), output, echoes);
    Ok(Box::new(if output.terminal {
        plain.at_terminal(interrupt)?
    } else {
        plain
    }))
}

/// A seed that differs from run to run, and is short enough to be typed again.
fn fresh_seed() -> u64 {
    // The standard library takes its keys for hashing from the system.
    RandomState::new().hash_one(()) % 1_000_000
}

fn wants_colour(choice: Colour) -> bool {
    match choice {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => env::want_colour(io::stdout().is_terminal()),
    }
}

fn one_shot(task: Task, fixtures: &Dir<'static>) -> Result<Exit, StartError> {
    match task {
        Task::Check(options) => check_program(&options, fixtures),
        Task::Grade(options) => grade_programs(&options, fixtures),
        Task::Generate { what } => {
            print(&generate::text(what)?)?;
            Ok(Exit::Success)
        }
        Task::Perft {
            mode,
            depth,
            size,
            state,
            divide,
            threads,
        } => {
            let opening = Opening {
                size,
                state: state.as_deref(),
            };
            let count = board_game(&mode)?.divide;
            let (divided, interrupted) =
                interruptible(|cancel| count(depth, opening, threads.count(), cancel))?;
            let divided = divided?;
            let counts = || divided.iter().filter_map(|(_, count)| *count);
            let mut lines = String::new();
            if divide {
                for (mv, count) in &divided {
                    lines.extend(count.map(|count| format!("{mv}: {count}\n")));
                }
            }
            if interrupted != Exit::Success {
                print(lines.as_bytes())?;
                let (done, all) = (counts().count(), divided.len());
                complain(format_args!(
                    "interrupted: {done} of {all} first moves counted"
                ));
                return Ok(interrupted);
            }
            // A game of no moves is one, though no move begins it.
            let total: u64 = if depth == 0 { 1 } else { counts().sum() };
            print(format!("{lines}{total}\n").as_bytes())?;
            Ok(Exit::Success)
        }
        Task::Train {
            mode,
            size,
            plays,
            seed,
        } => train(&mode, &TrainOptions { size, plays, seed }),
        Task::Match {
            mode,
            one,
            two,
            games,
            size,
            opening,
            max_plies,
            seed,
            record,
            threads,
        } => {
            let contest = Contest {
                players: [one, two],
                size,
                rules: Match {
                    opening_plies: opening,
                    most_plies: max_plies,
                    seed,
                    ..Match::of_games(games)
                },
                threads: threads.count(),
            };
            play_match(&mode, &contest, record.as_deref())
        }
    }
}

/// Prints the table of a training, a line at a time.
fn train(mode: &str, options: &TrainOptions) -> Result<Exit, StartError> {
    let train = board_game(mode)?.train.ok_or(Failure::NoBoard)?;
    let mut printed = Ok(());
    let (trained, interrupted) = interruptible(|cancel| {
        train(options, cancel, &mut |line| {
            printed = print(format!("{line}\n").as_bytes());
            printed.is_ok()
        })
    })?;
    trained?;
    printed?;
    Ok(interrupted)
}

/// Plays a match and prints its score, whatever becomes of its record.
fn play_match(mode: &str, contest: &Contest, record: Option<&Path>) -> Result<Exit, StartError> {
    let play = board_game(mode)?.contest;
    let what = |moves| format!("playing {mode}, move {moves}");
    let all = u64::from(contest.rules.pairs) * 2;
    let unwritable = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    let mut record = match record {
        None => None,
        Some(path) => {
            let mut file = File::create(path).map_err(|error| unwritable(path, error))?;
            // Computers would make their moves beside those of the record.
            write!(file, ":mode {mode}\n:computer none\n")
                .map_err(|error| unwritable(path, error))?;
            Some((file, path))
        }
    };
    let mut kept = Ok(());
    let (played, interrupted) = interruptible(|cancel| -> Result<_, StartError> {
        let bar = Progress::new(&what(0), all);
        let mut watch = |tally: &Tally, moves| {
            bar.say(&what(moves));
            bar.at(u64::from(tally.games()));
        };
        let mut keep = |game: String| {
            if let Some((file, path)) = &mut record
                && let Err(error) = file.write_all(game.as_bytes())
            {
                kept = Err(unwritable(path, error));
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let tally = play(contest, cancel, &mut watch, &mut keep)?;
        bar.finish("");
        Ok(tally)
    })?;
    let tally = played?;
    let names = contest.players.map(|player| player.to_string());
    let score = tally.report(names.each_ref().map(String::as_str));
    print(format!("{score}\n").as_bytes())?;
    kept?;
    if interrupted != Exit::Success {
        let played = tally.games();
        complain(format_args!("interrupted: {played} of {all} games"));
    }
    Ok(interrupted)
}

/// Prints the result of a one-shot command.
fn print(bytes: &[u8]) -> io::Result<()> {
    let mut out = Output::standard();
    out.write_all(bytes)?;
    out.flush()
}

/// Runs `game check`. The exit status is right even if the report is not read to its end.
fn check_program(options: &check::Options, fixtures: &Dir<'static>) -> Result<Exit, StartError> {
    let own = Fixtures::embedded(fixtures).map_err(check::Error::from)?;
    if options.list {
        print(check::list(&options.settings, &own)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    if let Some(folder) = &options.export {
        check::export(&options.settings, &own, folder)?;
        return Ok(Exit::Success);
    }
    let (checked, interrupted) = interruptible(|cancel| {
        let bar = Progress::new(
            &format!("checking {}", check::options::typed(&options.program)),
            0,
        );
        let progress = |done, total| bar.at_of(done as u64, total as u64);
        let suite = Suite::new(&options.settings, &own);
        let checked = suite.and_then(|suite| {
            let checked = suite.check(&options.program, &options.settings, cancel, &progress);
            Ok(checked?)
        });
        bar.finish("");
        checked
    })?;
    let report = match checked {
        Err(error) => return not_checked(error, interrupted),
        Ok(report) => report,
    };
    let look = report_look();
    let text = report.text(options.style, look);
    // Colours would not pass the output for plain text. A report for people is sanitized already.
    let written = if look.colour && options.style.format == check::report::Format::Human {
        io::stdout().write_all(text.as_bytes())
    } else {
        print(text.as_bytes())
    };
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if interrupted != Exit::Success {
        complain("interrupted");
    }
    Ok(match interrupted {
        Exit::Success if !report.holds() => Exit::Failure,
        other => other,
    })
}

/// Runs `game grade`.
fn grade_programs(options: &GradeOptions, fixtures: &Dir<'static>) -> Result<Exit, StartError> {
    let own = Fixtures::embedded(fixtures).map_err(check::Error::from)?;
    let (graded, interrupted) = interruptible(|cancel| {
        let bar = Progress::new("checking", options.programs.len() as u64);
        let graded = grade::grade(options, &own, cancel, &|done| bar.at(done as u64));
        bar.finish("");
        graded
    })?;
    match graded {
        Err(error) => return not_checked(error, interrupted),
        Ok(table) => print(table.as_bytes())?,
    }
    if interrupted != Exit::Success {
        complain("interrupted: the other programs were not checked");
    }
    Ok(interrupted)
}

/// The end of `game check` with an error. After a signal its status is that of the signal.
fn not_checked(error: check::Error, interrupted: Exit) -> Result<Exit, StartError> {
    if interrupted == Exit::Success {
        return Err(error.into());
    }
    complain(error);
    Ok(interrupted)
}

/// The width and the colours of standard output.
fn report_look() -> check::report::Look {
    check::report::Look {
        colour: env::want_colour(io::stdout().is_terminal()),
        width: output_width(),
    }
}

fn game_task(task: &OneShot, matches: &ArgMatches) -> Result<Exit, StartError> {
    let interrupt = Interrupt::default();
    interrupt.install_for_task()?;
    let mut out = Output::standard();
    let done = (task.run)(matches, &mut out, &interrupt);
    out.flush()?;
    match done {
        Err(error) if error.is::<Interrupted>() => complain(error),
        done => done.map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) => StartError::Io(*error),
            Err(other) => StartError::Game(other),
        })?,
    }
    Ok(exit_after(&interrupt))
}

fn board_game(mode: &str) -> Result<&'static BoardGame, Failure> {
    games::find(mode)
        .and_then(|row| row.board.as_ref())
        .ok_or(Failure::NoBoard)
}

/// Runs a long computation that Ctrl-C ends early, with what it has found so far. The bar belongs
/// inside: a person who sees it can press Ctrl-C at once. And so does saving: a signal that comes
/// meanwhile must not lose the result.
fn interruptible<R>(work: impl FnOnce(&AtomicBool) -> R) -> io::Result<(R, Exit)> {
    let interrupt = Interrupt::default();
    interrupt.install_for_task()?;
    let result = interrupt.computing(work);
    Ok((result, exit_after(&interrupt)))
}

fn exit_after(interrupt: &Interrupt) -> Exit {
    interrupt.exit_status().map_or(Exit::Success, Exit::Signal)
}
