//! The definition of the command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{
    OsStringValueParser, PossibleValuesParser, RangedU64ValueParser, TypedValueParser,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{
    ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    value_parser,
};

use crate::check;
use crate::decimal::Digits;
use crate::engine::search::HASH;
use crate::games::{self, OneShot};
use crate::os::threads::{self, Threads};
use crate::play::PlayerSpec;

/// The end of `--help` and of the man page. Each description is below its entry, since a second
/// column would not fit in a narrow window.
const EXAMPLES: &str = include_str!("help.txt");

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "game",
    about = env!("CARGO_PKG_DESCRIPTION"),
    version,
    after_help = "Without a subcommand, opens the prompt; :help lists its commands.",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// The subcommand; without one the prompt opens
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to open the prompt
    #[command(flatten)]
    pub prompt: Prompt,
}

/// A valid command line.
#[derive(Debug)]
pub enum Request {
    /// Open the prompt.
    Prompt(Prompt),
    /// Run a one-shot command.
    Task(Task),
    /// Run the one-shot command of a game with these arguments.
    Game(&'static OneShot, ArgMatches),
}

/// Parses the command line.
///
/// # Errors
/// If it is wrong or asks for help.
pub fn parse(arguments: &[OsString]) -> Result<Request, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| with_tip(error, &command, arguments))?;
    let Cli { task, mut prompt } = Cli::from_arg_matches(&matches)?;
    let conflict = |option: &str, other: &str| {
        let message = format!("'--{option}' cannot be used with '{other}'");
        command.clone().error(ErrorKind::ArgumentConflict, message)
    };
    if let Some((name, inner)) = matches.subcommand() {
        let mut own = inner.ids().map(clap::Id::as_str);
        // clap also lists the group of the options, by the name of their type.
        let asks_more =
            own.any(|id| id != "Prompt" && !PROMPT_OPTIONS.contains(&id) && is_given(inner, id));
        let one_shot = games::find(name).and_then(|row| row.one_shot.as_ref());
        let one_shot = one_shot.filter(|_| inner.subcommand().is_some() || asks_more);
        // Elsewhere the options of the prompt have no effect. A task has its own options.
        let opens_prompt = task.is_none() && one_shot.is_none();
        let given = |id: &str| is_given(&matches, id) || (task.is_none() && is_given(inner, id));
        let refused = |id: &&str| given(id) && (!opens_prompt || ["mode", "resume"].contains(id));
        if let Some(option) = PROMPT_OPTIONS.into_iter().find(refused) {
            return Err(conflict(option, inner.subcommand_name().unwrap_or(name)));
        }
        match (task, one_shot) {
            (Some(task), _) => return Ok(Request::Task(task)),
            (None, Some(one_shot)) => return Ok(Request::Game(one_shot, inner.clone())),
            (None, None) => {
                prompt.merge(inner)?;
                name.clone_into(&mut prompt.mode);
            }
        }
    }
    if prompt.vs.is_some() && prompt.state.is_some() {
        return Err(conflict("vs", "--state"));
    }
    let board = games::find(&prompt.mode).is_some_and(|row| row.board.is_some());
    if prompt.vs.is_some() && !board {
        return Err(conflict("vs", &prompt.mode));
    }
    Ok(Request::Prompt(prompt))
}

