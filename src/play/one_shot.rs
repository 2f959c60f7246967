//! Subcommands for board games: `game perft` and `game train`.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::files::Message;
use super::prompt_game::PromptGame;
use crate::engine::learn::{Memory, SolvedGame, Training};
use crate::engine::rng::Rng;
use crate::engine::{self, Side, StateOf, Status};
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
    #[error("{words}: {file}: {reason}", words = Message::CannotLoad)]
    Unreadable {
        /// Its name.
        file: String,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The file holds no game.
    #[error("{words}: {reason}", words = Message::MalformedState)]
    MalformedState {
        /// The reason.
        reason: String,
    },
    /// No player learns this game.
    #[error("{0} cannot be learnt")]
    CannotLearn(&'static str),
    /// There is no game of perfect information by this name.
    #[error("this can be done with board games only")]
    NoBoard,
    /// A size and a file were given, though the file says the size.
    #[error("a saved game has its own size: give --size or --state, not both")]
    SizeAndState,
}

/// A game and position, as the command line names them.
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

/// Counts the games of exactly `depth` moves by their first move, on so many threads. When `cancel`
/// is set, moves that were not counted to the end have no number.
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

/// The most positions of a game that is solved to judge the learner: a second at most.
const MOST_SOLVED: usize = 200_000;

/// How many games the learner plays against the perfect player for one line of the table.
const GAMES: u64 = 10;

/// How many plays come between two looks at the cancel flag.
const SLICE: u64 = 10_000;

/// The width of the bar for 100 %.
const BAR: usize = 10;

/// What to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// The size of the game.
    pub size: Option<u64>,
    /// How many moves to make.
    pub plays: u64,
    /// RNG seed.
    pub seed: u64,
}

/// Trains from nothing and calls `print` with a line of a table after 10, 100, 1,000, … plays, until
/// `print` returns `false` or `cancel` is set. Games that are small enough are solved, to tell how
/// many of the learnt moves are right.
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
    let solved = SolvedGame::new(&game, MOST_SOLVED);
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
        let mut line = format!(
            "{:>10}  {:>10}",
            grouped(made),
            grouped(memory.len() as u64)
        );
        if let Some(solved) = &solved {
            line += &judged(solved, memory, options.seed);
        }
        if !print(line.trim_end()) {
            break;
        }
    }
    Ok(())
}

/// 10, 100, 1,000 and so on, and the last one.
fn milestones(plays: u64) -> impl Iterator<Item = u64> {
    let powers = (1..20).map(|power| 10_u64.pow(power));
    powers.take_while(move |&at| at < plays).chain([plays])
}

/// How good a memory is: the share of right moves with its bar, and games against perfect play.
fn judged<T: PromptGame>(solved: &SolvedGame<'_, T>, memory: &Memory, seed: u64) -> String {
    let share = solved.share_right(memory);
    let full = (share * BAR as f64) as usize;
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR - full));
    let mut rng = Rng::new(seed);
    let [mut won, mut drawn, mut lost] = [0; 3];
    for number in 0..GAMES {
        let side = Side::BOTH[number as usize % 2];
        match solved.against_perfect(memory, side, &mut rng) {
            Status::Won(winner) if winner == side => won += 1,
            Status::Won(_) => lost += 1,
            _ => drawn += 1,
        }
    }
    let counts = [(won, "won"), (drawn, "drawn"), (lost, "lost")].into_iter();
    let told = counts.filter(|(count, _)| *count > 0);
    let told: Vec<String> = told
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    // 100 % only if every move is right.
    let percent = (share * 100.0).floor();
    format!("   {percent:>5} %  {bar}  {}", told.join(", "))
}

/// A number with a comma before each group of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
