//! A game with its saved form.
//!
//! ```text
//! battleship S
//! H1 B2 D3
//! A1 A3 H1: 1, 0, 1
//! ```
//!
//! The first line of a saved game says whether a person searches (`S`) or hides (`H`). If a person
//! searches, the second line has the hidden ships. Then comes a line for each guess and its answer.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::searcher::{GameState, Turn, initial_guess, next_guess, possible};
use super::{Answer, Placement, answer};
use crate::play::History;

/// A game with its turns, with undo and redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The ships hidden by the computer; `None` if a person hides and the computer searches.
    pub hidden: Option<Placement>,
    /// The turns, and the computer's guess after each, if computed.
    pub(super) record: History<Option<Placement>, Turn>,
}

impl Log {
    /// The longest file, in bytes: about 58,000 guesses.
    pub const LONGEST: usize = 1 << 20;

    /// Creates a game without guesses.
    #[must_use]
    pub fn new(hidden: Option<Placement>) -> Self {
        Log {
            hidden,
            record: History::new(None),
        }
    }

    /// Returns the guesses with their answers, oldest first.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.record.made()
    }

    /// Returns the computer's guess that waits for an answer, while a person hides.
    #[must_use]
    pub fn waiting(&self) -> Option<Placement> {
        if self.hidden.is_some() || self.is_found() {
            return None;
        }
        self.record.state().or_else(|| self.suggestion())
    }

    /// Adds a turn. Returns `false` and adds nothing if no placement fits it.
    pub fn play(&mut self, turn: Turn) -> bool {
        let turns: Vec<Turn> = self.record.moves().chain([turn]).collect();
        if possible(&turns).is_empty() {
            return false;
        }
        let asks = self.hidden.is_none() && turn.1 != Answer::FOUND;
        let next = asks.then(|| suggestion(&turns)).flatten();
        self.record.push(turn, next);
        true
    }

    /// Returns the searcher's next guess; `None` if no placement fits.
    #[must_use]
    pub fn suggestion(&self) -> Option<Placement> {
        suggestion(self.turns())
    }

    /// Returns the average number of guesses to find the ships, including the suggested one; `None` if
    /// no placement fits or `cancel` is set.
    pub(super) fn expected_guesses(&self, cancel: &AtomicBool) -> Option<f64> {
        let (guess, state) = GameState::resume(self.record.moves()).ok()?;
        let targets = self.possible();
        let total = state.total(guess, &targets, cancel)?;
        Some(f64::from(total) / targets.len() as f64)
    }

    /// Returns the placements that fit all answers.
    #[must_use]
    pub fn possible(&self) -> Vec<Placement> {
        possible(self.turns())
    }

    /// Whether the last guess has found all ships.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self.turns().last(), Some((_, Answer::FOUND)))
    }

    /// Returns the commands of the turns.
    pub(super) fn commands(&self) -> impl Iterator<Item = String> {
        self.turns().iter().map(|(guess, told)| match self.hidden {
            Some(_) => format!(":guess {guess}"),
            None => format!(":answer {}", told.typed()),
        })
    }

    /// Returns the commands that replay this game.
    ///
    /// # Errors
    /// If the computer would make other guesses, which is possible in a loaded game.
    pub(super) fn lines(&self) -> Result<Vec<String>, String> {
        let begin = match self.hidden {
            Some(target) => format!(":start {target}"),
            None => ":search".to_owned(),
        };
        let mut computer = initial_guess();
        for &(guess, told) in self.turns().iter().filter(|_| self.hidden.is_none()) {
            if guess != computer.0 {
                return Err("the computer's guesses would differ from those of this game".into());
            }
            computer = next_guess(computer, told.triple());
        }
        Ok(std::iter::once(begin).chain(self.commands()).collect())
    }

    /// Reads the saved form.
    ///
    /// # Errors
    /// If the bytes are not the saved form of a game in progress.
    pub fn read(bytes: &[u8]) -> Result<Log, String> {
        if bytes.len() > Log::LONGEST {
            return Err("it is too long".into());
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not text")?;
        let lines = text.strip_suffix('\n');
        let lines = lines.ok_or("the last line does not end in a line break")?;
        let mut lines = (1..).zip(lines.split('\n'));
        let hidden = match lines.next() {
            Some((_, "battleship S")) => {
                let target = lines.next().and_then(|(_, line)| read_placement(line));
                Some(target.ok_or(
                    "line 2 must be the three hidden locations in reading order, as in \"B2 D3 H1\"",
                )?)
            }
            Some((_, "battleship H")) => None,
            _ => return Err(r#"the first line must be "battleship S" or "battleship H""#.into()),
        };
        let mut turns = Vec::new();
        for (number, line) in lines {
            let (guess, told) = read_turn(line).ok_or_else(|| {
                format!("line {number} must be a guess and its answer, as in \"A1 A3 H1: 0, 2, 1\"")
            })?;
            if hidden.is_some_and(|target| answer(target, guess) != told) {
                return Err(format!(
                    "line {number}: that is not the answer to this guess"
                ));
            }
            // A finished game is never saved.
            if told == Answer::FOUND {
                return Err(format!(
                    "line {number}: the ships are found, the game is over"
                ));
            }
            turns.push((guess, told));
        }
        if possible(&turns).is_empty() {
            return Err("no placement fits the answers".into());
        }
        let mut log = Log::new(hidden);
        for &turn in &turns {
            log.record.push(turn, None);
        }
        Ok(log)
    }
}

fn suggestion(turns: &[Turn]) -> Option<Placement> {
    let resumed = GameState::resume(turns.iter().copied());
    resumed.ok().map(|(guess, _)| guess)
}

fn read_turn(line: &str) -> Option<Turn> {
    let (guess, told) = line.split_once(": ")?;
    let told = Answer::all().find(|answer| answer.to_string() == told)?;
    Some((read_placement(guess)?, told))
}

/// Parses three locations, accepting only the form in which they are written.
fn read_placement(text: &str) -> Option<Placement> {
    let placement: Placement = text.parse().ok()?;
    (placement.to_string() == text).then_some(placement)
}

/// The saved form.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hidden {
            Some(target) => writeln!(f, "battleship S\n{target}")?,
            None => writeln!(f, "battleship H")?,
        }
        self.turns()
            .iter()
            .try_for_each(|(guess, told)| writeln!(f, "{guess}: {told}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_placement() -> impl Strategy<Value = Placement> {
        (0..super::super::PLACEMENTS).prop_map(|i| Placement::from_index(i).unwrap())
    }

    proptest! {
        #[test]
        fn saved_games_round_trip(
            target in any_placement(),
            guesses in prop::collection::vec(any_placement(), 0..12),
            searching: bool,
        ) {
            let mut log = Log::new(searching.then_some(target));
            let turns = guesses.into_iter().filter(|&guess| guess != target);
            for guess in turns {
                log.play((guess, answer(target, guess)));
            }
            let read = Log::read(log.to_string().as_bytes()).unwrap();
            prop_assert_eq!((read.hidden, read.turns()), (log.hidden, log.turns()));
            prop_assert_eq!(read.waiting(), log.waiting());
        }
    }

    #[test]
    fn each_fault_of_a_file_is_named() {
        for (rest, reason) in [
            ("H", "the last line does not end in a line break"),
            ("\n", "the first line must be "),
            ("S\nH1 B2 D3\n", "line 2 must be "),
            ("S\nB2 D3 H1\nA1\n", "line 3 must be "),
            ("S\nB2 D3 H1\nB3 C3 H3: 0, 2, 0\n", "line 3: that is"),
            ("S\nB2 D3 H1\nB2 D3 H1: 3, 0, 0\n", "line 3: the ships"),
            ("H\nB3 C3 H3: 0, 2, 1\n\n", "line 3 must be "),
            ("H\nB3 C3 H3: 0, 2, 2\n", "line 2 must be "),
            ("H\nA1 A2 A3: 2, 0, 0\nA1 A2 A3: 0, 0, 0\n", "no placement"),
        ] {
            let text = format!("battleship {rest}");
            let told = Log::read(text.as_bytes()).expect_err(rest);
            assert!(told.starts_with(reason), "{text:?}: {told}");
        }
        assert_eq!(
            Log::read(b"battleship H\n\xff\n"),
            Err("it is not text".into())
        );
        let long = vec![b'b'; Log::LONGEST + 1];
        assert_eq!(Log::read(&long), Err("it is too long".into()));
    }
}