/// Adds a suggestion to a usage error where clap has none or a poor one: a command of the prompt
/// (`game rules`), or a required option (`game perft tafl 3`).
fn with_tip(mut error: clap::Error, command: &Command, arguments: &[OsString]) -> clap::Error {
    let invalid = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let tip = if let Some(word) = invalid(ContextKind::InvalidSubcommand) {
        let mut typed = games::open(games::NAMES[0])
            .into_iter()
            .flat_map(|mode| mode.commands());
        typed
            .find(|row| row.name[1..] == word)
            .map(|row| format!("run 'game', then type {}", row.name))
    } else if error.kind() == ErrorKind::UnknownArgument
        && let Some(word) = invalid(ContextKind::InvalidArg)
    {
        let task = words.find_map(|word| command.find_subcommand(word));
        let missing = |arg: &&clap::Arg| arg.is_required_set() && arg.get_long().is_some();
        task.and_then(|task| task.get_arguments().find(missing))
            .filter(|_| !word.starts_with('-'))
            .and_then(clap::Arg::get_long)
            .map(|option| format!("a similar argument exists: '--{option} {word}'"))
    } else {
        None
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedSubcommand);
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// The names of the prompt's options.
const PROMPT_OPTIONS: [&str; 12] = [
    "test", "strict", "state", "vs", "as", "resume", "mode", "seed", "threads", "hash", "color",
    "ascii",
];

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    let known = matches.ids().any(|known| known == id);
    known && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Parses a file name, even an empty one: the prompt then answers that it cannot be loaded.
fn file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Parses an even number of games, since each player begins half of them.
fn even() -> impl TypedValueParser<Value = u32> {
    Digits(value_parser!(u32).range(2..=1_000_000)).try_map(|number| match number % 2 {
        0 => Ok(number),
        _ => Err("each opening is played from both sides, so this must be even"),
    })
}

/// Builds the whole command line: the definitions here, and a subcommand for each game.
#[must_use]
pub fn command() -> Command {
    let subcommand = |row: &games::GameEntry| {
        let own = match &row.one_shot {
            Some(one_shot) => (one_shot.command)(),
            None => Command::new(row.name),
        };
        let about = format!("Play {}", row.title());
        let versus = row.board.is_some();
        Prompt::augment_args(own)
            .mut_arg("mode", |mode| mode.hide(true))
            .mut_arg("resume", |resume| resume.hide(true))
            .mut_arg("vs", |vs| vs.hide(!versus))
            .mut_arg("as", |side| side.hide(!versus))
            .long_about(format!(
                "{about}\n\nWithout a command, opens the prompt; :start begins a game."
            ))
            .about(about)
            .subcommand_required(false)
            .arg_required_else_help(false)
    };
    Cli::command().subcommands(games::GAMES.iter().map(subcommand))
}

/// The options of the prompt.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct Prompt {
    /// Suppress boards, for scripts that compare the output
    #[arg(long)]
    pub test: bool,
    /// Exit with status 1 if any line was rejected
    #[arg(long)]
    pub strict: bool,
    /// Load this saved game before the first prompt
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub state: Option<PathBuf>,
    /// Start a game against the computer at this level: easy, medium, hard, 3 or 2s
    #[arg(long, value_name = "LEVEL", conflicts_with = "state")]
    pub vs: Option<String>,
    /// Your side against the computer [default: the one that moves first]
    #[arg(long = "as", id = "as", value_name = "SIDE", requires = "vs")]
    pub side: Option<String>,
    /// Continue the game that was in progress when you left
    #[arg(long, conflicts_with_all = ["state", "vs", "test", "mode"])]
    pub resume: bool,
    /// The game to play
    #[arg(long, value_parser = PossibleValuesParser::new(games::NAMES), default_value = games::NAMES[0])]
    pub mode: String,
    /// RNG seed; the same seed replays the same game [default: random at a terminal, else 0]
    #[arg(long, value_name = "S", value_parser = Digits(value_parser!(u64)))]
    pub seed: Option<u64>,
    /// Threads for searches with a time limit [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    pub threads: Option<NonZeroUsize>,
    /// Size of the search's transposition table in megabytes, up to 65536
    #[arg(long, value_name = "MB", default_value_t = HASH, value_parser = Digits(RangedU64ValueParser::<usize>::new().range(1..=65_536)))]
    pub hash: usize,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
    /// Draw in plain ASCII
    #[arg(long)]
    pub ascii: bool,
}

