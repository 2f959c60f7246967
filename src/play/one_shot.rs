//! Subcommands for board games: `game perft`, `game train` and `game match`.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::HumanCount;
use thiserror::Error;

use super::level::{Level, PlayerRequest, Purpose};
use super::prompt_game::{Options, PromptGame};
use crate::engine::arena::{Match, Tally};
use crate::engine::learn::{Memory, SolvedGame, Training};
use crate::engine::player::{Player, RandomPlayer};
use crate::engine::rng::Rng;
use crate::engine::{self, Side, StateOf, Status};
use crate::repl::{CANNOT_LOAD, MALFORMED_STATE, bar};
use crate::store;

/// Why a one-shot command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The game has no such size.
    #[error("{mode} has no size {size}")]
    Size {
        /// The game.
        mode: &'static str,
        /// The size that was given.
        size: u64,
    },
    /// The file cannot be read.
    #[error("{words}: {file}: {reason}", words = CANNOT_LOAD)]
    Unreadable {
        /// Its name.
        file: String,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The file is not a saved game.
    #[error("{words}: {reason}", words = MALFORMED_STATE)]
    MalformedState {
        /// The reason.
        reason: String,
    },
    /// The game cannot be learnt.
    #[error("{0} cannot be learnt")]
    CannotLearn(&'static str),
    /// It is not a board game.
    #[error("this works only with board games")]
    NoBoard,
    /// Both a size and a file were given, but the file has a size.
    #[error("a saved game has its own size: give --size or --state, not both")]
    SizeAndState,
}

/// A game and position given on the command line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening<'a> {
    /// The size of the board or of the pile, if not the standard one.
    pub size: Option<u64>,
    /// A saved game to begin from.
    pub state: Option<&'a Path>,
}

/// Returns the game and the position of an opening.
///
/// # Errors
/// When there is no such size or the file cannot be loaded.
pub(super) fn position<T: PromptGame>(opening: Opening<'_>) -> Result<(T, StateOf<T>), Failure> {
    let game = match (opening.size, opening.state) {
        (Some(_), Some(_)) => return Err(Failure::SizeAndState),
        (None, Some(path)) => {
            let bytes =
                store::load(path, T::LONGEST_FILE).map_err(|reason| Failure::Unreadable {
                    file: match path.display().to_string() {
                        name if name.is_empty() => "''".to_owned(),
                        name => name,
                    },
                    reason,
                })?;
            return T::read(&bytes).map_err(|reason| Failure::MalformedState { reason });
        }
        (Some(size), None) => T::of_size(&size.to_string()).map_err(|_| Failure::Size {
            mode: T::NAME,
            size,
        })?,
        (None, None) => T::standard(),
    };
    let start = game.start();
    Ok((game, start))
}

/// Counts the games of exactly `depth` moves by their first move. After `cancel` is set, moves whose
/// count is incomplete have `None`.
///
/// # Errors
/// When there is no such size or the file cannot be loaded.
pub fn divide<T: PromptGame>(
    depth: u32,
    opening: Opening<'_>,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Result<Vec<(String, Option<u64>)>, Failure> {
    let (game, start) = position::<T>(opening)?;
    let divided = engine::divide(&game, &start, depth, threads, cancel);
    let shown = |(mv, count)| (game.show_move(mv), count);
    Ok(divided.into_iter().map(shown).collect())
}

/// The maximum number of positions of a game that is solved to judge the learner: takes at most a
/// second.
const MAX_SOLVED: usize = 200_000;

/// The number of games against the perfect player on each side, for a line of the table.
const GAMES: usize = 5;

/// The number of plays between two checks of the cancel flag.
const SLICE: u64 = 10_000;

/// The width of the bar for 100 %.
const BAR: usize = 10;

/// A training run.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// The size of the game.
    pub size: Option<u64>,
    /// The number of moves to make.
    pub plays: u64,
    /// RNG seed.
    pub seed: u64,
}

/// Trains a memory and calls `print` with a line of a table after 10, 100, 1,000, … plays, until
/// `print` returns `false` or `cancel` is set. Solves small games to count the right moves.
///
/// # Errors
/// When there is no such size.
pub fn train<T: PromptGame>(
    options: &TrainOptions,
    cancel: &AtomicBool,
    print: &mut dyn FnMut(&str) -> bool,
) -> Result<(), Failure> {
    let opening = Opening {
        size: options.size,
        state: None,
    };
    let (game, _) = position::<T>(opening)?;
    let solved = SolvedGame::new(&game, MAX_SOLVED);
    let heading = match solved {
        Some(_) => "     plays   positions   right moves         against perfect play",
        None => "     plays   positions",
    };
    if !print(heading) {
        return Ok(());
    }
    let mut training = Training::new(&game, Rng::new(options.seed));
    let mut made = 0;
    for next in milestones(options.plays) {
        while made < next {
            if cancel.load(Ordering::Relaxed) {
                return Ok(());
            }
            let slice = SLICE.min(next - made);
            training.run(slice);
            made += slice;
        }
        let memory = training.memory();
        let [plays, known] = [made, memory.len() as u64].map(|n| HumanCount(n).to_string());
        let mut line = format!("{plays:>10}  {known:>10}");
        if let Some(solved) = &solved {
            line += &judged(solved, memory, options.seed);
        }
        if !print(line.trim_end()) {
            break;
        }
    }
    Ok(())
}

