//! A game that is continued in another run: the text that `game --resume` reads, and games that
//! begin with an opponent on the command line.
//!
//! ```text
//! tafl
//! seed 7
//! computer L easy
//! move d1 d4
//! move c5 c4
//! start
//! O to play
//! ...
//! ```

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::board_mode::BoardMode;
use super::commands::{Computer, computer};
use super::prompt_game::{Options, PromptGame};
use super::record::{ActiveGame, Opponent, why_no_level};
use crate::decimal;
use crate::engine::Side;
use crate::repl::{Context, Dispatcher, Modes, Reply, Session};
use crate::store;

/// The longest kept game, in bytes.
pub const LONGEST: usize = 1 << 24;

/// The heading of a kept game: what has to be known before its mode is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The name of the mode.
    pub mode: &'a str,
    /// The RNG seed.
    pub seed: u64,
    /// The rest of the text.
    pub game: &'a str,
}

/// Splits a kept game into its heading and the rest.
#[must_use]
pub fn heading(text: &str) -> Option<Heading<'_>> {
    let (mode, rest) = text.split_once('\n')?;
    let (seed, game) = rest.strip_prefix("seed ")?.split_once('\n')?;
    let seed = decimal::parse(seed)?;
    Some(Heading { mode, seed, game })
}

/// A session with a game in progress, and the reply that shows it.
pub type Begun = (Box<dyn Session>, Reply);

/// Begins the standard game against the computer.
///
/// # Errors
/// When there is no such level or side.
pub fn versus<T: PromptGame>(
    level: &str,
    side: Option<&str>,
    (options, modes, context): (Options, Modes, Context),
) -> Result<Begun, String> {
    let [first, second] = T::LETTERS;
    let person = match side {
        None => Side::First,
        Some(letter) => {
            T::side_of(letter).ok_or_else(|| format!("a side is {first} or {second}"))?
        }
    };
    let mut mode = BoardMode::<T>::new(options);
    mode.computers = [None, None];
    let opponent = T::letter(person.other()).to_string();
    mode.set_computer(&[&opponent, level])?;
    let reply = mode.start(Some(T::standard()), &context);
    Ok((Box::new(Dispatcher::new(mode, modes, context)), reply))
}

/// Continues a kept game.
///
/// # Errors
/// When the text is no kept game of this mode.
pub fn resume<T: PromptGame>(
    text: &str,
    (options, modes, context): (Options, Modes, Context),
) -> Result<Begun, String> {
    let mut mode = BoardMode::<T>::new(options);
    mode.computers = [None, None];
    let (lines, start) = text.split_once("start\n").ok_or("it has no start")?;
    let (game, start) = T::read(start.as_bytes())?;
    let mut active = ActiveGame::new(game, start, None);
    for line in lines.lines() {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        match name {
            "computer" => mode.set_computer(&words)?,
            "level" => mode.level = Some(rest.parse().map_err(|error| format!("{error}"))?),
            "from" => active.origin = Some(PathBuf::from(rest)),
            "move" => {
                let state = active.record.state();
                let mv = active.game.parse_words(state, &words);
                let mv = mv.map_err(|reason| format!("{rest}: {reason}"))?;
                active.play(mv);
            }
            _ => return Err(format!("{name} is unknown")),
        }
    }
    if active.status().is_over() {
        return Err("the game is over".to_owned());
    }
    mode.at_hand.begin(active);
    mode.kept = mode.keepsake();
    let reply = mode.introduce().then(mode.announce_position(&context));
    Ok((Box::new(Dispatcher::new(mode, modes, context)), reply))
}

impl<T: PromptGame> BoardMode<T> {
    /// Gives a side to the computer: the words of `:computer`.
    fn set_computer(&mut self, words: &[&str]) -> Result<(), String> {
        let wrong = |reason: Option<String>| reason.unwrap_or_else(|| "no such player".to_owned());
        let Computer::Side(side, level) = computer::<T>(words).map_err(wrong)? else {
            return Err("no such player".to_owned());
        };
        if let Some(reason) = why_no_level::<T>(level, None, &self.options) {
            return Err(reason);
        }
        self.computers[side.index()] = Some(Opponent {
            level,
            player: None,
        });
        Ok(())
    }

    /// The text that [`resume`] reads, if a game with moves is in progress.
    fn keepsake(&self) -> Option<String> {
        let active = self.active().filter(|game| !game.record.is_empty())?;
        let mut text = format!("{}\nseed {}\n", T::NAME, self.options.seed);
        // Writing to a string cannot fail.
        for side in Side::BOTH {
            if let Some(opponent) = &self.computers[side.index()] {
                let level = opponent.level.map(|level| format!(" {level}"));
                let _ = writeln!(
                    text,
                    "computer {}{}",
                    T::letter(side),
                    level.unwrap_or_default()
                );
            }
        }
        if let Some(level) = self.level {
            let _ = writeln!(text, "level {level}");
        }
        if let Some(origin) = active.origin.as_deref().and_then(Path::to_str) {
            let _ = writeln!(text, "from {origin}");
        }
        for mv in active.record.moves() {
            let _ = writeln!(text, "move {}", active.game.show_move(mv));
        }
        let start = active.game.write(active.record.start());
        Some(format!("{text}start\n{start}"))
    }

    /// Saves the game in progress for `--resume`, or removes it once it is over. Returns whether one
    /// is kept.
    pub(super) fn keep_game(&mut self, context: &Context) -> bool {
        let Some(file) = &context.kept else {
            return false;
        };
        let now = self.keepsake();
        if now != self.kept {
            match &now {
                // A game that cannot be kept is played all the same.
                Some(text) => drop(save(file, text)),
                None => drop(fs::remove_file(file)),
            }
            self.kept = now;
        }
        self.kept.is_some() && file.exists()
    }
}

/// Saves a kept game in the user's folder, which is made if it is missing.
fn save(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    store::save(file, text.as_bytes())
}
