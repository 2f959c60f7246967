//! The games, and the registry with an entry for each.

pub mod battleship;
pub mod countdown;
pub mod crusher;
mod dialogue;
mod saved_rows;
pub mod tafl;
pub mod tictactoe;

use std::error::Error;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::engine::arena::Tally;
use crate::engine::rng::Rng;
use crate::play::{self, BoardMode, Contest, Failure, Opening, Options, PromptGame, TrainOptions};
use crate::repl::{Context, Dispatcher, Interrupt, Mode, Modes, Session};
use crate::store;

/// The registry entry of a game.
pub struct GameEntry {
    /// The name of the mode.
    pub name: &'static str,
    /// The rules in Markdown.
    pub rules: &'static str,
    /// Whether these bytes are a saved game of the mode.
    pub reads: fn(&[u8]) -> bool,
    /// The length of the longest saved game, in bytes.
    pub longest_file: usize,
    /// Opens the mode.
    pub open: fn(Options, Context) -> Box<dyn Session>,
    /// The functions that only games of perfect information have.
    pub board: Option<BoardGame>,
    /// Its subcommand on the command line.
    pub one_shot: Option<OneShot>,
    /// The data of `game check`, if that checks programs for this game.
    pub checking: Option<&'static Checking>,
}

/// The data that `game check` needs to check programs for a game.
#[derive(Debug)]
pub struct Checking {
    /// The sentences that a program prints, each with the sentence of the text that demands it.
    /// `<fname>` at the end matches any name.
    pub sentences: &'static [(&'static str, &'static str)],
    /// The prompts: without a game, then those of the two sides.
    pub prompts: [&'static str; 3],
    /// The sentence of the text about prompts.
    pub prompt_about: &'static str,
    /// The sentence of the text about boards with `--test`.
    pub board_about: &'static str,
    /// The sentence of the text about everything that is printed.
    pub extra_about: &'static str,
    /// The first move of a game.
    pub first_move: &'static str,
    /// The sentence printed after a game is loaded.
    pub loaded: &'static str,
    /// Commands that change the game: after a wrong answer to one, the rest is not judged.
    pub changing: &'static [&'static str],
    /// The section in which the closing command is judged.
    pub exit_section: &'static str,
    /// The sections that judge saving itself.
    pub saving_sections: &'static [&'static str],
    /// The case that judges `--state` itself.
    pub state_case: &'static str,
    /// Saved games, and a move that is legal in each but not at the start.
    pub positions: &'static [(&'static str, &'static str)],
    /// The answer to a line, in a game or not, in a random session or not, that is accepted besides
    /// ours, since the text leaves it open.
    pub open: fn(&str, bool, bool) -> Option<&'static str>,
    /// Parts of the titles of causes, and the sentences of the text that these contradict.
    pub causes: &'static [(&'static str, &'static str)],
    /// Sessions that show a program's sentences, each due after the last line.
    pub probes: &'static [&'static [&'static str]],
    /// Generates a random session, by the course text alone or also by our decisions.
    pub random: fn(&mut Rng, bool) -> Script,
    /// Finds moves that show which pieces a script captured.
    pub proof: fn(&Script) -> Option<Vec<String>>,
    /// Describes a line typed after a script, in a game or not: `:move` over a piece.
    pub describe: fn(&Script, &str, bool) -> String,
    /// Describes how a saved game differs from the expected one.
    pub compare: fn(&[u8], &[u8]) -> String,
    /// Draws a saved game as SVG, marking what differs from another one.
    pub picture: fn(&[u8], &[u8]) -> Option<String>,
}

impl Checking {
    /// Returns the sentence of the text that demands a sentence.
    #[must_use]
    pub fn about(&self, said: &str) -> &'static str {
        let mut sentences = self.sentences.iter();
        let found = sentences.find(|(text, _)| *text == said);
        found.map_or("", |(_, about)| about)
    }
}

/// The name of a file and its content.
pub type File = (String, Vec<u8>);

/// A session to type into a program, and the files it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The saved game that `--state` loads.
    pub state: Option<String>,
    /// Folders to create first.
    pub folders: Vec<String>,
    /// Files to write first.
    pub files: Vec<File>,
    /// The lines to type.
    pub lines: Vec<String>,
}

/// A subcommand of a game.
#[derive(Debug)]
pub struct OneShot {
    /// Its definition.
    pub command: fn() -> clap::Command,
    /// Runs it.
    pub run: RunOneShot,
}

/// Runs a subcommand: its arguments, where to write, and the interrupt that ends it early.
pub type RunOneShot =
    fn(&clap::ArgMatches, &mut dyn Write, &Interrupt) -> Result<(), Box<dyn Error>>;

/// The one-shot commands of a board game, its type erased.
pub struct BoardGame {
    /// Counts games of a length by their first moves.
    pub divide: Divide,
    /// Shows how a player learns the game, if it can be learnt.
    pub train: Option<Train>,
    /// Plays two computer players against each other.
    pub contest: PlayContest,
    /// Returns the lines that begin a game against the computer: a level, and the side of the person.
    pub versus: fn(&str, Option<&str>) -> Result<[String; 3], String>,
}