/// Returns 10, 100, 1,000 and so on, and at the end `plays`.
fn milestones(plays: u64) -> impl Iterator<Item = u64> {
    let powers = (1..20).map(|power| 10_u64.pow(power));
    powers.take_while(move |&at| at < plays).chain([plays])
}

/// Judges a memory: the share of right moves with a bar, and games against perfect play.
fn judged<T: PromptGame>(solved: &SolvedGame<'_, T>, memory: &Memory, seed: u64) -> String {
    let share = solved.share_right(memory);
    let bar = bar((share * 8.0 * BAR as f64) as usize);
    let mut rng = Rng::new(seed);
    let mut told = Vec::new();
    for side in Side::BOTH {
        let [mut won, mut drawn, mut lost] = [0; 3];
        for _ in 0..GAMES {
            match solved.against_perfect(memory, side, &mut rng) {
                Status::Won(winner) if winner == side => won += 1,
                Status::Won(_) => lost += 1,
                _ => drawn += 1,
            }
        }
        let counts = [(won, "won"), (drawn, "drawn"), (lost, "lost")].into_iter();
        let counts = counts.filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        told.push(format!("{}: {}", T::letter(side), counts.join(", ")));
    }
    // 100 % only if every move is right.
    let percent = (share * 100.0).floor();
    format!("   {percent:>5} %  {bar:<BAR$}  {}", told.join("; "))
}

/// A computer player as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Makes random moves.
    Random,
    /// Trains a memory first and uses only that.
    Learnt,
    /// Searches; without a level, like the usual opponent.
    Search(Option<Level>),
}

/// Reads `random`, `learnt`, `search`, or a level: `easy`, `3`, `2s`, `500ms`.
impl FromStr for PlayerSpec {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        match text {
            "random" => Ok(PlayerSpec::Random),
            "learnt" => Ok(PlayerSpec::Learnt),
            "search" => Ok(PlayerSpec::Search(None)),
            _ => text
                .parse()
                .map(|level| PlayerSpec::Search(Some(level)))
                .map_err(|_| NotAPlayer),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Learnt => f.write_str("learnt"),
            PlayerSpec::Search(None) => f.write_str("search"),
            PlayerSpec::Search(Some(level)) => level.fmt(f),
        }
    }
}

/// The text is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a player is random, learnt, search (the usual opponent), easy, medium, hard, a number of moves ahead (3) or a time (2s, 500ms)"
)]
pub struct NotAPlayer;

/// A match between two computer players.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The players.
    pub players: [PlayerSpec; 2],
    /// The size of the game.
    pub size: Option<u64>,
    /// The number of games and the openings.
    pub rules: Match,
    /// The number of games at once. Each player searches on one thread, so that none slows another.
    pub threads: NonZeroUsize,
}

/// Plays a match. Calls `watch` with the result so far, and `record` with each game as commands.
///
/// # Errors
/// When there is no such size, or a player cannot learn the game.
pub fn contest<T: PromptGame>(
    contest: &Contest,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(&Tally),
    record: &mut dyn FnMut(String),
) -> Result<Tally, Failure> {
    let &Contest {
        players,
        size,
        rules,
        threads,
    } = contest;
    let (game, _) = position::<T>(Opening { size, state: None })?;
    if !T::LEARNS && players.contains(&PlayerSpec::Learnt) {
        return Err(Failure::CannotLearn(T::NAME));
    }
    let player = |spec, seed| -> Box<dyn Player<T>> {
        // Searches do not vary in a match; only learning uses the seed.
        let options = Options {
            seed: if spec == PlayerSpec::Learnt { seed } else { 0 },
            threads: NonZeroUsize::MIN,
            ..Options::default()
        };
        let request = |level| PlayerRequest {
            level,
            purpose: Purpose::Opponent { from_start: false },
            options: &options,
            cancel,
        };
        match spec {
            PlayerSpec::Random => Box::new(RandomPlayer::new(seed)),
            PlayerSpec::Learnt => Box::new(request(None).learnt(&game)),
            PlayerSpec::Search(level) => game.player(&request(level)),
        }
    };
    let [one, two] = players;
    let players = || {
        let second = rules.seed.wrapping_add(1);
        [player(one, rules.seed), player(two, second)]
    };
    let record = |moves: &[T::Move]| record(typed(&game, moves));
    Ok(rules.play(&game, threads, players, cancel, watch, record))
}

/// Formats a game as commands. Stops an unfinished game, so that the next can begin.
fn typed<T: PromptGame>(game: &T, moves: &[T::Move]) -> String {
    let mut state = game.start();
    let mut text = game.start_line(None) + "\n";
    for &mv in moves {
        text += ":move ";
        text += &game.show_move(mv);
        text.push('\n');
        state = game.play(&state, mv);
    }
    if !game.status(&state).is_over() {
        text += ":stop\n";
    }
    text
}
