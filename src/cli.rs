//! The definition of the command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::check;
use crate::decimal::{self, NotANumber};
use crate::engine::search::Resources;
use crate::games;
use crate::play::{PLAYS, PlayerSpec};
use crate::threads::{self, Threads};

/// What is shown at the end of `--help` and of the manual page. What something does stands below it:
/// a second column would be folded into a heap in a narrow window.
const EXAMPLES: &str = "\
Without a subcommand the prompt opens. :help lists what can be typed there.

Examples:
  game
      Play Protect the λ; :start begins a game
  game tictactoe
      Play another game; :mode switches later
  game --state saved.csv
      Go on with a saved game
  game crusher --test <moves.txt
      Run a script: answers only, no boards
  game battleship feedback \"H1 B2 D3\" \"B3 C3 H3\"
      Answer a guess without a prompt
  game crusher '[\"WWW-WW-------BB-BBB\"]' W 2 3
      Find the best move without a prompt
  game perft tafl --depth 3
      Count the games of three moves
  game match tictactoe learnt random
      Let two players meet
  game check ./mine
      Try another program against the course text
  game generate bash >game.bash
      Make completions for a shell

Exit status:
  0
      :exit, the end of the input, or nobody reads the output any more
  1
      A saved game cannot be loaded, a subcommand fails; a refusal (--strict)
  2
      A wrong command line
  128+N
      Ended by signal N: 130 after Ctrl-C

Files:
  ~/.local/state/game/history
      Lines typed at the prompt
  ~/.cache/game/
      The table that game crusher solve makes

Environment:
  HOME
      What ~/ means in names of files at the prompt
  TERM
      A dumb terminal gets no line editing
  NO_COLOR, CLICOLOR, CLICOLOR_FORCE
      Whether to use colours
  LC_ALL, LC_CTYPE, LANG
      Whether a terminal shows more than ASCII
  XDG_STATE_HOME
      Used in place of ~/.local/state
  XDG_CACHE_HOME
      Used in place of ~/.cache";

/// What is shown below the options of `game check`.
const CHECKING: &str = "\
Every transcript is a session at the prompt: it is typed into PROGRAM, and what comes back must be the same to the byte. \
PROGRAM runs in a fresh folder each time, with a clean environment. It gets the options of the transcript behind ARGS.

Examples:
  game check ./mine
      Try ./mine against the course text of tafl, and 100 random sessions
  game check python3 mine.py
      Try a script
  game check --suite tafl ./mine
      Include what the course text leaves open
  game check --list
      List the transcripts and the sentences they show
  game check --transcripts mine ./mine
      Run transcripts of your own
  game check --format junit ./mine >r.xml
      Write a report for a CI server

Exit status: 0 if everything holds, 1 if something differs, 2 if the command line is wrong or PROGRAM cannot be started.";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "game",
    about = env!("CARGO_PKG_DESCRIPTION"),
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand the prompt opens. :help lists what can be typed there.",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// What to do instead of opening the prompt
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to open the prompt
    #[command(flatten)]
    pub prompt: Prompt,
}

/// Reads the command line.
///
/// # Errors
/// When it is wrong, or asks for help.
pub fn parse(arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let mut command = command();
    let opening = opens_mode(arguments);
    let matches = command.try_get_matches_from_mut(opening.as_deref().unwrap_or(arguments));
    matches.map_err(|error| match error.get(ContextKind::InvalidSubcommand) {
        // The second one is ours.
        _ if opening.is_some() && is_about_mode(&error) => {
            let message = "the name of a game cannot be used with '--mode'";
            command.error(ErrorKind::ArgumentConflict, message)
        }
        // Behind an option clap takes every word for a subcommand.
        Some(ContextValue::String(word)) if command.find_subcommand(word).is_none() => {
            let tip = match error.get(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::Strings(similar)) => {
                    format!("\n\n  tip: did you mean {}?", similar.join(" or "))
                }
                _ => String::new(),
            };
            let message = format!("unrecognized subcommand '{word}'{tip}");
            command.error(ErrorKind::InvalidSubcommand, message)
        }
        _ => error,
    })
}