/// Trains a player: the options, the interrupt, and where to print the lines of the table.
pub type Train =
    fn(&TrainOptions, &AtomicBool, &mut dyn FnMut(&str) -> bool) -> Result<(), Failure>;

/// Counts games by their first moves: their length, the first position, the threads, the interrupt.
pub type Divide =
    fn(u32, Opening<'_>, NonZeroUsize, &AtomicBool) -> Result<Vec<(String, Option<u64>)>, Failure>;

/// Plays two players against each other: the terms, the interrupt, a callback with the result so far,
/// and one that records games.
pub type PlayContest = fn(
    &Contest,
    &AtomicBool,
    &mut dyn FnMut(&Tally),
    &mut dyn FnMut(String),
) -> Result<Tally, Failure>;

impl GameEntry {
    /// Creates the entry of a board game.
    const fn board<T: PromptGame>() -> Self {
        GameEntry {
            name: T::NAME,
            rules: T::RULES,
            reads: |bytes| T::read(bytes).is_ok(),
            longest_file: T::LONGEST_FILE,
            open: |options, context| {
                Box::new(Dispatcher::new(
                    BoardMode::<T>::new(options),
                    modes(),
                    context,
                ))
            },
            board: Some(BoardGame {
                divide: play::divide::<T>,
                train: if T::LEARNS {
                    Some(play::train::<T>)
                } else {
                    None
                },
                contest: play::contest::<T>,
                versus: play::versus::<T>,
            }),
            one_shot: None,
            checking: None,
        }
    }

    /// Returns the title of the rules: `tafl: Protect the λ`.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let title = self.rules.lines().next().unwrap_or_default();
        title.trim_start_matches("# ")
    }
}

/// All games. The first one opens by default.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        checking: Some(&tafl::checking::CHECKING),
        ..GameEntry::board::<tafl::Tafl>()
    },
    GameEntry {
        name: battleship::Battleship::NAME,
        rules: battleship::Battleship::RULES,
        reads: |bytes| battleship::Log::read(bytes).is_ok(),
        longest_file: battleship::Log::LONGEST,
        open: |options, context| {
            Box::new(Dispatcher::new(
                battleship::Battleship::new(&options),
                modes(),
                context,
            ))
        },
        board: None,
        one_shot: Some(OneShot {
            command: battleship::one_shot::command,
            run: battleship::one_shot::run,
        }),
        checking: None,
    },
    GameEntry {
        one_shot: Some(OneShot {
            command: crusher::one_shot::command,
            run: crusher::one_shot::run,
        }),
        ..GameEntry::board::<crusher::Crusher>()
    },
    GameEntry::board::<countdown::CountDown>(),
    GameEntry::board::<tictactoe::TicTacToe>(),
];

/// The names of all modes.
pub const NAMES: [&str; GAMES.len()] = {
    let mut names = [""; GAMES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = GAMES[i].name;
        i += 1;
    }
    names
};

/// Describes every mode for the others.
fn modes() -> Modes {
    Modes {
        names: &NAMES,
        title: |name| {
            let title = find(name).and_then(|row| row.title().split_once(": "));
            title.map_or("", |(_, title)| title)
        },
        owner,
    }
}

/// Returns the mode whose saved game is in a file. Does not read pipes and devices, which would
/// consume their content.
fn owner(path: &Path) -> Option<&'static str> {
    let longest = GAMES.iter().map(|row| row.longest_file).max()?;
    if !path.is_file() {
        return None;
    }
    let bytes = store::load(path, longest).ok()?;
    let holds = |row: &&GameEntry| bytes.len() <= row.longest_file && (row.reads)(&bytes);
    Some(GAMES.iter().find(holds)?.name)
}

/// Opens a mode as the program does without options.
///
/// ```
/// let mut session = game::games::open("tictactoe").ok_or("no such game")?;
/// session.feed(":start");
/// assert_eq!(session.prompt(), "tictactoe game X> ");
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    let entry = find(name)?;
    Some((entry.open)(Options::default(), Context::default()))
}

/// Returns the entry of a game.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|row| row.name == name)
}

/// Iterates over the prompts of the questions that games ask. After one that ends in a line break, the
/// answer is on the next line.
pub fn questions() -> impl Iterator<Item = &'static str> {
    static ALL: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let commands = NAMES
            .iter()
            .filter_map(|name| open(name))
            .flat_map(|mode| mode.commands());
        commands.flat_map(|command| command.questions).collect()
    });
    ALL.iter().copied()
}

/// Draws a saved game of the game that `game check` checks, as SVG.
#[must_use]
pub fn picture(content: &[u8], other: &[u8]) -> Option<String> {
    let checking = GAMES.iter().find_map(|row| row.checking)?;
    (checking.picture)(content, other)
}

/// Iterates over the names of the board games.
pub fn board_games() -> impl Iterator<Item = &'static str> {
    let boards = GAMES.iter().filter(|row| row.board.is_some());
    boards.map(|row| row.name)
}

/// Iterates over the names of the games that can be learnt.
pub fn learnt_games() -> impl Iterator<Item = &'static str> {
    let learns = |board: &BoardGame| board.train.is_some();
    let rows = GAMES
        .iter()
        .filter(move |row| row.board.as_ref().is_some_and(learns));
    rows.map(|row| row.name)
}
