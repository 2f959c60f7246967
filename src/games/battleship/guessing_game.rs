//! A game so far, its saved form, and what was taken back in it.
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

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person searches for what the computer has hidden here.
    Searching(Placement),
    /// A person has hidden something, and the computer searches.
    Hiding,
}

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// Who does what.
    pub role: Role,
    /// The guesses with their answers, oldest first.
    pub turns: Vec<Turn>,
}

impl Log {
    /// The longest file that is read or written, in bytes: fifty thousand guesses.
    pub const LONGEST: usize = 1 << 20;

    /// A game without guesses.
    #[must_use]
    pub const fn new(role: Role) -> Self {
        Log {
            role,
            turns: Vec::new(),
        }
    }

    /// The placements that fit all answers.
    #[must_use]
    pub fn possible(&self) -> Vec<Placement> {
        possible(&self.turns)
    }

    /// Whether the last guess has found all ships.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self.turns.last(), Some((_, Answer::FOUND)))
    }

    /// What a person types for each turn.
    pub(super) fn commands(&self) -> impl Iterator<Item = String> {
        self.turns.iter().map(|(guess, told)| match self.role {
            Role::Searching(_) => format!(":guess {guess}"),
            Role::Hiding => format!(":answer {}", told.to_string().replace(',', "")),
        })
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
        let mut log = Log::new(role);
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
            log.turns.push((guess, told));
        }
        if log.possible().is_empty() {
            return Err("no placement fits the answers".into());
        }
        Ok(log)
    }
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
        let mut turns = self.turns.iter();
        turns.try_for_each(|(guess, told)| writeln!(f, "{guess}: {told}"))
    }
}

/// The present game, or the last one: it stays at hand until another begins.
#[derive(Debug)]
pub(super) struct GuessingGame {
    pub(super) log: Log,
    /// What `:undo` took back, the oldest turn last.
    taken_back: Vec<Turn>,
    /// Whether it goes on: until the ships are found or it is stopped.
    open: bool,
    /// The computer's guess that waits for an answer, while a person hides.
    waiting: Option<Placement>,
}

impl GuessingGame {
    pub(super) fn new(log: Log) -> Self {
        let mut game = GuessingGame {
            log,
            taken_back: Vec::new(),
            open: true,
            waiting: None,
        };
        game.go_on(true);
        game
    }

    /// Whether the game goes on from here, and with which guess.
    fn go_on(&mut self, open: bool) {
        self.open = open;
        self.waiting = match self.log.role {
            Role::Hiding if open => self.suggestion(),
            _ => None,
        };
    }

    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    pub(super) const fn waiting(&self) -> Option<Placement> {
        self.waiting
    }

    /// Ends the game before its end.
    pub(super) fn stop(&mut self) {
        self.go_on(false);
    }

    /// What the searcher would guess now; nothing if no placement fits.
    pub(super) fn suggestion(&self) -> Option<Placement> {
        let resumed = GameState::resume(self.log.turns.iter().copied());
        resumed.ok().map(|(guess, _)| guess)
    }

    /// How many guesses find the ships on the average, the suggested one included; `None` if no
    /// placement fits, or if `cancel` comes first.
    pub(super) fn expected_guesses(&self, cancel: &AtomicBool) -> Option<f64> {
        let (guess, state) = GameState::resume(self.log.turns.iter().copied()).ok()?;
        let targets = self.log.possible();
        let total = state.total(guess, &targets, cancel)?;
        Some(f64::from(total) / targets.len() as f64)
    }

    /// The lines that play this game again; `None` if the computer would make other guesses, which
    /// can be so in a game that was loaded.
    pub(super) fn commands(&self) -> Option<Vec<String>> {
        let begin = match self.log.role {
            Role::Searching(target) => format!(":start {target}"),
            Role::Hiding => ":search".to_owned(),
        };
        if self.log.role == Role::Hiding {
            let (mut own, mut state) = initial_guess();
            for &(guess, told) in &self.log.turns {
                if guess != own {
                    return None;
                }
                (own, state) = next_guess((own, state), told.triple());
            }
        }
        Some(std::iter::once(begin).chain(self.log.commands()).collect())
    }

    /// Adds a turn, unless no placement fits it. What had been taken back is forgotten.
    pub(super) fn play(&mut self, turn: Turn) -> bool {
        let fits = self.add(turn);
        if fits {
            self.taken_back.clear();
        }
        fits
    }

    fn add(&mut self, turn: Turn) -> bool {
        self.log.turns.push(turn);
        if self.log.possible().is_empty() {
            self.log.turns.pop();
            return false;
        }
        self.go_on(turn.1 != Answer::FOUND);
        true
    }

    /// Takes the last turn back; a game that is over goes on.
    pub(super) fn undo(&mut self) -> Option<Turn> {
        let turn = self.log.turns.pop()?;
        self.taken_back.push(turn);
        // The computer asks what it would have asked then: a loaded game may have other guesses.
        self.go_on(true);
        Some(turn)
    }

    /// Makes the turn again that was taken back last.
    pub(super) fn redo(&mut self) -> Option<Turn> {
        let turn = self.taken_back.pop()?;
        self.add(turn).then_some(turn)
    }

    /// Whether [`redo`](GuessingGame::redo) has something to do.
    pub(super) fn can_redo(&self) -> bool {
        self.open && !self.taken_back.is_empty()
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
            log.turns.extend(turns.map(|guess| (guess, answer(target, guess))));
            prop_assert_eq!(Log::read(log.to_string().as_bytes()), Ok(log));
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