/// Whether `--mode` was given twice.
fn is_about_mode(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg);
    error.kind() == ErrorKind::ArgumentConflict
        && matches!(argument, Some(ContextValue::String(name)) if name.starts_with("--mode"))
}

/// `game MODE` with options of the prompt alone, before or behind it, as `game --mode MODE`.
/// Anything else behind the name of a game is for its subcommand. A game without one comes first, so
/// that the word and not the name is refused.
fn opens_mode(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let prompt = Cli::command();
    let takes_value = |option: &str| {
        let mut options = prompt.get_arguments();
        let option = options.find(|arg| arg.get_long() == Some(option))?;
        Some(option.get_action().takes_values())
    };
    let mut mode = None;
    let mut value = false;
    for (place, argument) in arguments.iter().enumerate().skip(1) {
        if std::mem::take(&mut value) {
            continue;
        }
        let word = argument.to_str()?;
        match word.strip_prefix("--").map(|option| option.split_once('=')) {
            Some(Some((option, _))) => takes_value(option).filter(|takes| *takes).map(|_| ())?,
            Some(None) => value = takes_value(&word[2..])?,
            None if mode.is_none() => mode = Some((place, games::find(word)?)),
            None => {
                let (place, _) = mode.filter(|(_, game)| game.one_shot.is_none())?;
                let mut refused = arguments.to_vec();
                refused[1..=place].rotate_right(1);
                return Some(refused);
            }
        }
    }
    let mut opening = arguments.to_vec();
    opening.insert(mode?.0, OsString::from("--mode"));
    Some(opening)
}

/// The name of a file, even an empty one: that it cannot be loaded is for the prompt to say.
fn file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The most megabytes that can be asked for.
const MOST_HASH: usize = 65_536;

/// The size of a table.
fn megabytes(text: &str) -> Result<NonZeroUsize, NotANumber> {
    decimal::positive_up_to(text, MOST_HASH)
}

/// The whole command line: what is defined here, and what each game adds.
#[must_use]
pub fn command() -> Command {
    let prompt = Cli::command();
    let subcommand = |row: &games::GameEntry| {
        let (title, name) = (row.title(), row.name);
        match &row.one_shot {
            Some(one_shot) => {
                (one_shot.command)().about(format!("Play {title}; more by game help {name}"))
            }
            // It only shows what may be typed: `opens_mode` takes care of it.
            None => Command::new(name)
                .about(format!("Play {title}"))
                .args(prompt.get_arguments().filter(|arg| arg.get_id() != "mode")),
        }
    };
    let subcommands: Vec<Command> = games::GAMES.iter().map(subcommand).collect();
    with_negative_numbers(prompt.subcommands(subcommands))
}

/// A negative number is a wrong value, not an option that does not exist.
fn with_negative_numbers(command: Command) -> Command {
    let takes_them = |arg: Arg| {
        let takes = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    };
    let command = command.mut_args(takes_them);
    command.mut_subcommands(with_negative_numbers)
}

/// The options of the prompt.
#[derive(Debug, clap::Args)]
pub struct Prompt {
    /// Suppress boards, for scripts that compare the output
    #[arg(long)]
    pub test: bool,
    /// End with status 1 if any line was refused
    #[arg(long)]
    pub strict: bool,
    /// Load this saved game before the first prompt
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub state: Option<PathBuf>,
    /// The game to play
    #[arg(long, value_parser = PossibleValuesParser::new(games::NAMES), default_value = games::NAMES[0])]
    pub mode: String,
    /// RNG seed; the same seed replays the same game [default: fresh at a terminal, else 0]
    #[arg(long, value_name = "S", value_parser = decimal::argument::<u64>)]
    pub seed: Option<u64>,
    /// What a learning player knows already (made by `game train`)
    #[arg(long, value_name = "FILE")]
    pub memory: Option<PathBuf>,
    /// How many threads think when time is limited [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// The most memory for the positions that a search remembers, in megabytes, up to 65536
    #[arg(long, value_name = "MB", default_value_t = Resources::HASH.try_into().unwrap_or(NonZeroUsize::MIN), value_parser = megabytes)]
    pub hash: NonZeroUsize,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
    /// Draw with ASCII letters alone
    #[arg(long)]
    pub ascii: bool,
}

