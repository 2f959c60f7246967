//! A game with its saved form.
//!
//! ```text
//! battleship S
//! H1 B2 D3
//! A1 A3 H1: 1, 0, 1
//! ```
//!
//! The first line of a saved game says whether a person searches (`S`) or hides (`H`); where a person
//! searches, the second is what the computer has hidden. Then a line for each guess with its answer.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::searcher::{GameState, Turn, initial_guess, next_guess, possible};
use super::{Answer, Placement, answer};
use crate::play::History;

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person searches for what the computer has hidden here.
    Searching(Placement),
    /// A person has hidden something, and the computer searches.
    Hiding,
}

/// A game so far, with the turns that were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// Who does what.
    pub role: Role,
    /// The turns, and the computer's guess after each of them where it is known already.
    pub(super) record: History<Option<Placement>, Turn>,
}

impl Log {
    /// The longest file that is read or written, in bytes: fifty thousand guesses.
    pub const LONGEST: usize = 1 << 20;

    /// A game without guesses.
    #[must_use]
    pub fn new(role: Role) -> Self {
        let first = (role == Role::Hiding).then(|| initial_guess().0);
        Log {
            role,
            record: History::new(first),
        }
    }

    /// The guesses with their answers, oldest first.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.record.made()
    }

    /// The computer's guess that waits for an answer, while a person hides.
    #[must_use]
    pub fn waiting(&self) -> Option<Placement> {
        if self.role != Role::Hiding || self.is_found() {
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
        let asks = self.role == Role::Hiding && turn.1 != Answer::FOUND;
        let next = asks.then(|| suggestion(&turns)).flatten();
        self.record.push(turn, next);
        true
    }

    /// The guess of the searcher now; `None` if no placement fits.
    #[must_use]
    pub fn suggestion(&self) -> Option<Placement> {
        suggestion(self.turns())
    }

    /// The average number of guesses that find the ships, the suggested one included; `None` if no
    /// placement fits, or if `cancel` comes first.
    pub(super) fn expected_guesses(&self, cancel: &AtomicBool) -> Option<f64> {
        let (guess, state) = GameState::resume(self.record.moves()).ok()?;
        let targets = self.possible();
        let total = state.total(guess, &targets, cancel)?;
        Some(f64::from(total) / targets.len() as f64)
    }

    /// The placements that fit all answers.
    #[must_use]
    pub fn possible(&self) -> Vec<Placement> {
        possible(self.turns())
    }

    /// Whether the last guess has found all ships.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self.turns().last(), Some((_, Answer::FOUND)))
    }

    /// The commands that make the turns.
    pub(super) fn commands(&self) -> impl Iterator<Item = String> {
        self.turns().iter().map(|(guess, told)| match self.role {
            Role::Searching(_) => format!(":guess {guess}"),
            Role::Hiding => format!(":answer {}", told.to_string().replace(',', "")),
        })
    }

    /// The lines that play this game again.
    ///
    /// # Errors
    /// When the computer would make other guesses, which can be so in a game that was loaded.
    pub(super) fn lines(&self) -> Result<Vec<String>, String> {
        let begin = match self.role {
            Role::Searching(target) => format!(":start {target}"),
            Role::Hiding => ":search".to_owned(),
        };
        if self.role == Role::Hiding {
            let (mut own, mut state) = initial_guess();
            for &(guess, told) in self.turns() {
                if guess != own {
                    return Err(
                        "the computer would make other guesses than those of this game".into(),
                    );
                }
                (own, state) = next_guess((own, state), told.triple());
            }
        }
        Ok(std::iter::once(begin).chain(self.commands()).collect())
    }

    /// Reads the saved form.
    ///
    /// # Errors
    /// When the bytes are not exactly what is written for a game that can be played.
    pub fn read(bytes: &[u8]) -> Result<Log, String> {
        if bytes.len() > Log::LONGEST {
            return Err("it is too long".into());
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not text")?;
        let lines = text.strip_suffix('\n');
        let lines = lines.ok_or("the last line does not end in a line break")?;
        let mut lines = (1..).zip(lines.split('\n'));
        let role = match lines.next() {
            Some((_, "battleship S")) => {
                let target = lines.next().and_then(|(_, line)| read_placement(line));
                Role::Searching(target.ok_or(
                    "line 2 must be the three hidden locations in reading order, as in \"B2 D3 H1\"",
                )?)
            }
            Some((_, "battleship H")) => Role::Hiding,
            _ => return Err(r#"the first line must be "battleship S" or "battleship H""#.into()),
        };
        let mut turns = Vec::new();
        for (number, line) in lines {
            let (guess, told) = read_turn(line).ok_or_else(|| {
                format!("line {number} must be a guess and its answer, as in \"A1 A3 H1: 0, 2, 1\"")
            })?;
            if matches!(role, Role::Searching(target) if answer(target, guess) != told) {
                return Err(format!(
                    "line {number}: that is not the answer to this guess"
                ));
            }
            // Such a game was never saved.
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
        let mut log = Log::new(role);
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

/// Three locations in exactly the form in which they are written.
fn read_placement(text: &str) -> Option<Placement> {
    let placement: Placement = text.parse().ok()?;
    (placement.to_string() == text).then_some(placement)
}

/// The saved form.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::Searching(target) => writeln!(f, "battleship S\n{target}")?,
            Role::Hiding => writeln!(f, "battleship H")?,
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
        fn what_was_written_is_read(
            target in any_placement(),
            guesses in prop::collection::vec(any_placement(), 0..12),
            searching: bool,
        ) {
            let role = if searching { Role::Searching(target) } else { Role::Hiding };
            let mut log = Log::new(role);
            let turns = guesses.into_iter().filter(|&guess| guess != target);
            for guess in turns {
                log.play((guess, answer(target, guess)));
            }
            let read = Log::read(log.to_string().as_bytes()).unwrap();
            prop_assert_eq!((read.role, read.turns()), (log.role, log.turns()));
            prop_assert_eq!(read.waiting(), log.waiting());
        }
    }

    #[test]
    fn each_way_of_being_wrong_is_told() {
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