impl Prompt {
    /// Overrides the options with those after the name of a game.
    fn merge(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let later = Prompt::from_arg_matches(matches)?;
        self.test |= later.test;
        self.strict |= later.strict;
        self.ascii |= later.ascii;
        self.state = later.state.or(self.state.take());
        self.vs = later.vs.or(self.vs.take());
        self.side = later.side.or(self.side.take());
        self.seed = later.seed.or(self.seed);
        self.threads = later.threads.or(self.threads);
        if is_given(matches, "hash") {
            self.hash = later.hash;
        }
        if is_given(matches, "color") {
            self.color = later.color;
        }
        Ok(())
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that supports them, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Documents generated from the definition of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Document {
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// The man page
    Man,
}

/// The subcommands that open no prompt.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count the sequences of exactly D moves
    Perft(PerftArgs),
    /// Show a player learning a game by self-play
    ///
    /// Prints a line after 10, 100, 1,000, … moves: the number of positions known, the share of
    /// positions where the learnt move is right, and the results of five games on each side against
    /// a perfect player. Games with more than 200,000 positions show only the number of positions
    /// known.
    Train(TrainArgs),
    /// Play two computer players against each other
    Match(MatchArgs),
    /// Check another program against the course text
    #[command(arg_required_else_help = true, after_help = include_str!("help_check.txt").trim_end())]
    Check(Box<check::Options>),
    /// Check many programs; write a table, a CSV file and a page for each
    #[command(after_help = include_str!("help_grade.txt").trim_end())]
    Grade(Box<check::grade::GradeOptions>),
    /// Generate shell completions or the man page
    Generate {
        /// The shell, or man for the man page
        what: Document,
    },
}

/// The arguments of `game perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(games::board_games()))]
    pub mode: String,
    /// Number of moves, up to 1000
    #[arg(short, long, value_name = "D", value_parser = Digits(value_parser!(u32).range(..=1000)))]
    pub depth: u32,
    /// Size of the board or the pile
    #[arg(long, value_name = "N", value_parser = Digits(value_parser!(u64)))]
    pub size: Option<u64>,
    /// Start from this saved game
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub state: Option<PathBuf>,
    /// Print a line for each first move, then the total
    #[arg(long)]
    pub divide: bool,
    /// Number of threads
    #[command(flatten)]
    pub threads: Threads,
}

/// The arguments of `game train`.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(games::learnt_games()))]
    pub mode: String,
    /// Size of the board or the pile
    #[arg(long, value_name = "N", value_parser = Digits(value_parser!(u64)))]
    pub size: Option<u64>,
    /// Number of moves to train for
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = Digits(value_parser!(u64).range(1..)))]
    pub plays: u64,
    /// RNG seed; the same seed gives the same table
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = Digits(value_parser!(u64)))]
    pub seed: u64,
}

/// The arguments of `game match`.
#[derive(Debug, clap::Args)]
pub struct MatchArgs {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(games::board_games()))]
    pub mode: String,
    /// A player: random, learnt, search (the usual opponent), easy, medium, hard, a number of moves ahead (3) or a time (2s, 500ms)
    pub one: PlayerSpec,
    /// The other player
    pub two: PlayerSpec,
    /// Number of games, even, up to 1000000; each opening is played from both sides
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = even())]
    pub games: u32,
    /// Size of the board or the pile
    #[arg(long, value_name = "N", value_parser = Digits(value_parser!(u64)))]
    pub size: Option<u64>,
    /// Random moves at the beginning of each pair of games, up to 1000
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = Digits(value_parser!(u32).range(..=1000)))]
    pub opening: u32,
    /// Call a game a draw after this many moves, up to 100000
    #[arg(long, value_name = "PLIES", default_value_t = 200, value_parser = Digits(value_parser!(u32).range(..=100_000)))]
    pub max_plies: u32,
    /// RNG seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = Digits(value_parser!(u64)))]
    pub seed: u64,
    /// Write the games to this file, as commands for the prompt
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Number of threads
    #[command(flatten)]
    pub threads: Threads,
}