impl Prompt {
    /// What a search may use of the machine.
    #[must_use]
    pub fn resources(&self) -> Resources {
        let all = Resources::default();
        Resources {
            threads: self.threads.unwrap_or(all.threads),
            hash: self.hash.get(),
        }
    }
}

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that can show them, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What can be made out of the definition of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Document {
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// The manual page
    Man,
}

/// What can be done without a prompt.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count the games of exactly D moves from a position
    Perft {
        /// The game
        #[arg(value_parser = PossibleValuesParser::new(games::board_games()))]
        mode: String,
        /// How many moves, up to 1000
        #[arg(long, value_name = "D", value_parser = decimal::at_most::<1000>)]
        depth: u32,
        /// The size of the board, or of the pile
        #[arg(long, value_name = "N", value_parser = decimal::argument::<u64>)]
        size: Option<u64>,
        /// Begin from this saved game
        #[arg(long, value_name = "FILE", value_parser = file())]
        state: Option<PathBuf>,
        /// Print a line for each first move, then the total
        #[arg(long)]
        divide: bool,
        /// How many threads work at the same time
        #[command(flatten)]
        threads: Threads,
    },
    /// Let a player teach itself a game, and keep what it learnt
    Train {
        /// The game
        #[arg(value_parser = PossibleValuesParser::new(games::learnt_games()))]
        mode: String,
        /// The size of the board, or of the pile
        #[arg(long, value_name = "N", value_parser = decimal::argument::<u64>)]
        size: Option<u64>,
        /// How many moves to make
        #[arg(long, value_name = "P", default_value_t = PLAYS, value_parser = decimal::argument::<u64>)]
        plays: u64,
        /// RNG seed; the same seed gives the same memory
        #[arg(long, value_name = "S", default_value_t = 0, value_parser = decimal::argument::<u64>)]
        seed: u64,
        /// The file to keep it in. If it holds a memory of this game, learning goes on from there
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Changes nothing: one thread learns, as each move builds on those before it
        #[arg(long, value_name = "N", value_parser = threads::parse)]
        threads: Option<NonZeroUsize>,
    },
    /// Let two computer players meet, and tell how much stronger one is
    Match {
        /// The game
        #[arg(value_parser = PossibleValuesParser::new(games::board_games()))]
        mode: String,
        /// A player: random, learnt, search, easy, medium, hard, a number of moves ahead (3) or a time (2s, 500ms)
        one: PlayerSpec,
        /// The other player
        two: PlayerSpec,
        /// How many games, up to 1000000; each opening is played twice, with sides changed
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = decimal::at_most::<1_000_000>)]
        games: u32,
        /// The size of the board, or of the pile
        #[arg(long, value_name = "N", value_parser = decimal::argument::<u64>)]
        size: Option<u64>,
        /// Random moves at the beginning of each pair of games, up to 1000
        #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = decimal::at_most::<1000>)]
        opening: u32,
        /// After this many moves a game is a draw, up to 100000
        #[arg(long, value_name = "PLIES", default_value_t = 200, value_parser = decimal::at_most::<100_000>)]
        most: u32,
        /// RNG seed
        #[arg(long, value_name = "S", default_value_t = 0, value_parser = decimal::argument::<u64>)]
        seed: u64,
        /// Write the games to this file, as lines that can be typed at the prompt
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
        /// How many threads work at the same time
        #[command(flatten)]
        threads: Threads,
    },
    /// Try another program against the course text
    #[command(arg_required_else_help = true, after_help = CHECKING)]
    Check(Box<check::Options>),
    /// Print what a shell needs to complete the command line, or the manual page
    Generate {
        /// For which shell, or the manual page
        what: Document,
    },
}
